"""Asks the user before a command is fired for the first time, through the editor (F3)."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.config.view import HookFile
from hookwright.engine.plan import Plan
from hookwright.engine.process import require_processes
from hookwright.errors import NotAgreed
from hookwright.lsp.services import Services
from hookwright.lsp.trust import require_trusted_hooks
from hookwright.text import to_pointer
from hookwright.workflows.consent import (
    ConsentRequest,
    Ground,
    PlannedRun,
    consent_requests,
    ground_of,
    has_changed,
    question,
    title,
)

_RUN, _CANCEL = "Run", "Cancel"

Answer = TypeVar("Answer")


async def ensure_consent(services: Services, plan: Plan, file: HookFile, *, on_copy: bool = False) -> None:
    """Returns once the user has agreed to every command of the plan, now or before; raises NotAgreed.

    Scripts are read in a thread, and once more after the answer: what runs is what the user was asked about.
    """
    await ensure_consent_to_all(services, [PlannedRun(plan, file, await ground_of(services.host, on_copy=on_copy))])


async def ensure_consent_to_all(services: Services, wanted: Sequence[PlannedRun]) -> None:
    """The same for several plans, with one question; a plan of several files comes once with each of them.

    Raises UntrustedWorkspace and FiringUnsupported, before any question, where hooks may not or cannot be run.
    """
    for it in wanted:
        request = it.plan.request
        require_trusted_hooks(services, request.dialect, request.project_dir, [it.file.path])
    require_processes()
    asked = await asyncio.to_thread(_not_agreed, services, wanted)
    if not asked:
        return
    if not await _ask(services, asked, _by_hand(wanted[0])):
        raise NotAgreed
    await asyncio.to_thread(_keep, services, asked)
    if await asyncio.to_thread(_not_agreed, services, wanted):
        raise NotAgreed(
            "Nothing was run, since a script changed while you were asked about it", reason="script changed"
        )


def _not_agreed(services: Services, wanted: Sequence[PlannedRun]) -> tuple[ConsentRequest, ...]:
    every = {it.agreement: it for one in wanted for it in consent_requests(one, services.options.home)}
    given = services.consents.given(digest for it in every.values() for digest in it.agreements)
    return tuple(it for it in every.values() if given.isdisjoint(it.agreements))


def _keep(services: Services, asked: tuple[ConsentRequest, ...]) -> None:
    for it in asked:
        services.consents.give(it.agreement, it.project, it.command)


async def _ask(services: Services, asked: tuple[ConsentRequest, ...], by_hand: str) -> bool:
    changed = [it.command for it in asked if await asyncio.to_thread(has_changed, services.consents, it)]
    heading, message = title(asked), question(asked, changed)
    if services.options.asks_users:
        shown = services.server.protocol.send_request_async(
            "hookwright/ui/confirm", {"title": heading, "message": message}
        )
        return await _answer(services, shown, by_hand) is True
    # Clients show it without having declared anything: their capability is about what else it may carry.
    choices = [types.MessageActionItem(_RUN), types.MessageActionItem(_CANCEL)]
    params = types.ShowMessageRequestParams(types.MessageType.Warning, f"{heading}\n\n{message}", choices)
    answer = await _answer(services, services.server.window_show_message_request_async(params), by_hand)
    return answer is not None and answer.title == _RUN


async def _answer(services: Services, question: Awaitable[Answer], by_hand: str) -> Answer:
    """What the client answered; raises NotAgreed, with how to agree without it, where it does not."""
    seconds = services.options.consent_seconds
    try:
        return await asyncio.wait_for(question, seconds)
    except JsonRpcException:
        problem = "Nothing was run, since your editor cannot show the question whether to run it"
        raise NotAgreed(problem, by_hand, reason="not asked") from None
    except TimeoutError:
        problem = f"Nothing was run, since the question whether to run it was not answered within {seconds:g} s"
        remedy = f"fire the hook again and answer it, or {by_hand}"
        raise NotAgreed(problem, remedy, reason="not answered") from None


def _by_hand(wanted: PlannedRun) -> str:
    """How to agree where the editor does not ask."""
    path = wanted.file.path
    pointers = [to_pointer(it.hook.route) for it in wanted.plan.steps if it.hook.source == path]
    scratch = ["--scratch"] if wanted.ground is not Ground.WORKSPACE else []
    command = shlex.join(["hookwright", "fire", path, *(["--at", pointers[0]] if pointers else []), *scratch])
    return f"run `{command}` in a terminal and agree there, which also counts for your editor"
