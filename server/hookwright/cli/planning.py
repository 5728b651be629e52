"""From the arguments of commands to what they run: a plan, what to fire of a file, and the model for its prompts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypedDict, Unpack

from hookwright.cli.options import read_payload
from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request
from hookwright.errors import UnreadableInput, UsageError
from hookwright.given_files import project_folder, read_text
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.readers.search import dialect_in_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.config.view import HookFile
    from hookwright.engine.model import Model
    from hookwright.engine.modules.seams import Handlers
    from hookwright.engine.several import PreparedRequest
    from hookwright.firing.fire import FireRequest


class EventOptions(TypedDict):
    """What `event_options` of `hookwright.cli.options` gives, but for the event."""

    dialect: str | None
    project: str | None
    config: tuple[str, ...]
    plugin_dir: tuple[str, ...]
    settings: tuple[str, ...]
    payload: str | None
    session: str | None
    skill: tuple[str, ...]


def named_files(config: tuple[str, ...], plugin_dir: tuple[str, ...], settings: tuple[str, ...]) -> NamedFiles:
    """What the options of these names name, relative to the current folder; raises UsageError for a missing plugin."""
    for it in plugin_dir:
        project_folder(it, "--plugin-dir")
    return NamedFiles(config_files=config or None, plugin_dirs=plugin_dir, settings=settings).absolute()


def prepared(host: Host, event: str, *, all_dialects: bool = False, **where: Unpack[EventOptions]) -> PreparedRequest:
    """An event and the hook files that apply to it, for one agent or for every one that has files in the project.

    Raises a HookwrightError that says what to change.
    """
    from hookwright.config.current_project import current_project
    from hookwright.engine.several import ALL, PreparedRequest, chosen

    config, folder = where["config"], current_project(where["project"], host.home)
    if all_dialects and config:
        raise UsageError("`--config` and `--all-dialects` both choose the files", "use only one of them")
    named = named_files(config, where["plugin_dir"], where["settings"])
    speaker = by_id(where["dialect"]) if where["dialect"] else None
    tables = chosen(ALL, speaker, folder, host) if all_dialects else ()
    speaker = next(iter(tables), speaker) or _told_by_files(config, host.home) or dialect_in_use(folder, host)
    own = (speaker.own_event(event) or event) if all_dialects else event
    payload = read_payload(where["payload"]) or {}
    request = Request(speaker, own, payload, folder, where["session"], host.home, where["skill"])
    if not all_dialects:
        return PreparedRequest.alone(request, load(speaker, folder, host, named))
    return PreparedRequest.of(request, tables, lambda it: load(it, folder, host, named), host)


@asynccontextmanager
async def module_handlers(host: Host, request: Request) -> AsyncIterator[Handlers]:
    """The handlers of the user's and the project's modules, whose host processes end with the block."""
    from hookwright.engine.modules.hosts import ModuleHosts
    from hookwright.engine.modules.in_session import ModulesInSession
    from hookwright.engine.modules.requests import NoSession

    modules = ModuleHosts(request.project_dir, host)
    try:
        await modules.refresh()
        yield ModulesInSession(modules, NoSession(request.session_id or "", request.project_dir), None)
    finally:
        await modules.close()


def request_for(
    host: Host,
    *,
    file: str,
    at: str | None,
    line: int | None,
    payload: str | None,
    sample: str | None,
    dialect: str | None,
    project: str | None,
    recorded: bool = True,
) -> tuple[HookFile, FireRequest]:
    """The file, and what to fire of it; raises UsageError and UnreadableInput.

    Without `at` and `line`, a payload that names its event chooses the hooks of this event.  `recorded`: it may be a
    payload of a real session that was not named.
    """
    from hookwright.firing.fire import fire_request
    from hookwright.workflows.hook_files import folder_of, hook_file
    from hookwright.workflows.target import SeveralEvents, offset_of_line

    if at is not None and line is not None:
        raise UsageError("`--at` and `--line` both choose what to fire", "use only one of them")
    target = hook_file(file, read_text(file), dialect, host)
    if line is not None and line > (lines := target.tree.text.count("\n") + 1):
        has = "1 line" if lines == 1 else f"{lines} lines"
        raise UsageError(
            f"`{file}` has {has}, so there is no line {line}", "give the line of a hook, a group or an event"
        )
    given = read_payload(payload)
    place = offset_of_line(target, line - 1) if line is not None else at or _named_event(target, at, given)
    try:
        return target, fire_request(
            target,
            place,
            project_dir=folder_of(target, project),
            payload=given,
            sample=sample,
            host=host,
            recorded=recorded,
        )
    except SeveralEvents as wrong:
        raise UsageError(wrong.message, f"choose one of {wrong.choices} with `--at`") from wrong


def model_behind(command: str | None, host: Host, project: str) -> Model | None:
    """The model that the user's command is; None if no command was given."""
    if command is None:
        return None
    from hookwright.engine.model import CommandModel

    return CommandModel(command, host, project)


def _named_event(target: HookFile, at: str | None, payload: Mapping[str, Any] | None) -> str:
    """The JSON pointer of the hooks for which the payload is; that of the whole file if nothing chooses."""
    from hookwright.workflows.target import pointer_of_event

    event = None if at is not None or payload is None else payload.get("hook_event_name")
    return (pointer_of_event(target, event) if isinstance(event, str) else None) or ""


def _told_by_files(config: tuple[str, ...], home: str) -> Dialect | None:
    from hookwright.readers.choice import owner
    from hookwright.workflows.hook_files import NAME_DIALECT, given_dialect

    for path in config:
        found = owner(path, read_text(path), named=given_dialect(path, home))
        if found is None:
            raise UnreadableInput(f"Cannot tell the dialect of `{path}`", NAME_DIALECT)
        return found.dialect
    return None
