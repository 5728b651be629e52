"""What an agent asks permission for: hooks refuse it, allow it, or have the user decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from acp.schema import AllowedOutcome, DeniedOutcome, RequestPermissionResponse

from hookwright.acp.exchange import Exchange
from hookwright.acp.judging import ALLOW_ONCE, ASKING, ask_user, is_allowed, judge
from hookwright.acp.permits import Asked
from hookwright.acp.session import Call, Interrupted, Session, Verdict, key_of_agent
from hookwright.acp.tools import Tool, dicts, tools_of_call
from hookwright.acp.wire import Message, params_of
from hookwright.model.reaction import Decision


async def permission(proxy: Exchange, session: Session, line: bytes, message: Message) -> None:
    """Answers a request for permission where hooks decide it, and leaves it to the user if they do not."""
    params = params_of(message)
    fields, options = params.get("toolCall"), params.get("options")
    call = session.call(fields if isinstance(fields, Mapping) else {})
    session.permits.end(call.asked)
    tools = tools_of_call(call.fields, session.folder)
    call.asked = asked = session.permits.ask(tools)
    can_allow = isinstance(_chosen(options, (ALLOW_ONCE,)), AllowedOutcome)
    deciding = _decided(proxy, session, call, tools, can_allow=can_allow)
    try:
        verdict = await session.judged(key_of_agent(message["id"]), deciding)
    except Interrupted:
        session.permits.refuse(asked)
        await _answer(proxy, message, DeniedOutcome(outcome="cancelled"), None)
        return
    if verdict.decision is Decision.DENY:
        session.permits.refuse(asked)
        call.refused = True
        # The protocol has no place for a reason in the answer.
        session.note(f"A hook refused {call.tool.name}: {verdict.reason}")
        await _answer(proxy, message, _chosen(options, ("reject_once", "reject_always")), verdict.reason)
        return
    # As it was asked: the agent may have said otherwise meanwhile.
    call.admitted = tools[0]
    if verdict.decision is Decision.ALLOW and can_allow:
        session.permits.grant(asked)
        await _answer(proxy, message, _chosen(options, (ALLOW_ONCE,)), verdict.reason)
        return
    await _leave_to_user(proxy, session, call, line, message, asked, verdict)


async def _leave_to_user(
    proxy: Exchange, session: Session, call: Call, line: bytes, message: Message, asked: Asked, verdict: Verdict
) -> None:
    """Passes the request on as it came; nothing of it may be done before the answer."""
    options = params_of(message).get("options")
    if verdict.reason:
        await session.tell(f"{call.tool.name}: {verdict.reason}")

    async def answered(line: bytes, message: Message) -> None:
        allowed = is_allowed(message, options)
        call.refused = not allowed
        if not allowed:
            session.permits.refuse(asked)
        elif verdict.decision in ASKING:
            session.permits.leave(asked)
        else:
            session.permits.grant(asked)
        await proxy.agent.write(line)

    proxy.await_answer(proxy.client, message["id"], answered)
    await proxy.client.write(line)


async def _decided(proxy: Exchange, session: Session, call: Call, tools: Sequence[Tool], *, can_allow: bool) -> Verdict:
    """What hooks say of all the tools; what the user says where they ask, if the agent has an option for one call."""
    verdict = await _permitted(session, call, tools[0])
    for it in tools[1:]:
        if verdict.decision is Decision.DENY:
            break
        verdict = verdict.and_then(await _permitted(session, call, it))
    if verdict.decision not in ASKING or not can_allow:
        return verdict
    if await ask_user(proxy, session, tools, verdict.reason):
        return Verdict(Decision.ALLOW, verdict.reason, None)
    return Verdict(Decision.DENY, verdict.reason or "the user did not agree", None)


async def _permitted(session: Session, call: Call, tool: Tool) -> Verdict:
    """What hooks say before the tool runs, and then, where they leave it open, as it asks for permission."""
    verdict = await judge(session, tool, session.new_use(call), call)
    if verdict.changed is not None and verdict.decision is not Decision.DENY:
        await session.tell(
            f"{tool.name}: a hook changes its input, and this agent cannot run the changed call; decide yourself"
        )
        return Verdict(Decision.ASK, verdict.reason, None)
    if verdict.decision in (Decision.DENY, Decision.ALLOW):
        return verdict
    outcome = await session.hooks.dispatch(
        "PermissionRequest", {"tool_name": tool.name, "tool_use_id": call.id, "tool_input": tool.input}
    )
    await session.hear(outcome, said=outcome.folded.reason)
    decision = Decision.DENY if outcome.folded.blocked else outcome.folded.decision
    if decision is Decision.DENY:
        await session.tell(f"{tool.name}: {outcome.folded.reason or 'a hook refused it'}")
    if decision is None:
        return Verdict(verdict.decision, verdict.reason, None)
    return Verdict(decision, outcome.folded.reason, None)


def _chosen(options: object, kinds: Sequence[str]) -> AllowedOutcome | DeniedOutcome:
    """The first option of one of the kinds; if there is none, the request counts as cancelled."""
    for kind in kinds:
        for it in dicts(options):
            if it.get("kind") == kind:
                return AllowedOutcome(outcome="selected", option_id=str(it.get("optionId")))
    return DeniedOutcome(outcome="cancelled")


async def _answer(
    proxy: Exchange, message: Message, outcome: AllowedOutcome | DeniedOutcome, reason: str | None
) -> None:
    meta = None if reason is None else {"hookwright": {"reason": reason}}
    response = RequestPermissionResponse(outcome=outcome, field_meta=meta)
    await proxy.agent.answer(message["id"], result=response.model_dump(mode="json", by_alias=True, exclude_none=True))
