"""Converts a hook file to another dialect, and lists everything that is lost on the way."""

from __future__ import annotations

import math
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.rule import Disk, Subject
from hookwright.config.folders import project_of
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.dialects.recognition import Ground
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import events_for
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.grammar import Field, Grammar, HookType, JsonType
from hookwright.model.hook import Hook, OwnerKind
from hookwright.model.nesting import MATCHER
from hookwright.model.reaction import Choice, Reaction
from hookwright.syntax.tree import child
from hookwright.text import to_pointer
from hookwright.workflows.converting.matchers import ConvertedMatcher, converted_matcher, listed
from hookwright.workflows.converting.moments import Moment, moments_of
from hookwright.workflows.converting.writing import NAME, Entry, NewPlace, joined, place_for, written

Judge = Callable[[HookFile], Iterable[Diagnostic]]

_OWNERS = {OwnerKind.AGENT: "an agent", OwnerKind.SKILL: "a skill", None: "nothing"}
_ROOTS = (Source.PROJECT_DIR, Source.PLUGIN_ROOT)


@dataclass(frozen=True, slots=True)
class ConvertedFile:
    """The text of the new file, every loss in the old file's order, and where a project has such a file."""

    text: str
    losses: tuple[Loss, ...]
    path: str


def convert(file: HookFile, new: Dialect, judge: Judge | None = None, place: NewPlace | None = None) -> ConvertedFile:
    """The same hooks in the other dialect; malformed hooks are left out and listed as losses.

    `place` is where the new file goes, and how it is written; by default it is JSON, where the agent first reads that.
    What `judge` finds in the new file is listed, too: most of it the old file had already.
    """
    # What the agent makes of the whole file is lost anyway; each hook is judged for itself.
    hooks, left_out = runnable_hooks(replace(file, voided=()))
    losses = [Loss("", it) for it in left_out]
    place = place or place_for(new, file.scope)
    entries: list[Entry] = []
    for hook in hooks:
        losses += [Loss(to_pointer(hook.route), it) for it in _add(file.dialect, hook, new, place.grammar, entries)]
    losses += _owned(file, new, place)
    entries, renamed = _as_read_there(entries, new, place)
    losses += renamed
    losses += _knobs(file, new)
    losses += _meanings(file.dialect, hooks, new)
    text = written(place, joined(file.dialect, new, entries))
    if judge is not None:
        path = os.path.join(project_of(file.dialect, file.path), *place.path.split("/"))
        losses += _found(judge(replace(read_hook_file(path, text, new, place.scope), ground=Ground.NAMED)))
    return ConvertedFile(text, tuple(losses), place.path)


def check_on(disk: Disk) -> Judge:
    """What the rules find in a file, wherever it is."""
    return lambda file: check_file(Subject(file, project_of(file.dialect, file.path), disk))


def _found(diagnostics: Iterable[Diagnostic]) -> Iterator[Loss]:
    for it in diagnostics:
        where = f" at {to_pointer(it.finding.place.route)}" if it.finding.place.route else ""
        yield Loss("", f"`check` says of the new file{where}: {it.rule.code} {it.finding.message}")


def _owned(file: HookFile, new: Dialect, place: NewPlace) -> list[Loss]:
    kind = file.owner.kind if file.owner is not None else None
    if kind is place.owner:
        return []
    if file.owner is None:
        what = f"the new file is about {_OWNERS[place.owner]}"
        return [Loss("", f"{what}, and its hooks hold while that is in use; in {file.dialect.title} they always do")]
    what = f"these are the hooks of the {file.owner.kind} `{file.owner.name}`"
    return [Loss("", f"{what}, and hold while it is in use; in {new.title} they always do")]


def _as_read_there(entries: Sequence[Entry], new: Dialect, place: NewPlace) -> tuple[list[Entry], list[Loss]]:
    """The entries under the names that mean their events in that file, and those that none means there."""
    names = {meant: name for name, meant in place.events.items()}
    lost = dict.fromkeys(it.event for it in entries if it.event in place.events and it.event not in names)
    kept = [replace(it, event=names.get(it.event, it.event)) for it in entries if it.event not in lost]
    what = f"in a file about {_OWNERS[place.owner]}, {new.title} reads"
    return kept, [Loss("", f"the hooks on `{it}` are left out: {what} `{it}` as `{place.events[it]}`") for it in lost]


def _add(old: Dialect, hook: Hook, new: Dialect, grammar: Grammar, entries: list[Entry]) -> list[str]:
    """Adds the converted hook to the entries, and returns what it loses."""
    row = old.event(hook.event)
    moments = moments_of(old, row, hook.matcher, new) if row is not None else None
    if row is None or moments is None or not moments.found:
        why = moments.losses if moments is not None else ()
        return [f"the hook is left out: {new.title} has no event like `{hook.event}`", *why]
    losses = list(moments.losses)
    for moment in moments.found:
        losses += (it for it in _add_to(old, hook, new, grammar, entries, row, moment) if it not in losses)
    return losses


