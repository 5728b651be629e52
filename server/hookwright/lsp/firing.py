"""From a place in a document to a shot: which hooks are to be fired, with which payload."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hookwright.config.discover import run_folder
from hookwright.config.view import HookFile
from hookwright.engine.events import Watch
from hookwright.errors import UnreadableInput, UsageError
from hookwright.lsp.consent import agree
from hookwright.lsp.documents import Document
from hookwright.lsp.hook_stamps import script_stamps
from hookwright.lsp.host import model_of
from hookwright.lsp.methods import FireParams
from hookwright.lsp.run_events import run_watch
from hookwright.lsp.session import Session
from hookwright.lsp.standing import Stamps, Standing
from hookwright.paths import path_of
from hookwright.text import Route
from hookwright.workflows.firing.fire import FireRequest, fire, fire_on_copy, fire_request
from hookwright.workflows.firing.fire_result import FireResult
from hookwright.workflows.reports.fire_json import fire_plan_json

_NUMBER = re.compile(r"[0-9a-f]{32}")


def hook_file(session: Session, uri: str) -> HookFile:
    """The hook file that a URI names, as the editor shows it or else as it is on disk.

    Raises UnreadableInput where it cannot be read or is no hook file.
    """
    document = session.documents.get(uri) or Document(uri, None, _text_on_disk(uri), session.options)
    file = document.file
    if file is None:
        raise UnreadableInput(f"`{uri}` is not a hook file", "name its dialect in `initializationOptions.dialects`")
    return file


def shot_of(session: Session, file: HookFile, params: FireParams) -> FireRequest:
    """The shot at the place that the params name; raises UsageError where nothing can be fired there."""
    at: str | int = params.pointer or ""
    if params.pointer is None and params.position is not None:
        at = file.tree.lines.offset(params.position.line, params.position.character)
    return fire_request(
        file,
        at,
        project_dir=run_folder(file, session.options.folders),
        payload=params.payload,
        sample=params.sample,
        home=session.options.home,
        environ=session.host.environ,
        open_texts=session.open_texts(),
        dispatch_id=_number(params.dispatch_id),
    )


def plan_json(session: Session, shot: FireRequest, uri: str) -> dict[str, Any]:
    """The result of `hookwright/plan` for a shot at that document."""
    return fire_plan_json(shot, uri, has_model=model_of(session) is not None)


async def fired(
    session: Session, shot: FireRequest, file: HookFile, *, scratch: bool = False, watch: Watch | None = None
) -> FireResult:
    """Fires the shot once the user has agreed to its commands, on a copy of the workspace where `scratch` says so.

    Raises NotAgreed, and then nothing has run.
    """
    await agree(session, shot.plan, file, on_copy=scratch)
    model, journal = model_of(session), session.journal
    routes, watching = [it.hook.route for it in shot.plan.steps], run_watch(session, watch)
    scripts = await asyncio.to_thread(script_stamps, session, file, routes)
    if scratch:
        found = await fire_on_copy(shot, file, session.host, watch=watching, model=model, journal=journal)
    else:
        found = await fire(shot, session.host, watch=watching, model=model, journal=journal)
    _keep(session, found, file, scripts)
    return found


def _number(given: str | None) -> str | None:
    if given is not None and not _NUMBER.fullmatch(given):
        raise UsageError("`dispatchId` is not a valid id", "give 32 hexadecimal digits, or leave it out")
    return given


def _keep(session: Session, found: FireResult, file: HookFile, scripts: Mapping[Route, Stamps]) -> None:
    """What was found stays with the document, where it is open still, and is known as the last that was."""
    session.recollection.keep(found)
    document = next((it for it in session.documents.values() if it.path == file.path), None)
    if document is not None:
        document.standing = document.standing or Standing()
        document.standing.keep(found, file, scripts)
        session.publish_soon(document.uri)


def _text_on_disk(uri: str) -> str:
    path = path_of(uri)
    if path is None:
        raise UnreadableInput(f"`{uri}` is not a file", "open it in the editor, or give a `file:` URI")
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise UnreadableInput(f"`{path}` cannot be read", str(wrong)) from wrong
