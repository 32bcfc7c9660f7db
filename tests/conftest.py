"""For all tests: the same deals each time, and the plugins they share."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from cutcard.kernel.rng import Rng
from cutcard.table.house import House

settings.register_profile(
    "cutcard",
    deadline=None,  # these machines are noisy
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("cutcard")

pytest.register_assert_rewrite(  # asserts outside of tests, too, say what they compared
    "tests.playthrough",
    "tests.running",
    "tests.server.company",
    "tests.store.people_checks",
    "tests.store.table_checks",
)
pytest_plugins = [  # loaded once
    "tests.bridging",
    "tests.browsing",
    "tests.databases",
    "tests.skipping",
]


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house in a test deals the same each time: what depends on the cards fails always or
    never. (Other processes deal as they do for everybody.)"""
    rng = Rng.named(request.node.nodeid)
    defaults = House.__init__.__kwdefaults__
    assert "seeds" in defaults
    monkeypatch.setitem(defaults, "seeds", lambda: rng.fork().seed)
