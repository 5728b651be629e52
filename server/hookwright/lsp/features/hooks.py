"""`hookwright/hooks`, `convert` and `moduleTypes`: all hooks, these for another dialect, and what modules import."""

from __future__ import annotations

import asyncio
import os.path
from contextlib import nullcontext

import hookwright
from hookwright.analysis.disk import RealDisk
from hookwright.converting.convert import check_on, convert, require_hooks
from hookwright.converting.writing import place_for
from hookwright.dialects import by_id
from hookwright.engine.journal.place import journal_path
from hookwright.ide.hook_tree import HookTreeJson
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.hook_trees import TreeRequest
from hookwright.lsp.methods import ConvertParams, HooksParams
from hookwright.lsp.results import ConversionLossJson, ConvertedHooksJson, ModuleTypesJson
from hookwright.lsp.services import Services
from hookwright.lsp.stamps import Inspected
from hookwright.paths import absolute

# What was just recorded is waited for, for a moment.
_FLUSH_SECONDS = 1.0


async def hooks(services: Services, params: HooksParams) -> HookTreeJson:
    """Runs nothing, so it works in an untrusted workspace too.

    A client with a user interface is told by `hookwright/hooksChanged` when it is no longer right.
    """
    return await _tree(services, _asked(services, params))


def convert_hooks(services: Services, params: ConvertParams) -> ConvertedHooksJson:
    """Made of what the editor shows; writes nothing, and runs nothing: scripts are only read."""
    disk = RealDisk(services.session.options.home)
    file, new = hook_file(services.session, params.uri), by_id(params.dialect)
    require_hooks(file)
    found = convert(file, new, check_on(disk), place_for(new, file.scope, params.format), disk=disk)
    in_order = sorted(found.losses, key=lambda it: not it.error)
    losses: list[ConversionLossJson] = [
        {"pointer": it.pointer, "message": it.message, "error": it.error} for it in in_order
    ]
    return {"path": found.path, "text": found.text, "losses": losses}


def module_types(_: Services, __: HooksParams) -> ModuleTypesJson:
    """For the paths of type checkers, which look elsewhere than this server was started from."""
    return {"path": os.path.dirname(os.path.dirname(os.path.abspath(hookwright.__file__)))}


def _asked(services: Services, params: HooksParams) -> TreeRequest:
    options = services.session.options
    documents = [(it.path, it.uri, it.text) for it in services.session.documents.values() if it.path is not None]
    folders = (absolute(params.project_dir),) if params.project_dir else options.folders
    return TreeRequest(
        folders=folders,
        open_too=params.project_dir is None,
        options=options,
        texts={path: text for path, _, text in documents},
        uris={path: uri for path, uri, _ in documents},
        journal=journal_path(options.host) if services.journal is not None else None,
        fired=services.last_runs.fired(),
        seen={it: services.seen_hooks.of(it) for it in folders},
    )


async def _tree(services: Services, asked: TreeRequest) -> HookTreeJson:
    def make() -> tuple[HookTreeJson, Inspected]:
        if services.journal is not None:
            services.journal.flush(_FLUSH_SECONDS)
        return services.hook_trees.make(asked)

    with services.notifier.held_back() if services.notifier is not None else nullcontext():
        tree, looked = await asyncio.to_thread(make)
    if services.notifier is not None and asked.open_too:
        services.watched_files.follow_tree(looked, asked.options, services.notifier.changed_elsewhere)
    return tree
