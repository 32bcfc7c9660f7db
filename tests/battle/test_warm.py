"""What the first table of Battle needs is made when a server starts: it held the loop for 26 ms."""

from cutcard.games import battle
from cutcard.games.battle import sets


def test_once_it_is_warm_no_table_has_to_read_the_cards(monkeypatch):
    sets.starter.cache_clear()
    battle.warm()

    def read(text):
        raise AssertionError("the cards were read again")

    monkeypatch.setattr(sets, "load", read)
    assert battle.Options().cards is not None
