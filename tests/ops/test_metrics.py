"""What Prometheus is told, and what a load balancer is."""

from __future__ import annotations

import asyncio
import re
import signal
import time

from cutcard.client import Client
from cutcard.games import game
from cutcard.kernel.rng import Rng
from cutcard.wire.measure import figures, measure_of, open_moves
from cutcard.wire.samples import Hourly, Samples
from cutcard.wire.tally import Tally


def _values(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_hands_pots_players_refusals_queues_lag_and_latency_are_told(serve, asker, players):
    server = serve()
    nobody = asker(server)
    one = nobody.guest()
    one.refused("POST", "/api/tables", {"game": "chess"}, status=400)
    wish = {"game": "poker", "seats": 2, "sit": False, "bots": {"0": "random", "1": "random"}}
    wish["options"] = {"startDelay": 1, "showDelay": 1}
    table = one.ask("POST", "/api/tables", wish, 201)["table"]

    async def scene():
        watcher = await Client.connect(server.url)  # bots play for somebody, or not at all
        await watcher.spectate(table)
        (first, place), (second, other) = await players.duel(server.url, maxRounds=3)
        await asyncio.gather(players.play_out(first, place, 1), players.play_out(second, other, 2))
        async with asyncio.timeout(60):
            while "cutcard_deal_figure_count" not in nobody.ask("GET", "/metrics"):  # noqa: ASYNC110
                await asyncio.sleep(0.2)

    asyncio.run(asyncio.wait_for(scene(), 90))
    values = _values(nobody.ask("GET", "/metrics", status=200))
    assert nobody.last.getheader("Content-Type").startswith("text/plain; version=")
    assert values['cutcard_deals_total{game="duel"}'] == 1
    assert values['cutcard_deals_per_hour{game="poker"}'] >= 1
    assert values['cutcard_deal_figure_mean{figure="pot",game="poker"}'] > 0
    assert values['cutcard_refusals_total{code="INVALID_REQUEST"}'] >= 1
    assert values['cutcard_house{what="people"}'] == 2
    assert values['cutcard_house{what="bots"}'] == 2
    assert values['cutcard_house{what="matches"}'] == 1
    assert {f'cutcard_queue{{queue="{name}"}}' for name in ("entries", "words", "timers")} <= set(
        values
    )
    assert values["cutcard_move_seconds_count"] >= 1
    assert values["cutcard_loop_lag_seconds_count"] >= 1
    assert values['cutcard_http_requests_total{route="/api/tables",status="201"}'] == 1
    assert values["cutcard_connections"] == 3  # two play, one watches the bots
    assert values["process_resident_memory_bytes"] > 0


def test_the_pot_is_all_that_was_won_and_the_rake():
    rules = game("poker")
    options, seats = rules.setups()[0]
    state = rules.deal(options, seats, Rng(bytes(32)), None)
    assert figures("poker", state) == {}
    seen = set()
    for seed in range(5):
        state = _hand(rules, options, 3, seed)
        (pot,) = figures("poker", state).values()
        hand = state.hand
        assert pot == sum(hand.won) + hand.rake
        assert pot > 0
        seen.add(pot)
    assert len(seen) > 1


def _hand(rules, options, seats: int, seed: int):
    """A hand played at random to its end."""
    rng = Rng(seed.to_bytes(32, "big"))
    state, at = rules.deal(options, seats, Rng(seed.to_bytes(32, "little")), None), 0
    while state.outcome() is None:
        acting = state.to_act()
        timers = state.timers()
        if acting and not (timers and not state.hand):
            seat = acting[rng.below(len(acting))]
            moves = state.legal(seat)
            state.play(seat, moves[rng.below(len(moves))], at)
        else:
            timer = min(timers, key=lambda one: one.due)
            at = max(at, timer.due)
            state.play(-1, timer.tick, at)
    return state


def test_a_game_without_figures_of_its_own_is_only_counted():
    assert measure_of("duel") is None
    assert open_moves("duel") == frozenset()
    assert "raise" in open_moves("poker")
    assert "discard" not in open_moves("poker")


def test_open_moves_are_moves_of_their_game():
    for name in ("poker", "memory", "guandan", "battle"):
        tags = {kind.__struct_config__.tag for kind in game(name).Move.__args__}
        assert open_moves(name) <= tags


def test_an_hour_forgets_what_is_older():
    count = Hourly()
    for minute in range(120):
        count.add(minute * 60.0)
    assert count.total == 120
    assert count.last_hour(119 * 60.0) == 60
    assert count.last_hour(119 * 60.0 + 30 * 60) == 30
    assert count.last_hour(119 * 60.0 + 3600) == 0


def test_samples_have_quantiles_and_a_mean():
    samples = Samples()
    assert (samples.quantile(0.5), samples.mean()) == (0.0, 0.0)
    for value in range(1, 101):
        samples.add(value)
    assert (samples.quantile(0.5), samples.quantile(0.99), samples.mean()) == (51, 100, 50.5)


def test_a_figure_that_cannot_be_read_hides_no_other(caplog):
    tally = Tally()
    tally.gauges["cutcard_broken"] = ("Broken", lambda: 1 / 0)
    tally.gauges["cutcard_sound"] = ("Sound", lambda: 5.0)
    told = {metric.name: metric for metric in tally.collect()}
    assert told["cutcard_sound"].samples[0].value == 5.0
    assert "reading the metric cutcard_broken failed" in caplog.text


def test_before_a_stop_ready_says_503_while_games_go_on_then_the_door_closes(serve, asker, players):
    server = serve("--drain", "2")
    nobody = asker(server)
    assert nobody.ask("GET", "/ready", status=200) == {"status": "ready"}
    server.process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    while nobody.ask("GET", "/ready") == {"status": "ready"}:
        assert time.monotonic() - began < 1
    assert nobody.ask("GET", "/ready", status=503) == {"status": "stopping"}
    assert nobody.ask("GET", "/health", status=200) == {"status": "ok"}
    nobody.guest().ask("POST", "/api/tables", {"game": "duel"}, 201)
    assert server.process.wait(20) == 0
    assert time.monotonic() - began > 1.5
    assert re.search(r"/ready says 503 for 2 s", server.log.read_text())


def test_a_second_signal_stops_at_once(serve, asker):
    server = serve("--drain", "60")
    server.process.send_signal(signal.SIGTERM)
    while "leaving" not in server.log.read_text():
        time.sleep(0.02)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(60) == 0
