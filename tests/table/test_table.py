"""One table without I/O: order of effects, keys, stale moves, timers, deals one after another."""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest

from cutcard.kernel.digest import digest
from cutcard.table.effects import Append, Ask, Check, Open, Over, Recall, Reply, RulesFailed, Tell
from cutcard.table.patch import merge
from cutcard.table.table import Table
from cutcard.table.vocabulary import Vocabulary, tag_of
from cutcard.table.watching import RING
from cutcard.table.words import Ack, Due, Nack, Refusal, User

WALL = 1_700_000_000_000


class Sitting:
    """A table of pile with clients that merge what they are told."""

    def __init__(self, pile, seeds, seats=2, watchers=(0, 1, None), **options):
        self.pile = pile
        self.table = Table(7, Vocabulary(pile), pile.Options(**options), seats, seeds)
        self.clients = {viewer: {} for viewer in watchers}
        for seat in range(seats):
            self.table.seat_user(seat, User(f"u{seat}", f"User {seat}"))
        for viewer in watchers:
            self.table.watch(viewer)
        self.all = []
        self.opening = self.hear(self.table.open(0, WALL))

    def hear(self, effects):
        self.all += effects
        for effect in effects:
            if isinstance(effect, Tell):
                old = self.clients[effect.viewer]
                self.clients[effect.viewer] = merge(old, effect.word.patch)
        for viewer, view in self.clients.items():
            if not any(isinstance(effect, RulesFailed) for effect in effects):
                assert as_json(view) == as_json(self.table.view(viewer))
        return effects

    def ask(self, seat, move, key=None, seq=None, at=0, match=None):
        ask = Ask(seat, move, tag_of(move), key, seq, match)
        return self.hear(self.table.ask(ask, at, WALL + at))

    def add(self, seat, count=1, **more):
        return self.ask(seat, self.pile.Add(count), **more)

    def advance(self, at):
        return self.hear(self.table.advance(at, WALL + at))


def as_json(value):
    return msgspec.json.encode(value, order="sorted")


def kinds(effects):
    return [type(effect).__name__ for effect in effects]


def reply(effects):
    (word,) = [effect.word for effect in effects if isinstance(effect, Reply)]
    return word


def told(effects, viewer):
    return [
        effect.word for effect in effects if isinstance(effect, Tell) and effect.viewer == viewer
    ]


@pytest.fixture
def sit(pile, make_seeds):
    def make(**more):
        return Sitting(pile, make_seeds(), **more)

    return make


def test_a_new_deal_is_one_more_update_and_what_is_due_at_0_follows_at_once(sit):
    s = sit()
    assert kinds(s.opening) == ["Open", *["Tell"] * 3, "Append", *["Tell"] * 3]
    opening, begun = told(s.opening, 0)
    assert (opening.seq, begun.seq) == (1, 2)
    assert [fact["type"] for fact in begun.facts] == ["GAME_START", "SECRET"]
    assert opening.patch["pile"] == 0


def test_effects_come_in_order_append_check_answer_tell(sit):
    s = sit()
    assert kinds(s.add(0, key="a")) == ["Append", "Reply", *["Tell"] * 3]
    s.add(1, 3)
    s.add(0, 3)
    assert kinds(s.add(1, 3)) == ["Append", "Check", "Reply", *["Tell"] * 3, "Ended", "Over"]


def test_every_viewer_gets_every_seq_even_with_nothing_in_it(sit):
    s = sit()
    effects = s.add(0)
    assert [told(effects, viewer)[0].seq for viewer in (0, 1, None)] == [3, 3, 3]


def test_nobody_is_told_who_does_not_listen(sit):
    s = sit(watchers=())
    assert kinds(s.add(0)) == ["Append", "Reply"]
    s.table.watch(1)
    s.clients[1] = s.table.view(1)
    assert kinds(s.add(1)) == ["Append", "Reply", "Tell"]
    s.table.unwatch(1)
    del s.clients[1]
    assert kinds(s.add(0)) == ["Append", "Reply"]


