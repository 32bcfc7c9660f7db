"""What a card asks of the game, as functions: selectors, amounts, conditions and filters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from . import vocabulary as v
from .defs import Amount, Asker, Condition, Def, Filter, Select, TargetSpec

if TYPE_CHECKING:
    from .inst import Inst
    from .rules import Battle
    from .stack import Entry

Data = dict[str, Any]
LIMIT = 999  # of what is counted


def select(data: Any, targets: tuple[TargetSpec, ...]) -> Select:
    if isinstance(data, dict):
        return _group(data)
    if data.startswith("$"):
        places = [i for i, spec in enumerate(targets) if spec.name == data[1:]]
        if len(places) > 1:
            return lambda game, entry: [one for i in places for one in entry.chosen(i)]
        place = places[0]
        return lambda game, entry: list(entry.chosen(place))
    match data:
        case "CONTROLLER":
            return lambda game, entry: [entry.ctrl]
        case "OPPONENT":
            return lambda game, entry: [1 - entry.ctrl]
        case "SELF":
            return lambda game, entry: [] if entry.source is None else [entry.source.id]
        case "HOST":
            return lambda game, entry: [] if entry.source is None else [entry.source.host]
        case "PICKED":
            return lambda game, entry: list(entry.picked)
        case "EVENT_SOURCE":
            return lambda game, entry: [entry.by]
    return lambda game, entry: [entry.at]  # EVENT_TARGET


def _group(data: Data) -> Select:
    drawn = "random" in data
    buried = data.get("zone") == "GRAVEYARD"
    kind = -1 if buried else v.TYPES.index(data["random" if drawn else "all"])
    side, other = data["side"], data.get("other", False)
    test = filter_of(data["filter"]) if "filter" in data else None
    count = data.get("n", 1)

    def every(game: Battle, entry: Entry) -> list[int]:
        found = []
        for inst in game.cards.values():
            if inst.d.kind != kind or (
                side != "ANY" and (inst.ctrl == entry.ctrl) != (side == "FRIENDLY")
            ):
                continue
            if other and entry.source is not None and inst.id == entry.source.id:
                continue
            if test is None or test.holds(game, inst):
                found.append(inst.id)
        return found

    def graves(game: Battle, entry: Entry) -> list[int]:
        seats = (entry.ctrl, 1 - entry.ctrl)
        wanted = seats if side == "ANY" else seats[:1] if side == "FRIENDLY" else seats[1:]
        return [
            one
            for seat in wanted
            for one, number, _ in game.graveyards[seat]
            if test is None or test.fits(game.set.defs[number])
        ]

    find = graves if buried else every

    def some(game: Battle, entry: Entry) -> list[int]:
        found = find(game, entry)
        while len(found) > count:
            found.pop(game.rng.below(len(found)))
        game.notes.append(("RANDOM", entry.ctrl, entry.d.index, -1, tuple(found), 0))
        return found

    return some if drawn else find


def amount(data: Any, targets: tuple[TargetSpec, ...]) -> Amount:
    if isinstance(data, int):
        return lambda game, entry: data
    if data == "X":
        return lambda game, entry: entry.x
    if data == "EVENT_AMOUNT":
        return lambda game, entry: entry.amount
    if "stat" in data:
        return _stat(data["stat"], select(data["of"], targets), data["of"] == "SELF")
    counted = _counters(data, targets) if "counters" in data else _counted(data["count"])
    times, plus = data.get("times", 1), data.get("plus", 0)
    low, high = data.get("min", -LIMIT), data.get("max", LIMIT)
    return lambda game, entry: max(low, min(high, counted(game, entry) * times + plus))


def _counters(data: Data, targets: tuple[TargetSpec, ...]) -> Amount:
    name, find, own = data["counters"], select(data["of"], targets), data["of"] == "SELF"

    def read(game: Battle, entry: Entry) -> int:
        if own:
            return 0 if entry.source is None else entry.source.counters.get(name, 0)
        found = [game.cards.get(one) or game.gone.get(one) for one in find(game, entry)]
        return sum(inst.counters.get(name, 0) for inst in found if inst is not None)

    return read


def _stat(name: str, select: Select, own: bool) -> Amount:
    def read(game: Battle, entry: Entry) -> int:
        if own and entry.source is not None:
            inst: Inst | None = entry.source  # also when it has left: last-known
        else:
            found = (game.cards.get(i) or game.gone.get(i) for i in select(game, entry))
            inst = next((one for one in found if one is not None), None)
        if inst is None:
            return 0
        return (
            inst.atk(game) if name == "ATK" else inst.df(game) if name == "DEF" else inst.left(game)
        )

    return read


def _counted(data: Data) -> Amount:
    side = data.get("side", "ANY")
    test = filter_of(data["filter"]) if "filter" in data else None

    def seats(ctrl: int) -> tuple[int, ...]:
        return (0, 1) if side == "ANY" else (ctrl,) if side == "FRIENDLY" else (1 - ctrl,)

    if "event" in data:
        place = v.TURN_EVENTS.index(data["event"])
        return lambda game, entry: sum(game.tally[place][seat] for seat in seats(entry.ctrl))
    if "zone" in data:
        zone = data["zone"].lower()
        return lambda game, entry: sum(
            game.count_zone(zone, seat, test) for seat in seats(entry.ctrl)
        )
    group = _group(
        {"all": data["all"], "side": side, **({"filter": data["filter"]} if test else {})}
    )
    return lambda game, entry: len(group(game, entry))


def condition(data: Data, targets: tuple[TargetSpec, ...] = ()) -> Condition:
    if "counter" in data:
        name, least = data["counter"], data["min"]
        return lambda game, ctrl, inst, _: inst is not None and inst.counters.get(name, 0) >= least
    if "dies" in data:
        return _dies(select(data["dies"], targets))
    if "control" in data:
        return _controls(data)
    mine = data["of"] == "CONTROLLER"
    tests = [
        (key.partition("_")[0], key.endswith("min"), n) for key, n in data.items() if key != "of"
    ]

    def holds(game: Battle, ctrl: int, inst: Inst | None, _: Entry | None) -> bool:
        who = ctrl if mine else 1 - ctrl
        for what, least, n in tests:
            have = (
                len(game.hands[who])
                if what == "hand"
                else game.hp[who]
                if what == "hp"
                else game.unit_count(who)
            )
            if (have < n) if least else (have > n):
                return False
        return True

    return holds


def _dies(find: Select) -> Condition:
    """Whether something was destroyed, or will be found dead as soon as this has resolved."""

    def holds(game: Battle, ctrl: int, inst: Inst | None, entry: Entry | None) -> bool:
        for one in find(game, entry) if entry is not None else ():
            unit = game.cards.get(one)
            if unit is None:
                unit = game.gone.get(one)
                if unit is not None and unit.doomed:
                    return True
            elif unit.dying(game):
                return True
        return False

    return holds


def _controls(data: Data) -> Condition:
    """Whether a player has so many of a kind in play."""
    side = "FRIENDLY" if data["of"] == "CONTROLLER" else "ENEMY"
    find = _group({**data["control"], "side": side})
    low, high = data.get("min", 0), data.get("max", LIMIT)

    def holds(game: Battle, ctrl: int, inst: Inst | None, _: Entry | None) -> bool:
        asker = cast("Entry", Asker(ctrl, inst))
        return bool(low <= len(find(game, asker)) <= high)

    return holds


def filter_of(data: Data) -> Filter:
    kinds = data.get("type")
    words = kinds if isinstance(kinds, list) else [kinds] if kinds else []
    types = tuple(v.TYPES.index(word) for word in words if word != "PLAYER")
    tag, name, token = data.get("tag"), data.get("name"), data.get("token")
    low, high = data.get("cost_min", 0), data.get("cost_max", 99)

    def fits(d: Def) -> bool:
        return (
            (not words or d.kind in types)
            and (tag is None or tag in d.tags)
            and (name is None or d.id == name)
            and (token is None or d.token == token)
            and low <= d.cost <= high
        )

    live = {"atk_min", "atk_max", "keyword", "status", "tapped", "damaged"} & set(data)
    return Filter(fits, _live(data) if live else None, "PLAYER" in words or not data)


def _live(data: Data) -> Any:
    low, high = data.get("atk_min", 0), data.get("atk_max", LIMIT)
    bit = v.BIT[data["keyword"].upper()] if "keyword" in data else 0
    status, tapped, damaged = data.get("status"), data.get("tapped"), data.get("damaged")

    def live(game: Battle, inst: Inst) -> bool:
        return (
            low <= inst.atk(game) <= high
            and (not bit or bool(inst.kw(game) & bit))
            and (status is None or inst.has(status))
            and (tapped is None or inst.tapped == tapped)
            and (damaged is None or (inst.damage > 0) == damaged)
        )

    return live
