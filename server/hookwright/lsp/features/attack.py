"""`hookwright/attack`: a guard is sent variants of what it is meant to stop, and calls that only look like them."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from hookwright.attacking.asking.guard import Guard, guard_at, meant_by
from hookwright.attacking.asking.results import Attacked
from hookwright.attacking.attack import MOST_COUNT, attack_guard
from hookwright.attacking.forms.dangers import dangers as known_dangers
from hookwright.attacking.hook_tests import write_hook_test, write_hook_tests
from hookwright.attacking.report_json import AttackJson, MeantJson, attack_json, meant_json
from hookwright.attacking.tested import case_at, guard_of, meant_by_test
from hookwright.attacking.texts.meant import Meant
from hookwright.errors import UsageError
from hookwright.lsp.attacks import alone
from hookwright.lsp.client.consent import ensure_consent
from hookwright.lsp.client.progress import progress
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.methods import AttackedParams, AttackParams, CreateAttackTestParams
from hookwright.lsp.results import CreatedTestJson
from hookwright.lsp.services import Services
from hookwright.paths import path_of, uri_of
from hookwright.testing.case import Case
from hookwright.testing.read import SUFFIXES


class AttackResultJson(AttackJson):
    """The result of `hookwright/attack`; `tests` are the URIs of the files that hook tests were written to.

    `id` is what `hookwright/createAttackTest` is asked with, `uri` the document of the guard.
    """

    id: str
    uri: str
    tests: list[str]


class DangerJson(TypedDict):
    """A danger that a guard can be attacked with; `does` completes "a call that ..."."""

    name: str
    does: str


class DangersJson(TypedDict):
    """The result of `hookwright/dangers`; `meant` is None if no text says what the guard is meant to stop."""

    meant: MeantJson | None
    dangers: list[DangerJson]


async def attack(services: Services, params: AttackParams) -> AttackResultJson:
    """What passed, what was stopped, and what was refused unnecessarily; cancelling the request kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    guard, found = await attacked(services, params)
    return await result_json(services, guard, found, write_tests=params.write_tests)


async def result_json(services: Services, guard: Guard, found: Attacked, *, write_tests: bool) -> AttackResultJson:
    """The result, which is kept for the hook tests that are asked for later."""
    written = await asyncio.to_thread(write_hook_tests, guard, found) if write_tests else ()
    number = services.attacks.keep(guard, found)
    uri = uri_of(guard.target.file.path)
    return {**attack_json(guard, found), "id": number, "uri": uri, "tests": [uri_of(it) for it in written]}


async def attacked(services: Services, params: AttackParams) -> tuple[Guard, Attacked]:
    """The guard and what the attack found, which is shown with its state from now on.  Raises as `attack`."""
    services.session.require_trust()
    guard, case = await _aimed(services, params)
    meant = await asyncio.to_thread(_meant, services, guard, case, params.dangers or [])
    agreed = await ensure_consent(services, guard.request.plan, guard.target.file, on_copy=True)
    count = min(max(params.count, 4), MOST_COUNT) if params.count is not None else None
    async with progress(services, "Attacking a guard", params.work_done_token) as tell:

        def watch(ended: int, of: int) -> None:
            tell(f"{ended} of {of} calls")

        found = await attack_guard(guard, meant, services.host, agreed, count=count, number=params.seed, watch=watch)
    await _keep_state(services, guard, found)
    return guard, found


async def dangers(services: Services, params: AttackedParams) -> DangersJson:
    """What the guard is meant to stop, and the dangers to choose from; runs nothing, in untrusted workspaces too."""
    guard, case = await _aimed(services, params)

    def find() -> DangersJson:
        every: list[DangerJson] = [{"name": name, "does": it.does} for name, it in known_dangers(guard.project).items()]
        try:
            meant = _meant(services, guard, case, [])
            return {"meant": None if meant.by_asking else meant_json(meant), "dangers": every}
        except UsageError:
            return {"meant": None, "dangers": every}

    return await asyncio.to_thread(find)


async def create_attack_test(services: Services, params: CreateAttackTestParams) -> CreatedTestJson:
    """Where the hook test is that fails until a hole is closed.  Untrusted: -32010."""
    services.session.require_trust()
    guard, found = services.attacks.get(params.attack_id)
    services.session.require_trust(guard.project)
    path, line = await asyncio.to_thread(write_hook_test, guard, found, params.number)
    return {"uri": uri_of(path), "line": line}


async def _aimed(services: Services, params: AttackedParams) -> tuple[Guard, Case | None]:
    """The guard at a place of a hook file, or the one that a hook test is about, with that test."""
    path = path_of(params.uri)
    if path is not None and path.endswith(SUFFIXES):
        line = params.position.line if params.position is not None else 0
        case = await asyncio.to_thread(case_at, path, line)
        return await asyncio.to_thread(guard_of, case, services.host), case
    file = hook_file(services.session, params.uri)
    at: str | int = params.pointer or ""
    if params.pointer is None and params.position is not None:
        at = file.tree.lines.offset(params.position.line, params.position.character)
    project = file.run_folder(services.session.options.folders)
    return await asyncio.to_thread(guard_at, file, at, project, services.host), None


def _meant(services: Services, guard: Guard, case: Case | None, said: list[str]) -> Meant:
    """Raises UsageError if nothing says what the guard is meant to stop."""
    return meant_by_test(case, guard, services.host) if case is not None and not said else meant_by(guard, said)


async def _keep_state(services: Services, guard: Guard, found: Attacked) -> None:
    """What was found is shown with the state of the hook, where one hook alone was attacked."""
    known = alone(guard)
    if known is None:
        return
    file = guard.target.file
    await asyncio.to_thread(services.known_guards.attacked, file, known, found.score, guard.scripts)
    services.guard_states.show_again()
    services.hooks_changed()