def test_the_ack_carries_the_first_fact_told_to_the_mover_alone(sit):
    ack = reply(sit().add(0, 2, key="a"))
    assert isinstance(ack, Ack)
    assert ack.payload == {"seat": 0, "count": 2}
    assert (ack.match, ack.key, ack.move, ack.seq) == ("7-1", "a", "add", 3)


def test_GAME_START_is_told_with_commitment_players_and_rules(sit, pile):
    s = sit()
    start = told(s.opening, None)[1].facts[0]
    (header,) = [effect.header for effect in s.opening if isinstance(effect, Open)]
    assert start["commitment"] == sha256(header.seed).hexdigest() == header.commitment.hex()
    assert start["players"][1] == {"seat": 1, "id": "u1", "name": "User 1", "bot": False}
    assert start["rules"]["target"] == 10
    assert start["deal"] == 1


def test_GAME_END_shows_the_seed_only_where_the_game_may(sit, monkeypatch, pile):
    s = sit(target=3)
    assert "seed" not in told(s.add(0, 3), 1)[0].facts[-1]
    monkeypatch.setattr(pile, "shows_seed", True)
    s = sit(target=3)
    seed = s.opening[0].header.seed
    assert told(s.add(0, 3), 1)[0].facts[-1]["seed"] == seed.hex()


def test_spectators_and_others_hear_only_what_is_public(sit):
    s = sit()
    secrets = [told(s.opening, seat)[1].facts[1]["number"] for seat in (0, 1)]
    assert [fact["type"] for fact in told(s.opening, None)[1].facts] == ["GAME_START"]
    assert "secret" not in s.clients[None]
    assert [s.clients[seat]["secret"] for seat in (0, 1)] == secrets


# Keys


def test_a_key_sent_again_is_answered_again_and_applied_once(sit):
    s = sit()
    first = reply(s.add(0, 2, key="k"))
    for _ in range(3):
        effects = s.add(0, 2, key="k")
        assert kinds(effects) == ["Reply"]
        assert reply(effects) == first
    assert s.clients[1]["pile"] == 2


def test_a_key_answers_the_same_after_later_moves_and_with_other_contents(sit):
    s = sit()
    first = reply(s.add(0, 2, key="k"))
    s.add(1, 1, key="k")  # another seat's key is another key
    s.add(0, 1, key="k2")
    assert reply(s.add(0, 3, key="k")) == first


def test_a_key_is_known_across_deals_and_matches(sit):
    s = sit(target=3, deals=3)
    first = reply(s.add(0, 3, key="k"))
    assert s.table.deal.header.deal == 2
    assert reply(s.add(0, 3, key="k")) == first
    s.add(0, 3, key="l")
    s.add(0, 3, key="m")
    assert s.table.over
    s.table.next_match(2)
    s.hear(s.table.open(5, WALL))
    assert reply(s.add(0, 3, key="k", match="7-2")) == first


def test_a_key_of_a_deal_no_longer_held_is_recalled_from_the_store(sit):
    s = sit(target=3, deals=60)
    s.add(0, 3, key="old")
    for n in range(40):
        s.add(0, 3, key=f"k{n}")
    assert s.table.past[0][0].deal > 1
    (recall,) = s.add(0, 3, key="old")
    assert isinstance(recall, Recall)
    before = s.table.seq
    fresh = s.table.ask(recall.ask, 0, WALL, anew=True)  # the store knew no such key
    assert isinstance(reply(fresh), Ack)
    assert s.table.seq > before


def test_a_refusal_is_given_again_until_it_is_long_ago(sit):
    s = sit()
    no = reply(s.add(1, key="early"))
    assert (no.code, no.details) == ("NOT_YOUR_TURN", {"turn": 0})
    s.add(0, key="a")
    assert reply(s.add(1, key="early")) is no  # it would be legal now
    for n in range(16):
        s.add(0, key=f"no{n}")
    assert isinstance(reply(s.add(1, key="early")), Ack)


