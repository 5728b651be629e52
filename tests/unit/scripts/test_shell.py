"""The front end of shell scripts: what a page of examples cannot show."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookwright.scripts.effects import Block, Effect, Language, Print, ReadKey, Script, effects
from hookwright.scripts.endings import endings
from hookwright.scripts.read import read_script
from hookwright.scripts.source import MOST_BYTES, Source
from hookwright.scripts.values import Json, Record, Spot

_SCRIPT = r"""#!/usr/bin/env bash
set -euo pipefail
trap 'echo "failed" >&2; exit 0' ERR
INPUT=$(cat)
IFS=$'\t' read -r TOOL FILE < <(echo "$INPUT" | jq -r '[.tool_name, (.tool_input | .file_path // "")] | @tsv')
deny() {
  local reason="$1"
  jq -n --arg r "$reason" '{hookSpecificOutput: {permissionDecision: "deny", permissionDecisionReason: $r}}'
  exit 0
}
case "$TOOL" in
  Bash | Write) [[ "$FILE" =~ ^/etc ]] && deny "no ${FILE##*/}" ;;
  *) exit 0 ;;
esac
while read -r line; do
  if grep -q "$line" "$FILE" && [ -n "${line:-}" ]; then deny "`date`: $((1 + 2))"; fi
done < list.txt
python3 - "$TOOL" <<'PY'
import sys
print(sys.argv[1], file=sys.stderr)
PY
cat <<EOF
{"systemMessage": "$TOOL"}
EOF
eval "$(jq -r '@sh "A=\(.a)"' <<< "$INPUT")"
exit $?
"""
_SIGNS = "$( ) ` \" ' ${X } { (( )) [[ ]] | || && ; ;; & <<E <( >&2 2>/dev/null \\( \\ @sh // \ufffc \r\n é"
_WORDS = "if then else fi case in esac while for do done f() return exit echo $X $1 $? jq read X= eval trap source set"
_PIECES = [
    *_SIGNS.split(" "),
    *(f"{it} " for it in _WORDS.split()),
    *("\n", "jq '.a", "trap 'exit 0' EXIT\n", "source x.sh\n", "bash -c ", "python3 -c '", "set -e\n", "exit 2\n"),
]
_BRANCHES = "".join(f"if a{n}; then echo {n}; el" for n in range(300))
_CALLS = "".join(f"f{n}() {{ f{n - 1}; f{n - 1}; }}\n" for n in range(1, 30))
_ENDLESS = {
    "a text that doubles": "X=abcdefgh\n" + 'X="$X$X"\n' * 60 + 'echo "$X"\n',
    "an object that doubles": "X=1\n" + 'X="{\\"a\\": $X, \\"b\\": $X}"\n' * 60 + 'echo "$X"\n',
    "a filter that doubles": "jq -n '" + "[., .] | " * 50 + ".'\n",
    "calls": "f0() { :; }\n" + _CALLS + "f29\n",
    "branches in branches": "if a; then\n" * 55 + "b\n" + "fi\n" * 55,
    "many branches": _BRANCHES + "se :; fi\n",
    "many arms": "case $1 in\n" + "".join(f"a{n}) echo {n};;\n" for n in range(500)) + "esac\n",
    "many commands": "echo a\n" * 30_000,
    "many backquotes": "echo `a`\n" * 20_000,
    "open substitutions": "$(" * 5000,
    "many here-documents": "cat <<E\n$X\nE\n" * 10_000,
    "open braces": "X=${X:-" * 2000,
    "code in code": 'eval "' + "eval '" * 40 + "'" * 40 + '"\n',
}


def read(text: str) -> Script:
    return read_script(Language.SHELL, Source(text, "hook.sh", lambda _: text[:500]))


def expect_in(text: str, script: Script) -> None:
    """Every place is one in the text."""
    for it in effects(script.body):
        for spot in spots_of(it):
            assert spot.file or 0 <= spot.start <= spot.end <= len(text), (it, len(text))


def spots_of(it: Effect) -> Iterator[Spot]:
    if isinstance(spot := getattr(it, "spot", None), Spot):
        yield spot
    yield from printed_keys((it,))


def printed_keys(body: Block) -> Iterator[Spot]:
    for it in body:
        if isinstance(it, Print) and isinstance(it.value, Json) and isinstance(it.value.value, Record):
            yield from (member.spot for member in it.value.value.members)


@pytest.mark.sweep
def test_a_text_that_is_cut_off_is_read() -> None:
    for end in range(0, len(_SCRIPT), 7):
        text = _SCRIPT[:end]
        script = read(text)
        expect_in(text, script)
        assert len(endings(script).all) < 2000


@pytest.mark.sweep
@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_any_pieces_are_read(text: str) -> None:
    expect_in(text, read(text))


@pytest.mark.sweep
def test_a_script_with_pieces_put_into_it_is_read() -> None:
    chance = random.Random(5)
    for _ in range(60):
        text = _SCRIPT
        for _ in range(chance.randrange(1, 5)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(_PIECES) + text[at + chance.randrange(4) :]
        expect_in(text, read(text))


@pytest.mark.parametrize("name", list(_ENDLESS))
def test_what_grows_without_end_is_given_up(name: str) -> None:
    script = read(_ENDLESS[name])
    assert sum(1 for _ in effects(script.body)) <= 12_000
    assert len(endings(script).all) <= 2000


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert read("#" * (MOST_BYTES + 1)) == Script(Language.SHELL, (), whole=False)


def test_places_are_those_of_the_text() -> None:
    """Also where the lines end as on Windows."""
    lines = (
        "INPUT=$(cat)",
        'X=$(echo "$INPUT" | jq -r \'.tool_input."file_path"\')',
        'Y=$(python3 -c \'import json, sys; print(json.load(sys.stdin)["cwd"])\' <<< "$INPUT")',
        'echo "{\\"decision\\": \\"block\\"}"',
    )
    text = "\r\n".join(lines) + "\r\n"
    script = read_script(Language.SHELL, Source(text))
    keys = [text[it.spot.start : it.spot.end] for it in effects(script.body) if isinstance(it, ReadKey)]
    assert keys == ["tool_input", "file_path", "cwd"]
    assert [text[it.start : it.end] for it in printed_keys(script.body)] == ["decision"]
