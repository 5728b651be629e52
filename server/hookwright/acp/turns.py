"""Prompts and the ends of turns: hooks block a prompt, add to it, and have the agent go on."""

from __future__ import annotations

from functools import partial
from typing import Any

from hookwright.acp.exchange import Exchange
from hookwright.acp.session import Interrupted, Session, Turn
from hookwright.acp.wire import Message, key_of, params_of
from hookwright.engine.hooks import ContextAnswer

_HEADING = "[Hook Context]"
_CANCELLED = {"stopReason": "cancelled"}
# The prompt and all behind it are not part of what the agent reads next: as if it had never been sent.
_REFUSED = {"stopReason": "refusal"}


async def prompt(proxy: Exchange, session: Session, line: bytes, message: Message) -> None:
    """Has hooks judge a prompt before the agent gets it; what else the client sends meanwhile comes behind it."""
    number, params = message["id"], params_of(message)
    session.turn = turn = Turn(number, number)
    session.held = []
    session.permits.forget()
    try:
        answer = await session.judged(key(number), _submitted(session, _text(params.get("prompt"))))
    except Interrupted:
        await proxy.client.send(id=number, result=_CANCELLED)
        session.turn = None
    else:
        if answer.blocked or answer.outcome.folded.stop_agent:
            await session.tell(answer.reason or answer.outcome.folded.stop_reason or "a hook refused the prompt")
            await proxy.client.send(id=number, result=_REFUSED)
            session.turn = None
        else:
            await _pass_on(proxy, session, turn, line, message, answer.updated_prompt)
    finally:
        held, session.held = session.held or (), None
        for it in held:
            await proxy.agent.write(it)


async def _submitted(session: Session, text: str) -> ContextAnswer:
    await session.started.wait()
    answer = await session.hooks.on_user_prompt_submit(text)
    await session.hear(answer.outcome, said=answer.reason)
    if not answer.blocked:
        session.note(answer.context)
    return answer


async def _pass_on(
    proxy: Exchange, session: Session, turn: Turn, line: bytes, message: Message, rewritten: str | None
) -> None:
    """Gives the prompt to the agent, with what hooks put in the place of its text, and with their context."""
    proxy.await_answer(proxy.agent, turn.number, partial(_answered, proxy, session, turn))
    notes, session.notes = session.notes, []
    if not notes and rewritten is None:
        await proxy.agent.write(line)
        return
    params = params_of(message)
    parts = list(params.get("prompt") or ())
    if rewritten is not None:
        parts = [_part(rewritten), *(it for it in parts if not _is_text(it))]
    if notes:
        parts.append(_part("\n\n".join((_HEADING, *notes))))
    await proxy.agent.send(**{**message, "params": {**params, "prompt": parts}})


async def _answered(proxy: Exchange, session: Session, turn: Turn, line: bytes, message: Message) -> None:
    """Takes the agent's answer to a prompt: if it would stop by itself, hooks are asked first."""
    result = message.get("result")
    if isinstance(result, dict) and result.get("stopReason") == "end_turn" and not turn.cancelled:
        await proxy.start(_may_end(proxy, session, turn, line, message), proxy.client, turn.number)
    else:
        await _end(proxy, session, turn, line, message)


async def _may_end(proxy: Exchange, session: Session, turn: Turn, line: bytes, message: Message) -> None:
    """Asks hooks whether the agent may stop; where they object, it is prompted again, a bounded number of times."""
    try:
        text = await session.judged(key(turn.number), _objection(proxy, session, turn))
    except Interrupted:
        text, turn.cancelled = None, True
    if text is None:
        await _end(proxy, session, turn, line, message)
    else:
        await _go_on(proxy, session, turn, text)


async def _end(proxy: Exchange, session: Session, turn: Turn, line: bytes, message: Message) -> None:
    session.turn = None
    result = message.get("result")
    if turn.cancelled and isinstance(result, dict):
        await proxy.client.send(**{**message, "id": turn.number, "result": {**result, **_CANCELLED}})
    elif turn.rounds:
        await proxy.client.send(**{**message, "id": turn.number})
    else:
        await proxy.client.write(line)


async def _objection(proxy: Exchange, session: Session, turn: Turn) -> str | None:
    """What the agent is to go on with, None if it may stop."""
    await session.settle()
    outcome = await session.hooks.dispatch("Stop", {"stop_reason": "end_turn", "stop_hook_active": turn.rounds > 0})
    folded = outcome.folded
    await session.hear(outcome, said=folded.reason)
    found, session.objections = session.objections, []
    if folded.must_continue:
        found.append(folded.reason or "A hook says that the work is not done; go on.")
    if not found or folded.stop_agent:
        return None
    text = "\n\n".join(found)
    if turn.rounds < proxy.most_rounds:
        await session.tell(f"the agent goes on, as a hook says: {text}")
        return text
    await session.tell(f"the agent stops after {turn.rounds} rounds, although a hook says: {text}")
    return None


async def _go_on(proxy: Exchange, session: Session, turn: Turn, text: str) -> None:
    turn.rounds += 1
    turn.asked_as = proxy.new_id()
    notes, session.notes = session.notes, []
    said = "\n\n".join((text, _HEADING, *notes)) if notes else text
    proxy.await_answer(proxy.agent, turn.asked_as, partial(_answered, proxy, session, turn))
    params = {"sessionId": session.id, "prompt": [_part(said)]}
    await proxy.agent.send(id=turn.asked_as, method="session/prompt", params=params)


def cancel(session: Session, line: bytes) -> bytes:
    """Ends the hooks that judge something of the session; gives what the agent is to get, empty if it has no prompt."""
    is_judged = session.held is not None
    session.interrupt()
    if session.turn is not None:
        session.turn.cancelled = True
    return b"" if is_judged else line


def key(number: object) -> str:
    """The key of a prompt, among what hooks judge."""
    return f"client {key_of(number)}"


def _text(parts: Any) -> str:  # noqa: ANN401  whatever the client sent
    texts = [it.get("text") for it in parts if isinstance(it, dict)] if isinstance(parts, list) else []
    return "\n".join(it for it in texts if isinstance(it, str))


def _is_text(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "text"


def _part(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