def test_a_seats_new_holder_has_keys_of_his_own(sit):
    s = sit(target=3)
    s.add(0, 3, key="k")
    s.table.seat_user(0, User("new", "New"))
    s.table.next_match(2)
    s.hear(s.table.open(0, WALL))
    assert reply(s.add(0, 3, key="k")).seq == s.table.seq  # played, not answered from before


# Stale


def test_a_move_is_stale_if_its_seat_came_to_act_after_what_it_saw(sit):
    s = sit()
    s.add(0, seq=2)  # seq 3: seat 1 comes to act
    no = reply(s.add(1, seq=2))
    assert (no.code, no.seq) == ("STALE", 3)
    assert isinstance(reply(s.add(1, seq=3)), Ack)


def test_others_moves_never_make_it_stale_and_without_seq_it_never_is(sit):
    s = sit()
    s.ask(1, s.pile.Away())  # seq 3, but seat 0 has been to act since 2
    assert isinstance(reply(s.add(0, seq=2)), Ack)
    assert isinstance(reply(s.add(1)), Ack)


def test_its_own_move_makes_the_seats_older_seq_stale(sit):
    s = sit()
    s.ask(0, s.pile.Away(), seq=2)  # seq 3 is its own
    assert reply(s.add(0, seq=2)).code == "STALE"


# Time


def test_timers_due_are_played_before_a_move_and_at_their_own_time(sit):
    s = sit(turn_ms=1000)
    effects = s.add(0, key="late", at=1000)  # due at that very moment: the clock was first
    assert kinds(effects)[0] == "Append"
    assert effects[0].entry.seat == -1
    assert effects[0].entry.at == 1000
    assert reply(effects).code == "NOT_YOUR_TURN"


def test_several_timers_due_are_played_in_their_order(sit):
    s = sit(turn_ms=1000)
    effects = s.advance(3500)
    entries = [effect.entry for effect in effects if isinstance(effect, Append)]
    assert [(entry.seat, entry.at) for entry in entries] == [(-1, 1000), (-1, 2000), (-1, 3000)]
    assert s.table.wake_at() == 4000


def test_a_timer_played_late_does_not_steal_time(sit):
    s = sit(turn_ms=1000)
    s.advance(1900)  # due at 1000: the next is due at 2000
    assert s.table.wake_at() == 2000


def test_clock_tells_dues_as_epoch_ms(sit):
    s = sit(turn_ms=1000)
    update = told(s.add(0, at=300), 0)[0]
    assert update.clock.now == WALL + 300
    assert update.clock.timers == [Due(WALL + 1300, 1)]


def test_a_new_deals_clock_starts_at_0(sit):
    s = sit(target=3, deals=2, turn_ms=1000)
    s.add(0, 3, at=700)
    assert s.table.deal.at == 0
    assert s.table.wake_at() == 1700


def test_time_never_goes_back(sit):
    s = sit()
    s.add(0, at=500)
    s.add(1, at=400)
    assert [entry.at for entry in s.table.deal.log] == [0, 500, 500]


# Deals, digests, the end


def test_the_digest_is_written_every_16_entries_and_at_the_end(sit):
    s = sit(target=40)
    turn = 0
    while not s.table.over:
        s.add(turn)
        turn = 1 - turn
    checks = [effect.n for effect in s.all if isinstance(effect, Check)]
    entries = sum(isinstance(effect, Append) for effect in s.all)
    assert checks == [16, 32, entries]
    assert s.all[-1].__class__ is Over
    last = [effect for effect in s.all if isinstance(effect, Check)][-1]
    assert last.digest == digest(s.table.deal.state, 2)


def test_a_chain_of_deals_is_one_match_and_carries_on(sit):
    s = sit(target=3, deals=3)
    for _ in range(3):
        s.add(0, 3)
    headers = [effect.header for effect in s.all if isinstance(effect, Open)]
    assert [(header.deal, header.match, header.first) for header in headers] == [
        (1, 1, 1),
        (2, 1, 4),
        (3, 1, 7),
    ]
    assert msgspec.json.decode(headers[2].carry) == {"played": 2, "won": [0, 0]}
    assert len({header.seed for header in headers}) == 3
    assert sum(isinstance(effect, Over) for effect in s.all) == 1


