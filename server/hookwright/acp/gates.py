"""What the agent asks of the client, and what its tools have done: hooks refuse, change, allow, and look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from acp.meta import CLIENT_METHODS
from acp.schema import AllowedOutcome, DeniedOutcome, PermissionOption, RequestPermissionResponse

from hookwright.acp.session import Call, Interrupted, Session, Terminal, Verdict
from hookwright.acp.tools import KINDS, Tool, changed_request, output_of_call, tool_of_request
from hookwright.acp.wire import CANCELLED, REFUSED, Message, key_of, params_of
from hookwright.files import read_bytes
from hookwright.model.reaction import Decision

if TYPE_CHECKING:
    from hookwright.acp.proxy import Answered, Proxy

_DONE = {"completed": False, "failed": True}
"""The states in which a tool call has ended, and whether it failed."""
_ALLOW, _REJECT = "allow_once", "reject_once"


def update(session: Session, message: Message) -> None:
    """Follows a tool call through its updates; when it has ended, its hooks run behind."""
    said = params_of(message).get("update")
    if not isinstance(said, Mapping) or said.get("sessionUpdate") not in ("tool_call", "tool_call_update"):
        return
    call = session.call(said)
    if call.fields.get("status") not in _DONE:
        return
    session.calls.pop(call.id, None)
    if not call.refused:
        failed = _DONE[call.fields["status"]]
        session.behind(session.after(call.admitted or call.tool, call.id, output_of_call(call.fields), failed=failed))


async def permission(proxy: Proxy, session: Session, line: bytes, message: Message) -> None:
    """Answers a request for permission where hooks decide it, and leaves it to the user where they do not."""
    params = params_of(message)
    asked, options = params.get("toolCall"), params.get("options")
    call = session.call(asked if isinstance(asked, Mapping) else {})
    call.allowed = False
    # As it is now: the agent may say otherwise while hooks judge it.
    tool = call.tool
    try:
        verdict = await session.judged(key(message["id"]), _permitted(session, call, tool))
    except Interrupted:
        await _answer(proxy, message, DeniedOutcome(outcome="cancelled"), None)
        return
    if verdict.decision is Decision.DENY:
        call.refused = True
        # The protocol has no place for a reason in the answer.
        session.note(f"A hook refused {call.tool.name}: {verdict.reason}")
        await _answer(proxy, message, _chosen(options, ("reject_once", "reject_always")), verdict.reason)
        return
    call.admitted = tool
    allowed = _chosen(options, (_ALLOW,)) if verdict.decision is Decision.ALLOW else None
    if isinstance(allowed, AllowedOutcome):
        call.allowed = True
        await _answer(proxy, message, allowed, verdict.reason)
        return

    async def answered(line: bytes, message: Message) -> None:
        call.allowed = _is_allowed(message, options)
        call.refused = not call.allowed
        await proxy.agent.write(line)

    proxy.await_answer(proxy.client, message["id"], answered)
    await proxy.client.write(line)


async def _permitted(session: Session, call: Call, tool: Tool) -> Verdict:
    """What hooks say before the tool runs, and then, where they leave it open, as it asks for permission."""
    verdict = await session.before(tool, session.new_use(call))
    if (
        verdict.changed is not None
        and dict(verdict.changed) != dict(tool.input)
        and verdict.decision is not Decision.DENY
    ):
        await session.tell(f"{tool.name}: a hook changes its input, which this agent cannot be told; please decide")
        return Verdict(Decision.ASK, verdict.reason, None)
    if verdict.decision in (Decision.DENY, Decision.ALLOW):
        return verdict
    if verdict.reason:
        await session.tell(f"{tool.name}: {verdict.reason}")
    outcome = await session.hooks.dispatch(
        "PermissionRequest", {"tool_name": tool.name, "tool_use_id": call.id, "tool_input": tool.input}
    )
    await session.hear(outcome, said=outcome.folded.reason)
    decision = Decision.DENY if outcome.folded.blocked else outcome.folded.decision
    if decision is Decision.DENY:
        await session.tell(f"{tool.name}: {outcome.folded.reason or 'a hook refused it'}")
    return Verdict(decision, outcome.folded.reason, None)


def _chosen(options: object, kinds: Sequence[str]) -> AllowedOutcome | DeniedOutcome:
    """The first option of one of the kinds; where there is none, the request counts as cancelled."""
    found = [it for it in options if isinstance(it, Mapping)] if isinstance(options, list) else []
    for kind in kinds:
        for it in found:
            if it.get("kind") == kind:
                return AllowedOutcome(outcome="selected", option_id=str(it.get("optionId")))
    return DeniedOutcome(outcome="cancelled")


async def _answer(proxy: Proxy, message: Message, outcome: AllowedOutcome | DeniedOutcome, reason: str | None) -> None:
    meta = None if reason is None else {"hookwright": {"reason": reason}}
    response = RequestPermissionResponse(outcome=outcome, field_meta=meta)
    await proxy.agent.send(id=message["id"], result=response.model_dump(mode="json", by_alias=True, exclude_none=True))


def _is_allowed(message: Message, options: object) -> bool:
    result = message.get("result")
    outcome = result.get("outcome") if isinstance(result, Mapping) else None
    number = outcome.get("optionId") if isinstance(outcome, Mapping) else None
    found = [it for it in options if isinstance(it, Mapping)] if isinstance(options, list) else []
    kind = next((it.get("kind") for it in found if it.get("optionId") == number), "")
    return number is not None and str(kind).startswith("allow")


async def request(proxy: Proxy, session: Session, line: bytes, message: Message) -> None:
    """Has hooks judge what the agent asks of the client: to read or write a file, or to run a command.

    What they have let pass as a tool call, and the user or they have allowed, is not judged again, once.
    """
    params, number = params_of(message), message["id"]
    tool = tool_of_request(message["method"], params, session.folder)
    call = session.call_for(tool)
    use = session.new_use(call)
    if call is None or not await _was_allowed(call, tool):
        try:
            verdict = await session.judged(key(number), _gated(proxy, session, tool, use))
        except Interrupted:
            await proxy.agent.refuse(number, CANCELLED, "this was cancelled")
            return
        if verdict.decision is Decision.DENY:
            if call is not None:
                call.refused = True
            await proxy.agent.refuse(number, REFUSED, f"Refused by a hook: {verdict.reason}")
            return
        if verdict.changed is not None:
            tool = Tool(tool.name, verdict.changed)
            params = changed_request(message["method"], params, verdict.changed)
    if call is None:
        proxy.await_answer(proxy.client, number, _follow(proxy, session, use, tool))
    if params == params_of(message):
        await proxy.client.write(line)
    else:
        await proxy.client.send(**{**message, "params": params})


async def _was_allowed(call: Call, tool: Tool) -> bool:
    """Whether just this was allowed as a tool call, and has not been done yet."""
    if not call.allowed or call.admitted is None:
        return False
    # Before anything is waited for: another request must not be taken for this one.
    call.allowed = False
    path = tool.input.get("file_path")
    is_edit = tool.name == "Write" and call.admitted.name == "Edit" and isinstance(path, str)
    return tool.is_just(call.admitted, await asyncio.to_thread(_text_of, str(path)) if is_edit else None)


def _text_of(path: str) -> str | None:
    try:
        return read_bytes(path).decode()
    except (OSError, ValueError):
        return None


async def _gated(proxy: Proxy, session: Session, tool: Tool, use: str) -> Verdict:
    """What hooks say before the client does it; where they want the user asked, the client is asked for permission."""
    verdict = await session.before(tool, use)
    if verdict.decision not in (Decision.ASK, Decision.DEFER):
        return verdict
    options = [
        PermissionOption(option_id=_ALLOW, name="Allow", kind="allow_once"),
        PermissionOption(option_id=_REJECT, name="Reject", kind="reject_once"),
    ]
    params = {
        "sessionId": session.id,
        "toolCall": {
            "toolCallId": use,
            "title": f"{tool.name}: {verdict.reason or tool.subject}",
            "kind": KINDS[tool.name],
            "status": "pending",
            "rawInput": dict(tool.input),
        },
        "options": [it.model_dump(mode="json", by_alias=True, exclude_none=True) for it in options],
    }
    answer = await proxy.ask_client("session/request_permission", params)
    if _is_allowed(answer, params["options"]):
        return verdict
    return Verdict(Decision.DENY, verdict.reason or "the user did not agree", None)


def _follow(proxy: Proxy, session: Session, use: str, tool: Tool) -> Answered:
    """Looks at the client's answer for the hooks that run after a tool."""

    async def answered(line: bytes, message: Message) -> None:
        await proxy.agent.write(line)
        error, result = message.get("error"), message.get("result")
        number = result.get("terminalId") if isinstance(result, Mapping) else None
        if isinstance(number, str) and not error:
            session.terminals[number] = Terminal(use, tool)
            return
        told = error.get("message") if isinstance(error, Mapping) else result
        session.behind(session.after(tool, use, told, failed=error is not None))

    return answered


def terminal(proxy: Proxy, session: Session, message: Message) -> None:
    """Follows a terminal that belongs to no tool call; its hooks run when the agent releases it."""
    number = str(params_of(message).get("terminalId"))
    found = session.terminals.get(number)
    if found is None:
        return
    if message["method"] == CLIENT_METHODS["terminal_release"]:
        del session.terminals[number]
        if not session.shows(number):
            response = {"output": found.output, **found.status}
            failed = found.status.get("exitCode") not in (0, None)
            session.behind(session.after(found.tool, found.use, response, failed=failed))
        return

    async def answered(line: bytes, message: Message) -> None:
        found.learn(message.get("result"))
        await proxy.agent.write(line)

    proxy.await_answer(proxy.client, message["id"], answered)


def key(number: object) -> str:
    """The key of a request of the agent, among what hooks judge."""
    return f"agent {key_of(number)}"
