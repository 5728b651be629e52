"""`hookwright.enableHook`: puts a hook that is switched off back into its file, through the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.ide.configured_hooks import disabled_id, disabled_of
from hookwright.lsp.applying import applied
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import EnableHookParams, read_params
from hookwright.lsp.restored import forget_where_restored
from hookwright.lsp.session import Session
from hookwright.text import Edit
from hookwright.workflows.disabled_hooks.edits import enable
from hookwright.workflows.disabled_hooks.store import read_disabled, store_path


def enable_hook(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """Nothing.  Raises UsageError where no such hook is parked, or it cannot be put back."""
    wanted = read_params(EnableHookParams, argument)
    return _enable(session, wanted, hook_file(session, wanted.uri))


async def _enable(session: Session, wanted: EnableHookParams, file: HookFile) -> dict[str, Any]:
    edits = await asyncio.to_thread(_edits, file, wanted.parked)
    if not await applied(session, "Enable this hook", wanted.uri, file, edits):
        raise UsageError("The editor did not put the hook back", "nothing was changed")
    await forget_where_restored(session, wanted.uri)
    return {}


def _edits(file: HookFile, wanted: str) -> tuple[Edit, ...]:
    parked = next((it for it in disabled_of(file, read_disabled(store_path(file))) if disabled_id(it) == wanted), None)
    if parked is None:
        raise UsageError("This hook is not disabled any more", "ask for the hooks again")
    edits = enable(file, parked)
    if not edits:
        raise UsageError(f"The hook cannot be put back into {file.path}", "make the file valid JSON first")
    return edits
