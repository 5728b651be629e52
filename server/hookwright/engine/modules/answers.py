"""What handlers return, read as what is made of it; pure."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from msgspec import Struct

from hookwright.engine.modules.commands import CommandResult
from hookwright.engine.modules.seams import AgentMessage
from hookwright.limits import MOST_DEPTH, is_deeper
from hookwright.model.outcome import Result
from hookwright.policies.handlers import FAILED, LOST, REFUSED
from hookwright.text import well_formed

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Answer(Struct, frozen=True):
    """What became of a call: a result, or an error with its line; `refused` says that the handler raised `Refuse`.

    `ended` says that the host process ended meanwhile; if the call had not `begun` by then, it can be repeated.
    `lost`: there was no process to answer it, or none any more.
    """

    result: Any = None
    error: str | None = None
    line: int | None = None
    timed_out: bool = False
    ended: bool = False
    begun: bool = True
    refused: bool = False
    lost: bool = False
    printed: str = ""


def handler_result(answer: Answer, path: str, started_at: datetime, duration: float) -> Result:
    """What a handler did as the result of a command: the JSON object or the text that it returned as stdout.

    Its exit code is REFUSED where the handler meant to refuse, FAILED where it raised something else or returned what
    cannot be used, and LOST where it gave no answer.
    """
    if answer.refused:
        said = well_formed(answer.error or "")
        return Result(exit_code=REFUSED, stderr=said, started_at=started_at, duration=duration)
    error = answer.error
    stdout = ""
    if error is None and answer.result is not None:
        stdout, error = _printed(answer.result)
    return Result(
        exit_code=0 if error is None else LOST if answer.lost or answer.timed_out else FAILED,
        timed_out=answer.timed_out,
        stdout=well_formed(stdout),
        stderr=well_formed(answer.printed if error is None else f"{place_of(path, answer.line)}: {error}"),
        started_at=started_at,
        duration=duration,
    )


def _printed(returned: Any) -> tuple[str, str | None]:  # noqa: ANN401  whatever a handler returns
    """What a command hook would have printed, or what is wrong with it."""
    if isinstance(returned, str):
        return returned, None
    if not isinstance(returned, dict):
        return "", f"returned {type(returned).__name__}: return a mapping, text or None"
    try:
        return _encode(returned), None
    except (TypeError, ValueError, RecursionError) as error:
        return "", f"returned something that cannot be passed on as JSON: {error}"


def place_of(path: str, line: int | None) -> str:
    """A place in a module, as people read it."""
    return path if line is None else f"{path}:{line}"


def command_result(returned: Any) -> CommandResult | None:  # noqa: ANN401  whatever a handler returns
    """What a command answered (E1), None if it is nothing of the kind."""
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
    """The messages that a context handler returned, None if it leaves them alone, or what is wrong with them."""
    match returned:
        case None:
            return None
        case {"messages": list() as messages} if is_deeper(messages):
            return f"returned messages that nest more than {MOST_DEPTH} levels deep"
        case {"messages": list() as messages} if all(isinstance(it, dict) for it in messages):
            return messages
    return 'did not return `messages`, a list of objects: return `{"messages": […]}` or None'
