"""PHH: real hands replay, own hands go out and come back, and what differs is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cutcard.games.poker import Options, deal, history, moves, phh, replayed, setups, stars
from cutcard.games.poker.cli import equity, phh_group
from cutcard.kernel.cards import names, parse_many
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

from .dealt import GAMES, scaled, there_and_back, written

GOLDEN = Path(phh.__file__).parent / "golden"
HAND = """# A hand
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]  # dollars
min_bet = 1
starting_stacks = [38.30, 32.15, inf]
actions = [
  # Pre-flop
  "d dh p1 ????", "d dh p2 ????", "d dh p3 AhKd # the hero",
  "p3 cbr 2.50", "p1 f", "p2 cc", "",
  "d db 2c7d9h", "p2 cc", "p3 cbr 3.25", "p2 f",
]
winnings = [0, 0, 5.25]
"""


def judged(text: str) -> replayed.Verdict:
    return replayed.judge(next(phh.parse(text)))


def test_a_folder_of_hands_pokerkit_played_replays_to_the_same_stacks(tmp_path):
    for code in GAMES:
        texts = [written(code, f"folder {code} {k}").dumps() for k in range(12)]
        folder = tmp_path / code[:2]
        folder.mkdir(exist_ok=True)
        name = code.replace("/", "-")
        (folder / f"{name}.phh").write_text(texts[0])
        rest = "".join(f"[{k}]\n{text}\n" for k, text in enumerate(texts[1:], 1))
        (folder / f"{name}.phhs").write_text(rest)
    (tmp_path / "notes.txt").write_text("no hand")
    total = 12 * len(GAMES)
    code, totals = checked(tmp_path)
    none = dict.fromkeys(("fee", "differ", "broken", "unsupported"), 0)
    assert (code, totals) == (0, {"hands": total, "ok": total, **none})
    (tmp_path / "more.phh").write_text(HAND.replace('"p1 f"', '"p1 sd"'))
    code, totals = checked(tmp_path)
    assert (code, totals["ok"], totals["differ"]) == (1, total, 1)


def checked(folder):
    """What `phh check` counts in a folder, and its exit code."""
    result = CliRunner().invoke(phh_group, ["check", str(folder), "--json"])
    return result.exit_code, json.loads(result.stdout.splitlines()[-1])


def test_half_chips_are_scaled():
    seen = 0
    for k in range(20):
        text = scaled(written("NT", f"half {k}", plain=True).dumps(), 2)
        (one,) = phh.parse(text)
        assert (one.scale > 1) == (".5" in text)
        assert replayed.judge(one) == ("ok", ""), text
        seen += one.scale > 1
    assert seen > 10


def test_decimals_comments_unknown_cards_and_endless_stacks():
    one = next(phh.parse(HAND))
    assert one.scale == 100
    assert one.blinds == [50, 100, 0]
    assert one.stacks[2] == phh.ENDLESS
    assert replayed.judge(one) == ("ok", "")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"p3 cbr 2.50"', '"p1 cbr 2.50"', "it is p3's turn"),
        ('"p3 cbr 2.50"', '"p3 cbr 1.50"', "allowed is 2 to"),
        ('"p3 cbr 3.25", "p2 f"', '"p3 cbr 3.25", "p2 f", "p3 cc"', "betting is over"),
        ("winnings = [0, 0, 5.25]", "winnings = [0, 5.25, 0]", "chips won differ"),
        ('"d db 2c7d9h"', '"d db 2c7dAh"', "dealt twice"),
        ('"p1 f"', '"p1 sd"', "no draw"),
        ('"p1 f"', '"p1 pb"', "no bring-in"),
        ('"p2 f",\n', '"p2 f", "d db 2d",\n', "more cards"),
    ],
)
def test_what_differs_is_said(old, new, reason):
    assert old in HAND
    verdict = judged(HAND.replace(old, new))
    assert verdict.kind == "differ"
    assert reason in verdict.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('variant = "NT"', 'variant = "XX"'),
        ('"p1 f"', '"p9 f"'),
        ('"p1 f"', '"p1 zz"'),
        ('"p3 cbr 2.50"', '"p3 cbr much"'),
        ('"d db 2c7d9h"', '"d db 2c7d9"'),
        ("antes = [0, 0, 0]", "antes = [0, 0]"),
    ],
)
def test_what_cannot_be_read_is_unsupported(old, new):
    text = HAND.replace(old, new)
    try:
        verdict = judged(text)
    except phh.Malformed:
        return
    assert verdict.kind == "unsupported"


@pytest.mark.parametrize("amount", ["91e999999", "-9e999999", f"1e{'9' * 20}", "1e-999999"])
@pytest.mark.parametrize("key", ["antes", "starting_stacks", "finishing_stacks", "min_bet"])
def test_an_amount_that_nobody_can_reckon_with_is_malformed(key, amount):
    """`phh check` and `import` read files of strangers (found by fuzzing)."""
    lines = [line for line in HAND.splitlines() if not line.startswith(key)]
    one = f"{key} = {amount if key == 'min_bet' else f'[{amount}, 0, 0]'}"
    with pytest.raises((phh.Malformed, phh.Unsupported)):
        phh.record(phh.table([*lines, one]))


def test_rake_is_taken_from_the_winners_only_and_a_fee_is_told_from_a_difference():
    assert judged(HAND.replace("5.25]", "5]")).kind == "ok"
    fee = judged(HAND.replace("5.25]", "4.25]"))  # half a chip, and a tenth
    assert fee.kind == "fee"
    assert "the house took 1.25 of 5.5, 22.7%" in fee.reason
    with_uncalled = judged(HAND.replace("5.25]", "7.95]"))  # 5.50 + 3.25, less 0.80
    assert with_uncalled.kind == "fee"
    assert "0.8 of 5.5" in with_uncalled.reason
    assert judged(HAND.replace("5.25]", "3]")).kind == "differ"


def test_a_file_whose_winners_took_more_than_was_put_in_is_broken():
    verdict = judged(HAND.replace("5.25]", "19]"))
    assert verdict.kind == "broken"
    assert "15.75 were won of a pot of 5.5" in verdict.reason


def test_a_blind_nobody_called_counts_as_won_in_some_rooms():
    text = """variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10
