"""The phrase book: every phrase that a rulebook may use, in one table.

A new effect or condition is one entry here. In the Python of an entry `$0`, `$1` … stand for the holes, `$player` for
the player whose moment it is (in a window: who acts), `$actor` for who does the act that is judged, `$this` for the
player that an `each` or `any` is just looking at, `$k` for the card that is looked at.
"""

from __future__ import annotations

from refcli.language.phrases import Entry

E = Entry

PLAYERS = (
    E("player", "player", "Whose moment it is; in a window, who acts.", "$player", "$player"),
    E("player", "the next player", "The next one in the direction of play, counted from the player.", "s.next($player)", "nx[$player]"),
    E("player", "the player after next", "The one behind the next player.", "s.next(s.next($player))", "nx[nx[$player]]"),
    E("player", "the player before", "The one before the player, against the direction of play.", "s.before($player)", "pv[$player]"),
    E("player", "the dealer", "Who dealt this round.", "s.dealer", "dealer"),
    E("player", "the player in turn", "Whose moment it is, said from a window.", "s.o", "o"),
    E("player", "the player of the top card", "Who played the top card of the discard pile.", "s.toppl", "tp"),
    E("player", "the accused", "Whom the last call was aimed at.", "s.accused", "acc"),
    E("player", "the chosen player", "The player chosen last.", "s.chosen_player", "cp"),
    E("player", "the player {name.mark}", "The one player who has a mark.", "s.marked($0)"),
    E("player", "this player", "The one that `each` or `any` is just looking at; in a rule for anybody, who acts.", "$this", "$this"),
    E("player", "any player", "Some player: the first in turn for whom the condition holds.", "$this"),
    E("player", "the {name.role}", "The name that the heading of the moment or window gives.", "$role", "$role"),
)  # fmt: skip

WHO = (
    E("who", "{player}", "One player.", "$0", "$0"),
    E("who", "anybody", "Every player, the one in turn too."),
    E("who", "any other player", "Everybody but the player (beside a moment) or the one whom the window is about."),
    E("who", "each player", "One after the other, from the player on in the direction of play."),
    E("who", "each other player", "The same without the player."),
    E("who", "the table", "Nobody in particular: dealing, reshuffling."),
)

CARD = (
    E("card", "the top card", "The top card of the discard pile.", "s.top", "top"),
    E("card", "this card", "The card that is played, or that acts.", "$card", "$card"),
    E("card", "it", "The card spoken of.", "$k", "$k"),
    E("card", "the card drawn", "The card that the player drew last.", "s.drawn", "dr"),
    E("card", "the card under it", "The card that lay on top before.", "s.under", "und"),
    E("card", "the chosen card", "The card of the hand chosen last.", "s.chosen_card"),
    E("card", "the first", "The first of several cards played at once.", "a.cards[0]"),
)

NUMBERS = (
    E("number", "{#}", "A number.", "$0", "$0"),
    E("number", "{name.number}", "An option, or a reading whose candidates are numbers.", "$0", "$0"),
    E("number", "the {name.counter}", "A counter of the table.", "s.c[$0]", "c$0"),
    E("number", "the {name.tally} of {player}", "A counter that each player has.", "s.tally[$0][$1]"),
    E(
        "number",
        "the {name.table} of {card}",
        "A card's number in a table of the rulebook.",
        "cell(T$0, $1)",
        "T$0[$1]",
    ),
    E("number", "its {name.table}", "The same, of the card spoken of.", "cell(T$0, $k)", "T$0[$k]"),
    E("number", "the score of {player}", "Points over all rounds.", "s.scores[$0]"),
    E("number", "the cards of {player}", "How many cards a player holds.", "s.count($0)", "N[$0]"),
    E("number", "the players left", "How many players are in the round.", "s.left()", "np"),
    E("number", "{number} plus {number}", "A sum.", "add($0, $1)", "($0 + $1)"),
    E("number", "{number} less {number}", "A difference, not below 0.", "less($0, $1)", "max(0, $0 - $1)"),
    E("number", "{number} times {number}", "A product.", "times($0, $1)", "($0 * $1)"),
)

