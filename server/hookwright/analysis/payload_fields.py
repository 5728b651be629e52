"""What the payload of an event has, and which of its fields somebody probably meant by another name."""

from __future__ import annotations

from functools import cached_property, lru_cache

from msgspec import Struct

from hookwright.analysis.suggest import folded, slips
from hookwright.config.view import GroupView, HookFile
from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.model import event
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, PayloadField, Source
from hookwright.model.table_names import FIELDS
from hookwright.model.tool import Tool
from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set
from hookwright.syntax.tree import Kind

# What agents, and people, call the parts of a payload.
_INPUT = word_set("tool_input toolInput toolArgs tool_args tool_info input args arguments parameters params")
_RESPONSE = word_set("tool_response toolResponse tool_output toolOutput tool_result toolResult output result response")
_TOOL = word_set("tool toolName tool_name")
_OF_SOURCE = {
    Source.EVENT: word_set("event event_name eventName hook_event hookEvent hookEventName hook_event_name"),
    Source.SESSION_ID: word_set("session sessionId session_id conversation_id"),
    Source.CWD: word_set("workdir working_directory workingDirectory"),
}
_WORD_END = late_pattern(r"(?<=[a-z])(?=[A-Z])")
_SLIPS = 2
_SHORT = 5


def is_part_of_call(name: str) -> bool:
    """Whether a name is one that agents, or people, have for the input or the result of a tool."""
    return name in _INPUT or name in _RESPONSE


class KnownPayload(Struct, frozen=True, eq=False, dict=True):
    """The payload of an event; `tools` are those that a matcher lets through, empty if that is not known."""

    dialect: Dialect
    row: EventRow
    tools: tuple[Tool, ...] = ()

    @cached_property
    def fields(self) -> dict[str, PayloadField]:
        """The fields by their names, those that every event has first."""
        return {it.name: it for it in (*self.dialect.payload, *self.row.payload)}

    @cached_property
    def input(self) -> str:
        """The field of the tool's input; empty if the event has none."""
        return next((it for it in self.dialect.calls.inputs if it in self.fields), "")

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the tools' input."""
        return tuple(dict.fromkeys(key for tool in self.tools for key in tool.input))

    @property
    def own_fields(self) -> tuple[str, ...]:
        """The fields that only this event has, or few others."""
        return tuple(it.name for it in self.row.payload)

    def has(self, path: tuple[str, ...]) -> bool:
        """Whether something may be at the path."""
        return path[0] in self.fields and (len(path) < 2 or self.instead_of_key(path) is None)

    def instead_of_field(self, name: str, *, is_object: bool) -> str:
        """The path of what a name at the root probably means; empty if nothing tells.

        What is read as an object, such as `tool` in `.tool.input`, is not the name of a tool.
        """
        if is_object and name in _TOOL:
            return ""
        found = self._of_role(name) or next((it for it in self.fields if folded(it) == folded(name)), "")
        if found:
            return found
        sample = self.fields[self.input].sample if self.input else None
        if self.input and (name in self.keys or (not self.tools and isinstance(sample, dict) and name in sample)):
            return f"{self.input}.{name}"
        limit = _SLIPS if len(name) <= _SHORT + 3 else _SLIPS + 1
        near = ((slips(name, it, limit), it) for it in self.fields if min(len(it), len(name)) > _SHORT)
        found = min(((count, it) for count, it in near if count < limit), default=(0, ""))[1]
        return found or ("" if is_object else self._longer_or_shorter(name))

    def event_with(self, name: str) -> str:
        """Another event of the agent whose payload has the field; empty if none has."""
        return next((row.name for row in self.dialect.events if any(it.name == name for it in row.payload)), "")

    def is_unheard_of(self, name: str) -> bool:
        """Whether no event of any agent has the field, and nothing is known that people call so."""
        return name not in FIELDS and not is_part_of_call(name) and not any(name in it for it in _OF_SOURCE.values())

    def instead_of_key(self, path: tuple[str, ...]) -> str | None:
        """What a key of the tool's input is called; empty if the tools have none; None if it may be right."""
        key = path[1]
        if path[0] != self.input or not self.tools or key in self.keys:
            return None
        meant = next((it for it in self.keys if folded(it) == folded(key)), None)
        if meant is None and len(key) > _SHORT:
            meant = next((it for it in self.keys if len(it) > _SHORT and slips(key, it, 2) < 2), None)
        if meant is not None:
            return meant
        calls = self.dialect.calls
        for kind in (event.MatchSubject.PATH, event.MatchSubject.COMMAND):
            keys = calls.keys_of(kind)
            if key in keys[:1] and all(self._is_about_something_else(it, kind) for it in self.tools):
                return ""
        return None

    def text_instead_of(self, name: str) -> str:
        """The only text whose name ends as that of an object does: `last_assistant_message` for `assistant_message`."""
        found = [it for it in self.own_fields if "_" in name and it.endswith(f"_{name}")]
        return found[0] if len(found) == 1 and isinstance(self.fields[found[0]].sample, str) else ""

    def _longer_or_shorter(self, name: str) -> str:
        """The only field that begins or ends as a name does, or the other way round: `error_type` for `error`.

        A name that other events have means what it means there: `prompt` is no `prompt_id`.
        """
        if self.event_with(name):
            return ""
        fields = {*self.fields}
        words = _WORD_END.sub("_", name).lower()
        longer = [it for it in fields if it.startswith(f"{name}_")] if name not in _INPUT | _RESPONSE else []
        shorter = [it for it in self.own_fields if name.startswith(f"{it}_") or words.endswith(f"_{it}")]
        # One last word, such as `path`, does not tell of which field.
        longer += [it for it in fields if "_" in words and it.endswith(f"_{words}")]
        return longer[0] if len(longer) == 1 else shorter[0] if len(shorter) == 1 and not longer else ""

    def _of_role(self, name: str) -> str:
        if name in _INPUT:
            return self.input
        if name in _RESPONSE:
            return next((it for it in self.dialect.calls.responses if it in self.fields), "")
        if name in _TOOL and self.row.subject.kind is event.MatchSubject.TOOL:
            return self.row.subject.field or ""
        source = next((it for it, names in _OF_SOURCE.items() if name in names), None)
        return next((it.name for it in self.fields.values() if it.source is source), "") if source else ""

    def _is_about_something_else(self, tool: Tool, kind: event.MatchSubject) -> bool:
        return self.dialect.calls.about(tool.input) not in (kind, None)


def known_payload(file: HookFile, group: GroupView, row: EventRow) -> KnownPayload:
    """What the payload has that the hooks of a group get."""
    tools = _tools_of(file, group) if row.subject.kind is event.MatchSubject.TOOL else ()
    return KnownPayload(file.dialect, row, tools)


def _tools_of(file: HookFile, group: GroupView) -> tuple[Tool, ...]:
    """The tools that a matcher of plain names matches; none if it may match others too."""
    node = group.matcher
    if node is None or node.kind is not Kind.STRING:
        return ()
    return _tools_named(file.dialect, group.event, str(node.value))


@lru_cache(maxsize=256)
def _tools_named(dialect: Dialect, event_name: str, text: str) -> tuple[Tool, ...]:
    matcher = parse_matcher(dialect.matchers.for_event(event_name), text)
    if matcher.form is not Form.NAMES or any(dialect.tool(it.text) is None for it in matcher.names):
        return ()
    return tuple(it for it in dialect.tools if match(matcher, it.name).matched)