starting_stacks = [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\nwinnings = [{}, 0]
"""
    assert judged(text.format(15)).kind == "ok"
    assert judged(text.format(10)).kind == "ok"
    assert judged(text.format(20)).kind == "broken"


def test_P5_P25_a_short_big_blind_that_also_owes_the_ante_is_read_by_both_customs_at_once():
    """Its one chip is the ante: PokerKit counts it, and asks no more than the small blind."""
    text = """variant = 'PO'\nante_trimming_status = false\nantes = [0, 8, 0]
blinds_or_straddles = [4, 8, 0]\nmin_bet = 8\nstarting_stacks = [15, 1, 1802]
actions = ['d dh p1 3hJh7d3d', 'd dh p2 Jd8d9cAs', 'd dh p3 Qh5d4s7h', 'p3 cbr {}', 'p1 f']
"""
    kinds = {total: judged(text.format(total)).kind for total in (11, 12, 13, 14, 20, 21)}
    # 12 and 13 by PokerKit's customs; 20, and 21 with the ante counted, by the full blind's price
    assert kinds == {11: "differ", **dict.fromkeys((12, 13, 20, 21), "ok"), 14: "differ"}
    assert judged(text.format(22)).kind == "differ"


def test_P45_stacks_have_no_uncalled_bet_in_them_so_a_difference_is_no_fee():
    """PokerKit halves the side pot, in which nobody has a low; its winner bet 8 too much."""
    text = """variant = 'FO/8'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [4, 8, 0, 0]
small_bet = 8\nbig_bet = 16\nstarting_stacks = [23, 11, 32, 285]
actions = ['d dh p1 Qd3sJd6d', 'd dh p2 2d3hJhJs', 'd dh p3 9d5dKcKh', 'd dh p4 Tc6h8h8d',
'p3 cbr 16', 'p4 cbr 24', 'p1 cc', 'p2 cc', 'p3 cbr 32', 'p4 f', 'p3 sm 9d5dKcKh',
'p1 sm Qd3sJd6d', 'p2 sm 2d3hJhJs', 'd db 3d6sAs', 'd db Jc', 'd db 8s']
finishing_stacks = [{}]"""
    assert judged(text.format("36, 44, 10, 261")) == ("ok", "")
    verdict = judged(text.format("27, 44, 19, 261"))
    assert verdict == ("differ", "chips won differ: p1 27 (here 36), p3 11 (here 2)")


def test_winnings_of_a_rooms_text_have_gaps():
    text = """variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [5, 10, 0, 0]
min_bet = 10\nstarting_stacks = [500, 500, 500, 500]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????',
'd dh p4 {}', 'p3 cc', 'p4 cbr 40', 'p1 f', 'p2 f', 'p3 f']\nwinnings = {}\n"""
    assert judged(text.format("????", "[0, 0, 0, 35]")).kind == "ok"
    assert judged(text.format("????", "[0, 0, 0, 0]")).kind == "ok"  # nobody was said to win
    assert judged(text.format("????", "[0, 0, 0, 40]")).kind == "ok"  # p3's dead small blind
    assert judged(text.format("????", "[0, 0, 0, 190]")).kind == "broken"
    assert judged(text.format("????", "[0, 0, 35, 0]")).kind == "differ"
    known = text.replace("????", "{}").format("AhAd", "KhKd", "QhQd", "JhJd", "[0, 0, 0, 40]")
    assert judged(known).kind == "differ"


def test_all_in_hands_shown_before_every_street():
    text = """variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10
