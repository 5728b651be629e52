"""One hook of a dispatch: its condition, its command or prompt, and the record of what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.engine.commands import (
    argv_of,
    folder_of,
    make_data_folder,
    own_variables,
    plugin_environment,
    shell_argv,
)
from hookwright.engine.events import Phase, RunEvent, Watch, output_watcher
from hookwright.engine.plan import Plan, Step, unanswerable
from hookwright.engine.process import Command, Finished, run
from hookwright.host import Host
from hookwright.limits import MOST_DEPTH, is_deeper
from hookwright.matching.verdict import quoted
from hookwright.model.codes import Code, Fault
from hookwright.model.hook import MODULE
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.outcome import HookIdentity, Reading, Result, Run, Told, identity
from hookwright.model.reaction import Audience, Level, Status
from hookwright.policies.answers import read_answer
from hookwright.policies.handlers import read_handler
from hookwright.policies.reading import read_behind, unknown_reading
from hookwright.policies.results import with_taken_result
from hookwright.policies.spellings import row_under

if TYPE_CHECKING:
    from hookwright.engine.model import Delegate, Model

_CONDITION_SECONDS = 1.0
_OBJECT_BYTES = 8 << 20
_SHOWN_BYTES = 1 << 20
_PROMPT = "prompt"
_FAILURES = {
    Performer.HTTP: Code.HTTP_FAILED,
    Performer.MCP_TOOL: Code.MCP_FAILED,
    Performer.MODEL: Code.MODEL_FAILED,
    Performer.MODEL_WITH_TOOLS: Code.MODEL_FAILED,
}


class Setting(Struct, frozen=True):
    """What all hooks of one dispatch share."""

    plan: Plan
    host: Host
    environment: Mapping[str, str]
    stdin: bytes
    watch: Watch | None
    model: Model | None = None
    delegate: Delegate | None = None
    slots: asyncio.Semaphore | None = None
    stdins: Mapping[str, bytes] = field(default_factory=dict)

    def delegates(self, step: Step) -> bool:
        """Whether the agent runs this hook itself."""
        kinds, kind = self.plan.row.types, step.hook.type
        return self.delegate is not None and kind in self.delegate.types and (kinds is None or kind in kinds)

    def starts_process(self, step: Step) -> bool:
        """Whether a command runs for this hook: what waits for a person, a model or a module does not count."""
        kind = self.plan.request.dialect.type_of(step.hook)
        waits = kind is None or kind.by.is_model or kind.by is Performer.HTTP
        return not self.delegates(step) and not waits

    def stdin_of(self, step: Step) -> bytes:
        """What the hook reads: its own where it knows the event, or the tool, under another name."""
        return self.stdins.get(step.met_as or step.hook.event, self.stdin)

    def event(self, phase: Phase, hook: HookIdentity, run: Run | None = None) -> RunEvent:
        """What is told of a hook of this dispatch."""
        plan = self.plan
        return RunEvent(
            phase=phase, dispatch_id=plan.facts.dispatch_id, dialect=plan.request.dialect.id, hook=hook, run=run
        )

    def tell(self, phase: Phase, hook: HookIdentity, run: Run | None = None) -> None:
        """Passes it on if the dispatch is watched."""
        if self.watch is not None:
            self.watch(self.event(phase, hook, run))


async def run_hook(setting: Setting, step: Step) -> Run:
    """Runs one step and gives its record; nothing that the hook does raises."""
    never = None if setting.delegates(step) else _never(setting, step)
    if never is not None:
        return not_run(step, never)
    if setting.slots is None or not setting.starts_process(step):
        return await _run(setting, step)
    async with setting.slots:
        return await _run(setting, step)


async def _run(setting: Setting, step: Step) -> Run:
    hook, watch = identity(step.hook), setting.watch
    setting.tell(Phase.STARTED, hook)
    unmet = None if step.unstarted else await _unmet(setting, step)
    if unmet is None:
        on_output = output_watcher(watch, setting.event(Phase.STARTED, hook)) if watch else None
        found = await _read_run(setting, step, on_output)
    elif unmet.failed:
        found = not_run(step, Fault(Code.CONDITION_FAILED, unmet.because))
    else:
        found = Run(hook=hook, reading=Reading(status=Status.SKIPPED), skipped_because=unmet.because)
    setting.tell(Phase.FINISHED, hook, found)
    return found


def _never(setting: Setting, step: Step) -> Fault | None:
    """Why the hook cannot be run here."""
    dialect, kind = setting.plan.request.dialect, _kind(setting, step)
    if step.skipped_because is None and kind is not None and setting.host.cage and _leaves_cage(setting, step, kind):
        why = f"a `{kind.name}` hook would reach the network, which nothing on a copy of the workspace may"
        return Fault(Code.NO_NETWORK, why)
    if step.skipped_because is not None:
        return Fault(Code.NOT_SUPPORTED, step.skipped_because)
    unanswered = unanswerable(dialect, step.hook) if setting.model is None else None
    return None if unanswered is None else Fault(Code.NO_MODEL, unanswered)


def _leaves_cage(setting: Setting, step: Step, kind: HookType) -> bool:
    if kind.by is not Performer.MCP_TOOL:
        return kind.by is Performer.HTTP
    from hookwright.engine.mcp_hooks import server_of

    found = server_of(setting.plan, step.hook, kind, setting.host)
    return not isinstance(found, str) and bool(found.url)


async def _read_run(setting: Setting, step: Step, on_output: Callable[[str, bytes], None] | None) -> Run:
    """The record of a hook that is run, unless it cannot be started."""
    dialect, values = setting.plan.request.dialect, _heeded(setting, step)
    # What a hook prints is read as it is under the name of the event that the hook is under.
    row = row_under(dialect, setting.plan.row, step.hook.event)
    if step.unstarted is not None:
        result = _not_started(step.unstarted)
        reading = unknown_reading(step.unstarted, result, row, values, step.unstarted_code)
    elif step.hook.type == MODULE and setting.plan.handlers is not None:
        result = await setting.plan.handlers.run(step.hook, setting.stdin_of(step))
        reading = read_handler(result, row, values, dialect=dialect, on_lost=setting.plan.handlers.on_lost)
    else:
        result = await _result(setting, step, on_output)
        kind = _kind(setting, step)
        answer = kind.reading.model if kind is not None and not setting.delegates(step) else None
        reading = read_answer(result, row, values, dialect=dialect, timeout=step.timeout, answer=answer)
        reading = _of_performer(reading, Code.HANDLER_FAILED if setting.delegates(step) else _failure_of(kind))
    reading = with_taken_result(reading, dialect, row, setting.plan.facts.payload)
    if step.background:
        kind = _kind(setting, step)
        reading = read_behind(reading, wakes=kind is not None and step.hook.values.get(kind.keys.rewake or "") is True)
    return Run(hook=identity(step.hook), reading=_sendable(reading), result=_cut(result))


def _sendable(reading: Reading) -> Reading:
    """The reading without an output that no client could be sure to read; what it decides stays.

    What it puts in the place of a result becomes a sentence: the result itself may hold what the hook takes out.
    """
    if reading.output is None or not is_deeper(reading.output):
        return reading
    result = reading.updated_result
    if is_deeper(result):
        result = f"A hook gave a result that nests more than {MOST_DEPTH} levels deep, so it is left out"
    text = f"The output of a hook nests more than {MOST_DEPTH} levels deep, so it is left out; its decision holds"
    told = Told(Audience.USER, Level.WARNING, text, Code.OUTPUT_DROPPED)
    fault = reading.fault or Fault(Code.OUTPUT_DROPPED, text)
    messages = (*reading.messages, told)
    return replace(reading, output=None, updated_result=result, messages=messages, fault=fault)


def _heeded(setting: Setting, step: Step) -> Mapping[str, object]:
    """The keys of the hook that its type has, and those beside the events: they pick reactions."""
    kind, values = _kind(setting, step), step.hook.values
    own = values if kind is None else {key: it for key, it in values.items() if kind.field(key) is not None}
    return {**own, **setting.plan.knobs}


def not_run(step: Step, why: Fault) -> Run:
    """The record of a hook that cannot be run here, with a warning for the user: the agent may well run it."""
    warning = Told(Audience.USER, Level.WARNING, f"A hook was skipped: {why.text}", why.code)
    reading = Reading(status=Status.SKIPPED, messages=(warning,), fault=why)
    return Run(hook=identity(step.hook), reading=reading, skipped_because=why.text)


def _failure_of(kind: HookType | None) -> Code | None:
    return None if kind is None else _FAILURES.get(kind.by)


def _of_performer(reading: Reading, code: Code | None) -> Reading:
    """The reading with the code of who failed, where nothing but a command gave no answer."""
    fault = reading.fault
    if code is None or fault is None or fault.code not in (Code.FAILED, Code.COULD_NOT_START):
        return reading
    told = tuple(it._replace(code=code) if it.code is fault.code else it for it in reading.messages)
    return replace(reading, fault=replace(fault, code=code), messages=told)


class _Unmet(Struct, frozen=True):
    """Why a condition keeps its hook from running; `failed`: it did not come to an answer, which the user is told."""

    because: str
    failed: bool


async def _unmet(setting: Setting, step: Step) -> _Unmet | None:
    """Why the hook's own condition keeps it from running, None if it has none or it is met (B8)."""
    dialect, kind = setting.plan.request.dialect, _kind(setting, step)
    text = step.hook.values.get(kind.keys.precondition) if kind is not None and kind.keys.precondition else None
    if not isinstance(text, str):
        return None
    argv = shell_argv(dialect, step.hook, text, setting.host)
    if isinstance(argv, str):
        return _Unmet(f"its condition could not be run: {argv}", failed=True)
    cwd = folder_of(kind, step.hook, setting.plan, setting.host)
    command = (*setting.host.cage, *argv)
    ended = await run(Command(command, cwd, _environment(setting, step), setting.stdin_of(step), _CONDITION_SECONDS))
    if ended.exit_code == 0 and not ended.timed_out:
        return None
    failed = ended.timed_out or ended.start_error is not None or ended.signal is not None
    return _Unmet(f"its condition {quoted(text)} {_how(ended)}", failed)


