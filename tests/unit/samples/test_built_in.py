from __future__ import annotations

import json

import pytest
from tests.every import every

from hookwright.dialects import DIALECTS, by_id
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject, Source
from hookwright.samples.built_in import sample_named, samples

EVENTS = [
    pytest.param(dialect, row.name, id=f"{dialect.id}-{row.name}") for dialect in DIALECTS for row in dialect.events
]
CLAUDE = by_id("claude-code")
AGENTS = by_id("ai-agents")


@every(("dialect", "event"), EVENTS)
def test_every_event_has_a_payload_that_can_be_sent(dialect: Dialect, event: str) -> None:
    found = samples(dialect, event, project_dir="/here/it is")
    row = dialect.event(event)
    assert row is not None
    assert found
    assert len({it.name for it in found}) == len(found)
    for sample in found:
        json.dumps(sample.to_json())
        # The time is added when the payload is sent.
        needed = {it.name for it in row.payload if it.required and it.source not in (Source.TIMESTAMP, Source.EPOCH)}
        missing = needed - set(sample.payload)
        assert not missing
        assert row.subject.field is None or row.subject.found_in(sample.payload)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda it: it.id)
def test_a_tool_event_has_one_sample_a_tool(dialect: Dialect) -> None:
    row = next((it for it in dialect.events if it.subject.kind is MatchSubject.TOOL), None)
    field = "" if row is None else str(row.subject.field)
    names = [] if row is None else [it.payload[field] for it in samples(dialect, row.name)]
    # Payloads have the own names of tools, never those that only matchers may use.
    called = [it.name for it in dialect.tools if not it.replaced_by and not it.answers_for]
    assert names == ([] if row is None else called)


def test_the_session_project_and_event_are_those_of_the_fire() -> None:
    payload = samples(CLAUDE, "PostToolUse", "Edit", project_dir="/home/me/work")[0].payload
    assert payload["hook_event_name"] == "PostToolUse"
    assert payload["cwd"] == "/home/me/work"
    assert payload["tool_input"]["file_path"].startswith("/home/me/work/")
    assert payload["tool_response"]["filePath"] == payload["tool_input"]["file_path"]


@pytest.mark.parametrize(
    ("dialect", "event", "matcher", "subject"),
    [
        (AGENTS, "PreToolUse", "Code.*", "CodeEditor"),
        (AGENTS, "PreToolUse", "*", "FileReader"),
        (AGENTS, "PreToolUse", "MyTool|Other", "MyTool"),
        (CLAUDE, "PreToolUse", "mcp__.*", "mcp__server__tool"),
        (CLAUDE, "PreToolUse", "^mcp__github__(get|list)_.+$", "mcp__github__get_tool"),
        (CLAUDE, "PreToolUse", "MultiEdit", "MultiEdit"),
        (CLAUDE, "SessionStart", "resume|clear", "resume"),
        (CLAUDE, "SessionStart", "", "startup"),
    ],
)
def test_the_first_sample_gets_past_the_matcher(dialect: Dialect, event: str, matcher: str, subject: str) -> None:
    first = samples(dialect, event, matcher)[0]
    row = dialect.event(event)
    assert row is not None
    assert row.subject.found_in(first.payload) == subject
    assert match(parse_matcher(dialect.matchers.for_event(event), matcher), subject).matched


def test_a_file_name_is_put_into_the_project() -> None:
    payload = samples(CLAUDE, "FileChanged", "poetry.lock", project_dir="/p")[0].payload
    assert payload["file_path"] == "/p/poetry.lock"


@pytest.mark.parametrize("matcher", ["File(", "(?!x)x", "[A-Z]\\w+Tool", "(((((((a", "a{1,999}" * 50])
def test_a_matcher_nothing_gets_past_still_gives_samples(matcher: str) -> None:
    names = [it.payload["tool_name"] for it in samples(AGENTS, "PreToolUse", matcher)]
    assert names[-4:] == ["FileReader", "FileWriter", "CodeEditor", "BashExecutor"]


def test_a_mistaken_matcher_is_fired_with_the_tool_that_it_mentions() -> None:
    assert samples(CLAUDE, "PreToolUse", 'tool == "Edit" && tool_input.x matches "y"')[0].name == "Edit"


def test_no_event_no_samples() -> None:
    assert samples(AGENTS, "Stop") == ()


def test_a_sample_by_its_name() -> None:
    found = samples(AGENTS, "PreToolUse")
    assert sample_named(found, None) == found[0]
    assert sample_named(found, "codeeditor") == found[2]
    assert sample_named(found, "nothing") is None


@pytest.mark.parametrize(
    ("matcher", "tool", "key", "value"),
    [
        ({"tools": "Read", "paths": "**/.env*"}, "Read", "file_path", "/p/.env"),
        ({"paths": "src/**/*.{ts,tsx}"}, "Read", "file_path", "/p/src/example.ts"),
        ({"paths": "**/*.py"}, "Read", "file_path", "/p/example.py"),
        ({"tools": "Write|Edit", "paths": "docs/[ab]?.md"}, "Write", "file_path", "/p/docs/aa.md"),
        ({"tools": "Bash", "commands": "rm\\s+-rf"}, "Bash", "command", "rm -rf"),
        ({"commands": "git (push|pull)"}, "Bash", "command", "git push"),
        ({"commands": "status"}, "Bash", "command", "git status"),
        ({"tools": "mcp__.*"}, "mcp__server__tool", "query", "example"),
        ({"tools": "Bash", "paths": "*.py"}, "Bash", "command", "git status"),
        ({"paths": "["}, "Read", "file_path", "/p/["),
        ({}, "Read", "file_path", "/p/src/example.ts"),
    ],
)
def test_a4_the_first_sample_gets_past_a_structured_matcher(
    matcher: dict[str, str], tool: str, key: str, value: str
) -> None:
    first = samples(by_id("clawdcode"), "PreToolUse", matcher, project_dir="/p")[0]
    assert (first.payload["tool_name"], first.payload["tool_input"][key]) == (tool, value)


@pytest.mark.parametrize("matcher", [{"tools": "("}, {"paths": "{a,b}" * 20}, {"commands": "(?!x)x"}, {"tools": 5}])
def test_a_structured_matcher_nothing_gets_past_still_gives_samples(matcher: dict[str, object]) -> None:
    found = samples(by_id("clawdcode"), "PreToolUse", matcher)
    assert {it.name for it in by_id("clawdcode").tools} <= {it.payload["tool_name"] for it in found}
