"""Asks the user before a command is fired for the first time, through the editor (F3)."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Sequence

from hookwright.config.view import HookFile
from hookwright.engine.plan import Plan
from hookwright.errors import NotAgreed
from hookwright.ide.consent import Asked, asked_of, question, title
from hookwright.lsp.failures import ProtocolError
from hookwright.lsp.session import Session
from hookwright.lsp.shapes import Payload
from hookwright.text import to_pointer

_RUN, _CANCEL = "Run", "Cancel"
_WARNING = 2


async def agree(session: Session, plan: Plan, file: HookFile) -> None:
    """Returns once the user has agreed to every command of the plan, now or before; raises NotAgreed.

    Scripts are read in a thread, and once more after the answer: what runs is what the user was asked about.
    """
    await agree_to_all(session, [(plan, file)])


async def agree_to_all(session: Session, plans: Sequence[tuple[Plan, HookFile]]) -> None:
    """The same for several plans, with one question; a plan of several files comes once with each of them."""
    asked = await asyncio.to_thread(_not_agreed, session, plans)
    if not asked:
        return
    if not await _ask(session, asked, _by_hand(*plans[0])):
        raise NotAgreed
    await asyncio.to_thread(_keep, session, asked)
    if await asyncio.to_thread(_not_agreed, session, plans):
        raise NotAgreed("Nothing was run, since a script changed while you were asked about it")


def _not_agreed(session: Session, plans: Sequence[tuple[Plan, HookFile]]) -> tuple[Asked, ...]:
    every = {it.digest: it for plan, file in plans for it in asked_of(plan, file, session.options.home)}
    given = session.consents.given(every)
    return tuple(it for digest, it in every.items() if digest not in given)


def _keep(session: Session, asked: tuple[Asked, ...]) -> None:
    for it in asked:
        session.consents.give(it.digest, it.project, it.command)


async def _ask(session: Session, asked: tuple[Asked, ...], by_hand: str) -> bool:
    changed = [it.command for it in asked if await asyncio.to_thread(session.consents.knows, it.project, it.command)]
    heading, message = title(len(asked)), question(asked, changed)
    if session.options.asks_users:
        return await _answer(session, "hookwright/ui/confirm", {"title": heading, "message": message}, by_hand) is True
    # Clients show it without having declared anything: their capability is about what else it may carry.
    choices = [{"title": _RUN}, {"title": _CANCEL}]
    shown = {"type": _WARNING, "message": f"{heading}\n\n{message}", "actions": choices}
    answer = await _answer(session, "window/showMessageRequest", shown, by_hand)
    return isinstance(answer, dict) and answer.get("title") == _RUN


async def _answer(session: Session, method: str, params: Payload, by_hand: str) -> Payload:
    """What the client answered; raises NotAgreed, with how to agree without it, where it does not."""
    seconds = session.options.consent_seconds
    try:
        return await asyncio.wait_for(asyncio.wrap_future(session.client.send_request(method, params)), seconds)
    except ProtocolError:
        raise NotAgreed(
            "Nothing was run, since your editor cannot show the question whether to run it", by_hand
        ) from None
    except TimeoutError:
        problem = f"Nothing was run, since the question whether to run it was not answered within {seconds:g} s"
        raise NotAgreed(problem, f"fire the hook again and answer it, or {by_hand}") from None


def _by_hand(plan: Plan, file: HookFile) -> str:
    """How to agree where the editor does not ask."""
    pointers = [to_pointer(it.hook.route) for it in plan.steps if it.hook.source == file.path]
    command = shlex.join(["hookwright", "fire", file.path, *(["--at", pointers[0]] if pointers else [])])
    return f"run `{command}` in a terminal and agree there, which holds for your editor too"
