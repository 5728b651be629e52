"""Realistic payloads for every event of a dialect, so that firing a hook needs no typing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject, PayloadField, Source
from hookwright.model.language import Pattern
from hookwright.model.tool import Tool
from hookwright.patterns import late_pattern
from hookwright.policies.payloads import input_of
from hookwright.policies.spellings import other_names
from hookwright.samples.matcher_examples import (
    input_for_criteria,
    input_for_pattern,
    matching_names,
    speaks_of,
    tools_text,
)
from hookwright.samples.payload_paths import FOLDERS, root_of, to_project

_MADE_BY_THE_ENGINE = frozenset({Source.TIMESTAMP, Source.EPOCH, Source.DISPATCH_ID})
_NAME = late_pattern(r"[\w:.@/-]+")
_SERVED_TOOL_INPUT = {"query": "example"}


class SampleJson(TypedDict):
    """One of the results of `hookwright/samples`; `recorded`: an agent has sent it, and `description` says when."""

    name: str
    description: str
    payload: dict[str, Any]
    recorded: bool


class Sample(Struct, frozen=True):
    """A payload to fire with; `name` is unique among the samples of its event, `recorded` that an agent has sent it."""

    name: str
    description: str
    payload: Mapping[str, Any]
    recorded: bool = False

    def to_json(self) -> SampleJson:
        """An item of the answer to `hookwright/samples`."""
        return {
            "name": self.name,
            "description": self.description,
            "payload": dict(self.payload),
            "recorded": self.recorded,
        }


def samples(
    dialect: Dialect, event: str, matcher: object = None, *, project_dir: str | None = None
) -> tuple[Sample, ...]:
    """The sample payloads of an event: one for each tool or for each known value, or only one.

    With a matcher, the samples that it matches come first; if it matches no known name, those with names made up from
    the matcher; then those that it mentions.  Empty if the dialect has no such event.
    """
    row = dialect.event(event)
    if row is None:
        return ()
    known = _known(dialect, row, project_dir)
    if row.subject.field is None:
        return known  # There is one sample, whatever a matcher says.
    if isinstance(matcher, Mapping) and dialect.matchers.criteria:
        found = samples(dialect, event, tools_text(dialect, matcher), project_dir=project_dir)
        return _held(dialect, row.subject.field, matcher, found)
    if not isinstance(matcher, str):
        return known
    language = dialect.matchers.for_event(event)
    parsed = parse_matcher(language, matcher)
    subjects_of = [(it, row.subject.found_in(it.payload) or "") for it in known]
    fits = [it for it, name in subjects_of if match(parsed, name, other_names(dialect, row, name)).matched]
    made: list[Sample] = []
    if not fits:
        subjects = [
            it for it in matching_names(parsed) if row.subject.kind is not MatchSubject.TOOL or _NAME.fullmatch(it)
        ]
        made = [_invented(dialect, row, it, project_dir) for it in subjects]
    if language.pattern is Pattern.PERMISSION:
        fits, made = ([_fitted(dialect, matcher, it) for it in found] for found in (fits, made))
    named = set(re.findall(r"\w+", matcher))
    others = sorted((it for it in known if it not in fits), key=lambda it: it.name not in named)
    return (*fits, *made, *others)


def _held(
    dialect: Dialect, subject_field: str, matcher: Mapping[str, Any], found: tuple[Sample, ...]
) -> tuple[Sample, ...]:
    """The samples with inputs that meet the criteria; first those whose input every criterion applies to."""
    tools = parse_matcher(dialect.matchers.language, tools_text(dialect, matcher))
    folder_of = next(it.name for it in dialect.payload if it.source in FOLDERS)

    def held(sample: Sample) -> Sample:
        tool_input = input_of(dialect, sample.payload)
        if tool_input is None:
            return sample
        changed = input_for_criteria(dialect, matcher, tool_input, str(sample.payload[folder_of]))
        return _called_with(dialect, sample, changed)

    def rank(sample: Sample) -> tuple[bool, int]:
        tool_input = input_of(dialect, sample.payload)
        spoken = speaks_of(dialect, matcher, tool_input) if tool_input is not None else 0
        return not match(tools, str(sample.payload.get(subject_field))).matched, -spoken

    return tuple(held(it) for it in sorted(found, key=rank))


def sample_named(found: Iterable[Sample], name: str | None) -> Sample | None:
    """The sample of that name, in any case; the first if no name is given; None if there is none."""
    if name is None:
        return next(iter(found), None)
    return next((it for it in found if it.name.casefold() == name.casefold()), None)


def _known(dialect: Dialect, row: EventRow, project_dir: str | None) -> tuple[Sample, ...]:
    if row.subject.kind is MatchSubject.TOOL and row.subject.field:
        current = [tool for tool in dialect.tools if not tool.replaced_by and not tool.answers_for]
        return tuple(_of_tool(dialect, row, tool, project_dir) for tool in current)
    if row.subject.values and row.subject.field:
        return tuple(_of_value(dialect, row, row.subject.field, value, project_dir) for value in row.subject.values)
    return (Sample("default", f"{row.name}: {row.summary}", _payload(dialect, row, {}, project_dir)),)


def _of_tool(dialect: Dialect, row: EventRow, tool: Tool, project_dir: str | None) -> Sample:
    names = dialect.calls
    special: dict[str, Any] = {str(row.subject.field): tool.name, **{it: dict(tool.input) for it in names.inputs}}
    if tool.response is not None:
        special |= dict.fromkeys(names.responses, tool.response)
    return Sample(tool.name, f"{tool.name} {tool.doc}", _payload(dialect, row, special, project_dir))


def _of_value(dialect: Dialect, row: EventRow, name: str, value: str, project_dir: str | None) -> Sample:
    return Sample(value, f"{row.name} with {name} {value}", _payload(dialect, row, {name: value}, project_dir))


def _invented(dialect: Dialect, row: EventRow, subject: str, project_dir: str | None) -> Sample:
    legacy = dialect.tool(subject) if row.subject.kind is MatchSubject.TOOL else None
    if legacy is not None:
        return _of_tool(dialect, row, legacy, project_dir)
    special: dict[str, Any] = {str(row.subject.field): subject}
    if row.subject.kind is MatchSubject.TOOL and subject.startswith(dialect.servers.prefix):
        special |= {it: dict(_SERVED_TOOL_INPUT) for it in dialect.calls.inputs}
    elif row.subject.kind is MatchSubject.FILE_NAME:
        folder = next((str(it.sample).rpartition("/")[0] for it in row.payload if it.name == row.subject.field), "")
        special = {str(row.subject.field): f"{folder}/{subject}"}
    description = f"{subject}, a name made from the matcher"
    return Sample(subject, description, _payload(dialect, row, special, project_dir))


def _fitted(dialect: Dialect, matcher: str, sample: Sample) -> Sample:
    """The sample with a tool input that the matcher's pattern matches."""
    tool_input = input_of(dialect, sample.payload)
    if tool_input is None:
        return sample
    return _called_with(dialect, sample, input_for_pattern(dialect, matcher, tool_input))


def _called_with(dialect: Dialect, sample: Sample, tool_input: Mapping[str, Any]) -> Sample:
    return replace(sample, payload={**sample.payload, dialect.calls.input_in(sample.payload): tool_input})


def _payload(dialect: Dialect, row: EventRow, special: Mapping[str, Any], project_dir: str | None) -> dict[str, Any]:
    fields = (*dialect.payload, *row.payload)
    root = root_of(dialect, row)
    filled: dict[str, Any] = {}
    for field in fields:
        if field.source in _MADE_BY_THE_ENGINE or not (field.required or field.name in special):
            continue
        value = special.get(field.name, _sample_of(field, row))
        filled[field.name] = value if project_dir is None else to_project(value, root, project_dir)
    return filled


def _sample_of(field: PayloadField, row: EventRow) -> Any:  # noqa: ANN401
    return (row.told_as or row.name) if field.source is Source.EVENT else field.sample
