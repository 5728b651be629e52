"""What the agent asks of the client, and what its tools have done: hooks refuse, change, and look at it."""

from __future__ import annotations

from collections.abc import Mapping

from acp.meta import CLIENT_METHODS

from hookwright.acp.exchange import Answered, Exchange
from hookwright.acp.judging import ASKING, ask_user, judge
from hookwright.acp.requests import changed_request, fault_of_request, tool_of_request
from hookwright.acp.session import Call, Interrupted, Session, Terminal, Verdict, key_of_agent
from hookwright.acp.tools import Tool, output_of_call
from hookwright.acp.wire import CANCELLED, REFUSED, Message, params_of
from hookwright.model.reaction import Decision

_DONE = {"completed": False, "failed": True}
"""The states in which a tool call has ended, and whether it failed."""
_PERMITTED = Verdict(None, None, None)


def update(session: Session, message: Message) -> None:
    """Follows a tool call through its updates; when it has ended, its hooks run behind."""
    said = params_of(message).get("update")
    if not isinstance(said, Mapping) or said.get("sessionUpdate") not in ("tool_call", "tool_call_update"):
        return
    call = session.call(said)
    if call.fields.get("status") not in _DONE:
        return
    session.calls.pop(call.id, None)
    session.permits.end(call.asked)
    if not call.refused:
        failed = _DONE[call.fields["status"]]
        session.behind(session.after(call.admitted or call.tool, call.id, output_of_call(call.fields), failed=failed))


async def request(proxy: Exchange, session: Session, line: bytes, message: Message) -> None:
    """Has hooks judge what the agent asks of the client: to read or write a file, or to run a command.

    Only the very same that they have let pass as a request for permission is not judged again, once.
    """
    params, number, method = params_of(message), message["id"], message["method"]
    fault = fault_of_request(method, params)
    if fault is not None:
        await proxy.agent.refuse_params(number, f"Hooks cannot judge this: {fault}")
        return
    tool = tool_of_request(method, params)
    call = session.call_for(tool)
    use = session.new_use(call)
    is_permitted = session.permits.take(tool)
    verdict = _PERMITTED if is_permitted else await _unless_refused(proxy, session, number, tool, use, call)
    if verdict is None:
        return
    if verdict.changed is not None:
        tool = Tool(tool.name, verdict.changed)
        params = changed_request(method, params, verdict.changed)
    if call is None:
        proxy.await_answer(proxy.client, number, _follow(proxy, session, use, tool))
    if params == params_of(message):
        await proxy.client.write(line)
    else:
        await proxy.client.send(**{**message, "params": params})


async def _unless_refused(
    proxy: Exchange, session: Session, number: object, tool: Tool, use: str, call: Call | None
) -> Verdict | None:
    """What hooks say of the request; None if it has been refused, and its answer says why."""
    objection = session.permits.objection(tool)
    if objection is not None:
        await proxy.agent.refuse(number, REFUSED, f"Refused: {objection}")
        return None
    try:
        verdict = await session.judged(key_of_agent(number), _gated(proxy, session, tool, use, call))
    except Interrupted:
        await proxy.agent.refuse(number, CANCELLED, "this was cancelled")
        return None
    if verdict.decision is not Decision.DENY:
        return verdict
    if call is not None:
        call.refused = True
    await proxy.agent.refuse(number, REFUSED, f"Refused by a hook: {verdict.reason}")
    return None


async def _gated(proxy: Exchange, session: Session, tool: Tool, use: str, call: Call | None) -> Verdict:
    """What hooks say before the client does it; where they want the user asked, the client is asked for permission."""
    verdict = await judge(session, tool, use, call)
    if verdict.decision not in ASKING or await ask_user(proxy, session, [tool], verdict.reason):
        return verdict
    session.permits.refuse_tools([tool])
    return Verdict(Decision.DENY, verdict.reason or "the user did not agree", None)


def _follow(proxy: Exchange, session: Session, use: str, tool: Tool) -> Answered:
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


def terminal(proxy: Exchange, session: Session, message: Message) -> None:
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
