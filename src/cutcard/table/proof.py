"""A deal as a `.cutcard` file for one viewer (F70–F76): the records of its chain, what was drawn or
the leaves of its deck, and every card that viewer was told, signed whole. Plays the whole log: not
for the loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Raw, json

from cutcard.fair.lines import Dealt, End, Lock, Offer
from cutcard.fair.signing import Key
from cutcard.fair.writing import read_record
from cutcard.kernel import fair
from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng
from cutcard.kernel.sealing import sealing
from cutcard.store.fair_row import FairRow
from cutcard.store.protocol import DealLog, Store

from .deal import Deal
from .tale import names_at, open_tale, sealed_tale
from .vocabulary import vocabulary

Line = dict[str, Any]


class Noted(Rng):
    """A stream of chance that remembers what was drawn."""

    __slots__ = ("_quiet", "drawn")

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.drawn: list[tuple[str, Any, Any]] = []  # what, of which, what came
        self._quiet = False

    def below(self, n: int) -> int:
        got = super().below(n)
        self._note("below", n, got)
        return got

    def take(self, count: int) -> bytes:
        got = super().take(count)
        self._note("take", count, got.hex())
        return got

    def shuffle(self, xs: list[Any]) -> None:
        before, self._quiet = xs[:], True
        super().shuffle(xs)
        self._quiet = False
        self._note("shuffle", before, xs[:])

    def copy(self) -> Rng:
        twin = Rng(self.seed)  # what is tried is not drawn
        twin.block, twin.words = self.block, self.words[:]
        return twin

    def lines(self) -> tuple[list[Line], list[Line], list[list[str]]]:
        """What was drawn, each card of a shuffle at its place, and the decks shuffled."""
        decks: list[list[str]] = []
        draws: list[Line] = []
        cards: list[Line] = []
        for what, of, got in self.drawn:
            if what == "shuffle":
                deck = [str(one) for one in of]
                if deck not in decks:
                    decks.append(deck)
                cards += [
                    {"t": "card", "card": str(one), "place": place, "draw": len(draws)}
                    for place, one in enumerate(got)
                ]
                draws.append({"t": "draw", "op": what, "deck": decks.index(deck)})
            else:
                draws.append({"t": "draw", "op": what, "n": of, "got": got})
        return draws, cards, decks

    def _note(self, what: str, of: Any, got: Any) -> None:
        if not self._quiet:
            self.drawn.append((what, of, got))


async def proof_of(store: Store, table: int, deal: int) -> Proof | None:
    """What is needed for a deal's file; None where it was not proved. The second of two tables with
    the same deals carries what the first was locked and shared with (F39): its file is the first's,
    as everybody may see it."""
    rows, log = await store.fair_rows(table, deal), await store.deal(table, deal)
    kept = await store.load(table, updates=0)
    if log is None or kept is None:
        return None
    first = kept.table.twin_of
    if first in (0, table):
        return Proof(kept.table.created, rows, log, names_at(kept.seats, log)) if rows else None
    proof = await proof_of(store, first, deal)
    if proof is None or proof.log.header.seed != log.header.seed:
        return None
    proof.carried = True
    return proof


class Proof:
    """A file in the making."""

    def __init__(
        self, created: int, rows: Sequence[FairRow], log: DealLog, names: Sequence[str] = ()
    ) -> None:
        self.log, self.created = log, created
        self.carried = False  # it is another table's, for one with the same deals
        self.names = names or names_at((), log)
        dealt = (row for row in rows if row.kind == "deal" and row.of_deal == log.header.deal)
        self.number = next(dealt).deal
        offers = [i for i, row in enumerate(rows) if row.kind == "offer"]
        first = next(i for i in offers if rows[i].deal == self.number)
        self.rows = rows[first:]
        self.records = [read_record(row.kind, row.line) for row in self.rows]
        self.before = rows[first - 1] if first else None

    def made(self, viewer: Seat | None, key: Key) -> bytes:
        """The whole file, signed, with how the deal went as its viewer was told."""
        viewer = None if self.carried else viewer
        text = self.unsigned(viewer, key.public)
        if self._the(Offer).sealed:
            text += _text(sealed_tale(self.log, viewer, self.names))
        digest = sha256(text)
        sig = key.sign(fair.to_sign_file(digest.digest())).hex()
        return text + json.encode({"t": "sum", "sha256": digest.hexdigest(), "sig": sig}) + b"\n"

    def unsigned(self, viewer: Seat | None, public: bytes) -> bytes:
        """The file without a signature under it, for who has the store before them."""
        body, decks = self._sealed(viewer) if self._the(Offer).sealed else self._opened(viewer)
        head = self._head(viewer, public, decks)
        return _text([head, *(Raw(row.line) for row in self.rows), *body])

    @property
    def dealt_head(self) -> bytes:
        """The head of the deal's own record."""
        return bytes.fromhex(self._the(Dealt).head)

    @property
    def seed(self) -> bytes:
        """What the server had promised."""
        return next(self._secrets(Offer.kind))

    @property
    def kept(self) -> bytes | None:
        """The hash of its rows, written down when it was over; None: it is not, or an old one."""
        return next(self._secrets(End.kind), None)

    def _secrets(self, kind: str) -> Iterator[bytes]:
        for row in self.rows:
            if row.secret and (row.kind, row.deal) == (kind, self.number):
                yield row.secret

    def _the(self, kind: type[Any]) -> Any:
        return next(
            one for one in self.records if isinstance(one, kind) and one.deal == self.number
        )

    def _head(self, viewer: Seat | None, public: bytes, decks: list[list[str]]) -> Line:
        header = self.log.header
        first = self.rows[0]
        if self.before is not None:
            prev = read_record(self.before.kind, self.before.line).head
        else:
            prev = fair.first_head(public, header.table, self.created).hex()
        head: Line = {
            "t": "head",
            "cutcard": 1,
            "game": header.game,
            "version": header.version,
            "table": header.table,
            "created": self.created,
            "deal": self.number,
            "index": first.n,
            "prev": prev,
            "key": public.hex(),
            "options": header.options.decode(),
            "carry": (header.carry or b"").decode(),
            "decks": decks,
        }
        return head if viewer is None else {**head, "viewer": viewer}

    def _opened(self, viewer: Seat | None) -> tuple[list[Line], list[list[str]]]:
        """F75: every draw, every card at its place, every move."""
        header = self.log.header
        rng = Noted(header.seed)
        deal = Deal(vocabulary(header.game), header, rng)
        tale = open_tale(deal, self.log, viewer, self.names)
        draws, cards, decks = rng.lines()
        return [*draws, *cards, *tale], decks

    def _sealed(self, viewer: Seat | None) -> tuple[list[Line], list[list[str]]]:
        """F44, F76: the leaves, and the salts of the cards this viewer was told: no other leaves
        the server (F49)."""
        words, header = vocabulary(self.log.header.game), self.log.header
        deal = Deal(words, header)
        for _ in deal.again(words, self.log.entries):
            pass
        state = sealing(deal.state)
        assert state is not None
        offer, x = self._the(Offer), self.stir()
        played, places = fair.cut(x, offer.cards)
        deck = fair.SealedDeck(fair.deck_secret(self.seed, played), offer.cards)
        body: list[Line] = [{"t": "leaves", "list": [leaf.hex() for leaf in deck.leaves]}]
        for place, name, late in state.seen_cards(viewer):
            if late:
                body.append({"t": "card", "card": name, "from": "reshuffle"})
            else:
                salt = deck.salts[places[place]].hex()
                body.append({"t": "card", "card": name, "place": place, "salt": salt})
        return body, [list(state.deck_names())]

    @property
    def ended(self) -> int | None:
        """When the deal was over; None: it is not."""
        over = [one.at for one in self.records if isinstance(one, End) and one.deal == self.number]
        return over[0] if over else None

    def stir(self) -> bytes:
        """F37: X, out of the records."""
        lock, dealt = self._the(Lock), self._the(Dealt)
        shares = [(one.seat, bytes.fromhex(one.share)) for one in dealt.shares if one.share]
        return fair.stir(bytes.fromhex(lock.head), shares)


def chain_file(created: int, rows: Sequence[FairRow], public: bytes) -> bytes:
    """A whole table's chain as a file."""
    table = rows[0].table
    head = {
        "t": "head", "cutcard": 1, "game": "", "version": 0, "table": table, "created": created,
        "deal": 0, "index": 0, "prev": fair.first_head(public, table, created).hex(),
        "key": public.hex(), "options": "", "carry": "", "decks": [],
    }  # fmt: skip
    return _text([head, *(Raw(row.line) for row in rows)])


def _text(lines: Sequence[Any]) -> bytes:
    return b"".join(json.encode(line) + b"\n" for line in lines)
