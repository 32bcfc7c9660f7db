"""Every setting of a server: one list, `Config`, and nothing beside it.

From that list come the flags of `cutcard serve`, the names in the environment (`CUTCARD_PORT`),
the keys of the file (`port`), `cutcard config` and the table in the documents.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import click
from msgspec import Meta, Struct, structs

from cutcard.lobby.attempts import SIGN_UPS
from cutcard.lobby.forms import LEAST_PASSWORD
from cutcard.lobby.sessions import SESSION_DAYS
from cutcard.lobby.sweep import GUEST_DAYS
from cutcard.table.keys import LONGEST_WAIT, WAIT
from cutcard.wire.limits import Limits

FILE = "cutcard.toml"
PREFIX = "CUTCARD_"

Port = Annotated[int, Meta(ge=0, le=65535)]
Workers = Annotated[int, Meta(ge=1, le=256)]
Pool = Annotated[int, Meta(ge=1, le=50)]
Seconds = Annotated[float, Meta(ge=0, le=3600)]
Rate = Annotated[float, Meta(ge=1)]
Days = Annotated[float, Meta(ge=0, le=36_500)]
Whiles = Annotated[float, Meta(ge=1, le=36_500)]  # days, and not none
Characters = Annotated[int, Meta(ge=1, le=LEAST_PASSWORD)]
FairWait = Annotated[int, Meta(ge=0, le=LONGEST_WAIT)]
Command = TypeVar("Command", bound=Callable[..., Any])


def _says(sentence: str) -> Meta:
    return Meta(description=sentence)


class Config(Struct, frozen=True, kw_only=True):
    """Every setting of a server: its type, what it does, its default."""

    host: Annotated[str, _says("Address to listen on.")] = "127.0.0.1"
    port: Annotated[Port, _says("Port of the page, the API and /ws; 0: a free one.")] = 8000
    tcp_port: Annotated[Port | None, _says("Port of the TCP protocol; off unless named.")] = None
    tls_port: Annotated[Port | None, _says("Port of the same over TLS; off unless named.")] = None
    tls_cert: Annotated[Path | None, _says("Certificate chain, PEM; read anew on change.")] = None
    tls_key: Annotated[Path | None, _says("Private key of the certificate, PEM.")] = None
    tcp_balance_first: Annotated[
        bool, _says("Over TCP tell a changed balance before the answer, not after it.")
    ] = False
    db: Annotated[
        str,
        _says("SQLite file that keeps every game, made if need be, or a postgresql:// address."),
    ] = "cutcard.db"
    db_pool: Annotated[
        Pool, _says("Connections of each process to PostgreSQL for what it reads; two more write.")
    ] = 5
    unsafe_database: Annotated[
        bool,
        _says("Serve on a PostgreSQL that may lose what it acknowledged (fsync off and the like)."),
    ] = False
    cache: Annotated[
        str | None,
        _says(
            "Valkey or Redis for what is being played: redis://… or unix://…; none unless named."
        ),
    ] = None
    standby: Annotated[
        bool,
        _says("Wait until no other server uses the PostgreSQL database, then serve in its place."),
    ] = False
    workers: Annotated[
        Workers,
        _says("Processes that serve together; more than one needs a postgresql:// database."),
    ] = 1
    bridge: Annotated[
        str | None,
        _says("HOST or HOST:PORT at which workers on other machines reach this one's."),
    ] = None
    tables: Annotated[
        int | None,
        _says("0: this server's workers have no tables, only connections; others play."),
    ] = None
    balance: Annotated[bool, _says("Give tables to workers that have fewer.")] = True
    guests: Annotated[bool, _says("Let anybody play without an account.")] = True
    registration: Annotated[
        Literal["open", "invitation", "closed"], _says("Who may make an account.")
    ] = "open"
    sign_ups: Annotated[Rate, _says("Accounts an hour one address may make, and ten at once.")] = (
        SIGN_UPS
    )
    guest_days: Annotated[
        Days, _says("Days without use after which a guest's rows and chips go; 0: never.")
    ] = float(GUEST_DAYS)
    archive_dir: Annotated[
        Path | None,
        _says("Folder into which the logs of old games go, out of the database; else they stay."),
    ] = None
    archive_days: Annotated[
        Days, _says("Days after which a game that is over goes there, where a folder is named.")
    ] = 365.0
    session_days: Annotated[
        Whiles, _says("Days without use after which an account's session ends.")
    ] = float(SESSION_DAYS)
    tcp_least_password: Annotated[
        Characters,
        _says("Least characters of a password made over TCP; fewer than 8 for older clients."),
    ] = LEAST_PASSWORD
    smtp_host: Annotated[
        str | None, _says("Mail server for letters with codes; none are sent unless named.")
    ] = None
    smtp_port: Annotated[Port, _says("Its port.")] = 587
    smtp_security: Annotated[
        Literal["starttls", "tls", "none"], _says("How letters travel to it.")
    ] = "starttls"
    smtp_user: Annotated[str | None, _says("Who hands them in; nobody unless named.")] = None
    smtp_password_file: Annotated[
        Path | None, _says("A file with that one's password, and nothing else.")
    ] = None
    smtp_from: Annotated[str, _says("Whom letters are from.")] = "cutcard@localhost"
    confirm_email: Annotated[
        bool, _says("Nobody signs up without the code of a letter to their address.")
    ] = False
    origin: Annotated[
        tuple[str, ...], _says("Other sites whose pages may connect, as https://host.")
    ] = ()
    trusted_proxy: Annotated[
        tuple[str, ...],
        _says("Proxies that may say for whom they speak, as 10.0.0.5 or 10.0.0.0/8."),
    ] = ()
    words: Annotated[
        Path | None,
        _says("List of words nobody may say or be called; read anew on SIGHUP."),
    ] = None
    rate: Annotated[Rate, _says("Messages a second one connection may send.")] = Limits().rate
    address_rate: Annotated[
        Rate,
        _says(
            "Messages a second one address may send; this machine's own are not limited unless"
            " a proxy is trusted."
        ),
    ] = Limits().address_rate
    distinct_addresses: Annotated[
        bool,
        _says(
            "Who comes from one address meets in casual quick matches only; this machine's own are"
            " one another's opponents unless a proxy is trusted."
        ),
    ] = False
    placement: Annotated[
        bool, _says("Ratings move twice as fast in somebody's first 10 rated matches.")
    ] = False
    fair: Annotated[
        bool, _says("Prove every deal: seeds are promised, and players' shares shuffle too.")
    ] = True
    fair_wait: Annotated[
        FairWait, _says("Milliseconds for which a deal waits for players' shares.")
    ] = WAIT
    key_dir: Annotated[
        Path | None,
        _says(
            "Folder of the key that signs deals, and of the keys that seeds of sealed deals are"
            " stored with; without one the first is in the database and there are no others."
        ),
    ] = None
    keep_sealed: Annotated[
        Days,
        _says(
            "Days after which the keys of sealed deals in key-dir are destroyed, so that nobody can"
            " see folded hands any more; 0: never."
        ),
    ] = 0
    fair_reveal: Annotated[
        bool, _says("Let `cutcard fair reveal` open a sealed deal, folded hands and all.")
    ] = False
    abandon_on_stop: Annotated[bool, _says("End all games on a stop, unrated.")] = False
    drain: Annotated[
        Seconds, _says("Seconds in which /ready says 503 before a stop closes the door.")
    ] = 0.0
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], _says("The least that is logged.")
    ] = "info"
    log_format: Annotated[
        Literal["text", "json"], _says("Lines for people, or one JSON object a line.")
    ] = "text"
    log_file: Annotated[Path | None, _says("Log there instead of to stderr.")] = None
    audit: Annotated[
        Path | None, _says("Write every action there: time, player, move, seq, digest.")
    ] = None


class Setting(Struct, frozen=True):
    """One row of the list."""

    field: str
    kind: Any
    about: str
    default: Any

    @property
    def key(self) -> str:
        """Its name in the file."""
        return self.field.replace("_", "-")

    @property
    def flag(self) -> str:
        return f"--{self.key}"

    @property
    def variable(self) -> str:
        return PREFIX + self.field.upper()


def bare(hint: Any) -> Any:
    """A hint without its description and without None."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (types.UnionType, Union):
        (hint,) = [one for one in get_args(hint) if one is not type(None)]
        return bare(hint)
    return hint


