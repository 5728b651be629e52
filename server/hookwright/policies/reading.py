"""What the way in which a command ended, and what it printed, mean on its event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from hookwright.model.codes import Code, Fault
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import OutputProblem, Reading, Result, Told
from hookwright.model.reaction import (
    ON_STDOUT,
    Audience,
    Decision,
    Effect,
    ExitTable,
    Level,
    Meant,
    Misfit,
    OutputField,
    Printing,
    Reaction,
    Status,
    Words,
)
from hookwright.policies.exits import fault_of, reaction_of, without_object, worded
from hookwright.policies.output import (
    Fitting,
    announces,
    fitting_values,
    missing_values,
    names_another_event,
    refusing_values,
    unmet_demands,
)
from hookwright.policies.printed import (
    begins_like_object,
    broken_braces,
    broken_json,
    broken_object,
    find_object,
    not_an_object,
)
from hookwright.policies.strength import NO_SAY, join_texts, strength
from hookwright.policies.weighing import strongest, values_for
from hookwright.policies.wording import Ending, spoken


def read_result(
    result: Result,
    row: EventRow,
    values: Mapping[str, Any],
    *,
    dialect: Dialect | None = None,
    timeout: float | None = None,
) -> Reading:
    """The result held against the event's exit table, then its stdout against the event's output fields (C5, C6).

    `values` are the hook's own keys, by which some reactions are picked; `timeout` (seconds) is what it was given.
    """
    if announces(result.stdout, row):
        later = replace(result, stdout=result.stdout.lstrip().partition("\n")[2])
        found = read_result(later, row, values, dialect=dialect, timeout=timeout)
        return read_behind(found, wakes=False)
    reaction = worded(reaction_of(result, row.exits, values), result)
    printing = dialect.printing if dialect is not None else ON_STDOUT
    printed = _printed(result, printing, reaction.source)
    if reaction.reads_output and result.stdout_left_out and begins_like_object(result.stdout) and not _is_no(reaction):
        problem = "it printed a JSON object that is too large to be read"
        return unknown_reading(problem, result, row, values, Code.OUTPUT_TOO_LARGE)
    output = find_object(printed, printing) if reaction.reads_output else None
    if output is None:
        broken = _broken(printed, row.exits, printing) if reaction.reads_output else None
        if broken is not None and broken.wrong and not (printing.meant is Meant.BRACED and _is_no(reaction)):
            return _unused(broken.message, result, row, values, (broken,))
        reaction = without_object(printed, reaction, row.exits, values)
        return _plain(Ending(result, timeout, result.stdout.strip()), reaction, (broken,) if broken else ())
    return _read_object(output, Ending(result, timeout, ""), reaction, row, values, dialect)


def _read_object(
    output: dict[str, Any],
    ending: Ending,
    reaction: Reaction,
    row: EventRow,
    values: Mapping[str, Any],
    dialect: Dialect | None,
) -> Reading:
    fitting, problems = fitting_values(output, row, dialect)
    wrong = _unfit(output, row, problems, dialect) if dialect is not None else ()
    misnamed = dialect is not None and names_another_event(output, row, dialect)
    if misnamed and (refusal := refusing_values(output, row, dialect)):
        return _spoken(ending, reaction, output, refusal, problems)
    if not wrong or (_is_no(reaction) and not misnamed):
        return _spoken(ending, reaction, output, () if wrong else fitting, problems)
    problem = f"its whole output is ignored, as {wrong[0].message}"
    if _is_no(reaction) and row.exits.closed:
        unread = replace(ending, result=replace(ending.result, stderr=problem))
        return replace(_plain(unread, reaction, wrong), output=output)
    return replace(_unused(problem, ending.result, row, values, wrong), output=output)


def _printed(result: Result, printing: Printing, source: Words | None) -> str:
    """The text that an object is looked for in."""
    sources = printing.sources if source is None else (source,)
    texts = (result.stderr if it is Words.STDERR else result.stdout for it in sources)
    return next((it for it in texts if it.strip()), result.stdout)


def read_behind(reading: Reading, *, wakes: bool) -> Reading:
    """What is left of it where the agent did not wait for the hook: what it adds reaches the model later.

    That is the context and the messages of its object; a hook that `wakes` the model also has what it refuses with.
    """
    heard = tuple(it._replace(to=Audience.AGENT) for it in reading.messages if it.level is Level.INFO)
    refusal = reading.reason if wakes and reading.status is Status.BLOCKED else None
    refused = (Told(Audience.AGENT, Level.ERROR, refusal, Code.REFUSED),) if refusal else ()
    return Reading(
        status=Status.FAILED if reading.status is Status.BLOCKED else reading.status,
        context=reading.context if reading.output is not None else None,
        messages=(*heard, *refused),
        output=reading.output,
        problems=reading.problems,
        ended=reading.ended,
    )


def _unfit(
    output: Mapping[str, Any], row: EventRow, problems: tuple[OutputProblem, ...], dialect: Dialect
) -> tuple[OutputProblem, ...]:
    """The problems for which an agent that is strict reads nothing of the output; with one of them, all problems."""
    misfit = dialect.printing.dropped_for
    if misfit is Misfit.NONE:
        return ()
    found = (*missing_values(output, row), *unmet_demands(output, row), *problems)
    return found if misfit is Misfit.ANY or any(it.wrong for it in found) else ()


def _unused(
    problem: str, result: Result, row: EventRow, values: Mapping[str, Any], problems: tuple[OutputProblem, ...]
) -> Reading:
    """The reading of a hook whose output is not used: it ran, and counts as failed."""
    found = unknown_reading(problem, result, row, values, Code.OUTPUT_INVALID)
    status = Status.FAILED if found.status is Status.CANNOT_START else found.status
    return replace(found, status=status, problems=problems)


def unknown_reading(problem: str, result: Result, row: EventRow, values: Mapping[str, Any], code: Code) -> Reading:
    """The reading of a hook whose answer is unknown: as if it could not be started, and never silent."""
    result = replace(result, problem=problem)
    found = _plain(Ending(result, None, ""), reaction_of(result, row.exits, values), ())
    warning = Told(Audience.USER, Level.WARNING, f"A hook gave no answer that could be used: {problem}", code)
    told = tuple(it._replace(code=code) for it in found.messages)
    said = told if any(problem in it.text for it in told) else (warning,)
    return replace(found, messages=said, fault=Fault(code, problem))


def _is_no(reaction: Reaction) -> bool:
    return reaction.status is Status.BLOCKED and not reaction.yields


def _broken(stdout: str, exits: ExitTable, printing: Printing) -> OutputProblem | None:
    """What is wrong with output that is not an object, if it should be one."""
    if printing.meant is Meant.JSON and (found := broken_json(stdout)) is not None:
        return found
    if printing.meant is Meant.BRACED and (found := broken_braces(stdout)) is not None:
        return found
    return broken_object(stdout) if exits.unreadable is None else not_an_object(stdout)


def _plain(ending: Ending, reaction: Reaction, problems: tuple[OutputProblem, ...]) -> Reading:
    """The reading of a run that printed no object."""
    fault, reason = fault_of(ending, reaction), _said(reaction, reaction.reason, ending, None)
    if fault is None and problems and not reaction.refuses:
        fault = Fault(Code.OUTPUT_INVALID, problems[0].message)
    return Reading(
        status=reaction.status,
        decision=reaction.decision,
        blocks=reaction.blocks,
        must_continue=reaction.must_continue,
        reason=reason,
        stop_agent=reaction.stops,
        stop_reason=reason if reaction.stops else None,
        context=(ending.plain or None) if reaction.adds_context else None,
        messages=_told(reaction, ending, None, fault),
        problems=problems,
        settles=False,
        fault=fault,
    )


def _spoken(
    ending: Ending,
    exited: Reaction,
    output: dict[str, Any],
    fitting: tuple[Fitting, ...],
    problems: tuple[OutputProblem, ...],
) -> Reading:
    """The reading of a run that printed an object: it replaces plain words, but does not undo a refusal."""
    reaction, reason, settles = strongest(exited, ending, fitting)
    stops = any(field.effect is Effect.CONTINUE and value is False for field, value in fitting)
    stops |= reaction.refuses and any(it is True for it in values_for(fitting, Effect.INTERRUPTS))
    stop_reason = next((it for it in values_for(fitting, Effect.STOP_REASON) if it.strip()), None) if stops else None
    if reaction.stops:
        stops, stop_reason = True, stop_reason or _said(reaction, reaction.reason, ending, reason)
    inputs = [_input(field, value) for field, value in fitting if field.effect is Effect.UPDATED_INPUT]
    results, prompts = (values_for(fitting, it) for it in (Effect.UPDATED_RESULT, Effect.UPDATED_PROMPT))
    has_say = strength(reaction) > NO_SAY
    messages = _told(reaction, ending, reason, None) if has_say else ()
    messages += tuple(Told(Audience.USER, Level.INFO, it) for it in values_for(fitting, Effect.MESSAGE) if it.strip())
    if stop_reason and not reaction.stops:
        messages += (Told(Audience.USER, Level.WARNING, stop_reason, Code.STOPPED),)
    return Reading(
        status=reaction.status,
        decision=reaction.decision,
        blocks=reaction.blocks,
        must_continue=reaction.must_continue,
        reason=_said(reaction, reaction.reason, ending, reason),
        context=join_texts(map(_context, values_for(fitting, Effect.CONTEXT))),
        updated_input=inputs[-1] if inputs else None,
        updated_result=results[-1] if results else None,
        updated_prompt=prompts[-1] if prompts else None,
        stop_agent=stops,
        stop_reason=stop_reason,
        messages=messages,
        output=output,
        problems=problems,
        settles=settles,
        fault=None if has_say or stops else fault_of(ending, reaction) or _ignored(problems),
    )


def _ignored(problems: tuple[OutputProblem, ...]) -> Fault | None:
    """That what the hook decided is ignored, as its object does not say it as the agent reads it."""
    found = next((it.message for it in problems if it.decides), None)
    return None if found is None else Fault(Code.OUTPUT_INVALID, found)


def _input(field: OutputField, value: object) -> dict[str, Any]:
    """The tool's input; what is not an object has none of the keys that the tool needs."""
    if field.parses and isinstance(value, str):
        return find_object(value) or {}
    return value if isinstance(value, dict) else {}


def _context(value: object) -> str | None:
    """What the model gets: a text, or the lines of a list of texts."""
    lines = value if isinstance(value, list) else [value]
    return "\n".join(it for it in lines if isinstance(it, str) and it) or None


def _said(reaction: Reaction, words: Words | None, ending: Ending, reason: str | None) -> str | None:
    text = spoken(words, reaction.status, ending, reason)
    return f"{reaction.prefix}{text}" if text else text


def _told(reaction: Reaction, ending: Ending, reason: str | None, fault: Fault | None) -> tuple[Told, ...]:
    text = _said(reaction, reaction.says.words, ending, reason) if reaction.says else None
    code = said_by(reaction) if fault is None else fault.code
    return (Told(reaction.says.to, reaction.says.level, text, code),) if reaction.says and text else ()


def said_by(it: Reaction | Reading) -> Code:
    """What the message of a hook is about that had its say."""
    if it.blocks or it.decision is Decision.DENY:
        return Code.REFUSED
    if it.must_continue:
        return Code.GOES_ON
    return Code.OBJECTED if it.status is Status.BLOCKED else Code.SAID
