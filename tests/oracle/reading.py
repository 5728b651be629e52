"""What a run of a real agent shows of each event, in the words that an engine's outcome is put into as well."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tests.oracle.recordings import Json
from tests.oracle.running import Seen
from tests.oracle.words import CLAUDE_CODE, hook_marks, marks_in, moment

# How Claude Code words what a hook says, inside a longer text.
_SAID = re.compile(
    r"(?:\w+(?::[\w-]+)? hook (?:success|additional context|blocking error|feedback|error)|Additional Instructions)"
    r"[^\n]*(?:\n(?!\n)[^\n]+)*"
)
_OBJECTION = re.compile(r"REASON-B|ERR-TEXT|OUT-TEXT")
_DENIED = re.compile(r"REASON-D|\(hook errored\)")
_LONG = 600
_STOPPED = ("hook_stopped", "stop_hook_prevented", "aborted_tools")
_ENDS = ("Stop", "SubagentStop")

Verdict = tuple[str | None, list[str] | None]
"""The verdict on an event and the hooks that ran for it; None where the run does not show it."""


def events_of(agent: str, setup: Json) -> list[str]:
    """The events that the files of an experiment have hooks for, in their order."""
    found: dict[str, None] = {}
    for content in _contents(setup):
        hooks = content.get("hooks", content if agent != CLAUDE_CODE else None)
        found |= dict.fromkeys(hooks if isinstance(hooks, dict) else ())
    return list(found)


def notes_of(agent: str, seen: Seen, setup: Json, event: str) -> list[Json]:
    """What the hooks of an event noted as they began, under whichever of its names they are.

    Those that were not told which event it is go by their marks.
    """
    what, marks = moment(agent, event), set[str]()
    for content in _contents(setup):
        hooks = content.get("hooks", content)
        for name, groups in hooks.items() if isinstance(hooks, dict) else ():
            if moment(agent, name) == what:
                marks |= hook_marks(groups)
    said = [(it, it["payload"].get("hook_event_name")) for it in seen.hooks]
    return [it for it, name in said if (moment(agent, name) == what if name else it["id"] in marks)]


def verdict_on(agent: str, seen: Seen, setup: Json, event: str) -> Verdict:
    """What the agent did at an event, and which hooks it ran for it."""
    notes = notes_of(agent, seen, setup, event)
    call = notes[0]["payload"].get("tool_use_id") if notes else None
    fired = sorted(it["id"] for it in notes if it["payload"].get("tool_use_id") == call)
    if call is None and agent == CLAUDE_CODE:
        fired = sorted(set(fired))
    if agent == CLAUDE_CODE:
        return _of_claude_code(seen, setup, event), fired
    return _of_another(moment(agent, event), seen, setup, fired)


def told_in(seen: Seen, setup: Json, event: str) -> frozenset[str]:
    """The marks of what the model read, or those of an event, where the experiment says which are (`marks`)."""
    blocks = (block for it in seen.requests for block in it)
    told = marks_in("\n".join(text for role, _, text in blocks if role not in ("assistant", "model")))
    return told & frozenset(setup["marks"][event]) if "marks" in setup else told


def picked(seen: Seen, setup: Json) -> Seen:
    """The run with the notes of the calls that the experiment is about, where the agent makes others too (`pick`)."""
    wanted = setup.get("pick", {})
    hooks = (it for it in seen.hooks if all(it["payload"].get(name) in (None, wanted[name]) for name in wanted))
    return replace(seen, hooks=tuple(hooks))


def _contents(setup: Json) -> Iterator[Mapping[str, Any]]:
    files = (setup.get("files", {}), setup.get("state_files", {}), {"config.toml": setup.get("config_toml", "")})
    for name, content in (it for part in files for it in part.items()):
        if isinstance(content, str):
            try:
                content = tomllib.loads(content) if name.endswith(".toml") else json.loads(content.lstrip("\ufeff"))
            except ValueError:
                continue
        if isinstance(content, dict):
            yield content


def _marked(seen: Seen, name: str) -> list[str]:
    return [word for path, text in seen.files.items() if path.rpartition("/")[2] == name for word in text.split()]


def _of_claude_code(seen: Seen, setup: Json, event: str) -> str | None:
    result = next((it for it in reversed(seen.stream) if it.get("type") == "result"), {})
    ending = result.get("terminal_reason")
    told, said = "\n".join(_told(seen)), str(result.get("result"))
    stopped = ending in _STOPPED
    if event == "PreToolUse":
        word = _before(seen, setup, told, ending)
        if word is None:
            return None
    elif event in ("UserPromptSubmit", "UserPromptExpansion"):
        blocked, halted = "operation blocked by hook" in said, "Operation stopped by hook" in said
        word = "block" if blocked else "stop" if halted else "runs"
    elif event == "PermissionRequest":
        ran = _marked(seen, "ran.txt") or _marked(seen, "changed.txt")
        denied = "REASON-D" in told + json.dumps([it for it in seen.stream if it.get("type") == "system"])
        asked = any(it["payload"].get("hook_event_name") == event for it in seen.hooks)
        word = "none" if not asked else "allow" if ran else "deny" if denied else "none"
    elif event == "PostToolBatch":
        word, stopped = "block" if stopped else "runs", False
    else:
        word = "block" if _blocks(seen, setup, event, told) else "runs"
    return f"{word}+stop" if stopped else word


def _before(seen: Seen, setup: Json, told: str, ending: object) -> str | None:
    ran, changed = _marked(seen, "ran.txt"), _marked(seen, "changed.txt")
    if ending == "tool_deferred":
        return "defer"
    if ran or changed:
        return "runs" if ran else "changed"
    if "hook error" in told or "updatedInput that failed" in told or ending in _STOPPED:
        return "deny"
    # Where no hook says so, it was the agent's own permissions, of which no engine knows.
    return "ask" if '"ask"' in json.dumps(setup).replace("\\", "") else None


def _blocks(seen: Seen, setup: Json, event: str, told: str) -> bool:
    if event in _ENDS:
        return "Stop hook feedback" in told or "top hook additional context" in told
    if event in ("PostToolUse", "PostToolUseFailure"):
        return "hook blocking error" in told
    if event == "ConfigChange":
        # What the changed file adds runs only where the change was applied.
        return "--id added" in json.dumps(setup) and not any(it["id"] == "added" for it in seen.hooks)
    if event == "PreCompact":
        return any("Compaction blocked" in text for blocks in seen.requests for _, _, text in blocks)
    if event == "WorktreeCreate":
        # Without its worktree the agent does not begin.
        return not seen.requests
    return event == "PreModelSwitch" and "blocked_by_hook" in json.dumps(seen.stream)


def _told(seen: Seen) -> Iterator[str]:
    for number, blocks in enumerate(seen.requests):
        for role, _, text in blocks:
            if len(text) > _LONG or number == 0 or role == "system":
                yield from _SAID.findall(text)
            else:
                yield text


def _of_another(what: str, seen: Seen, setup: Json, fired: list[str]) -> Verdict:
    ran, changed, asked = _marked(seen, "ran.txt"), _marked(seen, "changed.txt"), len(seen.requests)
    told = " ".join(
        text for blocks in seen.requests[1:] for role, _, text in blocks if role not in ("assistant", "model")
    )
    if what == "PreToolUse":
        return _called(ran, changed, asked, seen, setup, fired), fired
    if what == "PostToolUse":
        if not ran and not changed:
            return None, None
        words = ["block"] if _OBJECTION.search(told) else [] if asked == 1 else ["runs"]
        return "+".join([*words, *(["stop"] if asked == 1 else [])]), fired
    if what == "PermissionRequest":
        denied = "denied by a PermissionRequest hook" in told or asked == 1
        return "allow" if ran or changed else "deny" if denied else "none", fired
    if what == "Stop":
        usual = 2 if ran or "TOOL-OUTPUT" in told else 1
        return "block" if asked > usual else "runs", sorted(set(fired))
    return "runs" if asked else "halts" if fired else None, sorted(set(fired))


def _called(ran: list[str], changed: list[str], asked: int, seen: Seen, setup: Json, fired: list[str]) -> str | None:
    """What became of a call; `stop` where the agent asked for nothing more behind it."""
    stops = asked == 1 and bool(seen.turns_left)
    if ran or changed:
        word = "runs" if ran else " ".join(("changed", *sorted(set(changed))))
        return f"{word}+stop" if stops else word
    if not asked or (stops and not fired):
        return None
    said = json.dumps(setup).replace("\\", "")
    if stops:
        # Without anybody to ask, some agents end there.
        return "ask" if '"ask"' in said and '"continue": false' not in said else "stop"
    told = " ".join(text for blocks in seen.requests[1:] for role, _, text in blocks if role == "tool")
    return "ask" if '"ask"' in said and not _DENIED.search(told) else "deny"
