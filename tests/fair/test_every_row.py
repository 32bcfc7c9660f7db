"""Every row of docs/rules/fairness.md has a test that names it; and those rows that are words."""

from __future__ import annotations

import re
from pathlib import Path

from cutcard.fair import judge
from cutcard.fair.judge import PROVED, Verdict
from cutcard.fair.lines import Dealt, Offer
from cutcard.fair.sentences import NEVER, sentences
from cutcard.fair.writing import read_record
from cutcard.games.poker.sealed import Reshuffles
from cutcard.kernel import fair
from cutcard.table.deal import replay
from cutcard.table.proof import chain_file
from cutcard.table.vocabulary import vocabulary

from .sim import WALL, Sim
from .test_games import table

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
BOOK = ROOT / "docs" / "rules" / "fairness.md"


def named() -> set[int]:
    """Rows named by tests: `f41`, or `f84_to_f90` for all between."""
    found: set[int] = set()
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^(?:async )?def test_((?:f\d+_(?:to_)?)+)", text, re.MULTILINE):
            found.update(map(int, re.findall(r"f(\d+)", name)))
            for low, high in re.findall(r"f(\d+)_to_f(\d+)", name):
                found.update(range(int(low), int(high) + 1))
    return found


def test_every_row_has_a_test_that_names_it():
    rows = {int(n) for n in re.findall(r"^\| (\d+) \|", BOOK.read_text(), re.MULTILINE)}
    assert {1, 97} <= rows
    assert len(rows) > 80
    assert rows <= named()


def test_f1_commitment_first_shares_second_cards_third():
    sim = Sim("duel", None, 2, ("honest", "honest"))
    assert [row.kind for row in sim.fair] == ["offer"]
    assert not sim.deals  # no card exists, not even on the server
    sim.deliver()
    assert [row.kind for row in sim.fair][:3] == ["offer", "lock", "deal"]
    (header, _, _), promised = sim.deals[0], sim.fair[0].secret
    assert header.seed != promised  # the cards follow from more than what the server drew
    lock, dealt = (read_record(row.kind, row.line) for row in sim.fair[1:3])
    shares = [(one.seat, bytes.fromhex(one.share)) for one in dealt.shares]
    assert len(shares) == 2
    x = fair.stir(bytes.fromhex(lock.head), shares)
    assert header.seed == fair.deal_seed(promised, x)


def test_f2_of_a_poker_hand_one_of_both_promised_decks_is_opened():
    sim = table("poker")
    sim.play(1)
    offer, dealt = (read_record(row.kind, row.line) for row in (sim.fair[0], sim.fair[2]))
    assert isinstance(offer, Offer)
    assert isinstance(dealt, Dealt)
    opened = fair.SealedDeck(bytes.fromhex(dealt.opened), offer.cards).root.hex()
    assert opened in offer.roots


def test_f3_a_deal_that_was_dropped_leaves_a_trace():
    sim = table("guandan")
    sim.play(2)
    kept = [row for row in sim.fair if row.deal != 1]
    whole = judge(chain_file(WALL, sim.fair, sim.key.public), sim.key.public.hex())
    found = judge(chain_file(WALL, kept, sim.key.public), sim.key.public.hex())
    assert whole.verdict == "PROVED"
    assert (found.verdict, found.code) == ("FALSE", "CHAIN")


def test_f4_what_is_drawn_after_the_deal_is_public_or_its_own():
    """An open deal's later draws are in its file; a sealed one's come from a stream of their own,
    of which nothing but the orders of discards is drawn."""
    duel, poker = table("duel"), table("poker")
    duel.play(1)
    assert duel.file(1).count(b'"t":"draw"') > 0
    poker.play(1)
    header, log, _ = poker.deals[0]
    played = replay(vocabulary("poker"), header, log).state
    assert isinstance(played.rng, Reshuffles)
    assert played.rng.seed == poker.fair[0].secret


def test_f55_f11_what_only_cards_without_a_dealer_would_prove_is_said():
    """Not built, on purpose; so nothing may be promised that only it could keep."""
    said = (ROOT / "SECURITY.md").read_text()
    assert "mental poker" in said
    assert "fairness.md" in said
    sealed = sentences(Verdict(PROVED, "OWN", (), sealed=True))
    assert sealed[-1] == NEVER


def test_f78_what_is_proved_is_said_in_the_words_of_the_book():
    book = BOOK.read_text()
    own = sentences(Verdict(PROVED, "OWN", ()))
    others = sentences(Verdict(PROVED, "OTHERS", ("WITHHELD 2", "UNPINNED"), shares=3))
    assert f'OWN: "{own[0]}"' in book
    assert f'OTHERS: "{others[0].replace("3", "{n}")}"' in book
    assert others[1:] == ["2 shares did not come.", "The server's key was not known to you before."]
    assert all(f'"{one.replace("2", "{n}")}"' in book for one in others[1:])