starting_stacks = [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 100', 'p1 cc',
'p2 sm ????', 'p1 sm ????', 'd db 2c7d9h', 'p1 sm ????', 'p2 sm ????', 'd db Jc', 'd db 3s',
'p1 sm AhAd', 'p2 sm KhKd']\nwinnings = [200, 0]\n"""
    assert judged(text).kind == "ok"
    assert judged(text.replace("[200, 0]", "[0, 200]")).kind == "differ"
    assert judged(text.replace("'p2 sm KhKd'", "'p2 sm ????'")).kind == "ok"  # who won is unknown


def test_phhs_sections_and_the_quick_reader():
    one = next(phh.parse(HAND))
    text = phh.write(one, 1) + "\n" + phh.write(one, 2)
    found = list(phh.sections(text))
    assert len(found) == 2
    slow = phh.record(phh.table(found[0]))
    quick = phh.record(phh.table(found[0], context=False))
    assert slow.stacks == quick.stacks
    assert slow.actions == quick.actions
    assert slow.winnings == quick.winnings


def test_sections_may_be_named_and_commented():
    text = "".join(
        f"{head}\n{HAND}\n" for head in ("[1]", "['hand 2']", '["3"]  # the third', "[a-4]")
    )
    found = list(phh.parse(text))
    assert [len(one.actions) for one in found] == [len(found[0].actions)] * 4


def played(setup: int, name: str):
    """A deal of that setup at random: its start, its log and its end."""
    options, seats = setups()[setup]
    rng = Rng.named(name)
    start = deal(options, seats, rng.fork())
    t = start.copy()
    log, at = [], 0
    while t.outcome() is None:
        timers = sorted(t.timers(), key=lambda timer: timer.due)
        seats_to_act = list(t.to_act())
        who = rng.below(seats)
        if t.asides(who) and rng.below(15) == 0:
            entry = (at, who, t.asides(who)[rng.below(len(t.asides(who)))])
        elif seats_to_act and not (timers and rng.below(40) == 0):
            seat = seats_to_act[rng.below(len(seats_to_act))]
            entry = (at, seat, t.legal(seat)[rng.below(len(t.legal(seat)))])
        else:
            at = max(at, timers[0].due)
            entry = (at, NATURE, timers[0].tick)
        t.play(entry[1], entry[2], entry[0])
        log.append(entry)
    return start, log, t


@pytest.mark.parametrize("setup", range(len(setups())))
def test_every_hand_played_here_exports_and_replays_to_the_same_stacks(setup):
    for k in range(12):
        start, log, end = played(setup, f"phh {setup} {k}")
        for viewer, everything in ((None, True), (None, False), (0, False)):
            one = history.record(start, log, viewer=viewer, everything=everything)
            if one is None:
                continue
            text = phh.write(one)
            back = next(phh.parse(text))
            assert replayed.judge(back) == ("ok", ""), text
            if everything and not end.hand.rake:
                assert replayed.replay(back).stacks == end.hand.stacks, text


def test_a_history_has_no_card_its_reader_did_not_see():
    for k in range(30):
        start, log, end = played(0, f"seen {k}")
        one = history.record(start, log, viewer=2)
        if one is None:
            continue
        text = phh.write(one)
        for place, seat in enumerate(end.order):
            if seat != 2 and seat not in end.shown:
                assert f"d dh p{place + 1} ????" in text
                assert f"p{place + 1} sm " not in text


def test_pokerstars_text_there_and_back():
    for number in range(150):
        (one,) = phh.parse(written("NT", f"stars {number}", plain=True).dumps())
        there_and_back(one, hero=number % len(one.stacks))


STARS = """\ufeffPokerStars Zoom Hand #123456789012:  Hold'em No Limit ($0.50/$1.00)
Table 'Alpha' 6-max Seat #3 is the button
Seat 1: Al: the 1st ($100 in chips)
Seat 2: Bo ($59.50 in chips)
Seat 3: Cy ($100 in chips)
Seat 4: Di ($1,100 in chips)
Seat 5: Ed ($80 in chips) is sitting out
Di: posts small blind $0.50
Al: the 1st: posts big blind $1
Bo: posts small & big blinds $1.50
*** HOLE CARDS ***
Dealt to Al: the 1st [Ah Kd]
Bo: raises $58 to $59 and is all-in
Cy: folds
Di: folds
Al: the 1st: calls $58
*** FIRST FLOP *** [2c 7d 9h]
*** FIRST TURN *** [2c 7d 9h] [Jc]
*** FIRST RIVER *** [2c 7d 9h Jc] [3s]
*** SECOND FLOP *** [As 8d 4h]
*** SECOND TURN *** [As 8d 4h] [5d]
*** SECOND RIVER *** [As 8d 4h 5d] [6s]
*** FIRST SHOW DOWN ***
Al: the 1st: shows [Ah Kd] (high card Ace)
Bo: shows [Qh Qd] (a pair of Queens)
Bo collected $59.50 from pot
*** SECOND SHOW DOWN ***
Al: the 1st collected $59.50 from pot
*** SUMMARY ***
Total pot $119 | Rake $0
"""


def test_pokerstars_late_posts_run_twice_and_odd_names():
    (one,) = stars.read(STARS)
    assert one.players == ["Di", "Al: the 1st", "Bo", "Cy"]
    assert one.blinds == [5, 10, -10, 0]  # dimes
    assert one.antes == [0, 0, 5, 0]
    assert replayed.judge(one) == ("ok", "")
    assert len(replayed.replay(one).boards) == 2


def test_pokerstars_of_other_games_is_refused():
    with pytest.raises(phh.Unsupported):
        list(stars.read("PokerStars Hand #1:  Whist Limit ($1/$2)\n"))
    with pytest.raises(phh.Unsupported, match="every stack"):
        stars.write(next(phh.parse(HAND)))  # one is not known


def bets(one):
    """Who did what with chips; stud's text has no button, so places may be turned."""
    players = one.players or [f"Player {i + 1}" for i in range(len(one.stacks))]
    split = [a.split() for a in one.actions if a[0] == "p"]
    return [(players[int(a[0][1:]) - 1], a[1:]) for a in split if a[1] not in ("sd", "sm")]


