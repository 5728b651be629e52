"""What Claude Code writes down of hooks.

Measured with 2.1.330, in `projects/FOLDER/SESSION.jsonl` below its configuration folder and, for subagents, in
`projects/FOLDER/SESSION/subagents/agent-ID.jsonl`:

- `hook_success`: exit 0, where something was printed; with JSON as well, unless that refuses.
- `hook_non_blocking_error`: other exit codes than 0 and 2 (a shell that is killed is exit 1), JSON that does not
  parse, and exit 2 where it refuses nothing; the record of an http hook names no command.
- `hook_blocking_error`: a refusal after the tool, and one by JSON on `Stop` and `SubagentStop`.
- `hook_cancelled`: a time-out (`timedOut`), or that the agent did not wait any longer.
- A refusal on `PreToolUse` is only in the tool's result: with the command for exit 2 and for prompt hooks, without it
  for JSON.  Of several hooks that refuse one call, it has the last.
- A refused prompt is in a line of the type `system`, and so are all hooks of each `Stop`, also those that were silent.
  2.1.268 has no such line for `Stop`, only what the hook told the agent, as a message that is `isMeta`.
- Nothing: exit 0 without output, hooks in the background, `SessionEnd`, `PreCompact`, a call that the user interrupted.

A session that is forked has copies of the lines with the same `uuid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from hookwright.patterns import late_pattern
from hookwright.sessions.formats import SessionFormat, member, text_of
from hookwright.sessions.records import Ending, RecordedRun, SessionHead, kept_command, kept_output, moment_of

_ENDINGS = {
    "hook_success": Ending.SUCCEEDED,
    "hook_non_blocking_error": Ending.FAILED,
    "hook_blocking_error": Ending.REFUSED,
    "hook_cancelled": Ending.CANCELLED,
}
_FAILED, _SILENT = "Failed with non-blocking status code: ", "No stderr output"
_REFUSED = late_pattern(r"PreToolUse:(\S+) hook error: ", re.DOTALL)
_PROMPT = late_pattern(r"(\w+) operation blocked by hook:\n")
_STATUS = 200
_FEEDBACK = "Stop hook feedback:\n"
_NOT_IN_SLUG = late_pattern(r"[^a-zA-Z0-9]")

_Line = dict[str, Any]


def _read(lines: Iterable[_Line], _: SessionHead, path: str) -> Iterator[RecordedRun]:
    # What a Stop hook told the agent, until the summary behind it tells of the same.
    told: dict[str, RecordedRun] = {}
    for line in lines:
        at = moment_of(line.get("timestamp"))
        if at is None or not text_of(line, "uuid"):
            continue
        kind = line.get("type")
        if kind == "attachment":
            yield from _attachment(line, at, path)
        elif kind == "user" and isinstance(content := member(line, "message", "content"), str):
            told.update(_feedback(line, at, path, content))
        elif kind == "user":
            yield from _refusal(line, at, path, content)
        elif line.get("subtype") == "stop_hook_summary":
            for it in _errors(line):
                told.pop(it, None)
            yield from _stop(line, at, path)
        elif kind == "system":
            yield from _prompt(line, at, path)
    yield from told.values()


def _attachment(line: _Line, at: float, path: str) -> Iterator[RecordedRun]:
    it = member(line, "attachment")
    kind, event = text_of(it, "type"), text_of(it, "hookEvent")
    ending = _ENDINGS.get(kind)
    if kind == "hook_stopped_continuation" and text_of(it, "message").startswith("["):
        said = kept_command(it["message"][1:])
        yield _run(line, at, path, event, Ending.REFUSED, opening=said, only_known=True, exit_code=2)
    elif kind == "hook_permission_decision":
        ending = Ending.REFUSED if it.get("decision") == "deny" else Ending.SUCCEEDED
        yield _run(line, at, path, event, ending)
    elif ending is not None and event:
        refused = member(it, "blockingError")
        command = text_of(it, "command") or text_of(refused, "command")
        stderr = text_of(it, "stderr") or text_of(refused, "blockingError")
        took = it.get("durationMs")
        yield _run(
            line,
            at,
            path,
            event,
            Ending.TIMED_OUT if ending is Ending.CANCELLED and it.get("timedOut") is True else ending,
            key=_shared_key(event, text_of(it, "toolUseID"), command),
            target=text_of(it, "hookName").partition(":")[2] or None,
            command=kept_command(command),
            # Of an http hook it is the status of the answer.
            exit_code=code if isinstance(code := it.get("exitCode"), int) and code < _STATUS else None,
            stderr=_own_output(stderr, command),
            duration=took / 1000 if isinstance(took, int | float) else None,
        )


def _feedback(line: _Line, at: float, path: str, content: str) -> Iterator[tuple[str, RecordedRun]]:
    """What the agent was told by a hook when it, or a subagent, was to end; a reason of JSON is in another record."""
    said = content.removeprefix(_FEEDBACK)
    if line.get("isMeta") is True and said != content and said.startswith("["):
        event = "SubagentStop" if text_of(line, "agentId") else "Stop"
        opening = kept_command(said[1:])
        yield said, _run(line, at, path, event, Ending.REFUSED, opening=opening, only_known=True, exit_code=2)


def _refusal(line: _Line, at: float, path: str, content: object) -> Iterator[RecordedRun]:
    """A tool's result that a hook has written: nothing but the agent says that the call was denied, and by whom."""
    decided = member(line, "permissionDecision")
    if not text_of(line, "toolDenialKind") or (decided and member(decided, "source") != "hook"):
        return
    for block in content if isinstance(content, list) else ():
        text = text_of(block, "content")
        found = _REFUSED.match(text)
        if found is None:
            continue
        said = text[found.end() :]
        opening = kept_command(said[1:]) if said.startswith("[") else None
        stderr = "" if opening else kept_output(said)
        yield _run(line, at, path, "PreToolUse", Ending.REFUSED, target=found[1], opening=opening, stderr=stderr)


