"""Two accounts cannot look the same, whatever characters their names are made of."""

import asyncio

import pytest

from cutcard.lobby.accounts import Accounts
from cutcard.lobby.chat import clean
from cutcard.lobby.forms import SignUp, clean_name
from cutcard.lobby.looks import looks, reserved
from cutcard.store.people import Credentials
from cutcard.store.sqlite import SqliteStore
from cutcard.table.words import Refusal

SAME = [
    ("Ann", "ann"), ("Ann", "Аnn"), ("Ann", "A\u200bnn"), ("Ann", "Ann\ufe0f"),
    ("Ann", "Ann\U000e0101"), ("Ann", "\u3164Ann"), ("Bill", "BiIl"), ("Bill", "Bi1l"),
    ("Tim", "Tirn"), ("HANS", "НANS"), ("Bob", "B0b"), ("fin", "ﬁn"), ("paypal", "рауρаl"),
    ("Max", "Мах"),
]  # fmt: skip
HOUSES = ["Admin", "аdmin", "ADM1N", "the Moderator", "admin 42", "support_1", "Deleted 5", "Bot"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_looks_the_same_is_the_same(one, other):
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Ann", "Änn"), ("Mia", "Nia"), ("王伟", "王芳")]
)
def test_what_looks_another_is_another(one, other):
    assert looks(one) != looks(other)


@pytest.mark.parametrize("name", HOUSES)
def test_the_house_keeps_its_names(name):
    assert reserved(name)


@pytest.mark.parametrize("name", ["Annie", "Modesty", "House of Cards", "Guest 1234", "Robot"])
def test_other_names_are_free(name):
    assert not reserved(name)


@pytest.mark.parametrize("name", ["\u3164", "\u202eAnn", "a\u0301\u0301\u0301\u0301", "A\x07"])
def test_a_name_shows_what_it_is(name):
    with pytest.raises(Refusal):
        clean_name(name)


def test_what_is_said_has_no_marks_of_direction_or_controls():
    assert clean("to\u202epme\u2066tation\x1b[31m\u200e") == "topmetation[31m"


def test_no_second_account_looks_like_the_first(tmp_path):
    async def scene():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        accounts = Accounts(store)
        try:
            for number, (one, other) in enumerate(SAME[:6]):
                first, second = f"{one}{number + 2}", f"{other}{number + 2}"
                await accounts.sign_up(SignUp(first, "correct horse"))
                for way in (
                    accounts.sign_up(SignUp(second, "correct horse")),
                    accounts.guest(second),
                ):
                    with pytest.raises(Refusal) as no:
                        await way
                    assert no.value.code in ("NAME_TAKEN", "INVALID_REQUEST")
            guest, _ = await accounts.guest("Gus")
            for name in ("Аnn2", "Mоderator"):
                with pytest.raises(Refusal) as no:
                    await accounts.rename(guest, name)
                assert no.value.code == "NAME_TAKEN"
            await accounts.sign_up(SignUp("Νίκος", "correct horse"))
            for typed in ("Νίκος", "νίκος", "ΝΊΚΟΣ"):
                assert (await accounts.log_in(typed, "correct horse"))[0].name == "Νίκος"
            kept = await accounts._passwords.hash("correct horse")
            old = Credentials("Milli", "milli", kept)  # as versions before kept it
            await store.create_account(old, {}, chips=0, guest=None, invitation=None)
            assert (await accounts.log_in("MILLI", "correct horse"))[0].name == "Milli"
        finally:
            accounts.close()
            await store.close()

    asyncio.run(scene())
