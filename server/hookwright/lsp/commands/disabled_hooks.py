"""`hookwright.disableHook` and `enableHook`: take a hook out of its file, through the editor, and put it back."""

from __future__ import annotations

import asyncio
from typing import Never

from lsprotocol import types

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.configured_hooks import disabled_id, disabled_of
from hookwright.lsp.client.workspace_edits import applied
from hookwright.lsp.hook_files import forget_where_restored, hook_file
from hookwright.lsp.methods import EnableHookParams, FireParams
from hookwright.lsp.results import DisabledHookJson
from hookwright.lsp.services import Services
from hookwright.text import Edit, to_pointer
from hookwright.workflows.disabled_hooks.edits import DisabledHook, can_disable, disable, enable
from hookwright.workflows.disabled_hooks.store import (
    add_disabled,
    drop_disabled,
    name_in_project,
    read_disabled,
    store_path,
)


async def disable_hook(services: Services, params: FireParams) -> DisabledHookJson:
    """Where it is kept; the hook is kept beside the project before it is taken out of its file.

    Raises UsageError if there is no such hook.
    """
    file = hook_file(services.session, params.uri)
    for group, hook in file.hooks:
        if to_pointer(hook.route) == params.pointer and can_disable(file, group, hook):
            return await _disable(services, params.uri, file, *disable(file, group, hook, name_in_project(file)))
    if file.is_guessed:
        raise UsageError("The dialect of this file was only guessed, so it is not changed", "edit it by hand")
    raise UsageError("There is no hook here that can be disabled", "ask for the actions again")


async def _disable(
    services: Services, uri: str, file: HookFile, taken_out: DisabledHook, edits: tuple[Edit, ...]
) -> DisabledHookJson:
    await asyncio.to_thread(add_disabled, file, taken_out)
    if not await applied(services, "Disable this hook", uri, file, edits):
        await asyncio.to_thread(drop_disabled, file, taken_out)
        raise UsageError("The editor did not remove the hook", "nothing was changed")
    kept_in = store_path(file)
    if not services.session.options.client.asks_users:
        # A client with an interface of its own says it there, with a way back.
        message = f"The hook is disabled and kept in {kept_in}: enable it again from the actions at its event"
        services.server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
    return {"uri": uri, "parked": disabled_id(taken_out), "keptIn": kept_in}


async def enable_hook(services: Services, params: EnableHookParams) -> dict[str, Never]:
    """Puts a hook that is switched off back into its file.

    Raises UsageError if no such hook is disabled, or it cannot be put back.
    """
    file = hook_file(services.session, params.uri)
    edits = await asyncio.to_thread(_edits, file, params.parked)
    if not await applied(services, "Enable this hook", params.uri, file, edits):
        raise UsageError("The editor did not put the hook back", "nothing was changed")
    await forget_where_restored(services.session, params.uri)
    return {}


def _edits(file: HookFile, wanted: str) -> tuple[Edit, ...]:
    kept = disabled_of(file, read_disabled(store_path(file)))
    disabled = next((it for it in kept if disabled_id(it) == wanted), None)

    if disabled is None:
        raise UsageError("This hook is no longer disabled", "ask for the hooks again")
    edits = enable(file, disabled)
    if not edits:
        raise UsageError(f"The hook cannot be put back into {file.path}", "make the file valid JSON first")
    return edits
