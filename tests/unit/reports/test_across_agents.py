"""What each agent makes of the same hook."""

from __future__ import annotations

import re

from hookwright.dialects import DIALECTS, by_id
from hookwright.ide.hover import other_agents_markdown
from hookwright.reports.across_agents import AgentView, across_agents
from hookwright.wording.denials import denial

CLAUDE_CODE = by_id("claude-code")
PRE_TOOL_USE = CLAUDE_CODE.event("PreToolUse")
STOP = CLAUDE_CODE.event("Stop")
assert PRE_TOOL_USE is not None
assert STOP is not None


def _views(matcher: object) -> dict[str, AgentView]:
    assert PRE_TOOL_USE is not None
    return {it.dialect.id: it for it in across_agents(CLAUDE_CODE, PRE_TOOL_USE, matcher)}


def test_every_agent_is_there_its_own_first() -> None:
    views = _views("Bash")

    assert next(iter(views)) == "claude-code"
    assert set(views) == {it.id for it in DIALECTS}


def test_without_a_matcher_it_fires_wherever_the_event_is() -> None:
    assert {it.fires for it in _views(None).values() if it.row is not None} == {True}


def test_a_matcher_is_read_in_the_language_of_each() -> None:
    views = _views("Write|Edit")

    assert views["claude-code"].fires is True
    assert views["agent-spec"].fires is False
    assert "cannot be joined" in views["agent-spec"].because
    assert views["clawdcode"].fires is None
    assert views["clawdcode"].because == "matchers have another form there"


def test_a_tool_is_looked_for_by_the_name_that_it_has_there() -> None:
    view = _views("Bash")["gemini-cli"]

    assert view.fires is False
    assert view.because == "the tool is `run_shell_command` there"
    assert view.line == "`BeforeTool` does not fire (the tool is `run_shell_command` there)"


def test_where_each_kind_of_tool_has_its_event_it_is_those_of_the_tools() -> None:
    lines = {it: _views(it)["windsurf"].line for it in ("Write|Edit", "Bash|Read", "WebFetch")}

    assert lines == {
        "Write|Edit": "`pre_write_code` fires; refuse with exit 2",
        "Bash|Read": "`pre_run_command` fires (as does `pre_read_code`); refuse with exit 2",
        "WebFetch": "`pre_run_command` does not fire (no event is about these tools)",
    }


def test_what_a_denial_does_is_in_the_words_of_each() -> None:
    assert PRE_TOOL_USE is not None
    assert STOP is not None
    row = by_id("agent-spec").event("PreToolUse")
    assert row is not None

    assert denial(PRE_TOOL_USE) == (
        "refuse with exit 2, a failure with `onFailure: block` or `permissionDecision: deny`"
    )
    assert denial(STOP).startswith("keep the agent going with exit 2")
    assert denial(row) == "refuse with a failure with `continueOnFailure: false`"


def test_an_event_that_is_not_there_is_said_once() -> None:
    row = CLAUDE_CODE.event("InstructionsLoaded")
    assert row is not None
    text = other_agents_markdown(CLAUDE_CODE, row, None)

    assert text.count("no event like") == 1
    assert "Agent spec" in text.splitlines()[-1]


def test_codes_that_all_refuse_are_named_by_those_that_do_not() -> None:
    row = by_id("gemini-cli").event("BeforeTool")
    assert row is not None
    assert denial(row) == "refuse with `decision: deny` or any exit code other than 0 and 1"


def test_agents_that_make_the_same_of_a_hook_share_a_line() -> None:
    assert PRE_TOOL_USE is not None
    text = other_agents_markdown(CLAUDE_CODE, PRE_TOOL_USE, None)
    assert "- [Codex](https://developers.openai.com/codex/hooks), [VS Code](https://" in text
    lines = _unlinked(text).splitlines()[2:]
    assert any(
        it.startswith("- Codex, VS Code, Factory droid, Augment, Kimi Code: `PreToolUse` fires; ") for it in lines
    )
    assert len({it.partition(": ")[2] for it in lines}) == len(lines)


def _unlinked(markdown: str) -> str:
    """The text without the addresses of its links."""
    return re.sub(r"\[([^]]*)\]\(https:[^)]*\)", r"\1", markdown)


def test_who_reads_the_file_too_is_named_with_the_condition() -> None:
    assert PRE_TOOL_USE is not None
    views = across_agents(CLAUDE_CODE, PRE_TOOL_USE, "Bash", "/p/.claude/settings.json")

    reading = {it.dialect.id: it.reads for it in views if it.reads is not None}
    assert reading == {
        "copilot-cli": "",
        "cursor": "where third-party hooks are imported",
        "devin": "unless `read_config_from.claude` is false",
        "vscode": "with the setting `chat.useClaudeHooks`",
    }
    lines = {it.dialect.id: it.line for it in views}
    assert lines["copilot-cli"].endswith("; it reads this file too")
    assert lines["vscode"].endswith("; it reads this file too, with the setting `chat.useClaudeHooks`")
    assert not any(it.reads for it in across_agents(CLAUDE_CODE, PRE_TOOL_USE, "Bash", "/p/.claude/agents/a.md"))
    row = CLAUDE_CODE.event("Notification")
    assert row is not None
    text = _unlinked(other_agents_markdown(CLAUDE_CODE, row, None, "/p/.claude/settings.local.json"))
    assert "- Cursor: no event like `Notification`; it reads this file too, where third-party" in text


def test_a_place_that_two_agents_read_is_said_to_be_of_both() -> None:
    copilot = by_id("copilot-cli")
    row = copilot.event("PreToolUse")
    assert row is not None
    lines = _unlinked(other_agents_markdown(copilot, row, None, "/p/.github/hooks/guard.json")).splitlines()
    assert [it.partition(":")[0] for it in lines if "it reads this file too" in it] == ["- VS Code"]
    assert "reads this file" not in other_agents_markdown(copilot, row, None, "/p/plugin/hooks/hooks.json")
