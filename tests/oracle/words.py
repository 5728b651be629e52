"""What an engine makes of an event, in the few words that what an agent did is put into as well.

Before a tool: `runs`, `changed` (with another input; `changed NAME` where it says whose), `deny`, `ask`, `defer`.
After it: `runs`, `block` where the model is told that a hook objects.  Elsewhere `runs`, `block`, and for the questions
of PermissionRequest `allow`, `deny`, `none`.  `+stop`, or `stop` alone: the agent ends its turn.  `halts`: nothing goes
on, where an agent does not show whether it was refused or stopped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from tests.oracle.recordings import Json

CLAUDE_CODE = "claude-code"
# What agents call the moments that the experiments are about, where that is not as in Claude Code.
_MOMENTS: Mapping[str, Mapping[str, str]] = {
    "gemini-cli": {
        "BeforeTool": "PreToolUse",
        "AfterTool": "PostToolUse",
        "BeforeAgent": "UserPromptSubmit",
        "AfterAgent": "Stop",
    },
    "copilot-cli": {
        "preToolUse": "PreToolUse",
        "postToolUse": "PostToolUse",
        "userPromptSubmitted": "UserPromptSubmit",
        "agentStop": "Stop",
        "sessionStart": "SessionStart",
        "sessionEnd": "SessionEnd",
        "postToolUseFailure": "PostToolUseFailure",
        "permissionRequest": "PermissionRequest",
        "subagentStop": "SubagentStop",
        "errorOccurred": "ErrorOccurred",
        "preCompact": "PreCompact",
    },
}
_PROMPTS = ("UserPromptSubmit", "UserPromptExpansion")
_OBJECTION = re.compile(r"REASON-B|ERR-TEXT|OUT-TEXT")
_CHANGE = re.compile(r"echo (\w+) >> changed")
# The mark of a hook in JSON: in its command, or behind a word of its own among the arguments of a program.
_MARK = re.compile(r'--id(?: |", ?")(\w+)')
# Gemini CLI's results are JSON, where the end of a line is a backslash and a letter.
_TOLD = re.compile(r"(?:\b|(?<=\\n))(?:CTX|WHY|TXT|ERR)_\w+")
# A hook's own command, which agents repeat in what they say of it.
_PRINTED = re.compile(r"--(?:out|err) (?:'[^']*'|\S+)")


def marks_in(text: str) -> frozenset[str]:
    """The marks that show whose words a text has."""
    return frozenset(_TOLD.findall(_PRINTED.sub("", text)))


def hook_marks(value: Any) -> frozenset[str]:
    """The marks of the hooks that are configured somewhere in a value."""
    return frozenset(_MARK.findall(json.dumps(value, default=str)))


def moment(agent: str, event: str) -> str:
    """What Claude Code calls the moment of an agent's event."""
    return _MOMENTS.get(agent, {}).get(event, event)


def verdict_of(agent: str, event: str, outcome: Json, seen: str | None) -> str:
    """An outcome, as `hookwright dispatch` prints it, in words; `seen` is what the agent did."""
    what = moment(agent, event)
    return _of_claude_code(what, outcome) if agent == CLAUDE_CODE else _of_another(what, outcome, seen)


def _of_claude_code(what: str, outcome: Json) -> str:
    decision = outcome.get("decision")
    refused = bool(outcome.get("blocked") or outcome.get("mustContinue"))
    if what == "PreToolUse":
        word = _before(outcome, changes=())
    elif what == "PermissionRequest":
        word = decision if decision in ("allow", "deny") else "deny" if outcome.get("blocked") else "none"
    elif what in ("PostToolUse", "PostToolUseFailure"):
        objects = any(it["to"] == "agent" and it["level"] == "error" for it in outcome["messages"])
        word = "block" if refused or objects else "runs"
    else:
        word = "block" if refused else "runs"
    if not outcome.get("stopAgent"):
        return word
    if what == "PostToolBatch":
        return "block"
    return "stop" if what in _PROMPTS else f"{word}+stop"


def _before(outcome: Json, changes: tuple[str, ...]) -> str:
    decision = outcome.get("decision")
    if decision in ("deny", "ask", "defer"):
        return str(decision)
    if outcome.get("blocked"):
        return "deny"
    return " ".join(("changed", *changes)) if outcome.get("updatedInput") else "runs"


def _of_another(what: str, outcome: Json, seen: str | None) -> str:
    refused, stops = bool(outcome.get("blocked")) or outcome.get("decision") == "deny", bool(outcome.get("stopAgent"))
    if what == "PreToolUse":
        word = _before(outcome, tuple(sorted(set(_CHANGE.findall(json.dumps(outcome.get("updatedInput")))))))
        return word if not stops else "stop" if seen == "stop" else f"{word}+stop"
    if what == "PermissionRequest":
        return "deny" if refused else "allow" if outcome.get("decision") == "allow" else "none"
    if what == "PostToolUse":
        told = [it for it in outcome["messages"] if it["to"] == "agent"]
        said = json.dumps(told) + str(outcome.get("reason") or "")
        objects = refused or bool(outcome.get("mustContinue")) or _OBJECTION.search(said) is not None
        return "stop" if stops else "block" if objects else "runs"
    if what in ("UserPromptSubmit", "SessionStart"):
        return "halts" if refused or stops else "runs"
    return "block" if refused or outcome.get("mustContinue") else "runs"
