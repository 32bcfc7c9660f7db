"""PokerStars texts (issue "Five games without a fault", point 12): what is read and written, and
that a hand of any variant comes back as it was."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from cutcard.games.poker import phh, replayed, stars
from cutcard.games.poker.cli import phh_group
from cutcard.games.poker.stars_names import GAMES, NAMES
from cutcard.games.poker.variants import FIXED, VARIANTS
from cutcard.kernel.cards import names as card_names

from .stars_hands import records, same_hand

OMAHA8 = """PokerStars Game #7:  Omaha Hi/Lo Pot Limit ($0.01/$0.02 USD) - 2010/05/07 4:57:16 ET
Table 'Ada: II' 6-max Seat #5 is the button
Seat 1: Al ($2 in chips)
Seat 3: Al: the 1st ($2 in chips)
Seat 5: Bo ($2 in chips)
Seat 6: Cy ($2 in chips)
Cy: posts small blind $0.01
Al: posts big blind $0.02
Al: the 1st: posts big blind $0.02
*** HOLE CARDS ***
Dealt to Bo [Ah 2h Kd Ks]
Al: the 1st: checks
Bo: calls $0.02
Cy: folds
Al: checks
*** FLOP *** [3c 4d 8h]
Al: checks
Al: the 1st: checks
Bo: bets $0.06
Al: folds
Al: the 1st: calls $0.06
*** TURN *** [3c 4d 8h] [Qs]
Al: the 1st: checks
Bo: checks
*** RIVER *** [3c 4d 8h Qs] [Jh]
Al: the 1st: checks
Bo: checks
*** SHOW DOWN ***
Al: the 1st: shows [As Qh Qd 9c] (HI: three of a kind, Queens)
Bo: shows [Ah 2h Kd Ks] (HI: a pair of Kings; LO: 8,4,3,2,A)
Al: the 1st collected $0.10 from pot
Bo collected $0.09 from pot
*** SUMMARY ***
Total pot $0.19 | Rake $0
"""
SITTING_OUT = """PokerStars Hand #8: Tournament #123, $1.00+$0.20 USD Hold'em No Limit - Level IV \
(50/100) - 2012/01/02 13:04:05 ET
Table '123 1' 9-max Seat #1 is the button
Seat 1: Al (1500 in chips)
Seat 2: Bo (1500 in chips) is sitting out
Seat 3: Cy (1500 in chips) is sitting out
Seat 4: Di (1500 in chips) out of hand (moved from another table into small blind)
Al: posts the ante 10
Bo: posts the ante 10
Cy: posts the ante 10
Bo: posts small blind 50
Cy: posts big blind 100
*** HOLE CARDS ***
Dealt to Al [Ah Kd]
Al: raises 100 to 200
Bo: folds
Bo is sitting out
Cy: folds
Uncalled bet (100) returned to Al
Al collected 280 from pot
Al: doesn't show hand
*** SUMMARY ***
Total pot 280 | Rake 0
"""


def judged(text: str) -> str:
    (one,) = stars.read(text)
    return replayed.judge(one).kind


def test_a_hi_lo_showdown_is_read_whole_so_that_a_wrong_winner_differs():
    (one,) = stars.read(OMAHA8)
    assert {a for a in one.actions if " sm " in a} == {"p3 sm AsQhQd9c", "p4 sm Ah2hKdKs"}
    assert judged(OMAHA8) == "ok"
    swapped = OMAHA8.replace("1st collected $0.10", "1st collected $0.19")
    assert judged(swapped.replace("Bo collected $0.09 from pot\n", "")) == "differ"


def test_the_old_header_the_date_the_table_the_seats_and_the_currency_are_kept():
    (one,) = stars.read(OMAHA8)
    text = phh.write(one)
    for line in (
        'table = "Ada: II"',
        "seats = [6, 1, 3, 5]",
        "seat_count = 6",
        'currency = "USD"',
        'currency_symbol = "$"',
        "time = 04:57:16",
        'time_zone_abbreviation = "ET"',
        "day = 7",
        "month = 5",
        "year = 2010",
        "hand = 7",
    ):
        assert f"\n{line}\n" in text, line
    again = next(phh.parse(text))
    assert again.extras == one.extras
    head = stars.write(again).splitlines()[0]
    assert head == OMAHA8.splitlines()[0].replace("Game", "Hand").replace(" 4:57", " 04:57")


def test_a_late_post_in_cents_is_written_as_what_it_is():
    (one,) = stars.read(OMAHA8)
    assert "blinds_or_straddles = [0.01, 0.02, -0.02, 0]" in phh.write(one)
    assert next(phh.parse(phh.write(one))).blinds == one.blinds == [1, 2, -2, 0]


def test_tournament_players_who_sit_out_post_and_are_in_the_hand():
    (one,) = stars.read(SITTING_OUT)
    assert one.players == ["Bo", "Cy", "Al"]
    assert (one.antes, one.blinds) == ([10, 10, 10], [50, 100, 0])
    assert one.extras["event"] == "Tournament #123, $1.00+$0.20 USD"
    assert one.extras["level"] == 4
    assert replayed.judge(one) == ("ok", "")
    assert stars.write(one).splitlines()[0] == SITTING_OUT.splitlines()[0]
    gone = SITTING_OUT.replace("Bo: posts the ante 10\n", "").replace(
        "Bo: posts small blind 50\n", ""
    )
    (two,) = stars.read(gone.replace("Bo: folds\n", ""))
    assert two.players == ["Cy", "Al"]  # who sits out and posts nothing is not


@pytest.mark.parametrize("cards", [5, 6])
@pytest.mark.parametrize("kind", ["Omaha", "Omaha Hi/Lo"])
def test_omaha_of_more_cards_is_not_read_as_four(cards, kind):
    game = f"{cards} Card {kind} Pot Limit"
    text = OMAHA8.replace("Omaha Hi/Lo Pot Limit", game)
    if game in GAMES:
        assert stars.Reader(text).variant.streets[0].hole == cards
    else:
        with pytest.raises(phh.Unsupported, match="no game of PokerStars"):
            list(stars.read(text))


def test_every_variant_has_a_name_of_its_own():
    assert set(NAMES) == set(VARIANTS)
    assert len(set(NAMES.values())) == len(NAMES)
    assert NAMES["F7S/8"] == "7 Card Stud Hi/Lo Limit"
    assert NAMES["F2L3D"] == "Triple Draw 2-7 Lowball Limit"


SIDE_POTS = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [0.50, 1, 2, 0]
min_bet = 1
starting_stacks = [100, 30, 60, 100]
actions = ['d dh p1 QhQd', 'd dh p2 AhAd', 'd dh p3 KhKd', 'd dh p4 JhJd', 'p4 cbr 80', 'p1 cc',
  'p2 cc', 'p3 cc', 'd db 2c3d7s', 'p1 cc', 'p4 cbr 20', 'p1 f', 'p2 sm AhAd', 'p3 sm KhKd',
  'p4 sm JhJd', 'd db 9c', 'd db Th']
finishing_stacks = [20, 118, 89, 60]
players = ['P one', 'P two', 'P three', 'P four']
seats = [2, 4, 5, 1]
seat_count = 6
currency = 'USD'
currency_symbol = '$'
table = 'Ada'
year = 2026
month = 3
day = 4
time = 15:16:17
time_zone_abbreviation = 'ET'
hand = 55
"""
SIDE_POTS_TEXT = """PokerStars Hand #55:  Hold'em No Limit ($0.50/$1 USD) - 2026/03/04 15:16:17 ET
Table 'Ada' 6-max Seat #1 is the button
Seat 1: P four ($100 in chips)
Seat 2: P one ($100 in chips)
Seat 4: P two ($30 in chips)
Seat 5: P three ($60 in chips)
P one: posts small blind $0.50
P two: posts big blind $1
P three: posts straddle $2
*** HOLE CARDS ***
Dealt to P two [Ah Ad]
P four: raises $78 to $80
P one: calls $79.50
P two: calls $29 and is all-in
P three: calls $58 and is all-in
*** FLOP *** [2c 3d 7s]
P one: checks
P four: bets $20 and is all-in
P one: folds
Uncalled bet ($20) returned to P four
*** TURN *** [2c 3d 7s] [9c]
*** RIVER *** [2c 3d 7s 9c] [Th]
*** SHOW DOWN ***
P two: shows [Ah Ad] (Pair of aces)
P three: shows [Kh Kd] (Pair of kings)
P four: shows [Jh Jd] (Pair of jacks)
P four collected $40 from side pot-2
P three collected $89 from side pot-1
P two collected $118 from main pot
*** SUMMARY ***
Total pot $250 Main pot $120. Side pot-1 $90. Side pot-2 $40. | Rake $3
Board [2c 3d 7s 9c Th]
Seat 1: P four (button) showed [Jh Jd] and won ($40) with Pair of jacks
Seat 2: P one (small blind) folded on the Flop
Seat 4: P two (big blind) showed [Ah Ad] and won ($118) with Pair of aces
Seat 5: P three showed [Kh Kd] and won ($89) with Pair of kings
"""


