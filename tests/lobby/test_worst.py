"""Passwords that everybody tries first, in every dialect's one check; and one's own name."""

from __future__ import annotations

import pytest

from cutcard.lobby.forms import SignUp, clean_password
from cutcard.lobby.worst import entries, is_named, is_worst
from cutcard.table.words import Refusal


def test_more_than_ten_thousand_are_listed_and_every_one_is_refused():
    listed = {one for one in entries() if len(one) >= 8}
    assert len(listed) >= 10_000
    assert [one for one in listed if not is_worst(one)] == []


@pytest.mark.parametrize(
    "password",
    [
        *("password", "Password1", "P@ssw0rd", "p4ssw0rd2024!", "12345678", "123456789012"),
        *("qwertyuiop", "1qaz2wsx", "1q2w3e4r5t", "zxcvbnm,", "asdfghjkl", "abcdefgh", "aaaaaaaa"),
        *("iloveyou", "sunshine", "princess1", "football!", "superman99", "trustno1", "letmein123"),
        *("jennifer", "Michael2010", "liverpool1", "dragondragon", "drowssap", "abc123abc123"),
        *("01011990", "19900101", "11111111", "12121212", "11112222", "password12"),
    ],
)
def test_what_everybody_tries_is_refused(password):
    with pytest.raises(Refusal) as no:
        clean_password(password)
    assert no.value.code == "WEAK_PASSWORD"


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "battery staple",
        "a password",
        "Tr0ub4dor&3",
        "sunshine on my table",
        "密码很长也很难猜",
    ],
)
def test_what_nobody_tries_is_taken(password):
    assert clean_password(password, "Ann") == password


@pytest.mark.parametrize(
    ("password", "name", "weak"),
    [
        ("annann12", "Ann", True),
        ("Ann12345678", "Ann", True),
        ("ＡＮＮ-2024", "ann", True),
        ("trebor77", "Robert", True),
        ("Bob Dylan", "Bob Dylan", True),
        ("dylanbob", "Bob", True),
        ("Anna Karenina 1877", "Anna", False),
        ("channel 5 news", "Ann", False),
        ("a long sentence", "a", False),
    ],
)
def test_ones_own_name_is_no_password(password, name, weak):
    assert is_named(password, name) is weak


def test_the_whole_form_names_its_user(lobby):
    async def story(here):
        for form in (
            SignUp("Zaphod", "zaphod42"),
            SignUp("Zed", "beeblebrox1", fullname="beeblebrox"),
            SignUp("Zed", "heartofgold7", email="heartofgold@example.org"),
        ):
            with pytest.raises(Refusal) as no:
                await here.accounts.sign_up(form)
            assert no.value.code == "WEAK_PASSWORD"
        zed = await here.accounts.sign_up(SignUp("Zaphod", "forty two towels"))
        for new in ("zaphod42", "password1"):
            with pytest.raises(Refusal) as no:
                await here.accounts.change_password(zed, "forty two towels", new)
            assert no.value.code == "WEAK_PASSWORD"
        await here.accounts.log_in("Zaphod", "forty two towels")

    lobby(story)
