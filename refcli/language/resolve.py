"""Names and phrases: from merged layers to the checked form. Everything that can't be understood is reported at once."""

from __future__ import annotations

from difflib import get_close_matches

from refcli.diagnostics import Diagnostic, Faulty
from refcli.language.checked import (
    Branch,
    Card,
    Checked,
    Choose,
    Cond,
    Do,
    Goto,
    House,
    Line,
    Moment,
    Option,
    Owe,
    Reading,
    Statement,
    Window,
    Word,
)
from refcli.language.deck import DeckBuilder, card_of, cited
from refcli.language.merge import LineDef, Merged, Place
from refcli.language.phrasebook import BOOK
from refcli.language.phrases import Name, Node, Reader, nearest
from refcli.syntax import tree
from refcli.text import Span

DUTIES = (
    "draw {number} card|cards", "draw the {name.counter}", "draw as many cards", "discard {cards}",
    "discard the hand under the discard pile", "take {#} card|cards from {player}",
)  # fmt: skip

_LITERAL = {w for entry in BOOK for part in entry.elements if not part.startswith("{") for w in part.split("|")}


class Resolver:
    """Resolves one merged rulebook. `faults` gathers what is wrong; `used` the names that something refers to."""

    def __init__(self, merged: Merged, memory: dict[tuple[object, ...], list[Node]] | None = None) -> None:
        self.merged = merged
        # Readings of phrases, kept over several forms of one rulebook: what a phrase means hangs on its words' names alone.
        self.memory = {} if memory is None else memory
        self.signatures: dict[str, tuple[str | None, ...]] = {}
        self.faults: list[Diagnostic] = []
        self.used: set[tuple[str, str]] = set()
        self.role = ""
        self.sources = {key: source.title.text for key, source in merged.sources.items()}
        self.cards: dict[str, Card] = {name: card_of(name, merged, self.sources) for name in merged.cards}
        self.deck = DeckBuilder(merged, self.cards)
        self.deck.build()
        self.faults.extend(self.deck.faults)
        self.lines: list[Line] = []
        self.tables = {name: self._rows(table) for name, table in merged.tables.items()}
        self.names = self._names()
        # A part without a deck may speak of attributes that the decks of other rulebooks declare.
        self.open_attributes = merged.deck is None and merged.books[-1].part
        self.taken = {name for table in self.names.values() for name in table} | _LITERAL
        self.reader = Reader(BOOK, self.lookup)

    def _rows(self, table: tree.Table) -> dict[str, int]:
        rows: dict[str, int] = {}
        for number, names in table.rows:
            for word in names.items:
                rows[word.text] = int(number.text)
        return rows

    def _names(self) -> dict[str, dict[str, str]]:
        m = self.merged
        deck = self.deck
        faces = deck.attributes[-1].values if deck.attributes else []
        known_faces = {f: f for f in [*faces, *m.cards]}
        values: dict[str, str] = {}
        for attribute in deck.attributes:
            for value in attribute.values:
                if value in values and attribute.kind == "face":
                    continue
                values[value] = f"{attribute.name}:{value}"
        marks = {n: n for n, mark in m.marks.items() if mark.of_player}
        return {
            "mark": marks,
            "flag": {n: n for n, mark in m.marks.items() if not mark.of_player},
            "counter": {n: n for n, c in m.counters.items() if not c.of_player},
            "tally": {n: n for n, c in m.counters.items() if c.of_player},
            "number": {
                **{n: n for n in m.options},
                **{n: n for n, r in m.readings.items() if all(c.number is not None for c in r.candidates)},
            },
            "reading": {n: n for n in m.readings},
            "candidate": {c.name.text: c.name.text for r in m.readings.values() for c in r.candidates},
            "attribute": {a.name: a.name for a in deck.attributes},
            "table": {n: n for n in m.tables},
            "value": values,
            "card": known_faces,
            "group": {n: n for n in m.groups},
            "word": {w.text: n for n, (decl, _) in m.words.items() for w in decl.names},
            "window": {n: n for n in m.windows},
            "call": {n: n for n in m.calls},
            "choice": {n: n for n in m.choices},
            "choiceword": {w.text: w.text for c in m.choices.values() for w in c.members.items},
        }

    def lookup(self, kind: str, word: str) -> str | None:
        if kind == "role":
            return word if word == self.role else None
        found = self.names[kind].get(word)
        if found is None and kind == "attribute" and self.open_attributes and word not in self.taken:
            return word
        return found

    # ------------------------------------------------------------ phrases

    def phrase(self, kind: str, phrase: tree.Phrase, what: str) -> Node | None:
        """The one reading of a phrase, or None with a finding."""
        phrase = self._join_role(phrase)
        readings = self._read(kind, phrase)
        if len(readings) == 1:
            node = readings[0]
            for name in node.names():
                self.used.add((name.kind, name.text))
            return node
        shown = phrase.text if len(phrase.text) < 90 else phrase.text[:87] + "…"
        if readings:
            ways = " / ".join(sorted({r.entry.pattern for r in readings}))
            self.fault(
                "S211", f'"{shown}" can be read in {len(readings)} ways: {ways}', phrase.span, "say it in other words"
            )
            return None
        self.fault("S210", f'"{shown}" is no {what} that the language knows', phrase.span, self._hint(kind, phrase))
        return None

    def _read(self, kind: str, phrase: tree.Phrase) -> list[Node]:
        key = (kind, phrase.span, self.role, *[self._signature(word.text) for word in phrase.words])
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = self.reader.read(kind, phrase)
        return found

    def _signature(self, word: str) -> tuple[str | None, ...]:
        """What a word names, kind by kind."""
        found = self.signatures.get(word)
        if found is None:
            found = self.signatures[word] = tuple(table.get(word) for table in self.names.values())
        return found

    def _join_role(self, phrase: tree.Phrase) -> tree.Phrase:
        if "-" not in self.role:
            return phrase
        parts = self.role.split("-")
        words = list(phrase.words)
        texts = [w.text for w in words]
        index = 0
        while index + len(parts) <= len(words):
            if texts[index : index + len(parts)] == parts:
                words[index : index + len(parts)] = [tree.Word(self.role, words[index].span)]
                texts[index : index + len(parts)] = [self.role]
            index += 1
        return tree.Phrase(tuple(words), phrase.span)

    def _hint(self, kind: str, phrase: tree.Phrase) -> str:
        everything = {name for table in self.names.values() for name in table}
        little = {w for entry in BOOK for part in entry.elements if not part.startswith("{") for w in part.split("|")}
        for word in phrase.words:
            if word.text not in everything and word.text not in little and not word.text.isdigit():
                close = get_close_matches(word.text, sorted(everything | little), n=1, cutoff=0.7)
                if close:
                    return f'did you mean "{close[0]}" where it says "{word.text}"?'
                return f'no name of this rulebook is "{word.text}"'
        close = nearest((kind,), phrase, BOOK)
        return "did you mean: " + " / ".join(close) if close else "docs/language.md lists every phrase"

    def fault(self, code: str, sentence: str, span: Span | None, hint: str = "") -> None:
        diagnostic = Diagnostic(code, sentence, span, hint)
        if diagnostic not in self.faults:
            self.faults.append(diagnostic)

    def condition(self, cond: tree.Condition | None) -> Cond | None:
        if cond is None:
            return None
        match cond:
            case tree.AnyOf():
                return Cond("any", tuple(c for part in cond.parts if (c := self.condition(part))))
            case tree.AllOf():
                return Cond("all", tuple(c for part in cond.parts if (c := self.condition(part))))
            case tree.Not():
                inner = self.condition(cond.part)
                return None if inner is None else Cond("not", (inner,))
            case tree.Fact():
                node = self.phrase("fact", cond.phrase, "condition")
                if node is None:
                    return None
                self._types(node)
                return Cond("fact", node=node)

    def _types(self, node: Node) -> None:
        """Values can be compared only with values of the same attribute."""
        if node.entry.pattern == "{value} is {value}":
            left, right = (self._attribute(hole) for hole in node.holes)
            if left and right and left != right:
                self.fault(
                    "S212",
                    f'"{node.text}" compares {left} with {right}: that is never true',
                    node.span,
                    f"compare {left} with {left}",
                )
        if node.entry.pattern == "{name.reading} is {name.candidate}":
            reading, way = (str(h.text) for h in node.holes if isinstance(h, Name))
            ways = [c.name.text for c in self.merged.readings[reading].candidates]
            if way not in ways:
                self.fault(
                    "S212", f"the reading {reading} can't be {way}", node.span, "it is one of " + ", ".join(ways)
                )

    def _attribute(self, hole: Node | Name | int) -> str:
        if isinstance(hole, Node):
            for inner in hole.holes:
                if isinstance(inner, Name) and inner.kind == "attribute":
                    return inner.text
                if isinstance(inner, Name) and inner.kind == "value":
                    return inner.text.split(":")[0]
        return ""

    # ------------------------------------------------------------ statements

    def statements(self, body: tuple[tree.Statement, ...]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for statement in body:
            done = self.statement(statement)
            if done is not None:
                found.extend(done)
        return tuple(found)

    def statement(self, statement: tree.Statement) -> list[Statement] | None:
        match statement:
            case tree.Step():
                node = self.phrase("step", statement.phrase, "step")
                when = self.condition(statement.when)
                if node is None:
                    return None
                if "chooses" in node.entry.pattern:
                    return [Choose(node, False, when, statement.span)]
                return [Do(node, when, statement.span)]
            case tree.Go():
                return self.arrow(statement.arrow, statement.when, statement.span)
            case tree.If():
                branches = []
                for cond, block in statement.branches:
                    condition = self.condition(cond)
                    inner = self.statements(block)
                    if condition is not None:
                        branches.append((condition, inner))
                otherwise = self.statements(statement.otherwise) if statement.otherwise else ()
                return [Branch(tuple(branches), otherwise, statement.span)] if branches else None
            case tree.Rule():
                return self.duty(statement)
            case tree.Unruled():
                self.fault("S213", "unruled stands alone in its line", statement.span, "give it a line of its own")
                return None

    def arrow(self, arrow: tree.Arrow, when: tree.Condition | None, span: Span) -> list[Statement] | None:
        name = arrow.moment.text
        condition = self.condition(when)
        of = None
        if arrow.of is not None:
            of = self.phrase("player", arrow.of, "player")
            if of is None:
                return None
        if name not in self.merged.moments:
            close = get_close_matches(name, list(self.merged.moments), n=1)
            self.fault(
                "S214",
                f"the arrow leads to {name}, which is no moment",
                arrow.moment.span,
                f"did you mean {close[0]}?" if close else "moments: " + ", ".join(self.merged.moments),
            )
            return None
        self.used.add(("moment", name))
        return [Goto(name, of, condition, span)]

    def duty(self, rule: tree.Rule) -> list[Statement] | None:
        """`X must draw 3 cards` or `X may choose another player` where a step stands."""
        who = self.phrase("who", rule.who, "player")
        act = self.phrase("act", rule.act, "act")
        when = self.condition(rule.when)
        if who is None or act is None:
            return None
        after = self.arrow(rule.arrow, None, rule.span) if rule.arrow else []
        if act.entry.pattern == "choose another player" and rule.modal == "may":
            player = who.holes[0] if who.entry.pattern == "{player}" else None
            if not isinstance(player, Node):
                self.fault("S213", "one player at a time can choose", rule.span, "name the player who chooses")
                return None
            chooser = Node(
                next(e for e in BOOK if e.pattern == "{player} chooses another player"), (player,), act.text, rule.span
            )
            return [Choose(chooser, True, when, rule.span), *(after or [])]
        if rule.modal == "must" and act.entry.pattern in DUTIES:
            return [Owe(who, act, when, rule.span), *(after or [])]
        self.fault(
            "S213",
            f'"{rule.modal}" can\'t stand here: a rule is the first sentence of its line',
            rule.span,
            "give it a line of its own; as a step write `must draw`, `must discard` or `must take`",
        )
        return None

    # ------------------------------------------------------------ lines

    def line(self, definition: LineDef, where: str, owner: str, source: str) -> Line:
        tree_line, layer = definition.line, definition.layer
        name = tree_line.name.text
        line = Line(
            len(self.lines), f"{owner}/{name}", where, owner, name,
            tree_line.sentence.text if tree_line.sentence else "",
            cited(tree_line.cite, self.sources) or self.layer_source(definition, source),
            tree_line.span, "passage",
            house="" if layer.kind == "book" else layer.name, instead=definition.instead,
            said=tree_line.sentence is not None,
        )  # fmt: skip
        self.lines.append(line)
        body = tree_line.body
        if not body:
            self.fault("S215", f"the line {name} says nothing", tree_line.span, "write its rule below, indented")
            return line
        first = body[0]
        if isinstance(first, tree.Unruled):
            line.form = "unruled"
            line.who = self.phrase("who", first.who, "player")
            line.act = self.phrase("act", first.act, "act")
            line.when = self.condition(first.when)
            line.modal = "unruled"
        elif isinstance(first, tree.Rule) and name != "played" and not self._is_duty(first):
            line.form = "rule"
            line.modal = first.modal
            line.who = self.phrase("who", first.who, "player")
            line.act = self.phrase("act", first.act, "act")
            line.when = self.condition(first.when)
            rest = list(self.statements(body[1:]))
            if first.arrow is not None:
                rest.extend(self.arrow(first.arrow, None, first.span) or [])
            line.steps = tuple(rest)
            if rest and first.modal != "may":
                self.fault(
                    "S213",
                    f"nothing can follow from `{first.modal}`",
                    first.span,
                    "only what somebody may do has effects",
                )
        else:
            line.steps = self.statements(body)
        if not line.sentence:
            from refcli.syntax.printer import show_statement

            line.sentence = show_statement(first).strip()
        return line

    def layer_source(self, definition: LineDef, source: str) -> str:
        """What a line without a source of its own goes back to: its house rule, or the moment, window or card."""
        layer = definition.layer
        if layer.kind == "book":
            return source
        house = self.merged.houses.get(layer.name)
        return cited(house[0].cite, self.sources) if house else ""

    @staticmethod
    def _is_duty(rule: tree.Rule) -> bool:
        words = rule.act.text.split()
        if rule.modal == "must":
            return words[0] in ("draw", "discard", "take") and len(words) > 1
        return rule.modal == "may" and words[0] == "choose"

    def place(self, where: str, name: str, place: Place) -> list[Line]:
        source = cited(place.cite, self.sources)
        lines = [self.line(definition, where, name, source) for definition in place.lines]
        for line in lines:
            if where == "card" and line.name == "played" and not line.said and place.sentence is not None:
                line.sentence, line.said = place.sentence.text, True
        return lines

    # ------------------------------------------------------------ the whole

    def resolve(self) -> Checked:
        m = self.merged
        book = m.books[-1]
        deck = m.deck
        moments: list[Moment] = []
        for name, place in m.moments.items():
            node = place.node
            assert isinstance(node, tree.Moment)
            self.role = self._role(node.role)
            lines = self.place("moment", name, place)
            moments.append(
                Moment(
                    name,
                    self.role,
                    place.sentence.text if place.sentence else name,
                    cited(place.cite, self.sources),
                    place.span or node.span,
                    lines,
                )
            )
        windows: list[Window] = []
        for name, place in m.windows.items():
            node = place.node
            assert isinstance(node, tree.Window)
            self.role = self._role(node.subject)
            lines = self.place("window", name, place)
            if node.until is not None:
                self.phrase("until", node.until, "end of a window")
            beside = []
            for word in place.beside:
                if word.text not in m.moments:
                    close = get_close_matches(word.text, list(m.moments), n=1)
                    self.fault(
                        "S214",
                        f"the window stands beside {word.text}, which is no moment",
                        word.span,
                        f"did you mean {close[0]}?" if close else "",
                    )
                else:
                    beside.append(word.text)
            windows.append(
                Window(
                    name,
                    self.role,
                    place.sentence.text if place.sentence else name,
                    cited(place.cite, self.sources),
                    place.span or node.span,
                    node.opens,
                    beside,
                    lines,
                )
            )
        self.role = ""
        for name, place in m.cards.items():
            self.cards[name].lines = self.place("card", name, place)
        words: list[Word] = []
        for name, (decl, _) in m.words.items():
            if decl.condition is not None:
                condition = self.condition(decl.condition)
                if condition is not None:
                    words.append(
                        Word(
                            name,
                            decl.sentence.text if decl.sentence else "",
                            cited(decl.cite, self.sources),
                            condition,
                            decl.span,
                            len(words),
                        )
                    )
        self._members()
        checked = Checked(
            name=book.name.text,
            title=book.title.text,
            part=book.part,
            sources=self.sources,
            books=[(b.name.text, b.path) for b in m.books],
            low=int(m.seats.low.text) if m.seats else 2,
            high=int(m.seats.high.text) if m.seats else 10,
            total=int(deck.total.text) if deck else 0,
            packs=int(deck.packs.text) if deck and deck.packs else 1,
            assumed=bool(deck and deck.assumed),
            deck_source=cited(deck.cite, self.sources) if deck else "",
            deck_span=deck.span if deck else None,
            written=self.deck.written,
            attributes=self.deck.attributes,
            kinds=self.deck.kinds,
            limits=[self.deck.limit(kind) for kind in self.deck.kinds],
            tables=self.tables,
            table_sentences={n: t.sentence.text if t.sentence else "" for n, t in m.tables.items()},
            groups={n: [w.text for w in g.members.items] for n, g in m.groups.items()},
            group_sentences={n: g.sentence.text if g.sentence else "" for n, g in m.groups.items()},
            cards=self.cards,
            moments=moments,
            windows=windows,
            words=words,
            counters=[
                (
                    n,
                    c.written.text if c.written else "",
                    c.until.text if c.until else "",
                    c.sentence.text if c.sentence else "",
                )
                for n, c in m.counters.items()
                if not c.of_player
            ],
            tallies=[(n, c.sentence.text if c.sentence else "") for n, c in m.counters.items() if c.of_player],
            marks=[
                (n, k.of_player, k.until is not None, k.sentence.text if k.sentence else "") for n, k in m.marks.items()
            ],
            calls=[(n, [w.text for w in c.said] or [n]) for n, c in m.calls.items()],
            choices={n: [w.text for w in c.members.items] for n, c in m.choices.items()},
            options={
                n: Option(
                    n,
                    m.option_values[n],
                    int(o.default.text),
                    int(o.low.text),
                    int(o.high.text),
                    o.sentence.text if o.sentence else "",
                    o.span,
                )
                for n, o in m.options.items()
            },
            readings={
                n: Reading(
                    n,
                    r.words.text,
                    cited(r.cite, self.sources),
                    [(c.name.text, int(c.number.text) if c.number else None, c.sentence.text) for c in r.candidates],
                    m.reading_values[n],
                    r.default.text,
                    r.span,
                )
                for n, r in m.readings.items()
            },
            houses=[
                House(n, h.sentence.text, cited(h.cite, self.sources), h.on, n in m.active, h.span, b)
                for n, (h, b) in m.houses.items()
            ],
            lines=self.lines,
        )
        if self.faults:
            raise Faulty(self.faults)
        return checked

    @staticmethod
    def _role(phrase: tree.Phrase | None) -> str:
        if phrase is None:
            return ""
        words = [w.text for w in phrase.words]
        if words and words[0] in ("the", "a"):
            words = words[1:]
        role = "-".join(words)
        return "" if any(e.kind == "player" and e.pattern == f"the {' '.join(words)}" for e in BOOK) else role

    def _members(self) -> None:
        """Faces that groups and tables name must be in the deck."""
        if not self.deck.attributes:
            return
        faces = set(self.deck.attributes[-1].values)
        for table in self.merged.tables.values():
            for _, names in table.rows:
                for word in names.items:
                    if word.text not in faces:
                        close = get_close_matches(word.text, sorted(faces), n=1)
                        self.fault(
                            "S216",
                            f"the deck has no {word.text}",
                            word.span,
                            f"did you mean {close[0]}?" if close else "",
                        )


def resolve(merged: Merged) -> Checked:
    """The checked form; raises Faulty with every finding about names, phrases and types (S2xx)."""
    return Resolver(merged).resolve()
