"""What holds of the texts inside hook files: matchers, commands, globs, and what hooks print."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st
from tests.fuzz.pieces import commands, joined, patterns, soup, words

from hookwright.analysis.commands.refusals import exits
from hookwright.analysis.matchers.redos import attack
from hookwright.dialects import DIALECTS
from hookwright.matching.globs import glob_fault, path_matches
from hookwright.matching.matcher import alternatives, match, parse_matcher
from hookwright.matching.permission_rule import Call, covers, parse_rule
from hookwright.matching.rule_globs import path_covered, text_covered
from hookwright.model.language import Language, Pattern
from hookwright.model.outcome import Result
from hookwright.model.tool import ToolCalls
from hookwright.policies.payloads import Facts, environment, stdin_object, subject_of
from hookwright.policies.printed import broken_object, find_object
from hookwright.policies.reading import read_result
from hookwright.policies.secrets import secrets_in
from hookwright.shell.parse import read_shell
from hookwright.shell.single_commands import single_commands
from hookwright.shell.static_output import printed

_SUBJECTS = ("Bash", "", "a" * 200, "mcp__a__b", "src/a b/c.py", "\ud800é\U0001f600", "git status && rm -rf /")
LANGUAGES: tuple[Language, ...] = tuple(
    {
        repr(it): it
        for dialect in DIALECTS
        for it in (
            dialect.matchers.language,
            *dialect.matchers.narrow.values(),
            *(criterion.language for criterion in dialect.matchers.criteria.values()),
        )
    }.values()
)

_leaf = st.none() | st.booleans() | st.integers() | st.floats() | soup
_json = st.recursive(_leaf, lambda it: st.lists(it, max_size=3) | st.dictionaries(soup, it, max_size=3), max_leaves=6)
_printed_keys = st.sampled_from(
    sorted({part for dialect in DIALECTS for row in dialect.events for it in row.outputs for part in it.path})
)
_said = _leaf | words | st.sampled_from(["deny", "block", "allow", "ask"])
_objects = st.recursive(_said, lambda it: st.dictionaries(_printed_keys, it, max_size=4), max_leaves=6)
printed_texts = _objects.map(json.dumps) | _objects.map(str) | soup
runs = st.tuples(printed_texts, st.sampled_from([0, 1, 2, 126, 127, 255, None]), soup)
payloads = st.dictionaries(
    st.sampled_from(["tool_input", "tool_name", "cwd", "user_name", "platform", "prompt", "source", "a\ud800", ""]),
    _json,
    max_size=5,
)


def matcher_holds(text: str) -> None:
    """A matcher is read in every language and held against anything; its pieces and faults are places in it."""
    for language in LANGUAGES:
        matcher = parse_matcher(language, text)
        for name in alternatives(matcher):
            assert text[name.start : name.end] == name.text
        if matcher.fault is not None:
            assert 0 <= matcher.fault.start <= matcher.fault.end <= len(text)
            assert matcher.fault.message
        for subject in _SUBJECTS:
            assert match(matcher, subject).because
        if language.pattern is Pattern.REGEX and matcher.fault is None:
            attack(text, whole=language.whole, long=False)


def globs_hold(text: str) -> None:
    """Globs and permission rules are held against anything."""
    glob_fault(text)
    rule = parse_rule(text)
    for subject in _SUBJECTS:
        path_matches(text, subject)
        text_covered(text, subject)
        path_covered(text, subject, cwd="/project", project="/project", home="/home/nobody")
        for given in ({"command": subject}, {"file_path": subject}, {"url": subject}, {}):
            if rule is not None:
                covers(rule, _call(rule.tool, given))


def _call(tool: str, given: dict[str, Any]) -> Call:
    keys = ToolCalls(paths=("file_path",))
    return Call(tool=tool, input=given, keys=keys, cwd="/project", project="/project", home="/home/nobody")


def command_holds(text: str) -> None:
    """Whatever is found in a command stands in it."""
    shell = read_shell(text)
    for command in shell.commands:
        assert 0 <= command.start <= command.end <= len(text)
        for word in command.words:
            assert text[word.start : word.end] == word.text
        for redirection in command.redirections:
            assert 0 <= redirection.start <= redirection.end <= len(text)
    for use in shell.uses:
        assert 0 <= use.start < use.end <= len(text)
    if shell.fault is not None:
        assert 0 <= shell.fault.start <= shell.fault.end <= len(text)
    for secret in secrets_in(text):
        assert 0 <= secret.start < secret.end <= len(text)
    printed(text)
    exits(text)
    single_commands(text)


def run_holds(run: tuple[str, int | None, str]) -> None:
    """Whatever a hook prints and however it ends, every event of every dialect makes something of it."""
    stdout, code, stderr = run
    broken_object(stdout)
    if (found := find_object(stdout)) is not None:
        assert isinstance(found, dict)
    result = Result(exit_code=code, stdout=stdout, stderr=stderr, started_at=datetime.now(UTC), duration=0.1)
    for dialect in DIALECTS:
        for row in dialect.events:
            read_result(result, row, {}, dialect=dialect, timeout=1)


def payload_holds(payload: dict[str, Any]) -> None:
    """Whatever a client sends, hooks are given something."""
    facts = Facts(payload=payload, session_id="s", project_dir="/project", dispatch_id="d", timestamp=datetime.now(UTC))
    for dialect in DIALECTS:
        for row in dialect.events:
            stdin_object(dialect, row, facts)
            assert all(isinstance(it, str) for it in environment(dialect, row, facts).values())
            subject_of(dialect, row, payload)


matchers = patterns | commands
texts_of_commands = commands | joined(("$A", '"', "'", "$(", ")", "\\", "\n", "a ", "<<E\n"), 40)