VALUES = (
    E("value", "its {name.attribute}", "An attribute of the card spoken of.", "at(A$0, $k)", "A$0[$k]"),
    E("value", "the {name.attribute} of {card}", "An attribute of a card.", "at(A$0, $1)", "A$0[$1]"),
    E("value", "the {name.attribute} in force", "The top card's, or the one chosen since.", "s.force[$0]", "f$0"),
    E("value", "the {name.attribute} last chosen", "The one named last, whatever was played since.", "s.named[$0]"),
    E("value", "{name.value}", "A value of an attribute.", "$0", "$0"),
)

CARDS = (
    E("cards", "a|an card", "Any one card.", "True", "True", spec="one"),
    E("cards", "another card", "Any one card but those just played.", "True", "True", spec="another"),
    E("cards", "all cards", "All cards of a hand.", "True", spec="all"),
    E("cards", "a|an {name.group}", "One card of a group.", "isin($k, $0)", "$0 >> $k & 1", spec="one"),
    E("cards", "a|an {name.group} card", "One card of a group.", "isin($k, $0)", "$0 >> $k & 1", spec="one"),
    E("cards", "another {name.group} card", "One card of a group but those just played.", "isin($k, $0)", "$0 >> $k & 1", spec="another"),
    E("cards", "a|an {name.card}", "One card of that face.", "isin($k, $0)", "$0 >> $k & 1", spec="one"),
    E("cards", "a|an {name.value} card", "One card with that value.", "isin($k, $0)", "$0 >> $k & 1", spec="one"),
    E("cards", "all {name.group} cards", "All cards of a group.", "isin($k, $0)", spec="all"),
    E("cards", "{#} identical cards", "So many cards that are alike.", "True", spec="identical"),
    E("cards", "{#} identical {name.group} cards", "So many cards of a group that are alike.", "isin($k, $1)", spec="identical"),
    E("cards", "several cards of one {name.attribute}", "Two or more cards that share an attribute.", "True", spec="several"),
    E("cards", "several {name.group} cards of one {name.attribute}", "Two or more cards of a group that share an attribute.", "isin($k, $0)", spec="several"),
    E("cards", "{cards} that {name.word}", "Only those that a word of the rulebook describes.", "AND($0, W$1(s, $k))", "($0 and W$1)"),
    E("cards", "{cards} whose {name.attribute} is {value}", "Only those with that value.", "AND($0, same(at(A$1, $k), $2))", "($0 and A$1[$k] == $2 != 0)"),
    E("cards", "{cards} whose {name.attribute} is not {value}", "Only those with another value, or none.", "AND($0, NOT(same(at(A$1, $k), $2)))", "($0 and not A$1[$k] == $2 != 0)"),
    E("cards", "{cards} whose {name.table} is {number}", "Only those with that number in a table.", "AND($0, equal(cell(T$1, $k), $2))", "($0 and eq(T$1[$k], $2))"),
    E("cards", "{cards} whose {name.table} is at least {number}", "Only those with that number or more.", "AND($0, reaches(cell(T$1, $k), $2))", "($0 and ge(T$1[$k], $2))"),
    E("cards", "{cards} identical to {card}", "Only those that are the same card as another.", "AND($0, alike(BASE, $k, $1))", "($0 and $k == $1)"),
    E("cards", "{cards} without {name.attribute}", "Only those that lack an attribute.", "AND($0, NOT(carries(A$1, $k)))", "($0 and not A$1[$k])"),
    E("cards", "{cards} with {name.attribute}", "Only those that have an attribute.", "AND($0, carries(A$1, $k))", "($0 and A$1[$k])"),
    E("cards", "this card", "The card whose block the line stands in.", "True", "True", spec="this"),
    E("cards", "the card drawn", "The card that the player drew last.", "True", "True", spec="drawn"),
)  # fmt: skip

