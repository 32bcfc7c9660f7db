"""One list of settings: flags over the environment over the file over the defaults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cutcard.cli.config import as_toml, config, read, strangers
from cutcard.cli.serve import serve, settings_of
from cutcard.cli.settings import SETTINGS, Config, as_markdown, wanted

from ..command import MAIN

ROOT = Path(__file__).resolve().parents[2]


def test_flags_win_over_the_environment_that_over_the_file_that_over_the_default(tmp_path):
    file = tmp_path / "c.toml"
    file.write_text('port = 1\nrate = 60\nguests = false\norigin = ["https://a.example"]\n')
    environ = {"CUTCARD_PORT": "2", "CUTCARD_RATE": "70"}
    found, origins = read({"port": "3"}, file, environ)
    assert (found.port, found.rate, found.guests, found.host) == (3, 70.0, False, "127.0.0.1")
    assert found.origin == ("https://a.example",)
    sources = [origins[name].source for name in ("port", "rate", "guests", "host")]
    assert sources == ["--port", "CUTCARD_RATE", str(file), "default"]


def test_the_file_here_is_read_without_being_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read({}, None, {})[0] == Config()
    (tmp_path / "cutcard.toml").write_text("port = 7")
    assert read({}, None, {})[0].port == 7
    other = tmp_path / "other.toml"
    other.write_text("port = 8")
    assert read({}, None, {"CUTCARD_CONFIG": str(other)})[0].port == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "did you mean 'port'"),
        ("address_rate = 1", "did you mean 'address-rate'"),
        ("zzz = 1", "`cutcard config` lists them all"),
        ("port = 70000", "port (from"),
        ('port = "x"', "port (from"),
        ("guests = 3", "guests (from"),
        ('log-level = "loud"', "log-level (from"),
        ("db = 5", "db (from"),
        ("port = ", "is no TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_where(tmp_path, text, said):
    file = tmp_path / "c.toml"
    file.write_text(text)
    with pytest.raises(click.UsageError) as refused:
        read({}, file, {})
    assert said in refused.value.message
    assert str(file) in refused.value.message


def test_a_file_that_is_named_and_not_there_is_refused(tmp_path):
    with pytest.raises(click.UsageError, match="cannot be read"):
        read({}, tmp_path / "none.toml", {})


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("yes", True), ("off", False), ("FALSE", False), ("0", False)]
)
def test_yes_and_no_in_the_environment(text, value):
    assert read({}, None, {"CUTCARD_GUESTS": text})[0].guests is value


def test_lists_and_nothing_in_the_environment():
    environ = {"CUTCARD_ORIGIN": "https://a.example, https://b.example", "CUTCARD_TLS_PORT": ""}
    found = read({}, None, environ)[0]
    assert found.origin == ("https://a.example", "https://b.example")
    assert found.tls_port is None


def test_a_variable_spelled_wrongly_is_pointed_out_and_others_are_left_alone():
    environ = {"CUTCARD_PROT": "1", "CUTCARD_DATA": "x", "CUTCARD_PORT": "1", "PATH": ""}
    assert strangers(environ) == ["CUTCARD_PROT is no setting; did you mean CUTCARD_PORT?"]


def test_what_config_prints_is_a_file_that_gives_the_same(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = ["--port", "9", "--no-guests", "--origin", "https://a.example", "--audit", "a.jsonl"]
    done = CliRunner().invoke(config, flags)
    assert done.exit_code == 0
    assert "# --port." in done.output
    (tmp_path / "cutcard.toml").write_text(done.output)
    given = {
        "port": 9,
        "guests": False,
        "origin": ("https://a.example",),
        "audit": Path("a.jsonl"),
    }
    assert read({}, None, {})[0] == Config(**given)
    told = json.loads(CliRunner().invoke(config, ["--json"]).output)
    assert told["port"] == {"value": 9, "from": "cutcard.toml"}


def test_every_setting_has_a_flag_a_variable_a_key_and_a_sentence():
    helped = CliRunner().invoke(serve, ["--help"]).output
    table, toml = as_markdown(), as_toml(read({}, None, {})[1])
    for setting in SETTINGS:
        assert setting.flag in helped
        assert setting.about.endswith(".")
        for name in (f"`{setting.variable}`", f"`{setting.key}`", setting.about):
            assert name in table
        assert setting.key in toml
    assert tomllib.loads(toml)


def test_documents_that_show_the_list_show_it_as_it_is():
    """A document has the list between `<!-- made: settings -->` and `<!-- end -->`, as
    `cutcard config --markdown` prints it."""
    shown = [
        part.partition("<!-- end -->")[0].strip()
        for document in ROOT.glob("*.md")
        for part in document.read_text("utf-8").split("<!-- made: settings -->")[1:]
    ]
    assert shown
    assert set(shown) == {as_markdown()}


def test_every_setting_of_the_network_reaches_the_server():
    given = Config(
        host="::1",
        port=1,
        tcp_port=2,
        tls_port=3,
        guests=False,
        registration="closed",
        origin=("https://a.example",),
        rate=10,
        address_rate=20,
        abandon_on_stop=True,
        audit=Path("a"),
    )
    settings = settings_of(given)
    assert (settings.host, settings.port, settings.guests) == ("::1", 1, False)
    assert (settings.registration, settings.origins) == ("closed", {"https://a.example"})
    assert (settings.limits.rate, settings.limits.address_rate) == (10, 20)
    assert (settings.abandon_on_stop, settings.audit) == (True, Path("a"))


def test_a_server_is_run_by_its_file_alone(tmp_path):
    (tmp_path / "cutcard.toml").write_text(
        'port = 0\ndb = "ours.db"\nlog-format = "json"\nlog-level = "debug"\ndrain = 0.01\n'
    )
    server = subprocess.Popen(
        [sys.executable, "-c", MAIN, "serve"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "CUTCARD_PROT": "1"},
    )
    assert b"serves http://127.0.0.1:" in server.stdout.readline()
    server.terminate()
    _, logged = server.communicate(timeout=20)
    assert server.returncode == 0
    lines = [json.loads(line) for line in logged.splitlines()]
    assert "did you mean CUTCARD_PORT?" in lines[0]["message"]
    assert "leaving" in lines[-1]["message"]
    assert (tmp_path / "ours.db").is_file()


def test_a_setting_that_is_wrong_keeps_the_server_from_starting(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "serve", "--rate", "0"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "rate (from --rate): '0' is not a number from 1 on" in done.stderr


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.key)
def test_a_value_that_cannot_be_is_refused_in_our_own_words(tmp_path, setting):
    """`port: Expected `int`, got `str`` was the library's sentence."""
    file = tmp_path / "cutcard.toml"
    file.write_text(f"{setting.key} = {{}}\n")  # a table, which no setting is
    with pytest.raises(click.UsageError) as refused:
        read({}, file, {})
    assert str(refused.value).endswith(f"{{}} is not {wanted(setting.kind)}")
    assert "Expected" not in str(refused.value)
