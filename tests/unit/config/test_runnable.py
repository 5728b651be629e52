from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id
from hookwright.model.dialect import Dialect
from hookwright.model.field import IN_MILLISECONDS
from hookwright.model.hook import Hook, Scope
from hookwright.model.nesting import FLAT

CLAUDE = by_id("claude-code")
# An agent that reads the same files, and makes the best of what is wrong in them.
LENIENT = replace(CLAUDE, grammar=replace(CLAUDE.grammar, strict_hooks=False, voiding=None))


def _run(text: str, dialect: Dialect = CLAUDE) -> tuple[tuple[Hook, ...], tuple[str, ...]]:
    return runnable_hooks(read_hook_file("/p/s.json", text, dialect, Scope.PROJECT))


def _hook(**keys: Any) -> dict[str, Any]:
    return {"type": "command", "command": "true", **keys}


def _file(*hooks: Any, event: str = "PreToolUse", **group: Any) -> str:
    return json.dumps({"hooks": {event: [{"hooks": list(hooks), **group}]}})


def test_a_hook_with_its_matcher_and_place() -> None:
    hooks, sentences = _run(_file(_hook(timeout=1.5, statusMessage="wait", extra=[1]), matcher="Bash"))

    assert sentences == ()
    assert hooks == (
        Hook(
            event="PreToolUse",
            source="/p/s.json",
            scope=Scope.PROJECT,
            route=("hooks", "PreToolUse", 0, "hooks", 0),
            type="command",
            body="true",
            values=_hook(timeout=1.5, statusMessage="wait", extra=[1]),
            matcher="Bash",
            timeout=1.5,
        ),
    )


def test_hooks_of_types_that_only_the_agent_runs_are_given_too() -> None:
    hooks, sentences = _run(_file({"type": "prompt", "prompt": "may it?"}))

    assert [(it.type, it.body) for it in hooks] == [("prompt", "may it?")]
    assert sentences == ()


def test_unknown_events_are_passed_over_in_silence() -> None:
    text = json.dumps({"hooks": {"Nope": [{"hooks": [_hook()]}], "Stop": [{"hooks": [_hook()]}]}})

    hooks, sentences = _run(text)

    assert [it.event for it in hooks] == ["Stop"]
    assert sentences == ()


def test_comments_and_trailing_commas_are_no_obstacle() -> None:
    text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"},]}]} /* x */}'
    hooks, sentences = _run(text, LENIENT)

    assert len(hooks) == 1
    assert sentences == ()


def test_a_text_with_a_syntax_error_runs_nothing() -> None:
    hooks, sentences = _run('{"hooks":\n{"Stop": [{"hooks": [{"type": "command" "command": "a"}]}]}}')

    assert hooks == ()
    assert len(sentences) == 1
    assert sentences[0].startswith("/p/s.json:2:41: not valid JSON")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "the file is not a JSON object"),
        ('{"hooks": []}', "/p/s.json:1: `hooks` must be an object"),
        ('{"hooks": {"Stop": {"hooks": []}}}', "`Stop` must be a list"),
        ('{"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}', "`Stop` is outside `hooks`"),
        ('{"hooks": {"Stop": ["a"]}}', "an entry of `Stop` must be an object"),
        ('{"hooks": {"Stop": [{"type": "command", "command": "a"}]}}', "is in the wrong place"),
        ('{"hooks": {"Stop": [{"hooks": {"type": "command", "command": "a"}}]}}', "is in the wrong place"),
    ],
)
def test_what_stands_in_the_wrong_place_is_not_run(text: str, said: str) -> None:
    hooks, sentences = _run(text)

    assert hooks == ()
    assert len(sentences) == 1
    assert said in sentences[0]


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        (5, "a hook must be an object, but this is a number"),
        ({"command": "a"}, "has no `type`"),
        ({"type": "Command", "command": "a"}, "has an unknown `type`"),
        ({"type": "command"}, "`command` is missing"),
        ({"type": "command", "command": " \n"}, "`command` must not be blank"),
        ({"type": "command", "command": ["a"]}, "`command` must be a string"),
        ({"type": "mcp_tool", "tool": "a"}, "`server` is missing"),
        (_hook(args="-v"), "`args` must be an array"),
        (_hook(args=["-v", 5]), "`args` must be a list of strings"),
        ({**_hook(), "if": 5}, "`if` must be a string"),
    ],
)
def test_a_hook_that_cannot_be_run_as_it_is_meant_is_left_out_alone(hook: Any, said: str) -> None:
    hooks, sentences = _run(_file(hook, _hook(), event="PostToolUse"))

    assert [it.route[-1] for it in hooks] == [1]
    assert len(sentences) == 1
    assert said in sentences[0]


