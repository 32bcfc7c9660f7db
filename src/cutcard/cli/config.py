"""What a server is configured with here: a flag wins over the environment, that over the file,
that over the default. A key that no setting has is refused. `cutcard config` prints the result
and where each value came from."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_origin

import click
import msgspec
from msgspec import Struct

from .settings import (
    BY_KEY,
    FILE,
    PREFIX,
    SETTINGS,
    Config,
    Setting,
    as_markdown,
    bare,
    flags,
    wanted,
)

DEFAULT = "default"


class Origin(Struct, frozen=True):
    """A setting's value and where it came from."""

    value: Any
    source: str


def read(
    given: Mapping[str, Any], config_file: Path | None, environ: Mapping[str, str] | None = None
) -> tuple[Config, dict[str, Origin]]:
    """The effective settings, and where each came from; click.UsageError says what is wrong."""
    environ = os.environ if environ is None else environ
    named = config_file or (
        Path(environ[f"{PREFIX}CONFIG"]) if environ.get(f"{PREFIX}CONFIG") else None
    )
    path, written = _file(named)
    found: dict[str, Origin] = {}
    for setting in SETTINGS:
        flag = given.get(setting.field)
        if flag is not None and flag != ():
            origin = Origin(flag, setting.flag)
        elif setting.variable in environ:
            origin = Origin(_split(setting, environ[setting.variable]), setting.variable)
        elif setting.key in written:
            origin = Origin(written[setting.key], str(path))
        else:
            origin = Origin(setting.default, DEFAULT)
        found[setting.field] = Origin(_converted(setting, origin), origin.source)
    return Config(**{field: origin.value for field, origin in found.items()}), found


def _file(named: Path | None) -> tuple[Path, dict[str, Any]]:
    path = named or Path(FILE)
    if named is None and not path.is_file():
        return path, {}
    try:
        written = tomllib.loads(path.read_text("utf-8"))
    except OSError as reason:
        raise click.UsageError(f"{path} cannot be read: {reason.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as reason:
        raise click.UsageError(f"{path} is no TOML: {reason}") from None
    for key in written:
        if key not in BY_KEY:
            raise click.UsageError(f"{path}: there is no setting {key!r}{_meant(key)}")
    return path, written


def _meant(key: str) -> str:
    near = get_close_matches(key.lower().replace("_", "-"), BY_KEY, 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else "; `cutcard config` lists them all"


def _split(setting: Setting, text: str) -> Any:
    """A list comes out of the environment with spaces or commas between its values."""
    if get_origin(bare(setting.kind)) is tuple:
        return text.replace(",", " ").split()
    return None if text == "" and setting.default is None else text


def _converted(setting: Setting, origin: Origin) -> Any:
    value = origin.value
    if isinstance(value, str) and bare(setting.kind) is bool:
        value = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(
            value.lower(), value.lower()
        )
    try:
        return msgspec.convert(value, setting.kind, strict=False, dec_hook=_path)
    except msgspec.ValidationError:
        said = f"{origin.value!r} is not {wanted(setting.kind)}"
        raise click.UsageError(f"{setting.key} (from {origin.source}): {said}") from None


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str | Path):
        return Path(value)
    raise msgspec.ValidationError  # said by `wanted`


def strangers(environ: Mapping[str, str] | None = None) -> list[str]:
    """A sentence for each variable that looks like a setting of ours spelled wrongly."""
    environ = os.environ if environ is None else environ
    known = {setting.variable.removeprefix(PREFIX) for setting in SETTINGS} | {"CONFIG"}
    said = []
    for name in sorted(environ):
        rest = name.removeprefix(PREFIX)
        if not name.startswith(PREFIX) or rest in known:
            continue
        near = get_close_matches(rest.upper(), known, 1, 0.75)
        if near:
            said.append(f"{name} is no setting; did you mean {PREFIX}{near[0]}?")
    return said


def as_toml(found: Mapping[str, Origin]) -> str:
    """The effective settings as a file that would give them, each with where it came from."""
    lines = []
    for setting in SETTINGS:
        value, source = found[setting.field].value, found[setting.field].source
        line = f"{setting.key} = {_toml(value)}" if value is not None else f"# {setting.key} ="
        lines.append(f"{line:40} # {source}. {setting.about}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    plain = [str(one) for one in value] if isinstance(value, tuple) else value
    return msgspec.json.encode(str(plain) if isinstance(plain, Path) else plain).decode()


@click.command()
@flags
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.option("--markdown", is_flag=True, help="The list of all settings for a document.")
def config(*, config_file: Path | None, as_json: bool, markdown: bool, **given: Any) -> None:
    """Print the settings a server would run with here, and where each comes from.

    What is printed can be kept as cutcard.toml. Flags win over the environment, that over the
    file, that over the defaults.
    """
    if markdown:
        click.echo(as_markdown())
        return
    _, found = read(given, config_file)
    for sentence in strangers():
        click.echo(f"warning: {sentence}", err=True)
    if as_json:
        shown = {one.key: _plain(found[one.field]) for one in SETTINGS}
        click.echo(msgspec.json.encode(shown).decode())
    else:
        click.echo(as_toml(found))


def _plain(origin: Origin) -> dict[str, Any]:
    value = origin.value
    return {"value": str(value) if isinstance(value, Path) else value, "from": origin.source}
