"""From the text of a rulebook to its tree, or to all that is wrong with the text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refcli.diagnostics import Diagnostic, Faulty
from refcli.syntax import complaints, tree
from refcli.syntax.outline import Outline
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.syntax.build import Builder, Node

LONGEST_TEXT = 1_000_000
LONGEST_LINE = 10_000
DEEPEST = 40
"""How deep blocks, and parentheses and `not` within a condition, can be nested."""

_MOST_FAULTS = 100
_MOST_REREAD = 20_000  # lines read again to look for further faults

_PIECES = re.compile(r'"[^"]*"|"|#.*|[^"#]+')
_WORDS = re.compile(r"[()]|[^\s()]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufffe\uffff]")
# What can stand outside quotation marks: names (see NAME in the grammar), blanks and a few signs.
_PLAIN = re.compile(
    r"(?:->|→|\.\.|[ \t,:()'’-]|[^\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7"
    r"\u1680\u2000-\u200b\u200e-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\ud800-\udfff\ufeff\ufffc-\uffff])*"
)


@dataclass(slots=True)
class Chunk:
    """The lines of one top-level item. `above` lines of the file stand before it; blank and comment lines are empty."""

    above: int
    rows: list[str]
    faulty: set[int] = field(default_factory=set)  # rows, from 0, that something is already said about
    lost: bool = False  # so faulty that the rest of it can't be read


def parse(text: str, path: str) -> tree.Book:
    """The rulebook in `text`; raises Faulty with everything that is wrong with it, in the order of the text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if unreadable := _unreadable(text, path):
        raise Faulty([unreadable])
    lines = text.split("\n")
    faults: list[Diagnostic] = []
    chunks = _chunks(lines, path, faults)
    if not chunks and not faults:
        raise Faulty([complaints.nothing_there(Span(path, 1, 1, 1, 1), bool(text.strip()))])
    reader = _Reader(path, faults)
    for chunk in chunks:
        reader.read(chunk)
    heading = reader.heading_of(chunks)
    if faults or heading is None:
        raise Faulty(_in_order(faults))
    last = max(number for number, line in enumerate(lines) if line.strip()) + 1
    whole = Span(path, 1, 1, last, len(lines[last - 1]) + 1)
    return tree.Book(*heading, reader.part is not None, tuple(reader.items), path, whole)


def _in_order(faults: list[Diagnostic]) -> list[Diagnostic]:
    """The faults from top to bottom, each once, and no more of them than somebody would read."""
    unique = list(dict.fromkeys(faults))
    unique.sort(key=lambda fault: (fault.span.line, fault.span.column) if fault.span else (0, 0))
    if len(unique) > _MOST_FAULTS:
        more = unique[_MOST_FAULTS]
        unique[_MOST_FAULTS:] = [complaints.too_many(more.span, _MOST_FAULTS)]
    return unique


