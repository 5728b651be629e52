"""What hooks say before a tool runs, in each form in which guards may read it, and the question to the user."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from acp.meta import CLIENT_METHODS
from acp.schema import PermissionOption
from msgspec.structs import replace

from hookwright.acp.exchange import Exchange
from hookwright.acp.session import Call, Session, Verdict
from hookwright.acp.tools import KINDS, Tool, dicts, readings
from hookwright.acp.wire import Message
from hookwright.model.reaction import Decision
from hookwright.visible import visible

ALLOW_ONCE, REJECT_ONCE = "allow_once", "reject_once"
ASKING = (Decision.ASK, Decision.DEFER)
"""What leaves it to the user."""
_OPTIONS = [
    PermissionOption(option_id=ALLOW_ONCE, name="Allow", kind="allow_once"),
    PermissionOption(option_id=REJECT_ONCE, name="Reject", kind="reject_once"),
]


async def judge(session: Session, tool: Tool, use: str, call: Call | None = None) -> Verdict:
    """What the hooks say of every form of the tool; the strictest word counts, and the first change of the input."""
    verdict: Verdict | None = None
    for form in readings(tool, session.folder):
        said = await session.before(form, use if verdict is None else session.new_use(call))
        if said.changed is not None and dict(said.changed) == dict(form.input):
            said = replace(said, changed=None)
        verdict = said if verdict is None else verdict.and_then(said)
        if verdict.decision is Decision.DENY:
            break
    if verdict is None:
        raise AssertionError("a tool has at least one form")
    return verdict


async def ask_user(proxy: Exchange, session: Session, tools: Sequence[Tool], reason: str | None) -> bool:
    """Asks the user about the tools, in words of ours that no update of the agent changes, and says whether they agree.

    The id of the tool call in the question is one that the agent never sees.
    """
    first, number = tools[0], proxy.new_id()
    call = {
        "toolCallId": number,
        "title": f"{first.name}: {reason or first.subject}",
        "kind": KINDS.get(first.name, "other"),
        "status": "pending",
        "rawInput": dict(first.input),
        "content": [_shown(it, session.folder) for it in tools],
    }
    options = [it.model_dump(mode="json", by_alias=True, exclude_none=True) for it in _OPTIONS]
    params = {"sessionId": session.id, "toolCall": call, "options": options}
    allowed = is_allowed(await proxy.ask_client(CLIENT_METHODS["session_request_permission"], params), options)
    state = {"sessionUpdate": "tool_call_update", "toolCallId": number, "status": "completed" if allowed else "failed"}
    await proxy.client.send(method=CLIENT_METHODS["session_update"], params={"sessionId": session.id, "update": state})
    return allowed


def _shown(tool: Tool, folder: str) -> Mapping[str, Any]:
    """What the user reads of a tool: all that it does."""
    path, text = tool.input.get("file_path"), tool.input.get("content", tool.input.get("new_string"))
    if tool.name in ("Write", "Edit") and isinstance(path, str) and isinstance(text, str):
        return {"type": "diff", "path": path, "oldText": tool.input.get("old_string"), "newText": text}
    whole = readings(tool, folder)[-1].input if tool.name == "Bash" else tool.input
    command = whole.get("command")
    said = command if isinstance(command, str) else json.dumps(dict(whole), ensure_ascii=False)
    fence = "`" * (max([2, *map(len, re.findall("`+", said))]) + 1)
    return {"type": "content", "content": {"type": "text", "text": f"{fence}\n{visible(said)}\n{fence}"}}


def is_allowed(message: Message, options: object) -> bool:
    """Whether the client's answer chooses an option that allows; of several with one id, each has to."""
    result = message.get("result")
    outcome = result.get("outcome") if isinstance(result, Mapping) else None
    number = outcome.get("optionId") if isinstance(outcome, Mapping) else None
    kinds = [str(it.get("kind")) for it in dicts(options) if it.get("optionId") == number]
    return number is not None and bool(kinds) and all(it.startswith("allow") for it in kinds)