STUD_AND_DRAWS = [
    k for k, (o, _) in enumerate(setups()) if o.variant[0] == "F" or "L1D" in o.variant
]


@pytest.mark.parametrize("setup", STUD_AND_DRAWS)
def test_pokerstars_text_of_stud_and_draws_there_and_back(setup):
    seen = 0
    for k in range(25):
        start, log, end = played(setup, f"stars {setup} {k}")
        one = history.record(start, log, everything=True)
        if one is None or any(replayed.LEFT in action for action in one.actions):
            continue
        seen += 1
        for hero in (None, *range(len(one.stacks))):
            text = stars.write(one, hero=hero)
            (back,) = stars.read(text)
            assert replayed.judge(back) == ("ok", ""), text
            assert bets(back) == bets(one), text
            shown = {a.split()[0] for a in one.actions if " sm " in a}
            for i, hole in enumerate(end.hand.hole):
                down = [
                    c
                    for c, up in zip(hole, end.hand.variant.ups or [False] * 5, strict=False)
                    if not up
                ]
                if i != hero and f"p{i + 1}" not in shown:
                    # Dealt again after a draw, or one's own discard: another may have been told it.
                    others = [c for j, other in enumerate(end.hand.hole) if j != i for c in other]
                    changed = "".join(a.partition(" sd ")[2] for a in one.actions)
                    thrown = parse_many(changed)
                    for card in set(down) - set(others) - set(thrown):
                        assert not re.search(rf"\b{names([card])[0]}\b", text), text
    assert seen > 10


