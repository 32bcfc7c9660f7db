"""Random play, refusals and copies: what is true in every Duel at every moment."""

from __future__ import annotations

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cutcard.games import duel
from cutcard.games.duel import moves, score
from cutcard.games.duel.deck import NUMBERS
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng

CODES = {
    *("INVALID_GAME_STATE", "INVALID_ROUND", "ROUND_TIMEOUT", "INVALID_PLAYER", "ALREADY_MOVED"),
    *("INVALID_CARD", "CARD_NOT_FOUND", "CARD_ALREADY_USED", "ALREADY_READY", "GAME_OVER"),
    *("SURRENDER_DISABLED", "NOT_YOURS"),
}
ANY_MOVE = st.one_of(
    st.builds(moves.CardPlay, st.integers(-2, 54), st.integers(-1, 6)),
    st.sampled_from([moves.Ready(), moves.Surrender(), moves.NextRound(), moves.RoundExpire()]),
)


class AnyDuel(RuleBasedStateMachine):
    """Plays legal moves, tries illegal ones, lets clocks run out."""

    @initialize(setup=st.sampled_from(duel.setups()), seed=st.integers(0, 1 << 40))
    def open(self, setup, seed):
        self.options = setup[0]
        self.duel = duel.deal(self.options, 2, Rng.named(seed))
        self.seed, self.at, self.log = seed, 0, []

    def enter(self, seat, move):
        told: list[Told] = []
        before = self.duel.copy()
        self.duel.play(seat, move, self.at, told)
        self.log.append((self.at, seat, move))
        quiet = before
        quiet.play(seat, move, self.at)  # a copy plays on alike, told or not
        assert digest(quiet, 2) == digest(self.duel, 2)
        for viewer in (0, 1, None):
            assert b"null" not in msgspec.json.encode(heard(told, viewer))

    @precondition(lambda self: self.duel.to_act())
    @rule(data=st.data())
    def move(self, data):
        seat = data.draw(st.sampled_from(list(self.duel.to_act())))
        self.enter(seat, data.draw(st.sampled_from(list(self.duel.legal(seat)))))

    @precondition(lambda self: self.duel.timers())
    @rule()
    def time_passes(self):
        timer = min(self.duel.timers(), key=lambda timer: timer.due)
        self.at = max(self.at, timer.due)
        self.enter(NATURE, timer.tick)

    @precondition(lambda self: self.duel.timers())
    @rule(share=st.integers(0, 9))
    def somebody_thinks(self, share):
        due = min(timer.due for timer in self.duel.timers())
        self.at += (due - self.at) * share // 10

    @precondition(lambda self: self.duel.round > 1 and self.duel.asides(0))
    @rule(seat=st.integers(0, 1))
    def surrender(self, seat):
        self.enter(seat, self.duel.asides(seat)[0])

    @rule(seat=st.integers(-1, 3), move=ANY_MOVE)
    def attempt(self, seat, move):
        trial, told = self.duel.copy(), []
        before, refusal = digest(trial, 2), None
        try:
            trial.play(seat, move, self.at, told)
        except Illegal as no:
            refusal = no
        if refusal is not None:
            assert refusal.code in CODES
            assert refusal.message
            assert digest(trial, 2) == before
            assert not told
        else:
            own = seat >= 0 and move in (*self.duel.legal(seat), *self.duel.asides(seat))
            assert own or (seat == NATURE and move in [t.tick for t in self.duel.timers()])

    @invariant()
    def cards_are_conserved(self):
        state = self.duel
        assert sorted(state.deck.order) == list(range(52)) or state.private
        played = [card for past in state.past for card in past.cards]
        locked = [pick for pick in state.picks if pick >= 0 and not state.revealed]
        if state.private:
            rest = [state.deck.order[place] for place in state.deck.free]
            cards = played + locked + state.hands[0] + state.hands[1] + rest
        else:
            cards = played + [state.deck.order[place] for place in locked + state.deck.free]
        assert sorted(cards) == list(range(52))

    @invariant()
    def scores_add_up(self):
        view = self.duel.view(None)
        total = {0: 0, 1: 0}
        for past in view.rounds.values():
            cards = [NUMBERS[past.cards[seat].id] for seat in (0, 1)]
            winner = score.round_winner(*cards, self.options)
            assert past.winner_id == ("tie" if winner == score.TIE else winner)
            for seat in (0, 1):
                total[seat] += past.scores[seat]
        assert {seat: player.score for seat, player in view.players.items()} == total

    @invariant()
    def what_is_shown_again_is_what_is_there(self):
        """Views share; each is byte for byte what would be built from nothing."""
        state, encode = self.duel, msgspec.json.encode
        views = [state.view(viewer) for viewer in (None, 1, 0)]
        kept, state.shown = state.shown, None
        assert list(map(encode, views)) == [encode(state.view(viewer)) for viewer in (None, 1, 0)]
        state.shown = kept
        for world in (state.copy(), state.redeal(0, Rng.named(self.seed))):
            assert world.shown is None
            assert encode(world.view(0)) == encode(views[2])

    @invariant()
    def alive_or_over(self):
        state = self.duel
        over = state.outcome() is not None
        assert bool(state.timers()) == (not over)
        assert not (over and (state.to_act() or state.asides(0) or state.asides(1)))
        for seat in (0, 1):
            assert bool(state.legal(seat)) == (seat in state.to_act())
        if over and state.reason == "COMPLETED":
            assert len(state.past) == self.options.max_rounds

    def teardown(self):
        if not hasattr(self, "duel"):
            return
        again = duel.deal(self.options, 2, Rng.named(self.seed))
        raw = msgspec.json.encode(self.log)
        entries = msgspec.json.decode(raw, type=list[tuple[int, int, duel.Move | duel.Tick]])
        for at, seat, move in entries:
            again.play(seat, move, at)
        assert digest(again, 2) == digest(self.duel, 2)


TestAnyDuel = AnyDuel.TestCase
TestAnyDuel.settings = settings(max_examples=150, stateful_step_count=50, deadline=None)
