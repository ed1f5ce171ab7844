"""The whole check of a rulebook: by itself, with each house rule and each two, each reading, each option's ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from refcli.diagnostics import Diagnostic, Faulty
from refcli.language.checks import of_form, of_forms
from refcli.language.form import Form
from refcli.language.load import chain, locate
from refcli.language.merge import declared, merge
from refcli.language.phrases import Node
from refcli.language.resolve import Resolver
from refcli.syntax import tree

# A finding of another kind about one form, such as a dead end that random play runs into.
Further = Callable[[Form], Iterable[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is switched on and off for one form, and the house rules that it is about."""

    on: tuple[str, ...]
    off: tuple[str, ...]
    about: tuple[str, ...] = ()


def check_book(
    path_or_name: str | Path,
    on: Sequence[str] | None = None,
    off: Sequence[str] | None = None,
    further: Sequence[Further] = (),
) -> list[Diagnostic]:
    """Everything that is wrong with a rulebook, each finding once: errors first, then by place.

    `on` and `off` are settings that hold throughout. `further` are checks from stages behind this one (random play):
    they get the form with the settings asked for and the forms of single house rules, if these are free of errors.
    """
    path = path_or_name if isinstance(path_or_name, Path) else locate(path_or_name)
    try:
        books = chain(path)
    except Faulty as faulty:
        return in_order(faulty.diagnostics)
    found = Findings(declared(books)[0])
    forms: list[Form] = []
    for setting in settings(books, tuple(on or ()), tuple(off or ())):
        form = found.form(books, setting)
        if form is None:
            if not forms and not setting.about:
                break  # the rulebook by itself can't be understood: what follows would say the same again
            continue
        forms.append(form)
        fresh = found.take(of_form(form), setting)
        if len(setting.about) < 2 and not any(d.severity == "error" for d in fresh):
            for check in further:
                found.take(check(form), setting)
    if forms:
        found.take(of_forms(forms), Setting((), ()))
    return in_order(found.kept.values())


class Findings:
    """Findings by place and code: what one form shows isn't said again for the next."""

    def __init__(self, houses: dict[str, tree.House]) -> None:
        self.houses = houses
        self.memory: dict[tuple[object, ...], list[Node]] = {}
        self.kept: dict[tuple[object, ...], Diagnostic] = {}

    def form(self, books: list[tree.Book], setting: Setting) -> Form | None:
        """The form of a setting, None with its faults noted where it can't be understood."""
        faults: list[Diagnostic] = []
        try:
            merged = merge(books, list(setting.on), list(setting.off), faults=faults)
            resolver = Resolver(merged, self.memory)
            checked = resolver.resolve()
        except Faulty as faulty:
            faults.extend(faulty.diagnostics)
        if faults:
            self.take(faults, setting)
            return None
        return Form(checked, merged, frozenset(resolver.used), setting.on)

    def take(self, diagnostics: Iterable[Diagnostic], setting: Setting) -> list[Diagnostic]:
        """Keeps what is new; a finding of a setting says which house rules it takes."""
        fresh = []
        for d in diagnostics:
            places = frozenset(str(span) for span in (d.span, *(span for _, span in d.others)) if span is not None)
            by_place = (d.code, places) if d.code.startswith("L") else (d.code, str(d.span))
            if by_place in self.kept:
                continue
            if setting.about and not d.code.startswith("L"):
                d = self.blamed(d, setting.about)
            self.kept[by_place] = d
            fresh.append(d)
        return fresh

    def blamed(self, d: Diagnostic, about: tuple[str, ...]) -> Diagnostic:
        """A finding that only some house rules bring: it names them, and is shown at them if its place is elsewhere."""
        d = replace(d, sentence=f"with {' and '.join(about)}: {d.sentence}")
        if len(about) > 1:
            d = replace(d, others=(*d.others, *((f"the house rule {n}", self.houses[n].name.span) for n in about)))
        house = self.houses[about[-1]].name.span
        if d.span is None or d.span.path == house.path:
            return d
        return replace(d, span=house, others=(*d.others, ("it shows here", d.span)))


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Errors before warnings, then by file and line."""

    def key(d: Diagnostic) -> tuple[bool, str, int, int, str]:
        at = d.span
        return (d.severity != "error", at.path if at else "", at.line if at else 0, at.column if at else 0, d.code)

    return sorted(diagnostics, key=key)


def settings(books: list[tree.Book], on: tuple[str, ...], off: tuple[str, ...]) -> Iterator[Setting]:
    """The settings to try, those asked for first."""
    houses, options, readings = declared(books)
    yield Setting(on, off)
    set_ = {item.split()[0] for item in on if item.split()}
    for name, reading in readings.items():
        if name not in set_:
            for candidate in reading.candidates:
                if candidate.name.text != reading.default.text:
                    yield Setting((*on, f"{name} {candidate.name.text}"), off)
    for name, option in options.items():
        if name not in set_ and int(option.low.text) <= int(option.high.text):
            for end in (option.low.text, option.high.text):
                if end != option.default.text:
                    yield Setting((*on, f"{name} {end}"), off)
    needs = {name: _needs(name, houses) for name in houses}
    excluded = {
        (name, word.text)
        for name, house in houses.items()
        for kind, words in house.needs
        if kind == "excludes"
        for word in words
    }
    fixed = {"-".join(item.split()) for item in on}
    free = [name for name in houses if name not in fixed and name not in {"-".join(item.split()) for item in off}]

    def together(names: tuple[str, ...]) -> Setting | None:
        wanted = tuple(dict.fromkeys(need for name in names for need in (*needs[name], name)))
        everything = {*wanted, *fixed, *(n for n, house in houses.items() if house.on)}
        rest = tuple(n for n in houses if houses[n].on and n not in wanted and n not in fixed)
        everything -= set(rest)
        if any((a, b) in excluded for a in everything for b in everything):
            return None
        return Setting((*on, *wanted), (*off, *rest), names)

    for name in free:
        if houses[name].on:
            yield Setting(on, (*off, name))
        if (setting := together((name,))) is not None:
            yield setting
    for pair in combinations(free, 2):
        if (setting := together(pair)) is not None:
            yield setting


def _needs(name: str, houses: dict[str, tree.House], trail: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The house rules that one requires, and those that these require."""
    found: list[str] = []
    for kind, words in houses[name].needs:
        for word in words:
            if kind == "requires" and word.text in houses and word.text not in trail:
                found.extend([*_needs(word.text, houses, (*trail, name)), word.text])
    return tuple(dict.fromkeys(found))