def test_after_the_end_every_move_is_refused_and_nothing_is_logged(sit):
    s = sit(target=3)
    s.add(0, 3)
    effects = s.add(1)
    assert kinds(effects) == ["Reply"]
    assert reply(effects).code == "GAME_OVER"


def test_before_the_first_deal_the_view_is_empty_and_moves_are_refused(pile, make_seeds):
    table = Table(1, Vocabulary(pile), pile.Options(), 2, make_seeds())
    assert (table.view(0), table.seq, table.clock()) == ({}, 0, None)
    no = reply(table.ask(Ask(0, pile.Add(1), "add"), 0, WALL))
    assert (no.code, no.message) == ("INVALID_GAME_STATE", "Game is not in progress")


def test_another_matchs_id_is_refused(sit):
    assert reply(sit().add(0, match="7-2")).code == "GAME_NOT_FOUND"
    assert isinstance(reply(sit().add(0, match="7-1")), Ack)


# What was missed


def test_missed_updates_are_those_that_were_told(sit):
    s = sit(target=6, deals=4)
    heard = {viewer: [] for viewer in (0, 1, None)}
    turn = 0
    while not s.table.over:
        s.add(s.table.deal.to_act[0], 1 + turn % 3)
        turn += 1
    for effect in s.all:
        if isinstance(effect, Tell):
            heard[effect.viewer].append(effect.word)
    for viewer, words in heard.items():
        assert [word.seq for word in words] == list(range(1, s.table.seq + 1))
        for last in range(s.table.seq):
            told = [bare(word) for word in words[last:]]
            assert [bare(word) for word in s.table.retelling(viewer, last)()] == told
            lately = s.table.missed(viewer, last)
            assert (lately is None) == (len(told) > RING)
            assert lately is None or [bare(word) for word in lately] == told


def test_who_is_back_in_a_moment_is_told_what_they_missed_without_a_replay(sit):
    s = sit(target=40)
    s.table.unwatch(0)
    del s.clients[0]
    since, before = s.table.seq, len(s.all)
    for _ in range(RING):
        s.add(s.table.deal.to_act[0], 1)
    assert not any(isinstance(one, Tell) and one.viewer == 0 for one in s.all[before:])
    s.table.watch(0)
    missed = s.table.missed(0, since)
    assert [one.seq for one in missed] == list(range(since + 1, s.table.seq + 1))
    assert [one.clock is None for one in missed] == [True] * (RING - 1) + [False]


def test_who_stays_away_is_made_no_updates_any_more(sit):
    s = sit(target=60)
    s.table.unwatch(0)
    del s.clients[0]
    since = s.table.seq
    for _ in range(RING + 1):
        s.add(s.table.deal.to_act[0], 1)
    assert 0 not in s.table.watches
    s.table.watch(0)
    assert s.table.missed(0, since) is None
    assert s.table.retelling(0, since) is not None


def bare(update):
    return msgspec.json.encode([update.match, update.seq, update.facts, update.patch])


def test_at_least_the_last_64_updates_can_be_told_again_but_not_for_ever(sit):
    s = sit(target=3, deals=100)
    for _ in range(60):
        s.add(0, 3)
    seq = s.table.seq
    again = s.table.retelling(0, seq - 64)()
    assert [word.seq for word in again] == list(range(seq - 63, seq + 1))
    assert s.table.retelling(0, 3) is None
    assert len(s.table.past) < 30


def test_nothing_missed_and_the_future_are_answered_with_none(sit):
    s = sit()
    assert s.table.missed(0, s.table.seq) is None
    assert s.table.missed(0, 99) is None
    assert s.table.missed(0, -1) is None


def test_a_new_holder_is_not_told_what_the_seat_saw_before_him(sit):
    s = sit(target=3)
    s.add(0, 3)
    s.table.seat_user(1, User("new", "New"))
    assert s.table.missed(1, 2) is None
    assert s.table.retelling(1, 2) is None
    s.table.next_match(2)
    s.hear(s.table.open(0, WALL))
    assert s.table.missed(1, 2) is None
    assert s.table.retelling(1, 2) is None
    assert len(s.table.missed(1, 4)) == 1
    assert s.table.missed(0, 2) is not None


