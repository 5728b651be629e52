"""`hookwright.disableHook`: parks a hook beside the project, and takes it out of its file through the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from lsprotocol import types

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.configured_hooks import disabled_id
from hookwright.lsp.applying import applied
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.text import Edit, to_pointer
from hookwright.workflows.disabled_hooks.edits import DisabledHook, can_disable, disable
from hookwright.workflows.disabled_hooks.store import add_disabled, drop_disabled, name_in_project, store_path


def disable_hook(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """A `DisabledHook`; the hook is kept before it is taken out.  Raises UsageError where there is no such hook."""
    wanted = read_params(FireParams, argument)
    file = hook_file(session, wanted.uri)
    for group, hook in file.hooks():
        if to_pointer(hook.route) == wanted.pointer and can_disable(file, group, hook):
            return _disable(session, wanted.uri, file, *disable(file, group, hook, name_in_project(file)))
    if file.guessed:
        raise UsageError("The dialect of this file was only guessed, so it is not changed", "edit it by hand")
    raise UsageError("There is no hook here that can be disabled", "ask for the actions again")


async def _disable(
    session: Session, uri: str, file: HookFile, parked: DisabledHook, edits: tuple[Edit, ...]
) -> dict[str, Any]:
    await asyncio.to_thread(add_disabled, file, parked)
    if not await applied(session, "Disable this hook", uri, file, edits):
        await asyncio.to_thread(drop_disabled, file, parked)
        raise UsageError("The editor did not take the hook out", "nothing was changed")
    kept_in = store_path(file)
    if not session.options.asks_users:
        # A client with an interface of its own says it there, with a way back.
        message = f"The hook is disabled and kept in {kept_in}: enable it again from the actions at its event"
        session.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
    return {"uri": uri, "parked": disabled_id(parked), "keptIn": kept_in}