ACTS = (
    E("act", "play", "To play, whatever cards."),
    E("act", "play {cards}", "To play such cards from the hand."),
    E("act", "draw", "To draw, whatever for."),
    E("act", "draw {number} card|cards", "To draw so many; as a step a duty. A `may draw` is always of 1 card, and is judged card by card."),
    E("act", "draw the {name.counter}", "As a step: the duty to draw as many as the counter says."),
    E("act", "draw as many cards", "As a step: the duty to draw as many as were just discarded."),
    E("act", "discard {cards}", "As a step: the duty to put such cards of the hand on the discard pile."),
    E("act", "discard the hand under the discard pile", "As a step: the duty to put the whole hand under the discard pile."),
    E("act", "take {#} card|cards from {player}", "As a step: the duty to take cards from a hand, unseen."),
    E("act", "pass", "To end a turn, a free play or a chance without playing."),
    E("act", "call", "To call anything."),
    E("act", "call {name.call}", "To say a word that the rulebook declares."),
    E("act", "call {name.call} on {player}", "To say it to somebody."),
    E("act", "choose another player", "To be asked for another player."),
    E("act", "reshuffle", "To make the draw pile anew."),
    E("act", "deal again", "To begin the next round."),
)  # fmt: skip

STEPS = (
    E("step", "add {number} to the {name.counter}", "A counter grows.", "s.c[$1] += $0", "c$1 += $0", writes=("counter $1",)),
    E("step", "take {number} off the {name.counter}", "A counter shrinks, not below 0.", "s.c[$1] = max(0, s.c[$1] - $0)", "c$1 = c$1 - $0 if c$1 > $0 else 0", writes=("counter $1",)),
    E("step", "clear the {name.counter}", "A counter is 0 again.", "s.c[$0] = 0", "c$0 = 0", writes=("counter $0",)),
    E("step", "set the {name.counter} to {number}", "A counter gets a value.", "s.c[$0] = $1", "c$0 = $1", writes=("counter $0",)),
    E("step", "add {number} to the {name.tally} of {player}", "A player's counter grows.", "s.tally[$1][$2] += $0", writes=("tally $1",)),
    E("step", "clear the {name.tally} of {player}", "A player's counter is 0 again.", "s.tally[$0][$1] = 0", writes=("tally $0",)),
    E("step", "mark {player} {name.mark}", "A player gets a mark.", "s.marks[$1] |= 1 << $0", "mk$1 |= 1 << $0", writes=("mark $1",)),
    E("step", "unmark {player} {name.mark}", "A player loses a mark.", "s.marks[$1] &= ~(1 << $0)", "mk$1 &= ~(1 << $0)", writes=("mark $1",)),
    E("step", "switch {name.flag} on", "A mark of the table is set.", "s.marks[$0] = 1", "mk$0 = 1", writes=("mark $0",)),
    E("step", "switch {name.flag} off", "A mark of the table is taken off.", "s.marks[$0] = 0", "mk$0 = 0", writes=("mark $0",)),
    E("step", "switch {name.flag} over", "A mark of the table is set if it was off, and off if it was set.", "s.marks[$0] ^= 1", "mk$0 ^= 1", writes=("mark $0",)),
    E("step", "open {name.window} on {player}", "A window opens about a player.", "s.open($0, $1, True)", "w$0 = $1", writes=("window $0",)),
    E("step", "close", "The window closes.", "s.windows[$window] = -1", "w$window = -1", writes=("windows",)),
    E("step", "close {name.window}", "That window closes.", "s.windows[$0] = -1", "w$0 = -1", writes=("window $0",)),
    E("step", "this card acts", "What the card says when it is played happens.", "", "", writes=("flow",)),
    E("step", "turn the direction round", "Play goes the other way.", "s.d = -s.d", "nx, pv = pv, nx; d = -d", writes=("direction",)),
    E("step", "{player} chooses a|an {name.attribute}", "Play waits for a value of an attribute.", writes=("choice",)),
    E("step", "{player} chooses a|an {name.choice}", "Play waits for a word of a declared choice.", writes=("choice",)),
    E("step", "{player} chooses another player", "Play waits for another player.", writes=("choice",)),
    E("step", "{player} chooses {#} players", "Play waits for so many different players.", writes=("choice",)),
    E("step", "{player} chooses a direction", "Play waits for a direction.", writes=("choice",)),
    E("step", "{player} chooses a card in hand", "Play waits for a card of the hand.", writes=("choice",)),
    E("step", "the chosen {name.attribute} comes into force", "What was chosen counts from now on.", "s.enforce($0)", "f$0 = ch", writes=("force",)),
    E("step", "{player} swaps hands with {player}", "Two hands change places.", "s.swap($0, $1)", writes=("hands",)),
    E("step", "the chosen players swap hands", "The hands of the two players chosen change places.", "s.swap(*s.chosen_players)", writes=("hands",)),
    E("step", "each hand moves to the next player", "All hands move one seat on in the direction of play.", "s.rotate(s.d)", writes=("hands",)),
    E("step", "each hand moves to the left", "All hands move one seat to the left.", "s.rotate(1)", writes=("hands",)),
    E("step", "each hand moves in the chosen direction", "All hands move one seat as chosen.", "s.rotate(s.chosen_direction)", writes=("hands",)),
    E("step", "shuffle all hands together", "All hands become one, and nobody knows a card of it.", "s.gather()", writes=("hands",)),
    E("step", "deal them out from {player} on", "The cards put together are dealt out one by one.", "s.share($0)", writes=("hands",)),
    E("step", "{player} exchanges {card} with the top of the draw pile", "A card of the hand becomes the top of the draw pile, and the old top comes to the hand.", "s.exchange($0, $1, $line)", writes=("hands", "piles")),
    E("step", "{who} shows the hand", "The hand is laid open; the record may say what it was.", "pass", "pass"),
    E("step", "{player} leaves the round", "A player is out of the round; the cards go to the discard pile.", "s.leave($0)", writes=("hands", "piles", "seats")),
    E("step", "shuffle the discards into the draw pile", "All discards but the top one make the new draw pile.", "s.reshuffle()", writes=("piles",)),
    E("step", "deal {number} cards to each player", "Every player gets so many cards.", "s.deal($0)", writes=("hands", "piles")),
    E("step", "turn up a card", "The top card of the draw pile begins the discard pile.", "s.turn_up()", writes=("piles", "force")),
    E("step", "put the top card back", "The card turned up goes back into the draw pile.", "s.put_back()", writes=("piles",)),
    E("step", "move the deal to the left", "The next player on the left deals.", "s.move_deal()", writes=("dealer",)),
    E("step", "{player} wins", "A player has won.", "s.win($0)", "won = $0", writes=("score",)),
    E("step", "{player} scores the worth of all other hands", "A player gets the points of the cards that the others hold.", "s.score_others($0)", writes=("score",)),
    E("step", "{player} scores {number}", "A player gets so many points.", "s.scores[$0] += $1", writes=("score",)),
    E("step", "{player} scores {number} for each player {name.mark}", "A player gets points for each marked player.", "s.scores[$0] += $1 * s.marks[$2].bit_count()", writes=("score",)),
    E("step", "each player scores the worth of the own hand", "Every player gets the points of the cards still held.", "s.score_own()", writes=("score",)),
)  # fmt: skip

