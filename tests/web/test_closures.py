"""No function of the page is longer than one can hold in mind, and the measure is to be trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from .closures import Function, Unreadable, functions

SOURCE = Path(__file__).resolve().parents[2] / "src"
CODE = sorted(SOURCE.rglob("*.js"))
MOST = 150  # lines of one function, with those inside it


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(SOURCE / "cutcard")))
def test_no_function_is_longer_than_150_lines(path: Path) -> None:
    assert [one for one in functions(path.read_text()) if one.lines > MOST] == []


def test_there_is_something_to_measure() -> None:
    found = [one for path in CODE for one in functions(path.read_text())]
    assert len(CODE) > 50
    assert len(found) > 1000
    assert max(one.lines for one in found) > 50


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("function f(a,\n b) {\n}\n", [("f", 1, 3)]),
        ("async function* g() {\n}", [("g", 1, 2)]),
        (
            "class A {\n #m(x = {}) {\n  go();\n }\n get n() { go(); }\n}",
            [("#m", 2, 3), ("n", 5, 1)],
        ),
        ("const f = (a) => {\n};", [("=>", 1, 2)]),
        ("const f = a =>\n  h(1,\n  2);\ng();", [("=>", 1, 3)]),
        ("go((a) => a + [1,\n2], b);", [("=>", 1, 2)]),
        ("const f = ({a}) => ({\n a,\n});", [("=>", 1, 3)]),
        ("x.then(() => () => {\n});", [("=>", 1, 2), ("=>", 1, 2)]),
        ("if (a) {\n}\nfor (const b of c) {\n}\nwhile (d) {\n}\ntry {\n} catch (e) {\n}", []),
        ("for await (const a of b) {\n}\nswitch (a) {\n}", []),
    ],
)
def test_functions_are_found_and_measured(source: str, found: list[tuple[str, int, int]]) -> None:
    assert functions(source) == [Function(*one) for one in found]


@pytest.mark.parametrize(
    "inside",
    [
        '"}"',
        "'it\\'s }'",
        "`}`",
        "`a ${b ? `{${c}` : {d: 1}} $ } {`",
        "/[/}]{2}\\//g.test(a)",
        "a / b / {c: 1}.c",
        "(a) / b / [1][0] / 2",
        "[].map((x) => /}/.exec(x))",
        "1 // }",
        "/* } { ` */ 1",
        "typeof /}/",
        'a["}"] / 2',
    ],
)
def test_brackets_in_texts_and_comments_do_not_count(inside: str) -> None:
    source = f"function f() {{\n  return {inside}\n  ;\n}}\nfunction g() {{\n}}\n"
    named = [one for one in functions(source) if one.name != "=>"]
    assert named == [Function("f", 1, 4), Function("g", 5, 2)]


def test_a_regular_expression_may_follow_a_condition() -> None:
    source = "function f() {\n  if (a) /}/.test(b);\n  return (a) / 2;\n}"
    assert functions(source) == [Function("f", 1, 4)]


def test_a_function_in_a_template_is_found_there() -> None:
    source = "const a = `${b.map((c) => {\n  return `${c}`;\n})} {`;\nfunction f() {\n}"
    assert functions(source) == [Function("=>", 1, 3), Function("f", 4, 2)]


@pytest.mark.parametrize("source", ["function f() {", "f())", "f(]", "`${a", "`a", "'a", "a = /b"])
def test_what_cannot_be_read_is_said(source: str) -> None:
    with pytest.raises(Unreadable):
        functions(source)
