"""Status of a project: whether hooks are enabled, how many there are for each event, and how they have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hookwright.config.workspace import Snapshot
from hookwright.engine.journal.place import is_switched_off, journal_path
from hookwright.engine.journal.statistics import Numbers, Statistics, statistics
from hookwright.errors import UnreadableInput
from hookwright.host import Host
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.policies.redaction import redact
from hookwright.reports.hook_list import dialect_json, is_broken, notes
from hookwright.wording.display import code, escaped, prose
from hookwright.wording.phrases import seconds_words
from hookwright.workflows.hook_modules.listing import ModuleJson, module_lines

_ENABLED, _BROKEN, _DISABLED = "enabled", "broken", "disabled"


def status_data(
    project: str,
    snapshots: Sequence[Snapshot],
    host: Host,
    modules: Sequence[ModuleJson] = (),
) -> dict[str, Any]:
    """The status of a project: its hooks, and what the user's journal says about their runs.

    The `host` says where the journal is.  If it cannot be read, `runs.problem` says why.
    """
    journal = journal_path(host)
    dialects = [_dialect_json(it) for it in snapshots]
    return {
        "projectDir": project,
        "enabled": any(it["enabled"] for it in dialects),
        "hooks": sum(it["hooks"] for it in dialects),
        "events": sum(it["events"] for it in dialects),
        "dialects": dialects,
        "modules": [*modules],
        "runs": _runs_json(snapshots, _statistics(journal, project)),
        "journal": {"path": journal, "enabled": not is_switched_off(host)},
    }


def status_page(data: dict[str, Any]) -> str:
    """The page for the result of `status_data`."""
    lines = [f"# Hooks: {state_of(data)}", "", f"{counted(data)} for {code(data['projectDir'])}."]
    for dialect in data["dialects"]:
        lines += ["", f"## {dialect['title']}: {state_of_dialect(dialect)}", *notes(dialect)]
        lines += ["", *_events(dialect), "", *_files(dialect)]
    lines += module_lines(data["modules"])
    lines += ["", "## Runs", "", *_runs(data["runs"])]
    if not data["journal"]["enabled"]:
        lines += ["", "The journal is switched off, so nothing is recorded."]
    return "\n".join(lines) + "\n"


def state_of(data: dict[str, Any]) -> str:
    """Whether any hook of the project can run."""
    states = {state_of_dialect(it) for it in data["dialects"]}
    return next((it for it in (_ENABLED, _BROKEN, _DISABLED) if it in states), "none configured")


def state_of_dialect(dialect: dict[str, Any]) -> str:
    """Whether any hook of the agent can run; if it has none, a file of which nothing can be read counts."""
    return _DISABLED if not dialect["enabled"] else _BROKEN if is_broken(dialect) else _ENABLED


def counted(data: dict[str, Any]) -> str:
    """How many hooks there are on how many events."""
    if not data["hooks"] and any(is_broken(it) for it in data["dialects"]):
        return "No hooks can be read"
    return f"{count_words(data['hooks'], 'hook')} on {count_words(data['events'], 'event')}"


def _dialect_json(snapshot: Snapshot) -> dict[str, Any]:
    counted = Counter(it.event for it in snapshot.hooks)
    in_order = [row.name for row in snapshot.dialect.events]
    names = sorted(counted, key=lambda it: in_order.index(it) if it in in_order else len(in_order))
    return {
        **dialect_json(snapshot),
        "hooks": len(snapshot.hooks),
        "events": len(counted),
        "perEvent": {it: counted[it] for it in names},
    }


def _statistics(journal: str, project: str) -> Statistics | str:
    try:
        return statistics(journal, project)
    except UnreadableInput as wrong:
        return str(wrong)


def _runs_json(snapshots: Sequence[Snapshot], found: Statistics | str) -> dict[str, Any]:
    if isinstance(found, str):
        return {"problem": found, "dispatches": 0, **Numbers().to_json(), "perHook": []}
    hooks = [(hook, found.hooks.get(_key(hook))) for it in snapshots for hook in it.hooks]
    return {
        "problem": None,
        "dispatches": found.dispatches,
        **found.total.to_json(),
        "perHook": [{"hook": identity(hook).to_json(), **it.to_json()} for hook, it in hooks if it is not None],
    }


def _key(hook: Hook) -> tuple[str, str]:
    # The journal stores commands without their secrets.
    return identity(hook).id, redact(hook.body)


def _events(dialect: dict[str, Any]) -> Iterator[str]:
    if not dialect["perEvent"]:
        yield from () if is_broken(dialect) else ("No hooks.",)
        return
    yield "| Event | Hooks |"
    yield "|---|--:|"
    yield from (f"| {escaped(name)} | {count} |" for name, count in dialect["perEvent"].items())


def _files(dialect: dict[str, Any]) -> Iterator[str]:
    for file in dialect["files"]:
        broken = ", broken" if file["broken"] else ""
        yield f"- {file['scope']} {code(file['path'])}: {count_words(file['hooks'], 'hook')}{broken}"


def _runs(runs: dict[str, Any]) -> Iterator[str]:
    if runs["problem"]:
        yield f"> {prose(runs['problem'])}"
        return
    yield runs_sentence(runs)
    if runs["perHook"]:
        yield ""
        yield "| Hook | Runs | Failed | Blocked | Mean | 95 % within |"
        yield "|---|--:|--:|--:|--:|--:|"
    for it in runs["perHook"]:
        title = code(it["hook"]["name"] or it["hook"]["command"]).replace("|", "\\|")
        times = f"{milliseconds_words(it['meanMs'])} | {milliseconds_words(it['p95Ms'])}"
        yield f"| {title} | {it['runs']} | {it['failures']} | {it['blocked']} | {times} |"


def runs_sentence(runs: dict[str, Any]) -> str:
    """A summary of all recorded runs."""
    dispatches = count_words(runs["dispatches"], "dispatch", "dispatches")
    if not runs["runs"]:
        return "No runs are recorded." if not runs["dispatches"] else f"No runs are recorded in {dispatches}."
    counted = f"{count_words(runs['runs'], 'run')} in {dispatches}"
    return f"{counted}: {runs['failures']} failed, {runs['blocked']} blocked, {_times(runs)}."


def _times(numbers: dict[str, Any]) -> str:
    return f"{milliseconds_words(numbers['meanMs'])} on average, 95 % within {milliseconds_words(numbers['p95Ms'])}"


def milliseconds_words(number: float) -> str:
    """A short duration, readable."""
    return f"{number:.1f} ms" if number < 10 else seconds_words(number / 1000)


def count_words(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
