"""`hookwright.disableHook`: parks a hook beside the project, and takes it out of its file through the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.parked_file import name_in_project, parked_path, read_parked, write_parked
from hookwright.ide.parking import Parked, can_park, is_back, park
from hookwright.lsp.applying import applied
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.text import Edit, to_pointer


def disable_hook(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Nothing; the hook is kept before it is taken out.  Raises UsageError where no such hook stands there."""
    wanted = read_params(FireParams, argument)
    file = hook_file(session, wanted.uri)
    for group, hook in file.hooks():
        if to_pointer(hook.route) == wanted.pointer and can_park(file, group, hook):
            return _disable(session, wanted.uri, file, *park(file, group, hook, name_in_project(file)))
    if file.guessed:
        raise UsageError("The dialect of this file was only guessed, so it is not changed", "edit it by hand")
    raise UsageError("No hook that can be disabled stands there", "ask for the actions again")


async def _disable(
    session: Session, uri: str, file: HookFile, parked: Parked, edits: tuple[Edit, ...]
) -> dict[str, Any]:
    await asyncio.to_thread(_keep, file, parked)
    if not await applied(session, "Disable this hook", uri, file, edits):
        await asyncio.to_thread(_give_up, file, parked)
        raise UsageError("The editor did not take the hook out", "nothing was changed")
    return {}


def _keep(file: HookFile, parked: Parked) -> None:
    """Writes it down; those that are back in the file, as it is on the disk, are kept no longer."""
    path = parked_path(file)
    still = (it for it in read_parked(path) if it.file != parked.file or not is_back(file, it))
    write_parked(path, [*still, parked])


def _give_up(file: HookFile, parked: Parked) -> None:
    path = parked_path(file)
    write_parked(path, [it for it in read_parked(path) if it != parked])
