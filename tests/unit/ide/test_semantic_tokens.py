"""Whatever a command is: its pieces lie in it, in order, and do not overlap; and each stands where its text stands."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import effort

from hookwright.config.read import read_hook_file
from hookwright.dialects import DIALECTS
from hookwright.ide.command_tokens import CommandToken, TokenType, command_tokens
from hookwright.ide.semantic_tokens import matcher_tokens, semantic_tokens
from hookwright.model.event import MatchSubject
from hookwright.model.hook import Scope
from hookwright.model.language import Language
from hookwright.syntax.strings import quote
from hookwright.text import Span

_TOOLS = frozenset({"Edit", "Write"})
_SHELL = st.text(st.sampled_from("ab $(){}[]'\"\\`|&;<>#=-\n~*!0é😀"), max_size=40)
_LANGUAGES = {
    language
    for it in DIALECTS
    for language in (
        it.matchers.language,
        *it.matchers.narrow.values(),
        *(c.language for c in it.matchers.criteria.values()),
    )
}


def _are_sound(text: str, pieces: tuple[CommandToken, ...]) -> None:
    assert all(0 <= it.start < it.end <= len(text) for it in pieces)
    assert all(one.end <= next_.start for one, next_ in pairwise(pieces))


@settings(max_examples=400, deadline=None)
@given(_SHELL)
def test_pieces_of_commands(text: str) -> None:
    _are_sound(text, command_tokens(text, frozenset({"A"})))


def test_programs_are_what_is_run() -> None:
    text = "case $x in a|b) c `d`;; e) f <(g);; esac; h() { i; }; x=(j) [[ k ]]"
    found = [text[it.start : it.end] for it in command_tokens(text, frozenset()) if it.type is TokenType.FUNCTION]
    assert found == ["c", "d", "f", "g", "h", "i", "[["]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(sorted(_LANGUAGES, key=repr)), st.text(st.sampled_from("EditWr| ,()[]{}*?.\\^$:!/é"), max_size=20)
)
def test_pieces_of_matchers(language: Language, text: str) -> None:
    _are_sound(text, matcher_tokens(language, text, MatchSubject.TOOL, _TOOLS))


@settings(max_examples=200, deadline=None)
@given(_SHELL)
def test_tokens_stand_where_their_text_stands(command: str) -> None:
    dialect = next(it for it in DIALECTS if it.id == "ai-agents")
    text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": ' + quote(command) + "}]}]}}"
    file = read_hook_file("/p/.ai_agents/settings.json", text, dialect, Scope.PROJECT)

    pieces = command_tokens(command, frozenset(it.name for it in dialect.variables if it.on("PreToolUse")))
    found = [it for it in semantic_tokens(file) if it.type is not TokenType.EVENT]

    assert [text[it.span.start : it.span.end] for it in found] == [
        quote(command[it.start : it.end])[1:-1] for it in pieces
    ]


@pytest.mark.parametrize(
    "text", ["(" * 5000, "$(" * 5000, '"$(' * 2000, "`" * 5001, "a|" * 5000, "${" * 5000, "x" * 50_000]
)
def test_hostile_commands_are_read_in_time(text: str) -> None:
    _are_sound(text, command_tokens(text, frozenset()))


def test_braces_that_are_never_closed_are_looked_through_once() -> None:
    text = "${" * 10_000

    assert command_tokens(text, frozenset())

    assert effort(partial(command_tokens, text, frozenset())) < 0.3


def test_a_range_has_the_tokens_of_its_strings_only() -> None:
    groups = ", ".join(f'{{"hooks": [{{"type": "command", "command": "{it}"}}]}}' for it in "ab")
    text = f'{{"hooks": {{"Stop": [{groups}]}}}}'
    dialect = next(it for it in DIALECTS if it.id == "claude-code")
    file = read_hook_file("/p/.claude/settings.json", text, dialect, Scope.PROJECT)
    place = text.index('"b"')

    (found,) = semantic_tokens(file, Span(place, place + 1))

    assert text[found.span.start : found.span.end] == "b"
