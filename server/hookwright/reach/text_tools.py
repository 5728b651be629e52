"""Programs that are told by a small program of their own what to do with data, such as `sed` and `jq`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from hookwright.patterns import late_pattern
from hookwright.reach.steps import Loads, Mentioned, Script, Step, Unread, Words, Written
from hookwright.shell.programs import word_set


class TextTool(Struct, frozen=True, kw_only=True):
    """How one is told what to do with the files that it reads: its first operand is a program, the others are data.

    `code` are the options before a program, `loads` those before a file that holds one, `valued` the others with the
    number of their values, and `letters` those without.  `plain` matches the whole of a program that runs, loads and
    writes nothing; with the option `writes` it changes the files.
    """

    plain: re.Pattern[str]
    code: frozenset[str] = frozenset()
    loads: frozenset[str] = frozenset()
    valued: Mapping[str, int] = field(default_factory=dict)
    letters: str = ""
    writes: str = ""


_BLANKS = r"(?>[ \t]*)"
_ADDRESS = r"(?:\d+|\$|/(?>(?:\\.|[^/\\\n])*)/)"
_HALF = r"(?>(?:\\.|(?!\1)[^\\\n])*)\1"
_OF_SED = (
    rf"{_BLANKS}(?:{_ADDRESS}(?:,\+?{_ADDRESS})?{_BLANKS}!?)?{_BLANKS}"
    rf"(?:[dDgGhHnNpPqQx=]|s([^\w\s\\]){_HALF}{_HALF}[gpIi\d]*)?{_BLANKS}"
)
_JQ = TextTool(
    plain=late_pattern(r"(?>(?:(?!\b(?:import|include|system)\b).)*)", re.DOTALL),
    loads=word_set("-f --from-file"),
    valued={"--arg": 2, "--argjson": 2, "--slurpfile": 2, "--rawfile": 2, "--indent": 1},
    letters="rncsSCMaejRP",
)
TEXT_TOOLS = {
    **dict.fromkeys(
        word_set("sed gsed"),
        TextTool(
            plain=late_pattern(rf"(?>(?:{_OF_SED}(?:[;\n]|\Z))*)"),
            code=word_set("-e --expression"),
            loads=word_set("-f --file"),
            valued={"-l": 1, "--line-length": 1},
            letters="nErsuzi",
            writes="i",
        ),
    ),
    **dict.fromkeys(
        word_set("awk gawk mawk nawk"),
        TextTool(
            plain=late_pattern(r"(?>(?:(?!system|getline|@)(?:\|\||>=|[^|>]))*)"),
            code=word_set("-e --source"),
            loads=word_set("-f --file -E --exec -i --include -l --load"),
            valued={"-F": 1, "-v": 1},
        ),
    ),
    **dict.fromkeys(word_set("jq gojq jaq yq"), _JQ),
}
"""What reads data, and is told by a small program what to do with it."""


def text_tool_steps(tool: TextTool, name: str, words: Words) -> Iterator[Step]:
    """What one of that name does with its arguments."""
    read = _Read(tool, [*words])
    read.all()
    for it in read.loaded:
        yield Script(it, name, plain=tool.plain) if it else Unread(f"what `{name}` runs")
    if None in read.programs:
        yield Unread(f"what `{name}` runs")
    if read.is_strange or not all(it is None or tool.plain.fullmatch(it) for it in read.programs):
        yield Mentioned(words)
        yield Loads(f"what `{name}` runs or reads")
    if read.writes:
        yield Written(read.data)


class _Read:
    """The arguments of a text tool, told apart."""

    def __init__(self, tool: TextTool, rest: list[str | None]) -> None:
        self.tool, self.rest = tool, rest
        self.programs: list[str | None] = []
        self.loaded: list[str | None] = []
        self.data: list[str | None] = []
        self.is_strange = self.writes = False

    def all(self) -> None:
        ended = False
        while self.rest:
            word = self.rest.pop(0)
            if word == "--" and not ended:
                ended = True
            elif word is not None and len(word) > 1 and word.startswith("-") and not ended:
                self._option(word)
            elif not self.programs and not self.loaded:
                self.programs.append(word)
            else:
                self.data.append(word)

    def _option(self, word: str) -> None:
        if word.startswith("--"):
            option, given, value = word.partition("=")
            if not self._takes(option, value if given else None):
                self.is_strange = True
            return
        for index, letter in enumerate(word[1:], start=2):
            if letter == self.tool.writes:
                self.writes = True
                return
            if self._takes(f"-{letter}", word[index:] or None):
                return
            self.is_strange |= letter not in self.tool.letters

    def _takes(self, option: str, value: str | None) -> bool:
        """Whether the option has a value, which is behind it or the next word."""
        count = self.tool.valued.get(option, 0)
        if option in self.tool.code | self.tool.loads:
            found = value if value is not None else self.rest.pop(0) if self.rest else None
            (self.programs if option in self.tool.code else self.loaded).append(found)
            return True
        del self.rest[: max(0, count - (value is not None))]
        return count > 0
