"""What a command line says of records and rules: settings, and the files that arguments name. Light to import."""

from __future__ import annotations

import os


class Settings:
    """What the command line says of the rules: a rulebook in place of the header's, settings beside the header's."""

    __slots__ = ("off", "on", "rules")

    def __init__(self, rules: str = "", on: tuple[str, ...] = (), off: tuple[str, ...] = ()) -> None:
        self.rules = rules
        self.on = on
        self.off = off


class Known:
    """What of a record is known when its events are judged: all up to an event, or of each event only what it showed then."""

    __slots__ = ("as_of", "hindsight")

    def __init__(self, as_of: int | None = None, hindsight: bool = True) -> None:
        self.as_of = as_of
        self.hindsight = hindsight

    @property
    def all(self) -> bool:
        """Whether the whole record is known, as it is without options."""
        return self.as_of is None and self.hindsight


ALL = Known()


def settings_from(rules: str, with_: list[str] | None, without: list[str] | None) -> Settings:
    """Options as given: each may hold several items with commas."""
    on = tuple(item.strip() for text in with_ or () for item in text.split(",") if item.strip())
    off = tuple(item.strip() for text in without or () for item in text.split(",") if item.strip())
    if rules.endswith(".rules") or "/" in rules or "\\" in rules:
        rules = os.path.realpath(rules)
    return Settings(rules, on, off)


def expanded(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The files that arguments name, a folder standing for all its `.game` files; and folders without any."""
    files: list[str] = []
    empty: list[str] = []
    for argument in arguments:
        if argument != "-" and os.path.isdir(argument):
            from pathlib import Path

            below = sorted(str(path) for path in Path(argument).rglob("*.game") if path.is_file())
            files += below
            if not below:
                empty.append(argument)
        else:
            files.append(argument)
    return files, empty


def name_of(item: str) -> str:
    """The name of a setting in one of the ways to say it: its first word."""
    return item.split()[0].lower() if item.split() else ""
