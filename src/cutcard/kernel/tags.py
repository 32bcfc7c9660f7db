"""Tags with a meaning: what the house does of itself with a move or a fact that is called so.

A game uses the words it needs and no others; every other tag is its own affair. A move is found
by its tag among what `legal` and `asides` offer its seat at that moment, so a game says when it
may be played by offering it. These moves have no field that must be given. `cutcard check`
refuses a tag that is nearly one of these.
"""

from __future__ import annotations

LEAVE = "leave"
"""Whoever gets up plays it, if it is among the seat's asides: the rules say what leaving means.
With open seating the seat is freed when the deal is over (or at once, see `vacant`)."""

SURRENDER = "surrender"
"""Whoever leaves for good and finds no `leave` plays this aside; so does a seat whose holder was
gone for too long, when another claims the match."""

AWAY = "away"
"""Played as an aside when a seat's holder no longer listens."""

BACK = "back"
"""Played as an aside when a seat's holder listens again; SIT_IN plays it where there is no
`sit_in`."""

READY = "ready"
"""READY plays it: the game waits for everybody to say so."""

START = "start"
"""READY plays it where there is no `ready`: one who says so is enough."""

SIT = "sit"
"""With open seating whoever takes part plays it; at the table of an event's match it is played for
those who were given its seats."""

SIT_OUT = "sit_out"
"""SIT_OUT plays it: the game goes on without the seat for a while."""

AUTO = "auto"
"""SIT_OUT plays it where there is no `sit_out`: the rules play for the seat for a while."""

SIT_IN = "sit_in"
"""SIT_IN plays it: the seat takes part again."""

RESET = "reset"
"""Sent by who plays alone after the end of the match, it begins another one, for as long as the
table stands. In a match it is the game's own move."""

CASH = "cash"
"""A fact `{seat, amount}` of a game with `cash = True`: so many play chips go from the table to
the balance of the seat's holder (or the other way, below zero), booked with the move that told
it. Who cannot pay is refused NOT_ENOUGH_CHIPS and nothing has happened."""

GAME_START = "GAME_START"
"""A fact to which the table adds what rules cannot know: `commitment`, `players` and `rules`."""

GAME_END = "GAME_END"
"""A fact to which the table adds the `seed`, where the game `shows_seed` and the deal is over:
while `outcome` is None a seed is told to nobody."""

DEAL_END = "DEAL_END"
"""A fact like GAME_END, for a deal that is shown for a while after its GAME_END: told with what
ends it, it brings the seed."""

GAME_ABANDONED = "GAME_ABANDONED"
"""A fact like GAME_END; told with the last move of a match it says that nobody won: the match is
kept as abandoned and nobody's rating changes."""

MOVES = (LEAVE, SURRENDER, AWAY, BACK, READY, START, SIT, SIT_OUT, AUTO, SIT_IN, RESET)
FACTS = (CASH, GAME_START, GAME_END, DEAL_END, GAME_ABANDONED)
