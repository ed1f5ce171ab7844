"""`refcli settle`: the page that ends an argument about an event of a record."""

from __future__ import annotations

import json
import sys

from refcli.cli.ask import FORMATS, Position, court_of, width
from refcli.cli.exits import CLEAN, FINDINGS, UNUSABLE, Finished, say
from refcli.cli.settings import Settings
from refcli.cli.waiting import waiting
from refcli.questions.model import NotUnderstood

UNDECIDED = 4


def settle_command(path: str, event: str, settings: Settings, html: str, format: str, game: str) -> None:
    """Settles an event; ends with 0 where it was legal, 1 where it wasn't, 4 where the record leaves it open."""
    from refcli.questions.settling import settle

    if format not in FORMATS:
        say(f'refcli: there is no format "{format}"; it is one of {", ".join(FORMATS)}.')
        raise Finished(UNUSABLE)
    if not event.lstrip("#").isdigit():
        say(f'refcli: "{event}" is no number of an event: say, for example, `refcli settle {path} 12`')
        raise Finished(UNUSABLE)
    court, notes = court_of(path, "", settings, Position(), game)
    try:
        with waiting():
            found = settle(court, int(event.lstrip("#")))
    except NotUnderstood as error:
        say(f"refcli: {error}")
        raise Finished(UNUSABLE) from None
    if html:
        from refcli.report.settle_html import settlement_html

        text = settlement_html(found)
        if html == "-":
            sys.stdout.write(text)
        else:
            try:
                with open(html, "w", encoding="utf-8") as out:
                    out.write(text)
            except OSError as error:
                say(f"refcli: {html} can't be written: {error.strerror}")
                raise Finished(UNUSABLE) from None
            say(f"refcli: the page is in {html}")
    elif format == "json":
        from refcli.report.settle_text import settlement_object

        sys.stdout.write(json.dumps(settlement_object(found), ensure_ascii=False, indent=2) + "\n")
    else:
        from refcli.report.colors import paint_for
        from refcli.report.settle_text import settlement_rows
        from refcli.report.view import View

        view = View(paint_for(sys.stdout), width())
        sys.stdout.writelines(row + "\n" for row in settlement_rows(view, found))
        sys.stdout.writelines(f"({note})\n" for note in notes)
    raise Finished({"legal": CLEAN, "undetermined": UNDECIDED, "unruled": UNDECIDED}.get(found.outcome, FINDINGS))
