"""Fires handlers of hook modules from the editor, and shows what went wrong when modules were loaded."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from hookwright.config.hook_modules import is_module_path
from hookwright.config.module_source import Registration, read_module
from hookwright.engine.events import Watch
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.requests import NoSession
from hookwright.errors import UnreadableInput, UsageError
from hookwright.files import read_text
from hookwright.firing.fire import FireRequest, fire
from hookwright.firing.fire_result import FireResult
from hookwright.firing.handlers import handler_at, handler_request, handler_samples, root_of
from hookwright.lsp.client.consent import ensure_modules_consent
from hookwright.lsp.client.progress import run_watch
from hookwright.lsp.kinds.modules import ModuleDocument
from hookwright.lsp.methods import FireParams
from hookwright.lsp.services import Services
from hookwright.model.hook import Scope
from hookwright.paths import path_of
from hookwright.samples.saved import SampleSet


def is_module(uri: str) -> bool:
    """Whether the URI is that of a hook module."""
    path = path_of(uri)
    return path is not None and is_module_path(path)


def handler_request_at(services: Services, params: FireParams) -> FireRequest:
    """To fire the handler at the place that the params name; raises UsageError if there is none."""
    path, handler = _handler(services, params)
    return handler_request(
        path,
        handler,
        project_dir=_project(services, path),
        host=services.host,
        payload=params.payload,
        sample=params.sample,
        open_texts=services.session.open_texts(),
        dispatch_id=params.dispatch_id,
    )


def handler_samples_at(services: Services, params: FireParams) -> SampleSet:
    """The samples of the handler's event."""
    path, handler = _handler(services, params)
    return handler_samples(handler, _project(services, path), services.host, services.session.open_texts())


async def fired_handler(services: Services, request: FireRequest, *, watch: Watch | None = None) -> FireResult:
    """The result, once the user has agreed to load the modules.

    Raises UntrustedWorkspace, NotAgreed, and UsageError where the module is not saved, or cannot be loaded.
    """
    (step,) = request.plan.steps
    path, project = step.hook.source, request.plan.request.project_dir
    require_saved(services, path)
    await ensure_modules_consent(services, project)
    modules = services.engine.modules(project)
    assert modules is not None, "the project is trusted"
    await modules.refresh()
    await show_faults(services, modules)
    fault = modules.unloadable(path)
    if fault is not None:
        raise UsageError(f"`{fault.path}` cannot be loaded: {fault.message}", "correct it, and save the file")
    handlers = ModulesInSession(modules, NoSession(request.plan.facts.session_id, project), services.client)
    ready = replace(request, plan=replace(request.plan, handlers=handlers))
    found = await fire(ready, services.host, watch=run_watch(services, watch), journal=services.journal)
    await show_faults(services, modules)
    return found


async def show_every_fault(services: Services) -> None:
    """Shows what is wrong with the modules of every project."""
    for it in services.engine.every_modules():
        await show_faults(services, it)


async def show_faults(services: Services, modules: ModuleHosts) -> None:
    """Shows what is wrong with modules where they are open, at its lines, if the text is that which was loaded."""
    faults = modules.faults()
    for document in [it for it in services.session.documents.values() if isinstance(it, ModuleDocument)]:
        own = tuple(it for it in faults if it.path == document.path)
        text = await asyncio.to_thread(_text, str(document.path))
        if text == document.text and own != document.faults():
            document.loaded(own)
            services.publisher.soon(document.uri)


def _handler(services: Services, params: FireParams) -> tuple[str, Registration]:
    path = path_of(params.uri)
    assert path is not None, "it is that of a module"
    document = services.session.documents.get(params.uri)
    text = document.text if document is not None else _text(path)
    if text is None:
        raise UnreadableInput(f"`{path}` cannot be read", "open it in the editor")
    source = read_module(text)
    if source.fault is not None:
        raise UsageError(f"`{path}` cannot be loaded: {source.fault.message}", "correct it, and save the file")
    at: str | int = params.pointer or ""
    if params.pointer is None and params.position is not None:
        at = source.lines.offset(params.position.line, params.position.character)
    if params.scratch:
        raise UsageError("A hook module cannot be fired on a copy of the workspace", "fire it in the workspace")
    return path, handler_at(source, at)


def _project(services: Services, path: str) -> str:
    """The project that a module belongs to; the user's own run in the first folder of the workspace."""
    root = root_of(path)
    if _scope(services, root) is Scope.PROJECT:
        return root
    return services.session.project_folder(None)


def _scope(services: Services, root: str) -> Scope:
    return Scope.USER if root == services.session.options.home else Scope.PROJECT


def require_saved(services: Services, path: str) -> None:
    """Raises UsageError if a file is open and not as it is on the disk."""
    document = next((it for it in services.session.documents.values() if it.path == path), None)
    if document is not None and document.text != _text(path):
        raise UsageError(f"`{path}` has changes that are not saved", "save the file: what is on the disk is fired")


def _text(path: str) -> str | None:
    try:
        return read_text(path)
    except (OSError, UnicodeDecodeError):
        return None