def wanted(hint: Any) -> str:
    """What a value of this hint has to be, for who wrote another one."""
    kind = bare(hint)
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    if get_origin(kind) is tuple:
        return "a list of texts"
    said = {bool: "true or false", Path: "a file's name", str: "a text"}.get(kind)
    if said is not None:
        return said
    least, most = _bounds(hint)
    within = "" if least is None else f" from {least:g} on" if most is None else ""
    if least is not None and most is not None:
        within = f" from {least:g} to {most:g}"
    return ("a whole number" if kind is int else "a number") + within


def _bounds(hint: Any) -> tuple[float | None, float | None]:
    """The least and the most that a number's hint allows, however deep they stand in it."""
    least: float | None = None
    most: float | None = None
    for one in get_args(hint):
        if isinstance(one, Meta):
            low, high = one.ge, one.le
        else:
            low, high = _bounds(one)
        least, most = least if low is None else low, most if high is None else high
    return least, most


def _settings() -> tuple[Setting, ...]:
    hints = get_type_hints(Config, include_extras=True)
    rows = []
    for field in structs.fields(Config):
        hint = hints[field.name]
        about = next(m.description for m in hint.__metadata__ if m.description)
        rows.append(Setting(field.name, hint, about, field.default))
    return tuple(rows)


SETTINGS = _settings()
BY_KEY = {setting.key: setting for setting in SETTINGS}


