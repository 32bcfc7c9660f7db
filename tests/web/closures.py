"""Where JavaScript's functions begin and end, by their brackets.

Not a parser: it knows strings, templates, comments and regular expressions well enough to trust the
brackets that are left, and finds functions by two signs. A `{` after a `)` opens a body, unless
that bracket belongs to `if` and its like; after `=>` stands a body or one expression. Statements
are expected to end in semicolons, as ours do. A class is no function; its methods are."""

from __future__ import annotations

import re
from dataclasses import dataclass

CONTROL = frozenset({"if", "for", "while", "switch", "catch", "with"})
# A slash after one of these words begins a regular expression; after any other it divides.
ASKING = frozenset(
    {"return", "typeof", "case", "in", "of", "do", "else", "void"}
    | {"delete", "throw", "new", "instanceof", "await", "yield"}
)
CLOSES = {")": "(", "]": "[", "}": "{"}
SKIPPED = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
TEXT = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\"""", re.DOTALL)
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(`|\$\{)", re.DOTALL)  # up to its end or a hole
WORD = re.compile(r"[#@]?[\w$]+")
SIGN = re.compile(r"=>|.")


class Unreadable(ValueError):
    """A bracket or a text that nobody closes."""


@dataclass(frozen=True)
class Token:
    text: str  # "" for strings, templates and regular expressions
    line: int


@dataclass(frozen=True)
class Function:
    name: str
    line: int
    lines: int


class Reader:
    """The tokens of a source, and which bracket closes which."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.pair: dict[int, int] = {}  # by place among the tokens, both ways
        self._open: list[int] = []
        self._line, self._at = 1, 0
        while self._at < len(source):
            self._step()
        if self._open:
            raise Unreadable(f"line {self.tokens[self._open[-1]].line} opens what is not closed")

    def _step(self) -> None:
        source, at = self.source, self._at
        if found := SKIPPED.match(source, at):
            self._pass(found.end())
        elif source[at] == "`":
            self._template()
        elif source[at] in "'\"":
            self._take(TEXT, "")
        elif source[at] == "/" and self._value_wanted():
            self._take(REGEX, "")
        elif word := WORD.match(source, at):
            self._take(WORD, word[0])
        else:
            sign = SIGN.match(source, at)
            assert sign is not None
            self._take(SIGN, sign[0])
            self._bracket(sign[0])

    def _pass(self, end: int) -> None:
        self._line += self.source.count("\n", self._at, end)
        self._at = end

    def _take(self, kind: re.Pattern[str], text: str) -> re.Match[str]:
        found = kind.match(self.source, self._at)
        if found is None:
            raise Unreadable(f"line {self._line} begins what does not end")
        self.tokens.append(Token(text, self._line))
        self._pass(found.end())
        return found

    def _template(self) -> None:
        """From its backquote, or from the end of a hole in it, to its end or the next hole."""
        self._pass(self._at + 1)
        if self._take(TEMPLATE, "")[1] == "${":
            self._open.append(len(self.tokens))
            self.tokens.append(Token("${", self._line))

    def _bracket(self, sign: str) -> None:
        place = len(self.tokens) - 1
        if sign in "([{":
            self._open.append(place)
        elif sign in ")]}":
            opened = self._open.pop() if self._open else place
            if CLOSES[sign] != self.tokens[opened].text[-1]:
                raise Unreadable(f"line {self._line} closes what is not open")
            self.pair[opened], self.pair[place] = place, opened
            if self.tokens[opened].text == "${":
                self._at -= 1  # the brace is where the template goes on
                self._template()

    def _value_wanted(self) -> bool:
        """Whether a slash here begins a regular expression."""
        if not self.tokens:
            return True
        last = self.tokens[-1].text
        if last == ")":
            return self.controls(len(self.tokens) - 1)
        return last in ASKING or not (last in ("", "]") or WORD.fullmatch(last))

    def controls(self, place: int) -> bool:
        """Whether the round bracket closed here belongs to `if (…)` and its like."""
        before = [token.text for token in self.tokens[: self.pair[place]][-2:]]
        return before[-1:] != [] and (before[-1] in CONTROL or before == ["for", "await"])

    def opens_body(self, place: int) -> bool:
        """Whether a function's body begins here, other than an arrow's."""
        if self.tokens[place].text != "{" or not place or self.tokens[place - 1].text != ")":
            return False
        return not self.controls(place - 1)

    def parameters(self, arrow: int) -> int:
        """Where an arrow's parameters begin."""
        return self.pair[arrow - 1] if self.tokens[arrow - 1].text == ")" else arrow - 1

    def arrow_end(self, arrow: int) -> int:
        """The last token of what an arrow gives."""
        place = arrow + 1
        if self.tokens[place].text == "{":
            return self.pair[place]
        while place < len(self.tokens) and self.tokens[place].text not in (",", ";", ")", "]", "}"):
            place = self.pair.get(place, place) + 1
        return place - 1


def functions(source: str) -> list[Function]:
    """Every function, method and arrow, in the order of their bodies."""
    reader = Reader(source)
    found = []
    for place, token in enumerate(reader.tokens):
        if token.text == "=>":
            first, last = reader.parameters(place), reader.arrow_end(place)
        elif reader.opens_body(place):
            first, last = reader.pair[place - 1] - 1, reader.pair[place]
        else:
            continue
        begins = reader.tokens[first]
        name = begins.text if WORD.fullmatch(begins.text) and token.text == "{" else "=>"
        found.append(Function(name, begins.line, reader.tokens[last].line - begins.line + 1))
    return found
