"""What a printed object says to its event: the values that the event reads, and what is wrong with the others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import OutputProblem
from hookwright.model.reaction import Demand, Effect, Misfit, OutputField, Status
from hookwright.model.shape import TEXT, Shape
from hookwright.policies.output_advice import advice_on
from hookwright.policies.printed import find_object

_UNKNOWN, _WRONG = "HW802", "HW803"
_ACTING = (Effect.DECIDES, Effect.CONTINUE, Effect.UPDATED_INPUT, Effect.UPDATED_RESULT, Effect.UPDATED_PROMPT)

_KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "number": (int, float),
    "integer": (int,),
    "object": (dict,),
    "array": (list,),
}

_MOST_LISTED = 4
_MOST_EVENTS = 3

Fitting = tuple[OutputField, Any]
"""A field and the value of its type and words that the hook gave it."""


def announces(stdout: str, row: EventRow) -> bool:
    """Whether the first line, an object of its own, says that the hook goes on in the background."""
    keys = [it.path[0] for it in row.outputs if it.effect is Effect.ANNOUNCES]
    first, _, _ = stdout.lstrip().partition("\n") if keys else ("", "", "")
    found = find_object(first) if first else None
    return found is not None and any(found.get(it) is True for it in keys)


def unmet_demands(output: Mapping[str, Any], row: EventRow) -> tuple[OutputProblem, ...]:
    """What the output holds that is not supported, or not without something else that it lacks."""
    found = ((it, value_at(output, it.path)) for it in row.demands)
    return tuple(_unmet(it, value) for it, value in found if _is_unmet(output, it, value))


def _is_unmet(output: Mapping[str, Any], demand: Demand, value: object) -> bool:
    if value is None or (demand.values and value not in demand.values):
        return False
    if any(value_at(output, it) is not None for it in demand.unless):
        return False
    beside = value_at(output, demand.beside) if demand.beside else None
    if demand.only:
        return beside not in demand.only
    return beside is None or (isinstance(beside, str) and not beside.strip())


def _unmet(demand: Demand, value: object) -> OutputProblem:
    name = f"`{'.'.join(demand.path)}`"
    said = f"{name}: `{json.dumps(value)}`" if demand.values else name
    if not demand.beside:
        return OutputProblem(_WRONG, f"{said} is not supported; leave it out", demand.path, wrong=True)
    beside = f"`{'.'.join(demand.beside)}`"
    if demand.only:
        beside += f": {_listed(json.dumps(it) for it in demand.only)}"
    return OutputProblem(_WRONG, f"{said} is not accepted without {beside}", demand.path, wrong=True)


def value_at(output: Mapping[str, Any], path: tuple[str, ...]) -> Any:  # noqa: ANN401  any JSON
    """What the object holds at the path; None if it holds nothing there."""
    found: Any = output
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def fitting_values(
    output: Mapping[str, Any], row: EventRow, dialect: Dialect | None = None
) -> tuple[tuple[Fitting, ...], tuple[OutputProblem, ...]]:
    """The values that the event reads, in the order of its table, and what is wrong with the others (C6).

    A value of another type or word is not read; null counts as absent.  Where a wrong value has
    the whole object dropped, null is one.  `dialect` lets a problem name the events that do read a
    field.
    """
    fields = {it.path: it for it in row.outputs}
    misfit = dialect.printing.dropped_for if dialect is not None else Misfit.NONE
    strict, closed = misfit is Misfit.VALUE, misfit is Misfit.ANY
    fitting: dict[tuple[str, ...], Any] = {}
    problems: list[OutputProblem] = []
    for path, value in _leaves(output, (), _inner_paths(row)):
        field = fields.get(path)
        if field is not None and not _is_looked_at(field, output):
            problems.append(_unread(field))
            continue
        not_null = strict or (closed and field is not None and field.kind == "boolean")
        problem = _wrong(field, path, value, strict=not_null) if field else _unknown(path, value, row, dialect)
        if strict and dialect is not None and (anywhere := dialect.root_outputs.get(path)) is not None:
            problem = _of_any_event(anywhere, path, value, problem)
        if problem is not None:
            problems.append(problem)
        elif value is not None and not (field is not None and field.filled and not value):
            fitting[path] = value
    found = tuple(replace(it, decides=_was_to_decide(it, row)) for it in problems)
    if strict and any(it.wrong for it in found):
        return (), found
    read = (it for it in row.outputs if it.path in fitting and fitting.keys().isdisjoint(it.unless))
    return tuple((it, fitting[it.path]) for it in read), found


def _was_to_decide(problem: OutputProblem, row: EventRow) -> bool:
    """Whether what is not read is a field that decides or changes something, or was meant to be one."""
    acting = [it.path for it in row.outputs if it.effect in _ACTING]
    if problem.wrong:
        return any(it[: len(problem.path)] == problem.path for it in acting)
    named = {it.casefold() for it in (problem.path[-1], problem.meant or "")}
    return any(it[-1].casefold() in named for it in acting)


def _is_looked_at(field: OutputField, output: Mapping[str, Any]) -> bool:
    return field.only_with is None or value_at(output, field.only_with[0]) == field.only_with[1]


def _unread(field: OutputField) -> OutputProblem:
    path, word = field.only_with or ((), "")
    return OutputProblem(
        _UNKNOWN, f"`{'.'.join(field.path)}` is read only where `{'.'.join(path)}` is `{word}`", field.path
    )


def names_another_event(output: Mapping[str, Any], row: EventRow, dialect: Dialect) -> bool:
    """Whether a strict agent finds the name of another of its events where that of this one belongs."""
    others = {it.name for it in dialect.events} - {row.name}
    named = (value_at(output, it.path) for it in row.required_outputs if set(it.words) == {row.name})
    return dialect.printing.dropped_for is Misfit.VALUE and any(isinstance(it, str) and it in others for it in named)


def refusing_values(output: Mapping[str, Any], row: EventRow, dialect: Dialect | None) -> tuple[Fitting, ...]:
    """What refuses at the root of the output, with its reason, also if other parts are wrong; none if nothing does."""
    root = {key: value for key, value in output.items() if not isinstance(value, Mapping)}
    fitting, _ = fitting_values(root, row, dialect)
    refused = [it for it, value in fitting if it.words and it.words[value].status is Status.BLOCKED]
    paths = {path for it in refused for path in (it.path, it.reason)}
    return tuple((it, value) for it, value in fitting if it.path in paths)


def missing_values(output: Mapping[str, Any], row: EventRow) -> tuple[OutputProblem, ...]:
    """The keys that the output, or an object inside it, has to have, and has not."""
    required = row.required_outputs
    return tuple(
        OutputProblem(_WRONG, f"`{'.'.join(it.path)}` is missing; add `{it.spelled[0]}`", it.path, wrong=True)
        for it in required
        if isinstance(inner := value_at(output, it.path[:-1]), dict) and it.path[-1] not in inner
    )


def _leaves(
    value: Mapping[str, Any], path: tuple[str, ...], inner: frozenset[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every path with its value; goes down only where the event's table does."""
    for key, item in value.items():
        below = (*path, key)
        if below in inner and isinstance(item, dict):
            yield from _leaves(item, below, inner)
        else:
            yield below, item


