"""What a build does besides packing files.

It compiles `src/cutcard/wire/swift.c` and `src/cutcard/fair/roots.c` where there are a C compiler
and Python's headers. Without them Cutcard does the same, only more slowly: nobody has to have a
compiler. CUTCARD_PURE=1 leaves the compiled parts out, for a wheel that installs everywhere.

And it makes of README.md the text an index shows: outside the repository a relative link leads
nowhere and a picture cannot be seen, so the link's words and the picture's go without."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOURCES = (Path("src/cutcard/wire/swift.c"), Path("src/cutcard/fair/roots.c"))
LINKS = sysconfig.get_config_var("LDSHARED") or "cc -shared"  # how this Python's own parts are made
PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n\n?", re.MULTILINE)
RELATIVE = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|#)[^)]+\)")


def compiled(root: Path) -> list[Path]:
    """Compile, beside the sources; those of them for which it could be done here."""
    return [built for one in SOURCES if (built := _compiled(root / one)) is not None]


def _compiled(source: Path) -> Path | None:
    target = source.with_name(f"_{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}")
    new = target.with_suffix(".new")  # a server may be running with the old one
    flags = ["-O3", "-fPIC", f"-I{sysconfig.get_path('include')}", str(source), "-o", str(new)]
    for link in (shlex.split(LINKS), ["cc", *shlex.split(LINKS)[1:]]):
        try:
            subprocess.run([*link, *flags], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return new.replace(target)
    target.unlink(missing_ok=True)  # one from another source would be worse than none
    return None


class CompiledPart(BuildHookInterface):
    """What `pip install` calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("CUTCARD_PURE"):
            return
        parts = compiled(Path(self.root))
        for built in parts if version != "editable" else ():
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["artifacts"].append(str(built.relative_to(self.root)))


class IndexText(MetadataHookInterface):
    """The README outside the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = RELATIVE.sub(r"\1", PICTURE.sub("", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