def _prompt(line: _Line, at: float, path: str) -> Iterator[RecordedRun]:
    ending, content = member(line, "promptSubmitEnding", "ending"), text_of(line, "content")
    found = _PROMPT.match(content)
    if found is None or text_of(ending, "kind") != "blocked_by_hook":
        return
    # The text goes on with the prompt, which is nobody's business.
    reason, said = text_of(ending, "reason"), content[found.end() :]
    end = said.find(f"]: {reason}") if reason and said.startswith("[") else -1
    command = kept_command(said[1:end]) if end > 0 else None
    code = 2 if command else None
    stderr = kept_output(reason)
    yield _run(line, at, path, found[1], Ending.REFUSED, command=command, exit_code=code, stderr=stderr)


def _errors(line: _Line) -> list[str]:
    errors = member(line, "hookErrors")
    return [it for it in errors if isinstance(it, str)] if isinstance(errors, list) else []


def _stop(line: _Line, at: float, path: str) -> Iterator[RecordedRun]:
    """Every hook of a `Stop`; those that printed or failed have records of their own before it, with the same key."""
    errors, infos = _errors(line), member(line, "hookInfos")
    for info in infos if isinstance(infos, list) else ():
        command, took = text_of(info, "command"), member(info, "durationMs")
        if not command:
            continue
        said = next((it for it in errors if it.startswith(f"[{command}]: ")), None)
        yield _run(
            line,
            at,
            path,
            "Stop",
            Ending.SUCCEEDED if said is None else Ending.REFUSED,
            key=_shared_key("Stop", text_of(line, "toolUseID"), command),
            command=kept_command(command),
            exit_code=None if said is None else 2,
            stderr=_own_output(said or "", command),
            duration=took / 1000 if isinstance(took, int | float) else None,
        )


def _run(line: _Line, at: float, path: str, event: str, ending: Ending, *, key: str = "", **more: Any) -> RecordedRun:  # noqa: ANN401
    return RecordedRun(
        key=key or text_of(line, "uuid"),
        event=event,
        ending=ending,
        at=at,
        session=text_of(line, "sessionId"),
        project=_start_folder(text_of(line, "cwd"), path),
        **more,
    )


def _shared_key(event: str, number: str, command: str) -> str:
    """The key of a run that two lines tell of: on `Stop` its number is its own, and equal commands run once."""
    return f"{number} {kept_command(command)}" if event == "Stop" and number else ""


def _own_output(stderr: str, command: str) -> str:
    """What the hook itself wrote, without the agent's words before it."""
    said = stderr.removeprefix(_FAILED).removeprefix(f"[{command}]: ")
    return "" if said == _SILENT else kept_output(said)


def _start_folder(folder: str, path: str) -> str:
    """The folder that the session was started in: the one above the current folder that the file's folder is named for.

    Only hooks of that folder are read, wherever the session has gone since.
    """
    slugs = set(path.replace("\\", "/").split("/"))
    above = folder
    while above and _NOT_IN_SLUG.sub("-", above) not in slugs:
        shorter = above.rstrip("/\\").replace("\\", "/").rpartition("/")[0]
        if shorter == above:
            break
        above = shorter
    return above or folder


CLAUDE_CODE = SessionFormat(
    dialect="claude-code",
    measured="2.1.330",
    folder=".claude/projects",
    depth=3,
    name="*.jsonl",
    needles=(
        b'"attachment":{"type":"hook_',
        b'"subtype":"stop_hook_summary"',
        b" operation blocked by hook:",
        b'"content":"PreToolUse:',
        b'"Stop hook feedback:',
    ),
    read=_read,
    unknown="Claude Code does not record runs that exit with 0 and print nothing (except on `Stop` in newer versions), "
    "hooks in the background, `SessionEnd` and `PreCompact`, or more than one refusal of the same call",
)