@lru_cache(maxsize=512)
def _inner_paths(row: EventRow) -> frozenset[tuple[str, ...]]:
    return frozenset(it.path[:length] for it in row.outputs for length in range(1, len(it.path)))


def _unknown(path: tuple[str, ...], value: object, row: EventRow, dialect: Dialect | None) -> OutputProblem | None:
    if path in _inner_paths(row):
        lenient = value is None and (dialect is None or dialect.printing.dropped_for is not Misfit.VALUE)
        return None if lenient else OutputProblem(_WRONG, f"`{path[-1]}` must be an object", path, wrong=True)
    message = f"`{row.name}` does not read `{'.'.join(path)}`"
    elsewhere = dialect.readers.get(path, ()) if dialect is not None else ()
    deeper = next((it for it in row.outputs if it.path[-1] == path[-1] and len(it.path) > len(path)), None)
    if elsewhere and (deeper is None or not _would_fit(deeper, value)):
        return OutputProblem(_UNKNOWN, f"{message}: it is read on {_few_events(elsewhere)}", path)
    if deeper is not None:
        return OutputProblem(_UNKNOWN, f"{message}: it belongs inside `{'.'.join(deeper.path[:-1])}`", path)
    names = {
        it.path[len(path) - 1]
        for it in row.outputs
        if len(it.path) >= len(path) and it.path[: len(path) - 1] == path[:-1]
    }
    if not names:
        return OutputProblem(_UNKNOWN, message, path)
    nearest = _nearest(path[-1], frozenset(names - _unlike(value, path, row)))
    instead = None if nearest else advice_on(path[-1], value, row)
    advice = f"did you mean `{nearest}`?" if nearest else instead or _keys_there(names)
    return OutputProblem(_UNKNOWN, f"{message}: {advice}", path, nearest)