FACTS = (
    E("fact", "{card} {name.word}", "A word of the rulebook describes the card.", "W$1(s, $0)", "W$1", "$word"),
    E("fact", "{card} has a|an {name.attribute}", "The card has such an attribute.", "carries(A$1, $0)", "A$1[$0]", "{card($0)} has {'a' if $truth else 'no'} $name1"),
    E("fact", "{card} has no {name.attribute}", "The card lacks such an attribute.", "NOT(carries(A$1, $0))", "not A$1[$0]", "{card($0)} has {'no' if $truth else 'a'} $name1"),
    E("fact", "{card} is a|an {name.card}", "The card has that face.", "isin($0, $1)", "$1 >> $0 & 1", "$card0 is {card($0)}"),
    E("fact", "{card} is a|an {name.group}", "The card belongs to a group.", "isin($0, $1)", "$1 >> $0 & 1", "$card0 is {card($0)}"),
    E("fact", "{card} is identical to {card}", "Both are the same card.", "alike(BASE, $0, $1)", "$0 == $1", "$card0 is {card($0)}, $card1 is {card($1)}"),
    E("fact", "{value} is {value}", "Both have the same value; what lacks the attribute equals nothing.", "same($0, $1)", "$0 == $1 != 0", "$value0, $value1"),
    E("fact", "{number} is {number}", "Both numbers are equal.", "equal($0, $1)", "eq($0, $1)", "$number0 is {number($0)}"),
    E("fact", "{number} is at least {number}", "The first is as much or more.", "reaches($0, $1)", "ge($0, $1)", "$number0 is {number($0)}"),
    E("fact", "{number} is at most {number}", "The first is as much or less.", "reaches($1, $0)", "ge($1, $0)", "$number0 is {number($0)}"),
    E("fact", "{number} is less than {number}", "The first is smaller.", "NOT(reaches($0, $1))", "not ge($0, $1)", "$number0 is {number($0)}"),
    E("fact", "{number} is more than {number}", "The first is greater.", "NOT(reaches($1, $0))", "not ge($1, $0)", "$number0 is {number($0)}"),
    E("fact", "{name.reading} is {name.candidate}", "The table reads the text so.", "$constant", "$constant", "this table reads $0 as $reading0"),
    E("fact", "{player} is {name.mark}", "The player has the mark.", "bool(s.marks[$1] >> $0 & 1)", "mk$1 >> $0 & 1", "{who($0)} is {'' if $truth else 'not '}$name1"),
    E("fact", "nobody is {name.mark}", "No player has the mark.", "not s.marks[$0]", "not mk$0", "{'nobody' if $truth else 'somebody'} is $name0"),
    E("fact", "anybody is {name.mark}", "Some player has the mark.", "bool(s.marks[$0])", "mk$0", "{'somebody' if $truth else 'nobody'} is $name0"),
    E("fact", "{name.flag} is on", "The mark of the table is set.", "bool(s.marks[$0])", "mk$0", "$name0 is {'on' if $truth else 'off'}"),
    E("fact", "{player} is {player}", "Both are the same player.", "$0 == $1", "$0 == $1", "$player1 is {who($1)}"),
    E("fact", "{player} has {#} card|cards", "The player holds just so many cards.", "equal(s.count($0), $1)", "N[$0] == $1", "{holds($0)}"),
    E("fact", "{player} has at least {number} cards", "The player holds so many cards or more.", "reaches(s.count($0), $1)", "N[$0] >= $1", "{holds($0)}"),
    E("fact", "{player} has no cards", "The player's hand is empty.", "equal(s.count($0), 0)", "not N[$0]", "{holds($0)}"),
    E("fact", "{player} has no other card", "The play takes the last cards of the hand.", "equal(s.count($0), 0)", "N[$0] == 1", "{holds($0)}"),
    E("fact", "{player} has nothing to draw", "The player has no duty to draw.", "not s.must_draw($0)", "True", "{who($0)} has {'nothing' if $truth else 'cards'} to draw"),
    E("fact", "{player} has {cards}", "The hand holds such a card.", "$has", "$has", "{hand($0, $mask, $truth)}"),
    E("fact", "{player} has more {name.value} cards than {name.value} cards", "The hand holds more of the one than of the other.", "s.more($0, $1, $2)", None, "{counts($0, $1, $2)}"),
    E("fact", "{player} can play", "Some card of the hand may be played, bluffs not counted.", "s.can_play($0)", "$canplay", "{playable($0, $truth)}"),
    E("fact", "{player} may not draw", "A rule forbids the player to draw.", "s.barred($0)", "$barred", "{'a rule forbids' if $truth else 'no rule forbids'} {who($0)} to draw"),
    E("fact", "the play was a bluff", "The last play broke a rule that binds only when challenged.", "s.bluff", "bl", "{bluff($truth)}"),
    E("fact", "a player was chosen", "The player didn't decline to choose.", "s.chosen_player >= 0", "cp >= 0", "{'somebody' if $truth else 'nobody'} was chosen"),
    E("fact", "{name.choiceword} was chosen", "That word of a choice was chosen.", "s.word_chosen($0)", None, "{chosen_word()} was chosen"),
    E("fact", "the draw pile is empty", "No card is left in the draw pile.", "s.pile_empty()", "not any(pile)", "{pile()}"),
    E("fact", "nothing is left to draw", "No card is left in the draw pile, and none under the top card.", "s.nothing_left()", "(not any(pile) and not any(disc))", "{piles()}"),
    E("fact", "{#} players are left", "So many players are in the round.", "s.left() == $0", "np == $0", "{s.left()} players are in the round"),
    E("fact", "{#} player is left", "One player is in the round.", "s.left() == $0", "np == $0", "{s.left()} players are in the round"),
)  # fmt: skip

UNTIL = (E("until", "another player moves", "Until anybody else plays, draws or passes."),)

BOOK: tuple[Entry, ...] = PLAYERS + WHO + CARD + NUMBERS + VALUES + CARDS + ACTS + STEPS + FACTS + UNTIL