def _add_to(
    old: Dialect,
    hook: Hook,
    new: Dialect,
    grammar: Grammar,
    entries: list[Entry],
    row: EventRow,
    moment: Moment,
) -> list[str]:
    """Adds it to one event."""
    new_row, name = moment.row, row.name
    kind = converted_type(old, hook, new, grammar, new_row)
    if isinstance(kind, str):
        return [f"the hook is left out: {kind}"]
    closest = "the closest event" if moment.closest else "which is about these tools there"
    losses = [] if new_row.name == name else [f"`{name}` becomes `{new_row.name}`, {closest}"]
    if moment.tools is not None:
        matcher = ConvertedMatcher(listed(moment.tools, new.matchers.for_event(new_row.name)))
    else:
        matcher = converted_matcher(old, row, hook.matcher, new, new_row)
    if not matcher.texts:
        return [*losses, *(f"the hook is left out: {it}" for it in matcher.losses)]
    losses += matcher.losses
    members = converted_hook(old, hook, new, grammar, new_row, kind, losses)
    condition = new.condition_key
    if matcher.rule is not None and condition is not None and new_row.name in new.condition_events:
        members[condition] = matcher.rule
    made = (_entry(new, grammar, new_row, hook, it, members, losses) for it in matcher.texts)
    # Where the same hook runs once only, its copies would not elsewhere.
    entries += [it for it in made if old.identical_by is None or it not in entries]
    return losses


def _entry(
    new: Dialect,
    grammar: Grammar,
    row: EventRow,
    hook: Hook,
    text: str | None,
    members: Mapping[str, Any],
    losses: list[str],
) -> Entry:
    """The hook with what is beside it, in its group or in the hook itself."""
    group: dict[str, Any] = {}
    if hook.name is not None and any(it.name == NAME for it in grammar.group):
        group[NAME] = hook.name
    elif hook.name is not None and NAME not in members:
        lost = f"its name `{hook.name}` is lost"
        losses += [lost] if lost not in losses else []
    matchers = any(it.name == MATCHER for it in grammar.group)
    if text is not None and (row.subject is None or not matchers):
        lost = f"the matcher `{text}` is lost: {new.title} has none on `{row.name}`, so the hook runs every time"
        losses += [lost] if lost not in losses else []
    elif text is not None:
        group[MATCHER] = text if new.matchers.tool_key is None else {new.matchers.tool_key: text}
    return Entry(row.name, group, dict(members))


def _knobs(file: HookFile, new: Dialect) -> list[Loss]:
    """Settings beside the events, which are different in every dialect."""
    node = file.knobs_node
    if node is None:
        return []
    there = [it.name for it in file.grammar.knobs if child(node, it.name) is not None]
    return [
        Loss(to_pointer((*file.knobs_route, name)), f"the setting `{name}` is lost: {new.title} has its own")
        for name in there
    ]


def _meanings(old: Dialect, hooks: tuple[Hook, ...], new: Dialect) -> list[Loss]:
    """What the scripts themselves have to be checked for: exit codes, and what they print."""
    found: list[Loss] = []
    for name in dict.fromkeys(it.event for it in hooks):
        row = old.event(name)
        same = events_for(name, [it.name for it in new.events])
        other = new.event(same[0]) if same else None
        if row is None or other is None:
            continue
        before, after = _refusing(row), _refusing(other)
        if before != after:
            what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {new.title}"
            found.append(Loss("", f"`{name}`: {what}; check the hooks' exit codes"))
        fields = {".".join(it.path) for it in row.outputs} - {".".join(it.path) for it in other.outputs}
        if fields:
            listed = ", ".join(f"`{it}`" for it in sorted(fields))
            found.append(Loss("", f"`{name}`: {new.title} ignores {listed} in the JSON that hooks print"))
    return found


def _refusing(row: EventRow) -> tuple[str, ...]:
    entries = {**{str(code): it for code, it in row.exits.codes.items()}, "with any other code": row.exits.other}
    return tuple(code for code, it in entries.items() if _may_refuse(it))


def _may_refuse(entry: Reaction | Choice) -> bool:
    reactions = (*entry.cases.values(), entry.otherwise) if isinstance(entry, Choice) else (entry,)
    return any(it.refuses for it in reactions)


