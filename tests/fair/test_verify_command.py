"""`cutcard verify`, the sentences of F78–F81, and the one-file verifier of F83."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.fair import judge, verify
from cutcard.fair.sentences import NEVER, sentences

from .vectors import VECTORS

FILES = {one["what"]: one for one in VECTORS["tampered"]}


def kept(tmp_path: Path, text: str) -> str:
    path = tmp_path / "deal.cutcard"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(("verdict", "code"), [("PROVED", 0), ("UNCHECKED", 3), ("FALSE", 1)])
def test_the_exit_code_is_the_verdict(tmp_path, verdict, code):
    every = VECTORS["files"] + VECTORS["tampered"]
    one = next(one for one in every if one["verdict"] == verdict and not one.get("pin"))
    done = CliRunner().invoke(main, ["verify", kept(tmp_path, one["text"])])
    assert done.exit_code == code
    assert f"{one['verdict']} {one['code']}" in done.output
    second = [sys.executable, verify.__file__, kept(tmp_path, one["text"])]
    alone = subprocess.run(second, check=False, capture_output=True, text=True)
    assert (alone.returncode, alone.stdout.split()[:2]) == (code, [verdict, one["code"]])


def test_the_worst_of_several_files_is_the_exit_code_and_json_is_one_object_a_file(tmp_path):
    good = tmp_path / "good.cutcard"
    good.write_text(VECTORS["files"][0]["text"])
    bad = kept(tmp_path, "not a deal")
    done = CliRunner().invoke(main, ["verify", "--json", str(good), bad])
    assert done.exit_code == 1
    first, last = map(json.loads, done.output.splitlines())
    assert (first["verdict"], first["code"]) == ("PROVED", "OWN")
    assert first["said"][0].endswith("your own share helped to shuffle them.")
    assert (last["verdict"], last["code"]) == ("FALSE", "FORMAT")


def test_a_key_that_is_none_and_a_file_that_is_not_there_are_said(tmp_path):
    done = CliRunner().invoke(main, ["verify", "--key", "12", kept(tmp_path, "x")])
    assert done.exit_code == 2
    assert "64 hex digits" in done.output
    done = CliRunner().invoke(main, ["verify", str(tmp_path / "none")])
    assert done.exit_code == 1
    assert "cannot be read" in done.output


def test_f80_who_is_blamed():
    by_server = judge(FILES["server: lie"]["text"].encode())
    assert sentences(by_server)[0].startswith("FALSE, if this file is what you were sent: the serv")
    altered = judge(FILES["a deal dropped from the chain"]["text"].encode())
    assert sentences(altered)[0].startswith("FALSE: this is not what the server signed; line ")


def test_f81_below_every_sealed_verdict_stands_what_no_proof_can_show():
    for one in VECTORS["files"]:
        found = judge(one["text"].encode(), one["pin"])
        assert (sentences(found)[-1] == NEVER) == found.sealed
        assert all(sentences(found))


def test_every_code_has_its_sentence():
    for one in VECTORS["files"] + VECTORS["tampered"]:
        said = sentences(judge(one["text"].encode(), one.get("pin")))
        assert said[0].endswith(".")


def test_f83_the_one_file_verifier_imports_nothing_of_ours():
    tree = ast.parse(Path(verify.__file__).read_text())
    names = {
        name.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {
        (node.module or "").split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert names <= sys.stdlib_module_names


ROOT = Path(__file__).parents[2]


def test_f11_f52_f81_the_documents_and_the_page_say_what_is_proved_and_what_never_can_be():
    readme, security = ((ROOT / name).read_text() for name in ("README.md", "SECURITY.md"))
    assert "that nobody was told your cards" in readme
    assert "that a share that did not come was not sent" in readme.replace("or that", "that")
    for claim in ("**Proved**", "**Shown, not prevented**", "**Never provable here**"):
        assert claim in security
    assert "1/2 a deal" in security
    for language in ("en", "zh"):
        words = json.loads((ROOT / "src/cutcard/web/text" / f"{language}.json").read_text())
        assert words["fair.never"]
        assert words["fair.never"].rstrip("。.") in words["fair.proofs"]
    assert json.loads((ROOT / "src/cutcard/web/text/en.json").read_text())["fair.never"] == NEVER


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b'"cutcard":1,', b'"cutcard":1,"cutcard":1,'),  # two readers could take either
        (b'{"t":"own",', b'{"t":"own","x":"\\ud800",'),  # half a surrogate pair is no text
        (b'"op":"below",', b'"op":"below","deck":{},"deck":0,'),
        (b'{"t":"own",', b'{"t":"own","x":NaN,'),
    ],
)
def test_f70_what_could_be_read_in_two_ways_is_no_line(was, now):
    every = [one["text"].encode() for one in VECTORS["files"] if one["verdict"] == "PROVED"]
    text = next(one for one in every if was in one and b'"t":"sum"' not in one)
    told = judge(text.replace(was, now, 1))
    assert (told.verdict, told.code) == ("FALSE", "FORMAT")
    assert verify.verify(text.replace(was, now, 1))[:2] == ("FALSE", "FORMAT")


def test_f70_null_is_something():
    """A deck that is null is not the same as none: both judges stumble over it alike."""
    every = [one["text"].encode() for one in VECTORS["files"] if one["verdict"] == "PROVED"]
    text = next(one for one in every if b'"op":"shuffle","n"' in one and b'"t":"sum"' not in one)
    text = text.replace(b'"op":"shuffle","n"', b'"op":"shuffle","deck":null,"n"', 1)
    found, other = judge(text), verify.verify(text)
    assert (found.verdict, found.code) == other[:2] == ("FALSE", "FORMAT")
