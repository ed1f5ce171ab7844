"""The commands and their options. What a command does is imported when it runs, so that each starts fast."""

from __future__ import annotations

from typing import Annotated

import typer

from refcli.cli.exits import Finished
from refcli.cli.guard import guarded
from refcli.cli.light import LightCommand, LightGroup

app = typer.Typer(
    name="refcli",
    cls=LightGroup,
    help="The referee for card games that are played by house rules.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Records = Annotated[
    list[str],
    typer.Argument(metavar="GAME...", help="Records; a folder stands for all its *.game, - for standard input."),
]
Paths = Annotated[list[str], typer.Argument(metavar="PATH...", help="Files, or folders with all their *.game.")]
Rulebooks = Annotated[
    list[str] | None,
    typer.Argument(metavar="[RULEBOOK...]", help="Rulebooks by name or path; left out: all that come with refcli."),
]
Rule = Annotated[
    str,
    typer.Argument(
        metavar="RULE", help="A rule as a verdict names it, a card, a moment, a setting, a code such as S101."
    ),
]
Play = Annotated[
    str, typer.Option("--play", help="Random games to play under each form of a rulebook; 0 for none.", metavar="N")
]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count, too.")]
Rulebook = Annotated[
    str, typer.Argument(metavar="[RULEBOOK]", help="A rulebook by name or path; left out: which there are.")
]
Rules = Annotated[
    str, typer.Option("--rules", metavar="NAME", help="A rulebook by name or path, in place of the header's.")
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="A,B", help="House rules switched on, options set. May be repeated."),
]
Without = Annotated[
    list[str] | None, typer.Option("--without", metavar="A,B", help="House rules switched off. May be repeated.")
]
Form = Annotated[
    str, typer.Option("--format", metavar="FORMAT", help="text, annotated (the record with #! lines) or json.")
]
PageForm = Annotated[str, typer.Option("--format", metavar="FORMAT", help="The form of what is shown: text, json, …")]
Summary = Annotated[bool, typer.Option("--summary", help="Totals only.")]
OnlyFaults = Annotated[bool, typer.Option("--only-faults", help="Leave out what is plain legal.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say of legal lines, too, which rule permits them.")]
AsOf = Annotated[
    str, typer.Option("--as-of", metavar="N", help="Judge events 1 to N by what the record shows up to event N.")
]
NoHindsight = Annotated[
    bool, typer.Option("--no-hindsight", help="Judge each event by what the record had shown when it was done.")
]
Flow = Annotated[bool, typer.Option("--flow", help="Show how play goes from one moment to the next.")]
Color = Annotated[str, typer.Option("--color", metavar="WHEN", help="auto (on a terminal), always or never.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of a fault of refcli itself.")]


def _one_of(value: str, known: tuple[str, ...], option: str) -> str:
    """An option's value; a usage error where it is none of the known ones."""
    if value not in known:
        from refcli.record.faults import did_you_mean

        hint = did_you_mean(value, known, f"It is one of {', '.join(known)}.")
        raise typer.BadParameter(f"{value!r} is none of its values. {hint}", param_hint=option)
    return value


def _color(when: str) -> None:
    from refcli.report.colors import WHEN, choose

    choose(_one_of(when, WHEN, "--color"))


def _version(wanted: bool) -> None:
    if wanted:
        from refcli import __version__

        typer.echo(f"refcli {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
]


@app.callback()
def _refcli(version: Version = False) -> None:
    """The referee for card games that are played by house rules."""


def _whole(option: str, text: str) -> int:
    """A whole number that an option gives."""
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    from refcli.cli.exits import UNUSABLE, say

    say(f'refcli: {option} takes a whole number, not "{text[:40]}"')
    raise Finished(UNUSABLE)


def _event(option: str, text: str) -> int:
    """The number of an event that an option gives."""
    if text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 10:
        return int(text)
    from refcli.cli.exits import UNUSABLE, say

    say(f'refcli: {option} takes the number of an event, from 1 on, not "{text[:40]}"; for example {option} 31')
    raise Finished(UNUSABLE)


@app.command(cls=LightCommand)
def replay(
    games: Records,
    format: Form = "text",
    rules: Rules = "",
    with_: With = None,
    without: Without = None,
    summary: Summary = False,
    only_faults: OnlyFaults = False,
    verbose: Verbose = False,
    as_of: AsOf = "",
    no_hindsight: NoHindsight = False,
    color: Color = "auto",
    debug: Debug = False,
) -> None:
    """Judge every line of recorded games, and say why.

    Each line that isn't plain legal is shown with its rule, the facts, and what could have been done instead.
    Exit code: 0 clean, 1 something isn't by the rules or as expected, 2 something can't be read, 5 nothing to do.
    """
    _color(color)
    _one_of(format, ("text", "annotated", "json"), "--format")
    if summary and format == "annotated":
        raise typer.BadParameter(
            "An annotated record has no summary: leave out one of the two.", param_hint="--summary"
        )
    with guarded(debug):
        from refcli.cli.replay import replay as run
        from refcli.cli.settings import Known, settings_from

        known = Known(_event("--as-of", as_of) if as_of else None, not no_hindsight)
        run(games, settings_from(rules, with_, without), format, summary, only_faults, verbose, known)