def _how(ended: Finished) -> str:
    if ended.timed_out:
        return f"took longer than {_CONDITION_SECONDS:g} s"
    if ended.start_error is not None:
        return f"could not be run: {ended.start_error}"
    return f"exited {ended.exit_code}" if ended.signal is None else f"was killed by signal {ended.signal}"


async def _result(setting: Setting, step: Step, on_output: Callable[[str, bytes], None] | None) -> Result:
    plan, kind = setting.plan, _kind(setting, step)
    if setting.delegate is not None and setting.delegates(step):
        return await _delegated(setting, setting.delegate, step)
    if kind is not None and kind.by.is_model and setting.model is not None:
        # Few hooks are prompts.
        from hookwright.engine.model import ask, question_of

        context = setting.stdin_of(step).decode()
        return await ask(setting.model, question_of(step.hook, kind, context, plan.facts.session_id, step.timeout))
    if kind is not None and kind.by in (Performer.HTTP, Performer.MCP_TOOL):
        return await _called(setting, step, kind)
    cwd, environment = folder_of(kind, step.hook, plan, setting.host), _environment(setting, step)
    argv = argv_of(plan, step.hook, setting.host, environment, cwd)
    if isinstance(argv, str):
        return _not_started(argv)
    make_data_folder(plan, step.hook, setting.host)
    command = Command(
        (*setting.host.cage, *argv),
        cwd,
        environment,
        setting.stdin_of(step),
        step.timeout,
        kept_object_bytes=_OBJECT_BYTES,
        grace=plan.request.dialect.running.grace,
    )
    return _decoded(await run(command, on_output))