def test_a_type_that_is_not_legal_on_the_event_is_not_run() -> None:
    hooks, sentences = _run(_file({"type": "prompt", "prompt": "x"}, event="SessionStart"))

    assert hooks == ()
    assert "`SessionStart` takes no `prompt` hooks" in sentences[0]
    assert "`command`, `mcp_tool`" in sentences[0]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("async", "yes", "`async` must be a boolean"),
        ("onFailure", "deny", "`onFailure` must be one of `continue`, `block`"),
        ("shell", None, "`shell` must be a string"),
        ("statusMessage", 5, "`statusMessage` must be a string"),
    ],
)
def test_a_wrong_optional_key_is_left_out_and_the_hook_runs(key: str, value: Any, said: str) -> None:
    hooks, sentences = _run(_file(_hook(**{key: value})), LENIENT)

    assert [it.values for it in hooks] == [_hook()]
    assert len(sentences) == 1
    assert said in sentences[0]


@pytest.mark.parametrize("value", [0, -1, "30", None, True, [5]])
def test_a_time_limit_that_makes_no_sense_leaves_the_default(value: Any) -> None:
    hooks, sentences = _run(_file(_hook(timeout=value)), LENIENT)

    assert [it.timeout for it in hooks] == [None]
    assert sentences == ("/p/s.json:1: `timeout` must be a number of seconds above 0, so the default applies",)


@pytest.mark.parametrize("number", ["1e999", "9" * 400])
def test_an_endless_time_limit_leaves_the_default(number: str) -> None:
    hooks, sentences = _run(_file(_hook(timeout=7)).replace("7", number), LENIENT)

    assert [it.timeout for it in hooks] == [None]
    assert len(sentences) == 1


@pytest.mark.parametrize(
    ("key", "value"), [("timeout", 0), ("async", "yes"), ("shell", None), ("statusMessage", 5), ("onFailure", "deny")]
)
def test_a_strict_agent_runs_no_hook_with_a_wrong_key(key: str, value: Any) -> None:
    hooks, sentences = _run(_file(_hook(**{key: value}), _hook(), event="PostToolUse"))

    assert [it.route[-1] for it in hooks] == [1]
    assert len(sentences) == 1
    assert f"`{key}` must be" in sentences[0]
    assert sentences[0].endswith("so this hook does not run")


def test_no_hook_of_a_file_runs_that_the_agent_skips() -> None:
    text = json.dumps({"hooks": {"PreToolUse": [{"hooks": [_hook(timeout=0)]}], "Stop": [{"hooks": [_hook()]}]}})

    hooks, sentences = _run(text)

    assert hooks == ()
    said = "Claude Code skips this whole file, its permissions too: `timeout` must be a number of seconds above 0"
    assert sentences == (f"/p/s.json:1: {said}",)


def test_the_files_unit_becomes_seconds() -> None:
    kind = CLAUDE.grammar.types[0]
    fields = tuple(replace(it, measure=IN_MILLISECONDS) if it.measure else it for it in kind.fields)
    grammar = replace(CLAUDE.grammar, types=(replace(kind, fields=fields),))

    hooks, _ = _run(_file(_hook(timeout=250)), replace(CLAUDE, grammar=grammar))

    assert [it.timeout for it in hooks] == [0.25]


@pytest.mark.parametrize("matcher", [{"tools": "Bash"}, ["Bash"], 5, None])
def test_hooks_with_a_matcher_of_the_wrong_kind_are_not_run(matcher: Any) -> None:
    hooks, sentences = _run(_file(_hook(), _hook(), event="PostToolUse", matcher=matcher))

    assert hooks == ()
    assert sentences == ("/p/s.json:1: `matcher` must be a string, so its hooks do not run",)


def test_flat_entries_run_with_the_default_type() -> None:
    flat = replace(CLAUDE, grammar=replace(LENIENT.grammar, nesting=FLAT, default_type="command"))

    hooks, sentences = _run('{"hooks": {"PreToolUse": [{"matcher": "Bash", "command": "a", "name": "n"}]}}', flat)

    assert [(it.type, it.body, it.matcher, it.name) for it in hooks] == [("command", "a", "Bash", "n")]
    assert sentences == ()


def test_a_sentence_names_the_line_of_what_it_is_about() -> None:
    _, sentences = _run(json.dumps(json.loads(_file(_hook(), _hook(timeout=0))), indent=1))

    assert sentences[0].startswith("/p/s.json:13: ")


@pytest.mark.parametrize(
    ("matcher", "fault"),
    [
        ("Write", "`matcher` must be an object"),
        ({"tools": ["Write"]}, "`tools` must be a string"),
        ({"tools": "Write", "paths": None}, "`paths` must be a string"),
    ],
)
def test_a3_hooks_of_a_wrong_structured_matcher_are_not_run(matcher: object, fault: str) -> None:
    hooks, sentences = _run(_file(_hook(), matcher=matcher), by_id("clawdcode"))

    assert hooks == ()
    assert sentences == (f"/p/s.json:1: {fault}, so its hooks do not run",)


def test_a3_a_structured_matcher_may_have_keys_that_nobody_reads() -> None:
    hooks, sentences = _run(_file(_hook(), matcher={"tool": "Write"}), by_id("clawdcode"))

    assert [it.matcher for it in hooks] == [{"tool": "Write"}]
    assert sentences == ()