def _would_fit(field: OutputField, value: object) -> bool:
    """Whether the field takes the value, so that it was meant for it."""
    return is_kind(value, field.kind) and (not field.words or value in tuple(field.words))


def _unlike(value: object, path: tuple[str, ...], row: EventRow) -> set[str]:
    """The keys beside it that can hardly be meant by a text: those that take true or false, or a number."""
    if not isinstance(value, str):
        return set()
    return {
        it.path[-1] for it in row.outputs if it.path[:-1] == path[:-1] and it.kind in ("boolean", "number", "integer")
    }


def _keys_there(names: set[str]) -> str:
    return f"it reads {_listed(sorted(names))} there" if len(names) <= _MOST_LISTED else "remove it"


def _wrong(field: OutputField, path: tuple[str, ...], value: object, *, strict: bool) -> OutputProblem | None:
    name, ignored = ".".join(path), "the whole output is" if strict else "it is"
    if value is None:
        problem = OutputProblem(_WRONG, f"`{name}` must not be null, so {ignored} ignored", path, wrong=True)
        return problem if strict else None
    if field.items and not has_shape(value, Shape(field.kind, items=field.items)):
        fault = _fault_in_list(name, value, field.items)
        return OutputProblem(_WRONG, f"{fault}, so {ignored} ignored", path, wrong=True)
    if not is_kind(value, field.kind):
        article = "an" if field.kind[0] in "aio" else "a"
        return OutputProblem(_WRONG, f"`{name}` must be {article} {field.kind}, so {ignored} ignored", path, wrong=True)
    if field.words and value not in field.words:
        words = _listed(field.spelled)
        message = f"`{value}` is not a value of `{name}`; use {words}"
        only = len(field.spelled) == 1 and field.effect is Effect.NOTED
        meant = field.spelled[0] if only else _nearest(str(value), frozenset(field.spelled))
        return OutputProblem(_WRONG, message, path, meant, wrong=True)
    return None


def _fault_in_list(name: str, value: object, items: tuple[Shape, ...]) -> str:
    if items == (TEXT,):
        return f"`{name}` must be a list of strings"
    if not isinstance(value, list):
        return f"`{name}` must be a list"
    wrong = next(place for place, it in enumerate(value) if not any(has_shape(it, each) for each in items))
    return f"`{name}[{wrong}]` has a key or a value that is missing or wrong"


def _of_any_event(
    anywhere: OutputField, path: tuple[str, ...], value: object, problem: OutputProblem | None
) -> OutputProblem | None:
    """What is wrong with a key at the root, which has one type and one set of words on whichever event."""
    wrong = _wrong(anywhere, path, value, strict=True)
    if wrong is not None:
        return wrong if anywhere.checked else replace(problem or wrong, wrong=False)
    return problem and replace(problem, wrong=False)


def _listed(names: Iterable[str]) -> str:
    quoted = [f"`{it}`" for it in names]
    head, last = quoted[:-1], quoted[-1]
    return f"{', '.join(head)} or {last}" if head else last


def _few_events(names: Iterable[str]) -> str:
    """The first events; one that is read under several spellings counts once."""
    once = list({it.replace("_", "").casefold(): it for it in reversed([*names])}.values())[::-1]
    shown = ", ".join(f"`{it}`" for it in once[:_MOST_EVENTS])
    return _listed(once) if len(once) <= _MOST_EVENTS else f"{shown} and other events"


@lru_cache(maxsize=1024)
def _nearest(word: str, names: frozenset[str]) -> str | None:
    from difflib import get_close_matches

    folded = {it.casefold(): it for it in names}
    found = get_close_matches(word.casefold(), sorted(folded), n=1)
    return folded[found[0]] if found else None


def is_kind(value: object, kind: str) -> bool:
    """Whether the value is of the JSON type; any value is of one that has no name in JSON."""
    kinds = _KINDS.get(kind)
    return kinds is None or (isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool)))


def has_shape(value: object, shape: Shape) -> bool:
    """Whether the value, and all that the shape says of what is inside it, is as the shape has it."""
    if not is_kind(value, shape.kind) or (shape.words and value not in shape.words):
        return False
    if isinstance(value, list):
        return all(any(has_shape(it, each) for each in shape.items) for it in value)
    if not isinstance(value, dict):
        return True
    kept = all(key in value and has_shape(value[key], it) for key, it in shape.keys.items())
    return kept and all(has_shape(value[key], it) for key, it in shape.optional.items() if key in value)
