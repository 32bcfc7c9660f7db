"""Token buckets and addresses, with time as an argument."""

from hypothesis import given
from hypothesis import strategies as st

from cutcard.lobby.bucket import Bucket
from cutcard.wire.limits import Addresses, Limits


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate():
    bucket = Bucket(10, 5, 0.0)
    assert [bucket.take(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert [bucket.take(0.1) for _ in range(2)] == [True, False]
    assert sum(bucket.take(100.0) for _ in range(9)) == 5


@given(st.lists(st.floats(0, 0.5), max_size=200), st.integers(1, 20), st.integers(1, 20))
def test_no_pattern_of_asking_gets_more_than_burst_and_rate_allow(pauses, rate, burst):
    bucket, now, given_out = Bucket(rate, burst, 0.0), 0.0, 0
    for pause in pauses:
        now += pause
        given_out += bucket.take(now)
        assert given_out <= burst + rate * now + 1e-6


def test_an_address_is_forgotten_when_there_is_nothing_to_remember():
    known = Addresses(Limits(address_rate=1, address_burst=2, guest_rate=1, guest_burst=1))
    one = known.of("203.0.113.7", 0.0)
    assert one is known.of("203.0.113.7", 0.0)
    one.messages.take(0.0)
    known.sweep(0.5)
    assert len(known) == 1
    one.connections = 1
    known.sweep(10.0)
    assert len(known) == 1
    one.connections = 0
    known.sweep(10.0)
    assert len(known) == 0


def test_addresses_of_this_machine_are_not_limited_unless_asked():
    open_house, strict = Addresses(Limits()), Addresses(Limits(limit_loopback=True))
    for host in ("127.0.0.1", "::1", "127.8.8.8"):
        assert open_house.of(host, 0.0) is None
        assert strict.of(host, 0.0) is not None
    for host in ("203.0.113.7", "2001:db8::1", "fe80::1%eth0", "no address"):
        assert open_house.of(host, 0.0) is not None