def test_the_text_is_whole_with_side_pots_rake_a_straddle_and_the_uncalled_bet_in_its_place():
    (one,) = phh.parse(SIDE_POTS)
    assert stars.write(one, hero=1) == SIDE_POTS_TEXT
    (back,) = stars.read(SIDE_POTS_TEXT)
    assert (back.blinds, back.scale) == ([5, 10, 20, 0], 10)
    assert replayed.judge(back) == ("ok", "")


def test_a_hand_run_twice_is_labelled():
    text = SIDE_POTS.replace("'d db 9c', 'd db Th'", "'d db 9c', 'd db Th', 'd db Ks', 'd db 4d'")
    text = text.replace("'d db Ks', 'd db 4d'", "'d db Ks # board 2', 'd db 4d # board 2'")
    (one,) = phh.parse(re.sub(r"finishing.*\n", "", text))
    lines = stars.write(one).splitlines()
    streets = [line for line in lines if line.startswith("***")]
    assert streets == [
        "*** HOLE CARDS ***",
        "*** FLOP *** [2c 3d 7s]",
        "*** FIRST TURN *** [2c 3d 7s] [9c]",
        "*** FIRST RIVER *** [2c 3d 7s 9c] [Th]",
        "*** SECOND TURN *** [2c 3d 7s] [Ks]",
        "*** SECOND RIVER *** [2c 3d 7s Ks] [4d]",
        "*** FIRST SHOW DOWN ***",
        "*** SECOND SHOW DOWN ***",
        "*** SUMMARY ***",
    ]
    assert "Hand was run twice" in lines
    assert "FIRST Board [2c 3d 7s 9c Th]" in lines
    assert "SECOND Board [2c 3d 7s Ks 4d]" in lines
    (back,) = stars.read("\n".join(lines))
    assert replayed.judge(back) == ("ok", "")
    assert len(replayed.replay(back).boards) == 2


