"""Asks the user before a command is fired for the first time, through the editor (F3)."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.config.view import HookFile
from hookwright.consent.asking import changes_of, confirm, contents_of, not_agreed, requests_of
from hookwright.consent.question import question, title
from hookwright.consent.request import Confinement, ConsentRequest, PlannedRun, confinement_of, modules_request
from hookwright.engine.plan import Plan
from hookwright.engine.process import require_processes
from hookwright.errors import NotAgreed
from hookwright.lsp.services import Services
from hookwright.lsp.session import Session
from hookwright.text import to_pointer
from hookwright.transport.messages import UNREADABLE

_RUN, _CANCEL = "Run", "Cancel"

Answer = TypeVar("Answer")


async def ensure_consent(
    services: Services, plan: Plan, file: HookFile, *, on_copy: bool = False
) -> Mapping[str, bytes]:
    """Returns once the user has agreed to every command of the plan, now or before; raises NotAgreed.

    Scripts are read in a thread, and once more after the answer: what runs is what the user was asked about.  The
    result has their digests, for whoever copies them.
    """
    confinement = await confinement_of(services.host, on_copy=on_copy)
    return await ensure_consent_to_all(services, [PlannedRun(plan, file, services.host, confinement)])


async def ensure_consent_to_all(services: Services, wanted: Sequence[PlannedRun]) -> Mapping[str, bytes]:
    """The same for several plans, with one question; a plan of several files comes once with each of them.

    Raises UntrustedWorkspace and FiringUnsupported, before any question, where hooks may not or cannot be run.
    """
    for it in wanted:
        request = it.plan.request
        services.session.trust.require_hooks(request.dialect, request.project_dir, [it.file.path])
    return await _ensure(services, lambda: requests_of(wanted), lambda asked: _by_hand(wanted[0], asked))


async def ensure_modules_consent(services: Services, root: str) -> None:
    """Returns once the user has agreed to load the hook modules of a project and their own, now or before.

    Raises UntrustedWorkspace, FiringUnsupported and NotAgreed; then none was loaded for this.
    """
    services.session.trust.require(root)
    home = services.session.options.home
    await _ensure(services, lambda: (modules_request(root, home),), lambda _: "use an editor that can")


async def _ensure(
    services: Services,
    requests: Callable[[], tuple[ConsentRequest, ...]],
    by_hand: Callable[[Sequence[ConsentRequest]], str],
) -> Mapping[str, bytes]:
    """Asks about those of the requests that are not agreed to, which are read before and behind the question."""
    require_processes()
    every = await asyncio.to_thread(requests)
    asked = await asyncio.to_thread(not_agreed, every, services.consents)
    if not asked:
        return contents_of(every)
    if not await _ask(services, asked, by_hand(asked)):
        raise NotAgreed
    now = await asyncio.to_thread(requests)
    problem = await asyncio.to_thread(confirm, now, asked, services.consents)
    if problem is not None:
        services.server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, problem))
    return contents_of(every)


async def _ask(services: Services, asked: Sequence[ConsentRequest], by_hand: str) -> bool:
    changed = await asyncio.to_thread(changes_of, asked, services.consents)
    heading, message = title(asked), question(asked, changed)
    if services.session.options.client.asks_users:
        shown = services.server.protocol.send_request_async(
            "hookwright/ui/confirm", {"title": heading, "message": message, "kind": "run"}
        )
        return await _answer(services.session, shown, by_hand) is True
    if not services.session.options.client.shows_questions:
        raise _not_asked(by_hand)
    # Clients show it without having declared anything: their capability is about what else it may carry.
    choices = [types.MessageActionItem(_RUN), types.MessageActionItem(_CANCEL)]
    params = types.ShowMessageRequestParams(types.MessageType.Warning, f"{heading}\n\n{message}", choices)
    answer = await _answer(services.session, services.server.window_show_message_request_async(params), by_hand)
    return answer is not None and answer.title == _RUN


async def _answer(session: Session, question: Awaitable[Answer], by_hand: str) -> Answer | None:
    """What the client answered; raises NotAgreed, with how to agree without it, if it does not."""
    seconds = session.options.settings.consent_seconds
    try:
        return await asyncio.wait_for(question, seconds)
    except JsonRpcException as error:
        if error.data == UNREADABLE:
            # Somebody was asked, and this is no yes: some editors answer `{}` where a dialog is closed.
            return None
        raise _not_asked(by_hand) from None
    except TimeoutError:
        problem = f"Nothing was run, since the question whether to run it was not answered within {seconds:g} s"
        remedy = f"fire the hook again and answer it, or {by_hand}"
        raise NotAgreed(problem, remedy, reason="not answered") from None


def _not_asked(by_hand: str) -> NotAgreed:
    problem = "Nothing was run, since your editor cannot show the question whether to run it"
    return NotAgreed(problem, by_hand, reason="not asked")


def _by_hand(wanted: PlannedRun, asked: Sequence[ConsentRequest]) -> str:
    """How to agree where the editor does not ask."""
    path = wanted.file.path
    pointers = [to_pointer(it.hook.route) for it in wanted.plan.steps if it.hook.source == path]
    where = [path, *(["--at", pointers[0]] if pointers else [])]
    scratch = ["--scratch"] if wanted.confinement is not Confinement.WORKSPACE else []
    if any(it.unread for it in asked):
        return f"run `{shlex.join(['hookwright', 'fire', *where, *scratch])}` in a terminal, which asks there"
    command = shlex.join(["hookwright", "consent", "agree", *where, *scratch])
    return f"run `{command}` in a terminal and agree there, which also counts for your editor"
