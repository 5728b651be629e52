"""Every configured hook of a project, in every dialect that has files there: as JSON and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.recorder import recording_words
from hookwright.config.view import HookFile
from hookwright.config.workspace import NOTHING_NAMED, NamedFiles, Snapshot, load
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.plan import Step, step_of
from hookwright.host import NOBODY, Host
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.readers.search import dialect_in_use, given_files, is_own_place
from hookwright.syntax.tree import ProblemKind
from hookwright.wording.display import code, escaped, prose
from hookwright.wording.phrases import matcher_text, seconds_words
from hookwright.workflows.hook_modules.listing import ModuleJson, module_lines


def overview(
    project: str,
    host: Host = NOBODY,
    *,
    dialect: str | None = None,
    open_texts: Mapping[str, str] | None = None,
    named: NamedFiles = NOTHING_NAMED,
) -> tuple[Snapshot, ...]:
    """The snapshots of all dialects that have files in the project, or of the named one in any case.

    What is `named` besides is for that one, or for the first that the project uses, as when an event is dispatched.
    A dialect that only reads other agents' files there is left out unless it is named.  A file that `hookwright.json`
    gives to one dialect is not another one's.  Raises UnknownDialect.
    """
    chosen = DIALECTS if dialect is None else (by_id(dialect),)
    given = given_in(project, host, open_texts or {})
    first = chosen[0] if dialect is not None or named == NOTHING_NAMED else dialect_in_use(project, host)
    found = (
        load(it, project, host, named if it is first else NOTHING_NAMED, open_texts=open_texts, given=given)
        for it in chosen
    )
    return tuple(
        it
        for it in found
        if dialect is not None or ((it.files or has_own_problem(it, project, host)) and not _only_reads(it, given))
    )


def has_own_problem(snapshot: Snapshot, project: str, host: Host) -> bool:
    """Whether something is wrong at the agent's own places, and not at those of another agent that it reads too."""
    sources = [it.source for it in snapshot.problems]
    return None in sources or any(is_own_place(snapshot.dialect, it, project, host) for it in sources if it)


def given_in(project: str, host: Host, open_texts: Mapping[str, str]) -> Mapping[str, str]:
    """The files at places of any agent to which the project's `hookwright.json` gives a dialect, with its id."""
    dialects = ProjectSettings(host.home, texts=open_texts)
    return given_files(project, host, dialects.dialect_of) if dialects.gives_dialects(project) else {}


def _only_reads(snapshot: Snapshot, given: Mapping[str, str]) -> bool:
    return snapshot.is_borrowed and not any(given.get(it.path) == snapshot.dialect.id for it in snapshot.files)


def dialect_json(snapshot: Snapshot) -> dict[str, Any]:
    """What both reports say about a dialect: whether it is enabled, its files, and their problems."""
    return {
        "id": snapshot.dialect.id,
        "title": snapshot.dialect.title,
        "enabled": snapshot.switched_off is None,
        "disabledBecause": snapshot.switched_off,
        "files": [_file_json(it, snapshot.hooks) for it in snapshot.files],
        "problems": list(snapshot.problems),
    }


def hook_json(snapshot: Snapshot, hook: Hook) -> dict[str, Any]:
    """One hook with its event, its matcher as written, and its time limit in seconds."""
    step = _step(snapshot, hook)
    return {
        **identity(hook).to_json(),
        "event": hook.event,
        "matcher": hook.matcher,
        "timeout": step.timeout if step else hook.timeout,
        "skippedBecause": step.skipped_because if step else None,
    }


def _step(snapshot: Snapshot, hook: Hook) -> Step | None:
    row = snapshot.dialect.event(hook.event)
    return None if row is None else step_of(snapshot.dialect, row, hook, (), snapshot.knobs)


def _file_json(file: HookFile, hooks: Sequence[Hook]) -> dict[str, Any]:
    return {
        "path": file.path,
        "scope": file.scope.value,
        "hooks": sum(it.source == file.path for it in hooks),
        "broken": any(it.kind is ProblemKind.SYNTAX for it in file.tree.problems),
        "recording": recording_words(file.tree),
    }


def list_data(project: str, snapshots: Sequence[Snapshot], modules: Sequence[ModuleJson] = ()) -> dict[str, Any]:
    """The hooks by dialect, in configuration order, and the hook modules."""
    dialects = [{**dialect_json(it), "hooks": [hook_json(it, hook) for hook in it.hooks]} for it in snapshots]
    return {"projectDir": project, "dialects": dialects, "modules": [*modules]}


def list_page(data: dict[str, Any]) -> str:
    """The page for the result of `list_data`."""
    lines = [f"# Hooks of {code(data['projectDir'])}"]
    for dialect in data["dialects"]:
        lines += ["", f"## {dialect['title']}", *notes(dialect)]
        for sentence in recording(dialect):
            lines += ["", prose(sentence)]
        for number, hook in enumerate(dialect["hooks"], 1):
            lines += ["", *_hook(number, hook)]
        if not dialect["hooks"] and not is_broken(dialect):
            lines += ["", "No hooks."]
    lines += module_lines(data["modules"])
    if not data["dialects"] and not data["modules"]:
        lines += ["", "No hooks are configured."]
    return "\n".join(lines) + "\n"


def is_broken(dialect: dict[str, Any]) -> bool:
    """Whether there are no hooks of the agent because its files cannot be read, or are left out."""
    return not dialect["hooks"] and any(it.code.degrades for it in dialect["problems"])


def recording(dialect: dict[str, Any]) -> Iterator[str]:
    """Which files have hooks of ours that record, which are not listed, a sentence for each."""
    for it in dialect["files"]:
        if it["recording"]:
            yield f"{it['path']} {it['recording']}; `hookwright record off` ends that"


def notes(dialect: dict[str, Any]) -> Iterator[str]:
    """What keeps hooks of the dialect from running, as quotations."""
    for sentence in (dialect["disabledBecause"], *dialect["problems"]):
        if sentence is not None:
            yield from ("", f"> {prose(sentence)}")


def matcher_words(matcher: Any) -> str:  # noqa: ANN401  as the file has it
    """A matcher as Markdown; one that matches everything is `*`."""
    return code(matcher_text(matcher))


def _hook(number: int, hook: dict[str, Any]) -> Iterator[str]:
    kind = "" if hook["type"] == "command" else f" ({escaped(hook['type'])})"
    yield f"{number}. **{escaped(hook['event'])}** {matcher_words(hook['matcher'])}: {code(hook['command'])}{kind}"
    name = f"{escaped(hook['name'])}, " if hook["name"] else ""
    yield f"   - {name}time-out {seconds_words(hook['timeout'])}"
    yield f"   - {hook['scope']}, {code(hook['pointer'])} in {code(hook['source'])}"
    if hook["skippedBecause"]:
        yield f"   - not run: {prose(hook['skippedBecause'])}"
