"""`hookwright.disableHook`: parks a hook beside the project, and takes it out of its file through the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.parked_file import name_in_project, parked_path, read_parked, write_parked
from hookwright.ide.parking import Parked, can_park, is_back, park
from hookwright.lsp.convert import edits_json
from hookwright.lsp.documents import Document
from hookwright.lsp.failures import ProtocolError
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.lsp.workspace_edits import workspace_edit
from hookwright.text import Edit, to_pointer


def disable_hook(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Nothing; the hook is kept before it is taken out.  Raises UsageError where no such hook stands there."""
    wanted = read_params(FireParams, argument)
    document = session.documents.get(wanted.uri)
    file = document.copy() if document is not None else None
    if document is None or file is None:
        raise UsageError(f"`{wanted.uri}` is no hook file that is open", "open it")
    for group, hook in file.hooks():
        if to_pointer(hook.route) == wanted.pointer and can_park(file, group, hook):
            return _disable(session, document, file, *park(file, group, hook, name_in_project(file)))
    raise UsageError("No hook that can be disabled stands there", "ask for the actions again")


async def _disable(
    session: Session, document: Document, file: HookFile, parked: Parked, edits: tuple[Edit, ...]
) -> dict[str, Any]:
    await asyncio.to_thread(_keep, file, parked)
    edit = workspace_edit(session, {document.uri: edits_json(file.tree.lines, edits)})
    asked = session.client.send_request("workspace/applyEdit", {"label": "Disable this hook", "edit": edit})
    if not await _applied(asyncio.wrap_future(asked)):
        await asyncio.to_thread(_give_up, file, parked)
        raise UsageError("The editor did not take the hook out", "nothing was changed")
    return {}


async def _applied(asked: asyncio.Future[Any]) -> bool:
    try:
        answer = await asked
    except ProtocolError:
        return False
    return isinstance(answer, dict) and answer.get("applied") is True


def _keep(file: HookFile, parked: Parked) -> None:
    """Writes it down; those that are back in the file, as it is on the disk, are kept no longer."""
    path = parked_path(file)
    still = (it for it in read_parked(path) if it.file != parked.file or not is_back(file, it))
    write_parked(path, [*still, parked])


def _give_up(file: HookFile, parked: Parked) -> None:
    path = parked_path(file)
    write_parked(path, [it for it in read_parked(path) if it != parked])