async def _called(setting: Setting, step: Step, kind: HookType) -> Result:
    """What a web service, or a tool of an MCP server, answers."""
    plan, host, hook = setting.plan, setting.host, step.hook
    if kind.by is Performer.HTTP:
        from hookwright.engine.http_hooks import Allowed, Post, headers_of, post

        allowed = Allowed(plan.urls, plan.variables)
        if not allowed.url(hook.body):
            return _not_started(f"`{plan.request.dialect.http.urls}` does not allow {hook.body}")
        headers = headers_of(hook, kind, host.environ, allowed)
        return await post(
            Post(
                url=hook.body,
                headers=headers,
                body=setting.stdin_of(step),
                timeout=step.timeout,
                only_object=kind.reading.only_object,
                media_type=kind.reading.media_type,
            )
        )
    from hookwright.engine.mcp_hooks import call, tool_call

    asked = tool_call(plan, step, kind, host, setting.stdin_of(step))
    return _not_started(asked) if isinstance(asked, str) else await call(asked, host)


async def _delegated(setting: Setting, delegate: Delegate, step: Step) -> Result:
    from hookwright.engine.model import Delegated, answered, prompt_of

    facts, kind, stdin = setting.plan.facts, _kind(setting, step), setting.stdin_of(step).decode()
    asked = None
    if kind is not None and kind.body == _PROMPT:
        asked = prompt_of(step.hook, kind, stdin)
    delegated = Delegated(
        hook=identity(step.hook),
        config=step.hook.values,
        prompt=asked,
        stdin=stdin,
        session_id=facts.session_id,
        timeout=step.timeout,
    )
    return await answered(delegate.run(delegated), step.timeout)


def _not_started(problem: str) -> Result:
    return Result(exit_code=None, problem=problem, started_at=datetime.now(UTC), duration=0.0)


def _kind(setting: Setting, step: Step) -> HookType | None:
    return setting.plan.request.dialect.type_of(step.hook)


def _environment(setting: Setting, step: Step) -> Mapping[str, str]:
    """The dispatch's, and what depends on the hook's file (D6)."""
    of_plugin = plugin_environment(setting.plan, step.hook, setting.host)
    own = own_variables(_kind(setting, step), step.hook)
    return {**setting.environment, **of_plugin, **own} if of_plugin or own else setting.environment


def _cut(result: Result) -> Result:
    """The result with as much of a large JSON object as is kept of any other output."""
    if len(result.stdout) <= _SHOWN_BYTES // 4:
        return result
    printed = result.stdout.encode()
    shown = printed[:_SHOWN_BYTES].decode("utf-8", "ignore")
    return replace(result, stdout=shown, stdout_left_out=result.stdout_left_out + max(len(printed) - _SHOWN_BYTES, 0))


def _decoded(finished: Finished) -> Result:
    return Result(
        exit_code=finished.exit_code,
        signal=finished.signal,
        timed_out=finished.timed_out,
        problem=finished.start_error,
        stdout=finished.stdout.decode("utf-8", "replace"),
        stderr=finished.stderr.decode("utf-8", "replace"),
        stdout_left_out=finished.stdout_total - len(finished.stdout),
        stderr_left_out=finished.stderr_total - len(finished.stderr),
        started_at=finished.started_at,
        duration=finished.duration,
    )