def test_import_of_nothing_exits_with_1(tmp_path):
    file = tmp_path / "stars.txt"
    for text in ("", "Nothing of the kind\n", "PokerStars Hand #1:  Whist Limit ($1/$2)\n"):
        file.write_text(text)
        result = CliRunner().invoke(phh_group, ["import", str(file)])
        assert result.exit_code == 1, text
        assert "no hand was imported" in result.output
    file.write_text("PokerStars Hand #1:  Whist Limit ($1/$2)\n\n" + OMAHA8)
    result = CliRunner().invoke(phh_group, ["import", str(file)])
    assert result.exit_code == 0
    assert "hand 1: no game of PokerStars" in result.output


def test_a_hand_without_a_date_gets_its_files(tmp_path):
    file = tmp_path / "one.phh"
    file.write_text(re.sub(r"(year|month|day|time|time_zone\w+) = .*\n", "", SIDE_POTS))
    text = CliRunner().invoke(phh_group, ["stars", str(file)]).output
    assert re.match(r".* - 20\d\d/\d\d/\d\d \d\d:\d\d:\d\d UTC\n", text), text
    file.write_text("variant = 'NT'\n")
    assert CliRunner().invoke(phh_group, ["stars", str(file)]).exit_code == 1


def round_trip(code: str, hands: int, seed: str) -> Counter[str]:
    seen: Counter[str] = Counter()
    table = 0
    while seen["hands"] < hands:
        table += 1
        for one, end in records(code, f"{seed} {table}"):
            hero = seen["hands"] % (len(one.stacks) + 1)
            hero = None if hero == len(one.stacks) else hero
            text = same_hand(one, hero)
            seen["hands"] += 1
            for what in (
                "straddle",
                "small & big",
                "leaves",
                "side pot",
                "SECOND SHOW",
                "Uncalled",
            ):
                seen[what] += what in text
            nobody_elses_cards(one, end, hero, text)
    return seen


WORDS = (
    *("Al", "Bo: shows [As Kd]", "Seat 3: Cy", "*** FLOP *** [2c 3c 4c]", "*** SUMMARY ***"),
    *("Di (button)", "Fay is sitting out", "Gus: folds", "and is all-in", "[Ah]", "(9 in chips)"),
    *("Uncalled bet (5) returned to Al", "collected 5 from pot", "mucks", "Total pot 5"),
    *(
        "Dealt to Al",
        "x: y: z",
        "leaves the table",
        "folded before Flop",
        "Board [2c]",
        "Al: folds",
    ),
)


