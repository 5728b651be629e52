"""What is wrong with an object that a script prints, for each of its hooks, and how much it matters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.commands.refusals import futile_field, value_at
from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.reached import unsure_prints
from hookwright.analysis.contract.refusals import printed_objects, refuses_by_object
from hookwright.analysis.contract.uses import is_read
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.suggest import folded, looks_like_comment, slips
from hookwright.model.event import EventRow
from hookwright.model.outcome import OutputProblem
from hookwright.model.reaction import Effect, Severity
from hookwright.patterns import late_pattern
from hookwright.policies.output import Fitting, fitting_values, unmet_demands
from hookwright.policies.output_advice import advice_on
from hookwright.scripts.values import Path
from hookwright.shell.static_output import UNKNOWN

_LIKE = 3
_MOST_NAMED = 4
_LETS_GO_ON = frozenset({"allow", "allowed", "approve", "approved", "accept", "continue", "ok", "pass", "true"})
_TO_REFUSE = "to refuse, print"
_TELLS = late_pattern(r"message|context|reason|text|prompt|instruction", re.IGNORECASE)
_SAYS_NOTHING = (Effect.CONTINUE, Effect.NOTED)


class OutputFault(Struct, frozen=True):
    """A problem, the hooks that have it, and its severity; None for that of the rule."""

    problem: OutputProblem
    uses: tuple[ScriptUse, ...]
    severity: Severity | None = None


def lets_go_on(value: object) -> bool:
    """Whether a value would let the event go on, in any words."""
    return str(value).lower() in _LETS_GO_ON


def is_comment(problem: OutputProblem) -> bool:
    """Whether it is about a key that is not meant for the agent."""
    return not problem.wrong and problem.meant is None and looks_like_comment(problem.path[-1])


def output_faults(subject: ScriptSubject) -> Iterator[tuple[KnownObject, OutputFault]]:
    """What is wrong with each object that the script prints, what decides first.

    Where the script can tell its hooks apart, only what is wrong for all of them.
    """
    found = [*printed_objects(subject)]
    unsure = [unsure_prints(subject, use) for use in subject.uses] if found else []
    for it in found:
        uses = tuple(use for use, left in zip(subject.uses, unsure, strict=True) if id(it.printed) not in left)
        yield from ((it, one) for one in _faults_of(subject, it, uses))


def _faults_of(subject: ScriptSubject, it: KnownObject, reached: tuple[ScriptUse, ...]) -> list[OutputFault]:
    found = dict[tuple[Path, str], list[tuple[OutputProblem, ScriptUse]]]()
    paths = [set[Path]() for _ in reached]
    for use, at in zip(reached, paths, strict=True):
        for problem in _problems_for(use, it):
            found.setdefault((problem.path, problem.message), []).append((problem, use))
            at.add(problem.path)
    everywhere = set[Path]().union(*paths)
    if subject.tells_apart:
        everywhere = everywhere.intersection(*paths) if len(reached) == len(subject.uses) else set()
    faults = [_fault(subject, it, one) for (path, _), one in found.items() if path in everywhere]
    return sorted(faults, key=lambda one: one.severity is not Severity.ERROR)


def _fault(subject: ScriptSubject, it: KnownObject, found: Sequence[tuple[OutputProblem, ScriptUse]]) -> OutputFault:
    problem, uses = found[0][0], tuple(use for _, use in found)
    return OutputFault(problem, uses, _severity(subject, it, problem, uses))


def _severity(
    subject: ScriptSubject, it: KnownObject, problem: OutputProblem, uses: tuple[ScriptUse, ...]
) -> Severity | None:
    """An error where a refusal gets lost, and less than a warning if nothing does."""
    row, is_strange = uses[0].row, _is_strange(problem)
    field = next((one for one in row.outputs if one.path == problem.path), None)
    if lets_go_on(value_at(it.value, problem.path)) and (not is_strange or _TO_REFUSE in problem.message):
        return None if problem.wrong else Severity.HINT
    if problem.decides and all(refuses_by_object(use, it) for use in uses):
        return Severity.INFORMATION
    if not problem.decides:
        is_extra = is_strange and _TELLS.search(problem.path[-1]) is None and all(_says(use, it) for use in uses)
        return Severity.INFORMATION if is_extra or (field is not None and field.only_with is not None) else None
    ends = [one for one in subject.endings.all if it.printed in one.prints]
    refused = bool(ends) and all(one.code is not None and use.blocks(one.code) for one in ends for use in uses)
    return None if refused else Severity.ERROR


def _says(use: ScriptUse, it: KnownObject) -> bool:
    """Whether the agent reads something in the object that is more than a matter of course."""
    fitting, _ = fitting_values(it.value, use.row, use.dialect)
    return any(field.effect not in _SAYS_NOTHING for field, _ in fitting)


def _problems_for(use: ScriptUse, it: KnownObject) -> Iterator[OutputProblem]:
    row = use.row
    if not row.outputs or not use.reaction(0).reads_output or not is_read(use):
        return
    if futile_field(use.dialect, row, use.reaction(0), it.value) is not None:
        return
    fitting, problems = fitting_values(it.value, row, use.dialect)
    if it.whole and UNKNOWN not in repr(it.value):
        problems += unmet_demands(it.value, row)
    found = [one for one in (_without_guess(row, it, one) for one in problems) if _is_known(row, it, one)]
    found = [one for one in found if not _is_for_others(it, one, fitting) and not _changes_nothing(row, it, one)]
    strange = [one for one in found if _is_strange(one)]
    yield from (one for one in found if one not in strange)
    if strange:
        yield _together(row, strange, none_is_read=not fitting and strange == found)


def _together(row: EventRow, strange: Sequence[OutputProblem], *, none_is_read: bool) -> OutputProblem:
    """One problem for all keys of an object that nothing is known of."""
    if len(strange) == 1:
        return strange[0]
    advice = next((it for one in strange if "text for" in (it := one.message.partition(": ")[2])), "")
    names = [f"`{it.path[-1]}`" for it in strange]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) <= _MOST_NAMED else ""
    shown = listed or f"{', '.join(names[: _MOST_NAMED - 1])} and {len(names) - _MOST_NAMED + 1} more keys"
    message = (
        f"`{row.name}` reads none of the keys of this object" if none_is_read else f"`{row.name}` does not read {shown}"
    )
    advice = advice or ("" if none_is_read else "remove them")
    return replace(strange[0], message=f"{message}: {advice}" if advice else message)


def _changes_nothing(row: EventRow, it: KnownObject, problem: OutputProblem) -> bool:
    """Whether it is a word that lets the event go on, which it does anyway, in a key that the event does read."""
    reads = any(field.path == problem.path for field in row.outputs)
    return not problem.wrong and reads and len(it.value) == 1 and lets_go_on(value_at(it.value, problem.path))


def _is_for_others(it: KnownObject, problem: OutputProblem, fitting: Sequence[Fitting]) -> bool:
    """Whether it is a key that changes nothing, or says to another agent what another key says to this one."""
    key, value = problem.path[-1], value_at(it.value, problem.path)
    if problem.wrong or len(problem.path) > 1:
        return False
    if key == "continue" and value is True:
        return True
    said = {folded(field.path[-1]) for field, _ in fitting}
    inner = value if isinstance(value, dict) else {key: value}
    return not said.isdisjoint(map(folded, inner))


def _is_known(row: EventRow, it: KnownObject, problem: OutputProblem) -> bool:
    """Whether it is a problem whatever only a run can tell, and no comment."""
    value = value_at(it.value, problem.path)
    unsure = value is None or UNKNOWN in repr(value) if problem.wrong else _depends_on_run(row, it, problem)
    return UNKNOWN not in "".join(problem.path) and not unsure and not is_comment(problem)


def _is_strange(problem: OutputProblem) -> bool:
    """Whether it is a key of the object itself that nothing is known of."""
    strange = not problem.wrong and problem.meant is None and len(problem.path) == 1
    return strange and "it belongs inside" not in problem.message and not problem.decides


def _without_guess(row: EventRow, it: KnownObject, problem: OutputProblem) -> OutputProblem:
    """The problem without a key that is only somewhat like it: a script's own objects have many keys."""
    key = problem.path[-1]
    if problem.wrong or problem.meant is None or slips(folded(key), folded(problem.meant), _LIKE) < _LIKE:
        return problem
    advice = advice_on(key, value_at(it.value, problem.path), row)
    message = problem.message.partition(":")[0]
    return replace(problem, message=f"{message}: {advice}" if advice else message, meant=None, decides=False)


def _depends_on_run(row: EventRow, it: KnownObject, problem: OutputProblem) -> bool:
    """Whether the key is read beside a word that only a run can tell."""
    field = next((one for one in row.outputs if one.path == problem.path), None)
    beside = field.only_with if field is not None else None
    return beside is not None and UNKNOWN in repr(value_at(it.value, beside[0]))
