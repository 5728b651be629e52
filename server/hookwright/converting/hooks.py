"""Converts one hook to another dialect: its type, its command and its keys, on each event that it has to be on."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.converting.losses import keys_to_refuse, what_is_lost
from hookwright.converting.matchers import ConvertedMatcher, converted_matcher, listed
from hookwright.converting.moments import Moment, moments_of
from hookwright.converting.reads import Loss
from hookwright.converting.scripts import Guard
from hookwright.converting.variables import Variables
from hookwright.converting.writing import NAME, Entry
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field, JsonType, Measure
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.nesting import MATCHER


class ConvertedHook(Struct):
    """What the hook becomes, and a sentence for each thing that it loses, said once however often it happens."""

    entries: list[Entry] = field(default_factory=list)
    losses: dict[str, bool] = field(default_factory=dict)

    def lose(self, *sentences: str, error: bool = False) -> None:
        """Adds what is lost; it is an `error` where the hook refused, and no longer does."""
        for it in sentences:
            self.losses[it] = error or self.losses.get(it, False)


class HookConverter(Struct, frozen=True):
    """From a dialect to a new one, in a file that has the shape of `grammar`."""

    old: Dialect
    new: Dialect
    grammar: Grammar
    variables: Variables

    def convert(self, hook: Hook, guard: Guard | None = None) -> ConvertedHook:
        """The hook on every event that it has to be on; no entries if it cannot be converted.

        `guard` is what is known of how it refuses.
        """
        found = ConvertedHook()
        row = self.old.event(hook.event)
        moments = moments_of(self.old, row, hook.matcher, self.new) if row is not None else None
        if row is None or moments is None or not moments.found:
            found.lose(f"the hook is left out: {self.new.title} has no event like `{hook.event}`")
            found.lose(*(moments.losses if moments is not None else ()))
        else:
            found.lose(*moments.losses)
            for moment in moments.found:
                self._add(hook, row, self._under_best_name(hook, moment, guard), guard, found)
        if not found.entries and guard is not None and guard.refuses:
            found.lose("the hook refuses calls, and nothing takes its place in the new file", error=True)
        return found

    def _under_best_name(self, hook: Hook, moment: Moment, guard: Guard | None) -> Moment:
        """The event under the first of its names under which the hook still refuses; as it is where none is better."""
        names = self.new.spellings(moment.row)
        if guard is None or len(names) == 1:
            return moment
        right = (it for it in names if not any(one.error for one in self._lost(hook, it, guard)))
        return replace(moment, row=next(right, moment.row))

    def _lost(self, hook: Hook, row: EventRow, guard: Guard) -> list[Loss]:
        kind = self._type(hook, row)
        if isinstance(kind, str):
            return []
        return list(what_is_lost(guard, self.new, row, keys_to_refuse(guard, row, kind, {})))

    def _add(self, hook: Hook, row: EventRow, moment: Moment, guard: Guard | None, found: ConvertedHook) -> None:
        """Adds it on one event."""
        new_row = moment.row
        kind = self._type(hook, new_row)
        if isinstance(kind, str):
            found.lose(f"the hook is left out: {kind}")
            return
        if new_row.name != row.name:
            closest = "the closest event" if moment.closest else "which is about these tools there"
            found.lose(f"`{row.name}` becomes `{new_row.name}`, {closest}")
        matcher = self._matcher(hook, row, moment)
        if not matcher.texts:
            found.lose(*(f"the hook is left out: {it}" for it in matcher.losses))
            return
        found.lose(*matcher.losses)
        if matcher.dead:
            found.lose(matcher.dead, error=guard is not None and guard.may_refuse)
        members = self._members(hook, new_row, kind, found)
        if guard is not None:
            needed = keys_to_refuse(guard, new_row, kind, members)
            members |= needed
            for key, value in needed.items():
                found.lose(f"the hook gets `{key}: {json.dumps(value)}`, so that it still refuses")
            for it in what_is_lost(guard, self.new, new_row, members):
                found.lose(it.message, error=it.error)
        condition = self.new.condition.key
        if matcher.rule is not None and condition is not None and new_row.name in self.new.condition.events:
            members[condition] = matcher.rule
        found.entries += [self._entry(hook, new_row, text, members, found) for text in matcher.texts]

    def _type(self, hook: Hook, row: EventRow) -> HookType | str:
        """The hook type to use in the new dialect, or why there is none."""
        before, types = self.old.type_of(hook), self.grammar.types
        kind = next((it for it in types if it.name == hook.type and (before is None or it.by is before.by)), None)
        kind = kind or self.grammar.type_named(hook.type)
        if kind is None or (row.types is not None and kind.name not in row.types):
            return f"{self.new.title} has no `{hook.type}` hooks on `{row.name}`"
        if before is not None and before.by.is_model != kind.by.is_model:
            return f"`{hook.type}` hooks mean something else in {self.new.title}"
        return kind

    def _matcher(self, hook: Hook, row: EventRow, moment: Moment) -> ConvertedMatcher:
        if moment.tools is not None:
            return ConvertedMatcher(listed(moment.tools, self.new.matchers.for_event(moment.row.name)))
        return converted_matcher(self.old, row, hook.matcher, self.new, moment.row)

    def _entry(
        self, hook: Hook, row: EventRow, text: str | None, members: Mapping[str, Any], found: ConvertedHook
    ) -> Entry:
        """The hook with what is beside it, in its group or in the hook itself."""
        group: dict[str, Any] = {}
        beside = {it.name for it in self.grammar.group}
        if hook.name is not None and NAME in beside:
            group[NAME] = hook.name
        elif hook.name is not None and NAME not in members:
            found.lose(f"its name `{hook.name}` is lost")
        if text is not None and (row.subject.kind is None or MATCHER not in beside):
            none = f"{self.new.title} has none on `{row.name}`"
            found.lose(f"the matcher `{text}` is lost: {none}, so the hook runs every time")
        elif text is not None:
            group[MATCHER] = text if self.new.matchers.tool_key is None else {self.new.matchers.tool_key: text}
        return Entry(row.name, group, dict(members))

    def _members(self, hook: Hook, row: EventRow, kind: HookType, found: ConvertedHook) -> dict[str, Any]:
        """The hook's own keys in the new dialect, without its matcher."""
        members: dict[str, Any] = {}
        if self.grammar.default_type is None or kind.name != self.grammar.default_type:
            members["type"] = kind.name
        members[kind.body] = self._command(hook, row, kind, found)
        members |= self._timeout(hook, kind, found)
        known = {it.name: it for it in kind.fields}
        if hook.name is not None and NAME in known:
            members[NAME] = hook.name
        return members | _carried(self._others(hook, row, kind, found), known, found)

    def _converted_keys(self, hook: Hook, kind: HookType) -> set[str]:
        """The keys whose values are converted each in its own way."""
        before = self.old.type_of(hook)
        done = {"type", NAME, MATCHER, kind.body}
        if before is not None:
            done |= {before.body, *(it.name for it in before.timed)}
        return done

    def _timeout(self, hook: Hook, kind: HookType, found: ConvertedHook) -> dict[str, Any]:
        if hook.timeout is None:
            return {}
        there = self.grammar.entry_timeout or next(iter(kind.timed), None)
        measure = there.measure if there is not None else None
        if there is None or measure is None:
            found.lose(f"its time-out of {hook.timeout:g} s is lost")
            return {}
        number = _duration(there, measure, hook.timeout)
        if (seconds := measure.seconds(number)) != hook.timeout:
            what = f"becomes {seconds:g} s, the closest that can be written"
            found.lose(f"its time-out of {hook.timeout:g} s {what}")
        return {there.name: number}

    def _command(self, hook: Hook, row: EventRow, kind: HookType, found: ConvertedHook) -> str:
        """The command with the variables as they are there, and its arguments where it had some."""
        key, new_key = self.old.running.arguments_key, self.new.running.arguments_key
        arguments = self.old.running.arguments(hook.values)
        if kind.by is not Performer.COMMAND:
            text, said = self.variables.in_value(hook.body, row)
            found.lose(*said)
            return str(text)
        if arguments is None:
            command = self.variables.in_command(hook.body, row)
            found.lose(*command.said)
            return command.text
        if self._has_arguments(hook, row, kind, new_key):
            return str(self.variables.in_value(hook.body, row)[0])
        command = self.variables.as_words(hook.body, arguments, row)
        found.lose(f"`{key}` becomes a part of the command, which a shell reads there", *command.said)
        return command.text

    def _has_arguments(self, hook: Hook, row: EventRow, kind: HookType, key: str | None) -> bool:
        """Whether the arguments stay arguments: there is a key for them, and what the agent puts into them."""
        arguments = self.old.running.arguments(hook.values) or ()
        has_key = key is not None and kind.field(key) is not None
        return has_key and self.variables.keeps((hook.body, *arguments), row)

    def _others(self, hook: Hook, row: EventRow, kind: HookType, found: ConvertedHook) -> dict[str, Any]:
        """The keys that are no part of the command, under the names that they have there."""
        done, before = self._converted_keys(hook, kind), self.old.type_of(hook)
        values: dict[str, Any] = {}
        old_key, new_key = self.old.running.arguments_key, self.new.running.arguments_key
        for name, value in hook.values.items():
            if name == old_key and isinstance(value, list):
                if self._has_arguments(hook, row, kind, new_key):
                    values[str(new_key)] = self.variables.in_value(value, row)[0]
            elif name not in done:
                is_folder = before is not None and name == before.keys.folder
                text, said = self.variables.in_value(value, row, folder=is_folder)
                found.lose(*said)
                values[_role_name(name, before, kind)] = text
        return values