def flags(command: Command) -> Command:
    """Give a command a flag for every setting, and `--config`."""
    for setting in reversed(SETTINGS):
        command = click.option(*_names(setting), **_option(setting))(command)
    path = click.Path(dir_okay=False, path_type=Path)
    about = f"A file of settings; {FILE} here is read without being named."
    return click.option("--config", "config_file", type=path, help=about)(command)


def _names(setting: Setting) -> tuple[str, str]:
    if bare(setting.kind) is bool:
        return f"{setting.flag}/--no-{setting.key}", setting.field
    return setting.flag, setting.field


def _option(setting: Setting) -> dict[str, Any]:
    kind, default = bare(setting.kind), shown(setting.default)
    about = f"{setting.about}  [default: {default}]" if default else setting.about
    if kind is bool:
        return {"default": None, "help": about}
    if get_origin(kind) is tuple:
        return {"multiple": True, "metavar": "TEXT", "help": f"{about} Repeatable."}
    if get_origin(kind) is Literal:
        return {"type": click.Choice(get_args(kind)), "help": about}
    return {"metavar": {int: "NUMBER", float: "NUMBER", Path: "FILE"}.get(kind), "help": about}


def shown(value: Any) -> str:
    """A value as a help text names it; none: nothing."""
    if value is None or value == ():
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def as_markdown() -> str:
    """The list for the documents."""
    rows = ["| flag | environment | file | default | |", "| --- | --- | --- | --- | --- |"]
    for setting in SETTINGS:
        flag = _names(setting)[0].replace("/", "` `")
        default = shown(setting.default) or "–"
        names = f"`{flag}` | `{setting.variable}` | `{setting.key}`"
        rows.append(f"| {names} | {default} | {setting.about} |")
    return "\n".join(rows)