def _unreadable(text: str, path: str) -> Diagnostic | None:
    """Why the text as a whole is no rulebook, if it isn't: its size, or that it isn't text."""
    start = Span(path, 1, 1, 1, 1)
    if len(text) > LONGEST_TEXT:
        return complaints.too_long(start, len(text), LONGEST_TEXT)
    if "\0" in text or len(_CONTROL.findall(text)) - text.count("\n") > max(20, len(text) // 10):
        return complaints.no_text(start)
    return None


# ---------------------------------------------------------------- lines


def _chunks(lines: list[str], path: str, faults: list[Diagnostic]) -> list[Chunk]:
    """The text cut before every line that begins in the first column, with what is wrong with single lines."""
    chunks: list[Chunk] = []
    stray: Chunk | None = None
    for number, line in enumerate(lines):
        bare = line.strip(" \t")
        if not bare or bare.startswith("#"):
            if chunks:
                chunks[-1].rows.append("")
            continue
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if not indent:
            chunks.append(Chunk(number, []))
        elif not chunks:
            # Lines in front of the first item: said once, and not read.
            if stray is None:
                stray = Chunk(number, [])
                faults.append(complaints.indented_start(Span(path, number + 1, 1, number + 1, len(indent) + 1)))
            continue
        chunk = chunks[-1]
        chunk.rows.append(line)
        if "\t" in indent:
            chunk.lost = True
            column = indent.index("\t") + 1
            faults.append(complaints.tab(Span(path, number + 1, column, number + 1, len(indent) + 1)))
        elif fault := _line_fault(line, Span(path, number + 1, 1, number + 1, len(line) + 1)):
            chunk.faulty.add(len(chunk.rows) - 1)
            faults.append(fault)
    for chunk in chunks:
        while not chunk.rows[-1]:
            chunk.rows.pop()
        if not chunk.lost:
            _check_indents(chunk, path, faults)
    return chunks


def _line_fault(line: str, whole: Span) -> Diagnostic | None:
    """The first thing that is wrong with a line whatever stands around it."""
    if len(line) > LONGEST_LINE:
        return complaints.long_line(whole, len(line), LONGEST_LINE)
    open_at: list[int] = []
    depths: list[int] = []
    nots = 0
    for piece in _PIECES.finditer(line):
        start, said = piece.start() + 1, piece[0]

        def span(first: int, last: int) -> Span:
            return Span(whole.path, whole.line, first, whole.line, last)

        if said == '"':
            return complaints.unclosed(span(start, whole.end_column))
        if said[0] == "#":
            break
        if said[0] == '"':
            if match := _CONTROL.search(said):
                return complaints.sign(span(start + match.start(), start + match.end()), match[0])
            continue
        end = _PLAIN.match(said)
        if end is not None and end.end() < len(said):
            at = start + end.end()
            return complaints.sign(span(at, at + 1), said[end.end()], said[end.end() :])
        for word in _WORDS.finditer(said):
            at = start + word.start()
            if word[0] == "(":
                open_at.append(at)
                depths.append(nots)
            elif word[0] == ")":
                if not open_at:
                    return complaints.parenthesis(span(at, at + 1), opened=False)
                open_at.pop()
                nots = depths.pop()
            elif word[0] == "not":
                nots += 1
            else:
                nots = depths[-1] if depths else 0
            if len(open_at) + nots > DEEPEST:
                return complaints.deep(span(at, at + len(word[0])), "condition", DEEPEST)
    if open_at:
        return complaints.parenthesis(
            Span(whole.path, whole.line, open_at[-1], whole.line, open_at[-1] + 1), opened=True
        )
    return None


def _check_indents(chunk: Chunk, path: str, faults: list[Diagnostic]) -> None:
    """That every line stands in the column of one of the blocks that it is in."""
    stack = [0]
    for place, row in enumerate(chunk.rows):
        if not row:
            continue
        indent = len(row) - len(row.lstrip(" "))
        before = Span(path, chunk.above + place + 1, 1, chunk.above + place + 1, indent + 1)
        if indent > stack[-1]:
            stack.append(indent)
            if len(stack) > DEEPEST:
                faults.append(complaints.deep(before, "block", DEEPEST))
                chunk.lost = True
                return
            continue
        inner = stack[-1]
        while indent < stack[-1]:
            inner = stack.pop()
        if indent != stack[-1]:
            neighbour = min(stack[-1], inner, key=lambda column: abs(column - indent)) or inner
            faults.append(complaints.uneven(before, indent, neighbour))
            chunk.lost = True
            return


# ---------------------------------------------------------------- items


class _Reader:
    """Reads the items one by one and keeps what they are."""

    def __init__(self, path: str, faults: list[Diagnostic]) -> None:
        from refcli.syntax.build import Builder, parser

        self.path = path
        self.faults = faults
        self.items: list[tree.Item] = []
        self.headings: list[tuple[Chunk, tuple[tree.Word, tree.Text]]] = []
        self.part: Chunk | None = None
        self._parser = parser()
        self._builder: Builder = Builder(path)
        self._reread = 0

    def read(self, chunk: Chunk) -> None:
        """Reads one item. A line that can't be read gives way to a plain one of its kind, to find further faults."""
        from lark.exceptions import UnexpectedInput

        from refcli.syntax.misread import misread

        if chunk.lost or len(self.faults) > _MOST_FAULTS:
            return
        rows = list(chunk.rows)
        outline = Outline(chunk.rows) if chunk.faulty else None
        if outline:
            for place in chunk.faulty:
                outline.substitute(rows, place)
        while True:
            try:
                node = self._parser.parse("\n".join(rows) + "\n")
                break
            except UnexpectedInput:
                outline = outline or Outline(chunk.rows)
                fault, stopped, spare = misread(self._parser, rows, outline, self.path, chunk.above)
            self._reread += len(rows)
            again = stopped in chunk.faulty  # at a substitute: this is no fault of the author's
            if not again:
                self.faults.append(fault)
            if again or not spare or self._reread > _MOST_REREAD or len(self.faults) > _MOST_FAULTS:
                chunk.lost = True
                return
            chunk.faulty.add(stopped)
            outline.substitute(rows, stopped)
        self._take(node, chunk)

    def _take(self, node: Node, chunk: Chunk) -> None:
        if node.data == "heading":
            self.headings.append((chunk, self._builder.heading(node, chunk.above)))
        elif node.data == "part":
            self.part = self.part or chunk
        else:
            self.items.append(self._builder.item(node, chunk.above))
        # What is said of a substitute is not the author's fault.
        put_aside = {chunk.above + place + 1 for place in chunk.faulty}
        self.faults.extend(f for f in self._builder.faults if f.span is None or f.span.line not in put_aside)
        self._builder.faults.clear()

    def heading_of(self, chunks: list[Chunk]) -> tuple[tree.Word, tree.Text] | None:
        """The name and title of the rulebook, after a look at where its heading and `part` stand."""

        def first_row(chunk: Chunk) -> Span:
            row = chunk.rows[0]
            return Span(self.path, chunk.above + 1, 1, chunk.above + 1, len(row.rstrip()) + 1)

        if self.headings:
            (first, _), *others = self.headings
            if first is not chunks[0]:
                self.faults.append(complaints.late_heading(first_row(first)))
            for other, _ in others:
                self.faults.append(complaints.second_heading(first_row(other), first_row(first)))
        elif chunks and not chunks[0].lost and not chunks[0].faulty:
            self.faults.append(complaints.no_heading(first_row(chunks[0])))
        parts = [chunk for chunk in chunks if chunk.rows[0].split("#")[0].strip() == "part"]
        for part in parts:
            if len(chunks) < 2 or part is not chunks[1]:
                self.faults.append(complaints.late_part(first_row(part)))
        return self.headings[0][1] if self.headings else None