# When the rules fail


@pytest.mark.parametrize("when", ["play", "view"])
def test_A14_a_bug_is_answered_with_GAME_ERROR_and_leaves_the_table_as_it_was(sit, when):
    s = sit()
    s.add(0, 2, key="a")
    before, seq = digest(s.table.deal.state, 2), s.table.seq
    effects = s.ask(1, s.pile.Boom(when), key="boom", seq=3)
    assert kinds(effects) == ["RulesFailed", "Reply"]
    assert reply(effects).message == "Failed to process boom"
    assert reply(effects).code == "GAME_ERROR"
    assert (digest(s.table.deal.state, 2), s.table.seq) == (before, seq)
    assert reply(s.add(0, 2, key="a")).seq == 3  # what was answered stays answered
    assert isinstance(reply(s.add(1, 1, seq=3)), Ack)


@pytest.mark.parametrize("stuck", ["raise", "refused", "forever"])
def test_a_timer_that_fails_or_never_rests_stops_the_table_for_good(sit, stuck):
    s = sit(stuck=stuck)
    effects = s.table.advance(1000, WALL)
    assert isinstance(effects[-1], RulesFailed)
    assert effects[-1].fatal
    assert s.table.wake_at() is None
    assert reply(s.table.ask(Ask(0, s.pile.Add(1), "add", "k"), 1000, WALL)).code == "GAME_ERROR"


# Words


def test_only_moves_are_decoded_never_ticks(pile):
    words = Vocabulary(pile)
    assert words.move("add", b'{"count": 2, "matchId": "1-1"}') == pile.Add(2)
    assert words.move("add", {"count": 2}) == pile.Add(2)
    for tag, payload in (
        ("late", {"seat": 1}),
        ("nothing", {}),
        ("add", {}),
        ("add", {"count": "2"}),
        ("add", {"count": True}),
        ("add", b"{"),
        ("add", b"[" * 10_000),
        ("add", b"\xff"),
        ("add", {"count": 1, "type": "surrender"}),
    ):
        with pytest.raises(Refusal) as no:
            words.move(tag, payload)
        assert no.value.code == "INVALID_REQUEST"


def test_what_cannot_be_written_is_refused_before_it_is_played(sit):
    s = sit()
    assert reply(s.ask(0, s.pile.Boom("\ud800"))).code == "INVALID_REQUEST"
    assert reply(s.add(0, 2**80)).code == "INVALID_COUNT"  # any number can


def test_options_are_read_with_their_refusals(pile):
    words = Vocabulary(pile)
    assert words.options({"target": 5}) == pile.Options(target=5)
    assert words.options(None) == pile.Options()
    for wrong in ({"target": 2}, {"target": "x"}, {"goal": 5}):
        with pytest.raises(Refusal) as no:
            words.options(wrong)
        assert no.value.code == "INVALID_REQUEST"
    with pytest.raises(Refusal, match="target is from 3 to 1000"):
        words.options({"target": 2})


def test_legal_moves_are_listed_for_those_who_ask(sit):
    s = sit()
    s.table.watch(0, legal=2)
    update = told(s.ask(1, s.pile.Away()), 0)[0]
    assert update.legal == [{"type": "add", "count": 1}, {"type": "add", "count": 2}]
    assert [aside["type"] for aside in update.asides] == ["surrender", "away"]
    s.table.watch(0, legal=-1)
    assert len(told(s.ask(1, s.pile.Back()), 0)[0].legal) == 3
    assert told(s.add(0), 1)[0].legal is None
    assert s.table.choices(None, 5) == (None, None)


def test_nacks_carry_what_an_illegal_carries(sit):
    no = reply(sit().add(0, 9, key="k"))
    assert no == Nack(7, "7-1", "k", "add", 2, "INVALID_COUNT", "Add one to three", "RULES", None)