@pytest.mark.parametrize("code", ["NT", "PO/8", "F7S/8", "F2L3D", "NS", "PC/8"])
def test_12_whatever_a_player_is_called_the_text_is_read_as_it_was_meant(code):
    """Anybody may be called what a line of the text looks like, and nobody's hand is another's."""
    seen = 0
    for table in range(5):
        chance = random.Random(f"names {code} {table}")
        for one, _ in records(code, f"names {table}"):
            names: list[str] = []
            while len(names) < len(one.stacks):
                name = " ".join(chance.sample(WORDS, chance.randint(1, 2)))[:32].strip()
                names += [name] if name not in names else []
            same_hand(replace(one, players=names), chance.choice((None, 0, len(names) - 1)))
            seen += 1
    assert seen > 10


def nobody_elses_cards(one, end, hero, text) -> None:
    """No card that the reader did not see: neither of another's hand, nor thrown away."""
    shown = {int(a.split()[0][1:]) - 1 for a in one.actions if " sm " in a}
    hand = end.hand
    open_to_all = {card for board in hand.boards for card in board}
    for i, hole in enumerate(hand.hole):
        ups = hand.variant.ups
        seen = (
            hole if i in shown or i == hero else [c for c, up in zip(hole, ups, strict=False) if up]
        )
        open_to_all |= set(seen)
    open_to_all |= {card for who, card in hand.muck if who == hero}
    played = text[text.index("***") :]
    told = {word for some in re.findall(r"\[([^\]]*)\]", played) for word in some.split()}
    names = {"F. [x]"}  # a player's name
    early = {
        c for a in one.actions if a.startswith(f"d dh p{(hero or 0) + 1} ") for c in a.split()[3:]
    }
    mine = (
        {one[i : i + 2] for one in early for i in range(0, len(one), 2)}
        if hero is not None
        else set()
    )
    assert told - set(card_names(open_to_all)) - mine - {"x"} == set(), (names, text)


@pytest.mark.parametrize("code", VARIANTS)
def test_a_hand_of_any_variant_comes_back_from_its_text(code):
    seen = round_trip(code, 25, "few")
    assert seen["Uncalled"] > 5, seen


@pytest.mark.parametrize(
    ("code", "table"),
    [
        ("PO5", 191),
        ("NC", 222),
        ("P5D", 200),
        ("P2L1D", 235),
        ("PC", 68),
        ("PC", 210),
        ("NC/8", 123),
    ],
)
def test_hands_that_once_came_back_otherwise(code, table):
    """The button left of who was dealt in before the small blind; all-in by the ante, with two
    boards."""
    found = [one for one, _ in records(code, f"many {table}")]
    for number, one in enumerate(found):
        same_hand(one, number % len(one.stacks))
        words = [action.split()[1] for action in one.actions]
        if "sm" in words and "dh" in words:  # shown before it was dealt is no hand
            assert words.index("dh") < words.index("sm"), one.actions
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("code", VARIANTS)
def test_a_hand_of_any_variant_comes_back_from_its_text_full_count(code):
    seen = round_trip(code, 2000, "many")
    assert seen["leaves"] > 20, seen
    assert seen["side pot"] > 20, seen
    if not VARIANTS[code].stud and not VARIANTS[code].short:
        assert min(seen["straddle"], seen["small & big"]) > 5, seen
    if VARIANTS[code].boards:
        rare = VARIANTS[code].limit == FIXED  # seldom is anybody all-in there before the river
        assert seen["SECOND SHOW"] > (0 if rare else 5), seen


def test_a_text_that_shows_no_cards_is_refused():
    text = (
        "PokerStars Hand #1: Hold'em No Limit (1/2)\nSeat #1 is the button\n"
        "Seat 1: Al (9 in chips)\nSeat 2: Bo (9 in chips)\nAl: folds\nBo: shows ["
    )
    with pytest.raises(phh.Malformed, match="Bo shows no cards"):
        stars.read_one(text)


def test_a_hand_nested_too_deeply_is_refused():
    with pytest.raises(phh.Malformed, match="nested too deeply"):
        list(phh.parse("variant = 'NT'\nseats = " + "[" * 5000))
