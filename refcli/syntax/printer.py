"""From a syntax tree back to the text of a rulebook: what is printed parses to the same tree, apart from spans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from refcli.syntax import tree
from refcli.syntax.tree import AllOf, AnyOf, Condition, Fact, Not, Statement

_BE = ("is", "are", "was", "were")
_CLAUSES = ("whose", "that", "which", "who")
_STEP = "  "


def show(book: tree.Book) -> str:
    """The whole rulebook as text. Comments are not part of a tree and so are gone."""
    rows = [f"rulebook {book.name.text} {_quoted(book.title)}"]
    if book.part:
        rows.append("part")
    rows.extend(_show_items(book.items, ""))
    return "\n".join(rows) + "\n"


def show_condition(condition: Condition) -> str:
    """A condition on one line, as a rulebook writes it."""
    match condition:
        case AnyOf(parts):
            return " or ".join(_part(part, (AnyOf,)) for part in parts)
        case AllOf(parts):
            return " and ".join(_part(part, (AnyOf, AllOf)) for part in parts)
        case Not(Fact(phrase)):
            return _denied(phrase)
        case Not(part):
            return f"not {_part(part, (AnyOf, AllOf))}"
        case Fact(phrase):
            return phrase.text


def show_statement(statement: Statement) -> str:
    """A statement on one line; a longer `if` is drawn together with colons and semicolons, for messages."""
    match statement:
        case tree.Rule(who, modal, act, when, arrow):
            head = f"{who.text} {modal} {act.text}{_when(when)}"
            return head if arrow is None else f"{head} {_arrow(arrow)}"
        case tree.Unruled(who, act, when):
            return f"unruled whether {who.text} may {act.text}{_when(when)}"
        case tree.Step(phrase, when):
            return f"{phrase.text}{_when(when)}"
        case tree.Go(arrow, when):
            return f"{_arrow(arrow)}{_when(when)}"
        case tree.If():
            return "; ".join(
                f"{head} {_arrow(arrow)}"
                if (arrow := _only_arrow(body))
                else f"{head}: {'; '.join(map(show_statement, body))}"
                for head, body in _ways(statement)
            )


# ---------------------------------------------------------------- pieces


def _quoted(text: tree.Text) -> str:
    return f'"{text.text}"'


def _part(part: Condition, bracketed: tuple[type, ...]) -> str:
    shown = show_condition(part)
    return f"({shown})" if isinstance(part, bracketed) else shown


def _denied(phrase: tree.Phrase) -> str:
    """`player is not called` where the phrase has such a word to deny, `not player can play` elsewhere."""
    words = [word.text for word in phrase.words]
    for place, word in enumerate(words):
        if word in _CLAUSES:
            break
        if word in _BE:
            return " ".join([*words[: place + 1], "not", *words[place + 1 :]])
    return f"not {phrase.text}"


def _when(when: Condition | None) -> str:
    if when is None:
        return ""
    shown = show_condition(when)
    if isinstance(when, Not) and shown.startswith("not "):
        return f", unless {show_condition(when.part)}"
    return f", if {shown}"


def _arrow(arrow: tree.Arrow) -> str:
    return f"-> {arrow.moment.text}" + (f" of {arrow.of.text}" if arrow.of else "")


def _ways(choice: tree.If) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    for place, (condition, body) in enumerate(choice.branches):
        yield f"{'otherwise ' if place else ''}if {show_condition(condition)}", body
    if choice.otherwise is not None:
        yield "otherwise", choice.otherwise


def _only_arrow(body: tuple[Statement, ...]) -> tree.Arrow | None:
    """The arrow of a block that can stand on the line of its `if`."""
    match body:
        case (tree.Go(arrow, None),):
            return arrow
    return None


def _list(words: Sequence[tree.Word]) -> str:
    return ", ".join(word.text for word in words)


def _names(names: tree.Names) -> str:
    """The names of a list, with runs of three and more numbers written as ranges."""
    texts = [word.text for word in names.items]
    shown: list[str] = []
    start = 0
    while start < len(texts):
        end = start + 1
        while end < len(texts) and end - start < 1000 and _follows(texts[end - 1], texts[end]):
            end += 1
        shown.extend([f"{texts[start]}..{texts[end - 1]}"] if end - start > 2 else texts[start:end])
        start = end
    return ", ".join(shown)


def _follows(text: str, after: str) -> bool:
    return all(t.isascii() and t.isdigit() and str(int(t)) == t for t in (text, after)) and int(after) == int(text) + 1


def _behind(sentence: tree.Text | None, *more: str, cite: tree.Cite | None = None) -> str:
    """What stands behind a name: the sentence, further clauses, the source."""
    parts = [] if sentence is None else [_quoted(sentence)]
    parts.extend(part for part in more if part)
    if cite is not None:
        parts.append(f"from {cite.key.text}" + (f" {_quoted(cite.place)}" if cite.place else ""))
    return "".join(f" {part}" for part in parts)


# ---------------------------------------------------------------- blocks


def _show_body(body: tuple[Statement, ...], indent: str) -> Iterator[str]:
    for statement in body:
        if not isinstance(statement, tree.If):
            yield indent + show_statement(statement)
            continue
        for head, inner in _ways(statement):
            arrow = _only_arrow(inner)
            if arrow:
                yield f"{indent}{head} {_arrow(arrow)}"
            else:
                yield indent + head
                yield from _show_body(inner, indent + _STEP)


def _show_lines(lines: tuple[tree.Line, ...], indent: str) -> Iterator[str]:
    for line in lines:
        edit = "" if line.edit == "add" else f"{line.edit} "
        place = f"{line.place[0]} {line.place[1].text}" if line.place else ""
        yield f"{indent}{edit}{line.name.text}{_behind(line.sentence, place, cite=line.cite)}"
        yield from _show_body(line.body, indent + _STEP)


def _show_items(items: tuple[tree.Item, ...], indent: str) -> Iterator[str]:
    """Each item; at top level those with a block stand apart from the others."""
    apart = False
    for item in items:
        rows = list(_SHOW[type(item)](item, indent))
        if not indent and (apart or len(rows) > 1):
            yield ""
        apart = len(rows) > 1
        yield from rows


# ---------------------------------------------------------------- items


def _source(item: tree.Source, indent: str) -> Iterator[str]:
    yield f"{indent}source {item.key.text} {_quoted(item.title)}"


def _extends(item: tree.Extends, indent: str) -> Iterator[str]:
    yield f"{indent}extends {' and '.join(name.text for name in item.names)}"


def _seats(item: tree.Seats, indent: str) -> Iterator[str]:
    yield f"{indent}players {item.low.text} to {item.high.text}"


def _deck(item: tree.Deck, indent: str) -> Iterator[str]:
    packs = f"{item.packs.text} decks" if item.packs else "deck"
    yield f"{indent}{packs} of {item.total.text}{_behind(None, 'assumed' if item.assumed else '', cite=item.cite)}"
    inner = indent + _STEP
    for attribute in item.attributes:
        yield f"{inner}{f'{attribute.kind} '.lstrip()}{attribute.name.text}: {_names(attribute.values)}"
    each = None
    for count in item.counts:
        name = count.each.text if count.each else None
        if name is not None and name != each:
            yield f"{inner}each {name}"
        each = name
        copies = f" with {count.copies[0].text}: {_names(count.copies[1])}" if count.copies else ""
        yield f"{inner}{_STEP if name else ''}{count.number.text} x {_names(count.names)}{copies}"
    if item.written:
        parts = (f"({word.text})" if bracketed else word.text for word, bracketed in item.written.parts)
        yield f"{inner}written {' '.join(parts)}"


def _group(item: tree.Group, indent: str) -> Iterator[str]:
    yield f"{indent}group {item.name.text}: {_names(item.members)}{_behind(item.sentence)}"


def _table(item: tree.Table, indent: str) -> Iterator[str]:
    yield f"{indent}table {item.name.text}{_behind(item.sentence)}"
    for number, names in item.rows:
        yield f"{indent}{_STEP}{number.text}: {_names(names)}"


def _choice(item: tree.ChoiceDecl, indent: str) -> Iterator[str]:
    yield f"{indent}choice {item.name.text}: {_names(item.members)}"


def _word(item: tree.WordDecl, indent: str) -> Iterator[str]:
    yield f"{indent}word {_list(item.names)}{_behind(item.sentence, cite=item.cite)}"
    if item.subject is None or item.condition is None:
        yield f"{indent}{_STEP}each rulebook says"
    else:
        yield f"{indent}{_STEP}{item.subject.text} if {show_condition(item.condition)}"


def _card(item: tree.CardDecl, indent: str) -> Iterator[str]:
    kind = "card" if len(item.names.items) == 1 else "cards"
    yield f"{indent}{kind} {_names(item.names)}{_behind(item.sentence, cite=item.cite)}"
    if item.worth:
        yield f"{indent}{_STEP}worth {item.worth.text}"
    if item.shorts:
        yield f"{indent}{_STEP}short {', '.join(map(_quoted, item.shorts))}"
    yield from _show_lines(item.lines, indent + _STEP)


def _option(item: tree.OptionDecl, indent: str) -> Iterator[str]:
    span = f"from {item.low.text} to {item.high.text}"
    yield f"{indent}option {item.name.text} {item.default.text} {span}{_behind(item.sentence)}"


def _reading(item: tree.ReadingDecl, indent: str) -> Iterator[str]:
    yield f"{indent}reading {item.name.text}{_behind(item.words, cite=item.cite)}"
    for candidate in item.candidates:
        number = f" {candidate.number.text}" if candidate.number else ""
        yield f"{indent}{_STEP}{candidate.name.text}{number}{_behind(candidate.sentence)}"
    yield f"{indent}{_STEP}default {item.default.text}"


def _counter(item: tree.CounterDecl, indent: str) -> Iterator[str]:
    of = " of a player" if item.of_player else ""
    written = f" written {item.written.text}" if item.written else ""
    until = f" until {item.until.text}" if item.until else ""
    yield f"{indent}counter {item.name.text}{of}{written}{until}{_behind(item.sentence)}"


def _mark(item: tree.MarkDecl, indent: str) -> Iterator[str]:
    of = "of a player" if item.of_player else "of the table"
    until = f" until {item.until.text}" if item.until else ""
    yield f"{indent}mark {item.name.text} {of}{until}{_behind(item.sentence)}"


def _call(item: tree.CallDecl, indent: str) -> Iterator[str]:
    yield f"{indent}call {item.name.text}" + (f" said {_list(item.said)}" if item.said else "")


def _moment(item: tree.Moment, indent: str) -> Iterator[str]:
    of = f" of {item.role.text}" if item.role else ""
    yield f"{indent}moment {item.name.text}{of}{_behind(item.sentence, cite=item.cite)}"
    yield from _show_lines(item.lines, indent + _STEP)


def _window(item: tree.Window, indent: str) -> Iterator[str]:
    on = f" on {item.subject.text}" if item.subject else ""
    yield f"{indent}window {item.name.text}{on}{_behind(item.sentence, cite=item.cite)}"
    if item.opens == "beside":
        yield f"{indent}{_STEP}beside {_list(item.beside)}"
    else:
        yield f"{indent}{_STEP}{item.opens}" + (f" {item.until.text}" if item.until else "")
    yield from _show_lines(item.lines, indent + _STEP)


def _change(item: tree.Change, indent: str) -> Iterator[str]:
    yield f"{indent}in {item.name.text}"
    if item.beside:
        yield f"{indent}{_STEP}beside {_list(item.beside)}"
    yield from _show_lines(item.lines, indent + _STEP)


def _removal(item: tree.Removal, indent: str) -> Iterator[str]:
    yield f"{indent}without {item.kind} {item.name.text}"


def _house(item: tree.House, indent: str) -> Iterator[str]:
    switch = "on" if item.on else "off"
    yield f"{indent}house rule {item.name.text}{_behind(item.sentence, switch, cite=item.cite)}"
    for kind, names in item.needs:
        yield f"{indent}{_STEP}{kind} {_list(names)}"
    yield from _show_items(item.items, indent + _STEP)


def _with(item: tree.With, indent: str) -> Iterator[str]:
    yield f"{indent}with {item.name.text}" + (f" is {item.value.text}" if item.value else "")
    yield from _show_items(item.items, indent + _STEP)


_SHOW: dict[type, Callable[..., Iterator[str]]] = {
    tree.Source: _source,
    tree.Extends: _extends,
    tree.Seats: _seats,
    tree.Deck: _deck,
    tree.Group: _group,
    tree.Table: _table,
    tree.ChoiceDecl: _choice,
    tree.WordDecl: _word,
    tree.CardDecl: _card,
    tree.OptionDecl: _option,
    tree.ReadingDecl: _reading,
    tree.CounterDecl: _counter,
    tree.MarkDecl: _mark,
    tree.CallDecl: _call,
    tree.Moment: _moment,
    tree.Window: _window,
    tree.Change: _change,
    tree.Removal: _removal,
    tree.House: _house,
    tree.With: _with,
}
