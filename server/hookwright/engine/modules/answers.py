"""What handlers return, read as what is made of it; pure."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from hookwright.engine.modules.seams import AgentMessage, CommandResult
from hookwright.model.outcome import Result

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def handler_result(
    returned: Any,  # noqa: ANN401  whatever a handler returns
    error: str | None,
    path: str,
    *,
    started_at: datetime,
    duration: float,
    line: int | None = None,
    timed_out: bool = False,
    printed: str = "",
) -> Result:
    """What a handler did as the result of a command: the JSON object or the text that it returned as stdout."""
    stdout = ""
    if error is None and returned is not None:
        if isinstance(returned, dict):
            stdout = _encode(returned)
        elif isinstance(returned, str):
            stdout = returned
        else:
            error = f"returned {type(returned).__name__}: return a mapping, text or None"
    return Result(
        exit_code=int(error is not None),
        timed_out=timed_out,
        stdout=stdout,
        stderr=printed if error is None else f"{place_of(path, line)}: {error}",
        started_at=started_at,
        duration=duration,
    )


def place_of(path: str, line: int | None) -> str:
    """A place in a module, as people read it."""
    return path if line is None else f"{path}:{line}"


def command_result(returned: Any) -> CommandResult | None:  # noqa: ANN401  whatever a handler returns
    """What a command answered (E1), None where it is nothing of the kind."""
    match returned:
        case None:
            return CommandResult()
        case str():
            return CommandResult(prompt=returned)
        case {"prompt": str() as prompt, **others}:
            attachments = others.get("attachments") or []
            return CommandResult(prompt, tuple(attachments)) if isinstance(attachments, list) else None
        case {"status": str() as status}:
            return CommandResult(status=status)
    return None


def context_messages(returned: Any) -> list[AgentMessage] | str | None:  # noqa: ANN401  whatever a handler returns
    """The messages that a context handler returned, None where it leaves them alone, or what is wrong with them."""
    match returned:
        case None:
            return None
        case {"messages": list() as messages} if all(isinstance(it, dict) for it in messages):
            return messages
    return 'did not return `messages`, a list of objects: return `{"messages": […]}` or None'
