"""What is wrong with YAML says which text wants quotes, at the place where that begins."""

from __future__ import annotations

from collections.abc import Mapping

from tests.every import every

from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

WORDS: Mapping[str, str] = {
    "make a: b": "the value of `command` has a `:` before a space",
    "echo 'a: b'": "write `''` for each `'` in it",
    "*": "the value of `command` begins with `*`, which names an alias",
    "@team": "the value of `command` cannot begin with `@`; put single quotes around it",
    "`date`": "cannot begin with a backtick",
    "%x": "cannot begin with `%`",
    "{a": "begins with `{`, which opens a mapping",
    "[a] b": "begins with `[`, which opens a list",
    "| x": "announces a block of lines",
    "'a' b": "goes on behind its closing quote",
    '"a': "is never closed; close it",
    "a\tb": "a tab cannot stand here; write spaces",
}


def problems(value: str) -> list[tuple[str, str]]:
    text = f"---\nname: x\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: {value}\n---\n"
    file = read_hook_file("/p/.factory/agents/a.md", text, by_id("claude-code"), Scope.PROJECT)
    return [(it.message, text[it.span.start : it.span.end]) for it in file.tree.problems]


@every(("value", "words"), WORDS.items())
def test_it_says_what_to_quote(value: str, words: str) -> None:
    ((message, _),) = problems(value)
    assert message.startswith("not valid YAML: ")
    assert words in message, message


def test_what_is_never_closed_is_shown_where_it_begins() -> None:
    assert problems('"a')[0][1] == '"'
    assert problems("{a")[0][1] == "{"


def test_other_faults_keep_the_words_of_the_reader() -> None:
    text = "---\nhooks:\n  a: 1\n b: 2\n---\n"
    file = read_hook_file("/p/.claude/agents/a.md", text, by_id("claude-code"), Scope.PROJECT)
    ((message),) = [it.message for it in file.tree.problems]
    assert message.startswith("not valid YAML: expected")
