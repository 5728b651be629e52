"""Converts one hook to another dialect: its type, its command and its keys, on each event that it has to be on."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from hookwright.converting.matchers import ConvertedMatcher, converted_matcher, listed
from hookwright.converting.moments import Moment, moments_of
from hookwright.converting.writing import NAME, Entry
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.field import Field, JsonType, Measure
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import MATCHER

_ROOTS = (Source.PROJECT_DIR, Source.PLUGIN_ROOT)


class ConvertedHook(Struct):
    """What the hook becomes, and a sentence for each thing that it loses, said once however often it happens."""

    entries: list[Entry] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)

    def lose(self, *sentences: str) -> None:
        """Adds what is lost."""
        self.losses = list(dict.fromkeys((*self.losses, *sentences)))


class HookConverter(Struct, frozen=True):
    """From a dialect to a new one, in a file that has the shape of `grammar`."""

    old: Dialect
    new: Dialect
    grammar: Grammar

    def convert(self, hook: Hook) -> ConvertedHook:
        """The hook on every event that it has to be on; no entries where it cannot be converted."""
        found = ConvertedHook()
        row = self.old.event(hook.event)
        moments = moments_of(self.old, row, hook.matcher, self.new) if row is not None else None
        if row is None or moments is None or not moments.found:
            found.lose(f"the hook is left out: {self.new.title} has no event like `{hook.event}`")
            found.lose(*(moments.losses if moments is not None else ()))
            return found
        found.lose(*moments.losses)
        for moment in moments.found:
            self._add(hook, row, moment, found)
        return found

    def _add(self, hook: Hook, row: EventRow, moment: Moment, found: ConvertedHook) -> None:
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
        members = self._members(hook, new_row, kind, found)
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
        done = self._converted_keys(hook, kind)
        return members | _carried({name: it for name, it in hook.values.items() if name not in done}, known, found)

    def _converted_keys(self, hook: Hook, kind: HookType) -> set[str]:
        """The keys whose values are converted each in its own way."""
        before = self.old.type_of(hook)
        done = {"type", NAME, MATCHER, kind.body}
        if before is not None:
            done |= {before.body, *(it.name for it in before.timed)}
        if (
            self.old.running.arguments_key is not None
            and self.old.running.arguments_key != self.new.running.arguments_key
        ):
            done.add(self.old.running.arguments_key)
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
        """The command with the new names of the variables for its folders, and its arguments where it had some."""
        text, key, new_key = hook.body, self.old.running.arguments_key, self.new.running.arguments_key
        arguments = hook.values.get(key) if key is not None else None
        if isinstance(arguments, list) and (new_key is None or kind.field(new_key) is None):
            text = " ".join(_word(it) for it in (text, *map(str, arguments)))
            found.lose(f"`{key}` becomes a part of the command, which a shell reads there")
        there = [it for it in self.new.variables if it.on(row.name)]
        for variable in _named(self.old.variables, text):
            other = next((it for it in there if _same(it, variable)), None)
            known = any(it.name == variable.name for it in there)
            if other is None and not known:
                found.lose(f"`${variable.name}` is not set there")
            elif other is not None and (not known or other.name.startswith(_own_prefix(self.new))):
                text = re.sub(rf"(\$\{{?){variable.name}\b", rf"\g<1>{other.name}", text)
        return text


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