STARS_STUD = """PokerStars Hand #7:  HORSE (7 Card Stud Hi/Lo Limit, $0.04/$0.08 USD) - 2010
Table 'Ada II' 8-max
Seat 2: Al ($1.72 in chips)
Seat 5: Bo ($0.92 in chips)
Seat 7: Cy ($2 in chips)
Al: posts the ante $0.01
Bo: posts the ante $0.01
Cy: posts the ante $0.01
*** 3rd STREET ***
Dealt to Al [Jh]
Dealt to Bo [Th Kd 4c]
Dealt to Cy [2d]
Cy: brings in for $0.02
Al: raises $0.02 to $0.04
Bo: calls $0.04
Cy: folds
*** 4th STREET ***
Dealt to Al [Jh] [Js]
Dealt to Bo [Th Kd 4c] [5c]
Al: bets $0.04
Bo: calls $0.04
*** 5th STREET ***
Dealt to Al [Jh Js] [9c]
Dealt to Bo [Th Kd 4c 5c] [6c]
Al: checks
Bo: checks
*** 6th STREET ***
Dealt to Al [Jh Js 9c] [8d]
Dealt to Bo [Th Kd 4c 5c 6c] [Tc]
Al: checks
Bo: checks
*** RIVER ***
Dealt to Bo [Th Kd 4c 5c 6c Tc] [9d]
Al: bets $0.08
Bo: calls $0.08
*** SHOW DOWN ***
Al: shows [3h 3c Jh Js 9c 8d 2s] (HI: two pair, Jacks and Threes)
Bo: mucks hand
Al collected $0.35 from pot
*** SUMMARY ***
Total pot $0.37 | Rake $0.02
Seat 2: Al showed [3h 3c Jh Js 9c 8d 2s] and won ($0.35)
"""