@app.command(name="test", cls=LightCommand)
def compare(
    paths: Paths,
    rules: Rules = "",
    with_: With = None,
    without: Without = None,
    color: Color = "auto",
    debug: Debug = False,
) -> None:
    """Compare outcomes and answers with what the records expect.

    Exit code: 0 all as expected, 1 something differs, 2 a file or folder without any expectation.
    """
    _color(color)
    with guarded(debug):
        from refcli.cli.settings import settings_from
        from refcli.cli.test import test as run

        run(paths, settings_from(rules, with_, without))


@app.command(name="rules", cls=LightCommand)
def show_rules(
    name: Rulebook = "",
    flow: Flow = False,
    with_: With = None,
    without: Without = None,
    format: PageForm = "text",
    color: Color = "auto",
    debug: Debug = False,
) -> None:
    """Show a rulebook as people read it, or which rulebooks there are."""
    _color(color)
    with guarded(debug):
        from refcli.cli.rules import rules_command

        raise Finished(rules_command(name, flow, with_ or [], without or [], format))


@app.command(cls=LightCommand)
def check(
    paths: Rulebooks = None,
    format: PageForm = "text",
    strict: Strict = False,
    play: Play = "2",
    color: Color = "auto",
    debug: Debug = False,
) -> None:
    """Check that rulebooks can be read and make sense."""
    _color(color)
    with guarded(debug):
        from refcli.cli.check import check_command

        raise Finished(check_command(paths or [], format, strict, _whole("--play", play)))


@app.command(cls=LightCommand)
def explain(
    rule: Rule,
    rules: Rules = "",
    with_: With = None,
    without: Without = None,
    format: PageForm = "text",
    color: Color = "auto",
    debug: Debug = False,
) -> None:
    """Show what a rule, card, house rule or code means."""
    _color(color)
    with guarded(debug):
        from refcli.cli.explain import explain_command

        raise Finished(explain_command(rule, rules or None, with_ or [], without or [], format))


Source = Annotated[
    str, typer.Argument(metavar="GAME|RULEBOOK", help="A record, or a rulebook for a position by options.")
]
Asked = Annotated[
    list[str] | None,
    typer.Argument(metavar="[QUESTION]", help='"may Bo play red 7 at 12"; left out: a prompt on the game.'),
]
Hands = Annotated[
    list[str] | None,
    typer.Option("--hand", metavar="CARDS", help='Your hand, or another\'s: "Bo: red 7, 3 unknown". May be repeated.'),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Any other header line of a position: an attribute, a pile, a score."
    ),
]
Full = Annotated[bool, typer.Option("--full", help="The whole tree of rules and conditions.")]
Everywhere = Annotated[bool, typer.Option("--everywhere", help="For `which rules …`: among all known rulebooks.")]
WhichGame = Annotated[str, typer.Option("--game", metavar="GAME", help="Which game of the record: its number or name.")]


@app.command(cls=LightCommand)
def ask(
    source: Source,
    question: Asked = None,
    players: Annotated[str, typer.Option("--players", metavar="NAMES", help="Who plays, in clockwise order.")] = "",
    top: Annotated[str, typer.Option("--top", metavar="CARD", help="The top card of the discard pile.")] = "",
    hand: Hands = None,
    color: Annotated[
        str,
        typer.Option("--color", metavar="COLOR", help="The color in force (or when to paint: auto, always, never)."),
    ] = "auto",
    owes: Annotated[str, typer.Option("--owes", metavar="N", help="Cards owed, which `turn` has to answer.")] = "",
    turn: Annotated[str, typer.Option("--turn", metavar="NAME", help="Whose turn it is.")] = "",
    direction: Annotated[str, typer.Option("--direction", metavar="WAY", help="clockwise or counterclockwise.")] = "",
    set_: Sets = None,
    rules: Rules = "",
    with_: With = None,
    without: Without = None,
    game: WhichGame = "",
    everywhere: Everywhere = False,
    full: Full = False,
    format: PageForm = "text",
    debug: Debug = False,
) -> None:
    """Ask the referee: may somebody, why, what if. Exit code: 0 yes, 1 no, 4 undetermined, 2 not answerable."""
    from refcli.report.colors import WHEN

    _color(color if color in WHEN else "auto")
    with guarded(debug):
        from refcli.cli.ask import Position, ask_command
        from refcli.cli.settings import settings_from

        lines = [f"color: {color}"] if color not in WHEN else []
        lines += [f"owes: {owes}"] if owes else []
        lines += [": ".join(part.strip() for part in item.partition("=")[::2]) for item in set_ or []]
        position = Position(players, top, hand or [], lines, turn, direction)
        words = " ".join(question or [])
        ask_command(source, words, settings_from(rules, with_, without), position, format, full, game, everywhere)


@app.command(cls=LightCommand)
def settle(
    record: Annotated[str, typer.Argument(metavar="GAME", help="A record, - for standard input.")],
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The number of the event that is argued about.")],
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="Write the page as HTML there (- for here).")
    ] = "",
    rules: Rules = "",
    with_: With = None,
    without: Without = None,
    game: WhichGame = "",
    format: PageForm = "text",
    color: Color = "auto",
    debug: Debug = False,
) -> None:
    """Show all that ends an argument about an event: position, verdict, rule, what follows, what if."""
    _color(color)
    with guarded(debug):
        from refcli.cli.settings import settings_from
        from refcli.cli.settle import settle_command

        settle_command(record, event, settings_from(rules, with_, without), html, format, game)
