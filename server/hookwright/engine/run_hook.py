"""One hook of a dispatch: whether it runs, and the record of what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from hookwright.engine.events import Phase, output_watcher
from hookwright.engine.performing import not_started, result_of, unmet
from hookwright.engine.plan import Step, unanswerable
from hookwright.engine.setting import Setting
from hookwright.limits import MOST_DEPTH, is_deeper
from hookwright.model.codes import Code, Fault
from hookwright.model.hook import MODULE
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.outcome import Reading, Result, Run, Told, identity
from hookwright.model.reaction import Audience, Level, Status
from hookwright.policies.answers import read_answer
from hookwright.policies.handlers import read_handler
from hookwright.policies.reading import read_behind, unknown_reading
from hookwright.policies.results import with_taken_result
from hookwright.policies.spellings import row_under

_SHOWN_BYTES = 1 << 20
_FAILURES = {
    Performer.HTTP: Code.HTTP_FAILED,
    Performer.MCP_TOOL: Code.MCP_FAILED,
    Performer.MODEL: Code.MODEL_FAILED,
    Performer.MODEL_WITH_TOOLS: Code.MODEL_FAILED,
}


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
    why = None if step.unstarted else await unmet(setting, step)
    if why is None:
        on_output = output_watcher(watch, setting.event(Phase.STARTED, hook)) if watch else None
        found = await _read_run(setting, step, on_output)
    elif why.failed:
        found = not_run(step, Fault(Code.CONDITION_FAILED, why.because))
    else:
        found = Run(hook=hook, reading=Reading(status=Status.SKIPPED), skipped_because=why.because)
    setting.tell(Phase.FINISHED, hook, found)
    return found


def _never(setting: Setting, step: Step) -> Fault | None:
    """Why the hook cannot be run here."""
    dialect, kind = setting.plan.request.dialect, setting.kind_of(step)
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
        result = not_started(step.unstarted)
        reading = unknown_reading(step.unstarted, result, row, values, step.unstarted_code)
    elif step.hook.type == MODULE and setting.plan.handlers is not None:
        result = await setting.plan.handlers.run(step.hook, setting.stdin_of(step))
        reading = read_handler(result, row, values, dialect=dialect, on_lost=setting.plan.handlers.on_lost)
    else:
        result = await result_of(setting, step, on_output)
        kind = setting.kind_of(step)
        answer = kind.reading.model if kind is not None and not setting.delegates(step) else None
        reading = read_answer(result, row, values, dialect=dialect, timeout=step.timeout, answer=answer)
        reading = _of_performer(reading, Code.HANDLER_FAILED if setting.delegates(step) else _failure_of(kind))
    reading = with_taken_result(reading, dialect, row, setting.plan.facts.payload)
    if step.background:
        kind = setting.kind_of(step)
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
    kind, values = setting.kind_of(step), step.hook.values
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


def _cut(result: Result) -> Result:
    """The result with as much of a large JSON object as is kept of any other output."""
    if len(result.stdout) <= _SHOWN_BYTES // 4:
        return result
    printed = result.stdout.encode()
    shown = printed[:_SHOWN_BYTES].decode("utf-8", "ignore")
    return replace(result, stdout=shown, stdout_left_out=result.stdout_left_out + max(len(printed) - _SHOWN_BYTES, 0))