def _codes(codes: tuple[str, ...]) -> str:
    return f"exit {' or '.join(codes)}" if codes else "no exit code"


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is lost or changed: its JSON pointer in the old file (RFC 6901), and a sentence about it."""

    pointer: str
    message: str


def converted_type(old: Dialect, hook: Hook, new: Dialect, grammar: Grammar, row: EventRow) -> HookType | str:
    """The hook type to use in the new dialect, or why there is none."""
    before = old.type_of(hook)
    kind = next((it for it in grammar.types if it.name == hook.type and (before is None or it.by is before.by)), None)
    kind = kind or grammar.type_named(hook.type)
    if kind is None or (row.types is not None and kind.name not in row.types):
        return f"{new.title} has no `{hook.type}` hooks on `{row.name}`"
    if before is not None and before.by.is_model != kind.by.is_model:
        return f"`{hook.type}` hooks mean something else in {new.title}"
    return kind


def converted_hook(
    old: Dialect, hook: Hook, new: Dialect, grammar: Grammar, row: EventRow, kind: HookType, losses: list[str]
) -> dict[str, Any]:
    """The hook's members in the new dialect, without its matcher."""
    found: dict[str, Any] = {}
    if grammar.default_type is None or kind.name != grammar.default_type:
        found["type"] = kind.name
    found[kind.body] = _command(old, hook, new, row, kind, losses)
    before = old.type_of(hook)
    units = {it.name for it in before.fields if it.unit is not None} if before else set()
    timeout = grammar.entry_timeout or next((it for it in kind.fields if it.unit is not None), None)
    if hook.timeout is not None:
        if timeout is None or timeout.unit is None:
            losses.append(f"its time-out of {hook.timeout:g} s is lost")
        else:
            found[timeout.name] = number = _duration(timeout, hook.timeout)
            if timeout.seconds(number) != hook.timeout:
                took = f"{timeout.seconds(number):g} s"
                losses.append(f"its time-out of {hook.timeout:g} s becomes {took}, the closest that can be written")
    known = {it.name: it for it in kind.fields}
    if hook.name is not None and NAME in known:
        found[NAME] = hook.name
    done = {"type", NAME, MATCHER, kind.body, before.body if before else kind.body, *units}
    if old.arguments_key is not None and old.arguments_key != new.arguments_key:
        done.add(old.arguments_key)
    for name, value in hook.values.items():
        if name not in done:
            _carry(name, value, known, found, losses)
    return found


def _carry(name: str, value: Any, known: dict[str, Field], found: dict[str, Any], losses: list[str]) -> None:  # noqa: ANN401
    field = known.get(name)
    if field is None:
        losses.append(f"the key `{name}` is lost")
    elif field.words and value not in field.words:
        losses.append(f"`{name}` cannot be `{value}` there, and is left out")
    else:
        found[name] = value


def _duration(known: Field, seconds: float) -> int | float:
    """The number that the other agent reads as so many seconds, or as few more as possible."""
    number = seconds * (known.unit.per_second if known.unit is not None else 1)
    if known.kind is JsonType.INTEGER or number == int(number):
        number = math.ceil(number)
    if known.least is not None:
        number = max(number, known.least)
    # What is that many seconds there may be read as milliseconds.
    in_milliseconds = known.milliseconds_from is not None and number >= known.milliseconds_from
    return int(number * 1000) if in_milliseconds and known.seconds(number) != seconds else number


def _command(old: Dialect, hook: Hook, new: Dialect, row: EventRow, kind: HookType, losses: list[str]) -> str:
    """The command with the new names of the variables for its folders, and its arguments where it had some."""
    text = hook.body
    arguments = hook.values.get(old.arguments_key) if old.arguments_key is not None else None
    if isinstance(arguments, list) and (new.arguments_key is None or kind.field(new.arguments_key) is None):
        text = " ".join(_word(it) for it in (text, *map(str, arguments)))
        losses.append(f"`{old.arguments_key}` becomes a part of the command, which a shell reads there")
    for variable in _named(old.variables, text):
        other = next((it for it in new.variables if _same(it, variable) and it.on(row.name)), None)
        known = any(it.name == variable.name and it.on(row.name) for it in new.variables)
        if other is None and not known:
            losses.append(f"`${variable.name}` is not set there")
        elif other is not None and (not known or other.name.startswith(_own_prefix(new))):
            text = re.sub(rf"(\$\{{?){variable.name}\b", rf"\g<1>{other.name}", text)
    return text


def _word(text: str) -> str:
    """A word as a shell reads it, in which the agent replaced variables itself."""
    if "$" not in text:
        return shlex.quote(text)
    return '"' + re.sub(r'(["`\\]|\$(?![{\w]))', r"\\\1", text) + '"'


def _own_prefix(dialect: Dialect) -> str:
    """What the names of the variables begin with that are the agent's own, and not another's that it sets as well."""
    return dialect.id.partition("-")[0].upper() + "_"


def _same(one: Variable, other: Variable) -> bool:
    if one.source is Source.PAYLOAD or other.source is Source.PAYLOAD:
        return one.source is other.source and (one.field or one.name.lower()) == (other.field or other.name.lower())
    return one.source is other.source and (one.source not in _ROOTS or one.root == other.root)


def _named(variables: tuple[Variable, ...], text: str) -> Iterator[Variable]:
    for it in variables:
        if re.search(rf"\$\{{?{it.name}\b", text):
            yield it