STARS_DRAW = """PokerStars Hand #8:  Single Draw 2-7 Lowball No Limit (10/20) - 2010
Table 'Ada' 6-max Seat #3 is the button
Seat 1: Al (1500 in chips)
Seat 2: Bo (900 in chips)
Seat 3: Cy (2000 in chips)
Al: posts small blind 10
Bo: posts big blind 20
*** DEALING HANDS ***
Dealt to Bo [2h 3h 4d 7c Ks]
Cy: raises 40 to 60
Al: folds
Bo: calls 40
Bo: discards 1 card [Ks]
Dealt to Bo [2h 3h 4d 7c] [8s]
Cy: stands pat
Bo: bets 100
Cy: raises 300 to 400
Bo: calls 300
*** SHOW DOWN ***
Cy: shows [2c 3c 4s 6d 8d] (Lo: 8,6,4,3,2)
Bo: mucks hand
Cy collected 930 from pot
*** SUMMARY ***
Total pot 930 | Rake 0
"""


def test_pokerstars_stud_and_draw_texts():
    (stud,) = stars.read(STARS_STUD)
    assert stud.variant == "F7S/8"
    assert stud.players == ["Al", "Bo", "Cy"]
    assert (stud.bet, stud.big_bet, stud.bring_in, stud.antes) == (4, 8, 2, [1, 1, 1])
    assert replayed.judge(stud) == ("ok", "")
    (draw,) = stars.read(STARS_DRAW)
    assert draw.variant == "N2L1D"
    assert "p2 sd Ks" in draw.actions
    assert "d dh p2 8s" in draw.actions
    assert replayed.judge(draw) == ("ok", "")
    assert (
        replayed.judge(next(stars.read(STARS_DRAW.replace("Cy collected", "Bo collected")))).kind
        == "differ"
    )


def test_commands(tmp_path):
    run = CliRunner().invoke
    file = tmp_path / "one.phh"
    file.write_text(HAND)
    assert run(phh_group, ["check", str(file)]).exit_code == 0
    (tmp_path / "two.phhs").write_text("[1]\n" + HAND.replace("5.25]", "19]"))
    result = run(phh_group, ["check", str(tmp_path), "--json"])
    assert result.exit_code == 1
    assert "two.phhs [1]: broken" in result.output
    assert json.loads(result.stdout.splitlines()[-1])["broken"] == 1
    saved = GOLDEN / "stud.jsonl"
    whole = run(phh_group, ["export", str(saved)]).output
    assert judged(whole).kind == "ok"
    assert "??" not in whole
    mine = run(phh_group, ["export", str(saved), "--seat", "2"]).output
    assert judged(mine).kind == "ok"
    assert "??" in mine
    file.write_text(HAND.replace("inf]", "50]"))
    text = run(phh_group, ["stars", str(file), "--hero", "3"]).output
    assert "Dealt to" in text
    (tmp_path / "stars.txt").write_text(STARS)
    imported = run(phh_group, ["import", str(tmp_path / "stars.txt")]).output
    assert judged(imported).kind == "ok"
    result = run(equity, ["AhKh", "QsQd", "--board", "2h7hTc", "--json"])
    assert json.loads(result.stdout.splitlines()[-1])["runouts"] == 990
    assert run(equity, ["AhKh", "AhQd"]).exit_code == 1
    assert "any hand" in run(equity, ["AhKh", "?", "--samples", "500"]).output


def test_a_bomb_pot_and_a_leaver_replay():
    options = Options(start_stack=50, bomb_every=1, double_board=True)
    start = deal(options, 3, Rng.named("bomb"), moves.Carry((50,) * 3, (0,) * 3))
    t = start.copy()
    log = [(3000, NATURE, t.timers()[0].tick)]
    t.play(NATURE, log[0][2], 3000)
    leaver = t.order[2]
    log.append((3000, leaver, moves.Leave()))
    t.play(leaver, moves.Leave(), 3000)
    while t.outcome() is None:
        seat = t.to_act()[0]
        log.append((3000, seat, t.legal(seat)[1]))
        t.play(seat, log[-1][2], 3000)
    one = history.record(start, log, everything=True)
    assert f"p3 f {replayed.LEFT}" in one.actions
    assert replayed.judge(next(phh.parse(phh.write(one)))) == ("ok", "")