def _role_name(name: str, before: HookType | None, kind: HookType) -> str:
    """What the key is called there, by what the agent does with it."""
    pairs = [(before.keys.folder, kind.keys.folder), (before.keys.environment, kind.keys.environment)] if before else []
    return next((new for old, new in pairs if old == name and new is not None), name)


def _carried(values: Mapping[str, Any], known: Mapping[str, Field], found: ConvertedHook) -> dict[str, Any]:
    """The keys that mean the same there."""
    kept: dict[str, Any] = {}
    for name, value in values.items():
        there = known.get(name)
        if there is None:
            found.lose(f"the key `{name}` is lost")
        elif there.takes.words and value not in there.takes.words:
            found.lose(f"`{name}` cannot be `{value}` there, and is left out")
        else:
            kept[name] = value
    return kept


def _duration(known: Field, measure: Measure, seconds: float) -> int | float:
    """The number that the other agent reads as so many seconds, or as few more as possible."""
    number = seconds * measure.unit.per_second
    if known.kind is JsonType.INTEGER or number == int(number):
        number = math.ceil(number)
    if known.takes.least is not None:
        number = max(number, known.takes.least)
    # What is that many seconds there may be read as milliseconds.
    in_milliseconds = measure.milliseconds_from is not None and number >= measure.milliseconds_from
    return int(number * 1000) if in_milliseconds and measure.seconds(number) != seconds else number
