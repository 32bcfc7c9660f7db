"""Reading a play: which cards, as which form, and the words in which it is refused."""

from __future__ import annotations

from cutcard.kernel.game import Illegal

from .book import Book
from .deck import holds, pack_names
from .lay import usual
from .moves import Play
from .shapes import Form, is_form, readings_of


def read(move: Play, hand: int, level: int, beat: Form | None, book: Book) -> tuple[int, Form]:
    """The cards of a play and the reading taken: the one declared, else the strongest legal one."""
    if move.cards:
        cards, found = _shown(move, hand, level, book)
    else:
        cards, found = _named(move, hand, level, book)
    legal = [form for form in found if beat is None or book.beats(form, beat)]
    if not legal:
        assert beat is not None
        if any(form.type == beat.type or book.tier(form) for form in found):
            raise Illegal("TOO_LOW", "Must beat the current play")
        raise Illegal("WRONG_TYPE", "Must play same card type or bomb")
    return cards, legal[0] if len(legal) == 1 else max(legal, key=book.strength)


def _shown(move: Play, hand: int, level: int, book: Book) -> tuple[int, list[Form]]:
    if len(move.cards) > 10:
        raise Illegal("INVALID_COMBINATION", "Invalid card combination")
    try:
        cards = pack_names(move.cards)
    except KeyError as unknown:
        raise Illegal("UNKNOWN_CARD", f"There is no card called {unknown}") from None
    if not holds(hand, cards):
        raise Illegal("NOT_YOUR_CARDS", "You do not hold these cards")
    found = readings_of(cards, len(move.cards), level, book)
    if not found:
        raise Illegal("INVALID_COMBINATION", "Invalid card combination")
    if move.form:
        found = [form for form in found if form.type == move.form and move.key in (0, form.key)]
        if not found:
            raise Illegal("WRONG_READING", "These cards cannot be read that way")
    return cards, found


def _named(move: Play, hand: int, level: int, book: Book) -> tuple[int, list[Form]]:
    form = Form(move.form, move.key, move.size)
    if not is_form(form):
        raise Illegal("INVALID_COMBINATION", "Invalid card combination")
    cards = usual(hand, level, form, book)
    if cards is None:
        raise Illegal("NOT_YOUR_CARDS", "You do not hold the cards for this")
    return cards, [form]
