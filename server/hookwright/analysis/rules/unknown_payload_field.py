"""A command reads a field that the event's payload does not have.

## What it does

Reports fields that a command reads with `jq`, or in Python or JavaScript code behind `python3 -c` or `node -e`, if the
payload of the event has no such field and the name shows which one you meant: a field in another spelling, a field of
the tool's input that is read at the root, or the name that another agent uses.
Also reports fields that only other events have, such as `tool_input` on `Stop`.
In the tool's input, reports a key in another spelling or with one wrong letter, and a path or a command if no tool of
the matcher has one.
It applies to every agent.

Does not report names that are known only when the hook runs, fields with a fallback (`.path // .cwd`), fields that the
code checks first, and commands whose input is something else than the payload.

## Why

The command gets nothing, or `null`. A guard looks at an empty text and lets every call through.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "jq -r .command | grep -q 'rm -rf' && exit 2 || exit 0"}
        ]
      }
    ]
  }
}
```

The payload has the command in the tool's input:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "jq -r .tool_input.command | grep -q 'rm -rf' && exit 2 || exit 0"}
        ]
      }
    ]
  }
}
```

## Fix

Changes the name, if the right one has as many parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.payload_reads import Path, PayloadRead, payload_reads, without_repeats
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.structure.hook_keys import listing
from hookwright.analysis.suggest import folded, slips
from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.model import event
from hookwright.model.event import Source
from hookwright.model.reaction import Severity
from hookwright.model.tool import Tool
from hookwright.shell.programs import word_set
from hookwright.syntax.drafts import replace_piece
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
_SLIPS = 2
_SHORT = 5


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in hook_commands(subject.file):
        if "." in hook.text or "get(" in hook.text or "[" in hook.text:
            reads = without_repeats(payload_reads(hook.text, hook.shell))
            parents = {it.path[:-1] for it in reads}
            for read in reads:
                known = _Known(hook)
                if not any(known.has(it) for it in read.reads_instead):
                    yield from _judge(hook, known, read, is_object=read.path in parents)


class _Known:
    """What the payload of a command's event has."""

    def __init__(self, hook: HookCommand) -> None:
        self.dialect, self.row = hook.file.dialect, hook.row
        self.fields = {it.name: it for it in (*self.dialect.payload, *self.row.payload)}
        self.input = next((it for it in self.dialect.calls.inputs if it in self.fields), "")
        self.tools = _tools_of(hook) if self.row.subject.kind is event.MatchSubject.TOOL else ()
        self.keys = [*dict.fromkeys(key for tool in self.tools for key in tool.input)]

    def has(self, path: Path) -> bool:
        """Whether something may be at the path."""
        return path[0] in self.fields and (len(path) < 2 or self.instead_of_key(path) is None)

    def instead_of_field(self, name: str, *, is_object: bool) -> str:
        """The path of what a name at the root probably means; empty where nothing tells.

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
        return min(((count, it) for count, it in near if count < limit), default=(0, ""))[1]

    def event_with(self, name: str) -> str:
        """Another event of the agent whose payload has the field; empty where none has."""
        return next((row.name for row in self.dialect.events if any(it.name == name for it in row.payload)), "")

    def _of_role(self, name: str) -> str:
        if name in _INPUT:
            return self.input
        if name in _RESPONSE:
            return next((it for it in self.dialect.calls.responses if it in self.fields), "")
        if name in _TOOL and self.row.subject.kind is event.MatchSubject.TOOL:
            return self.row.subject.field or ""
        source = next((it for it, names in _OF_SOURCE.items() if name in names), None)
        return next((it.name for it in self.fields.values() if it.source is source), "") if source else ""

    def instead_of_key(self, path: Path) -> str | None:
        """What a key of the tool's input is called; empty where the tools have none; None where it may be right."""
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

    def _is_about_something_else(self, tool: Tool, kind: event.MatchSubject) -> bool:
        return self.dialect.calls.about(tool.input) not in (kind, None)


def _tools_of(hook: HookCommand) -> tuple[Tool, ...]:
    """The tools that a matcher of plain names matches; none where it may match others too."""
    dialect, node = hook.file.dialect, hook.group.matcher
    if node is None or node.kind is not Kind.STRING:
        return ()
    matcher = parse_matcher(dialect.matchers.for_event(hook.group.event), str(node.value))
    if matcher.form is not Form.NAMES or any(dialect.tool(it.text) is None for it in matcher.names):
        return ()
    return tuple(it for it in dialect.tools if match(matcher, it.name).matched)


def _judge(hook: HookCommand, known: _Known, read: PayloadRead, *, is_object: bool) -> Iterator[Finding]:
    place = hook.place(read.start, read.end)
    if len(read.path) == 1 and read.path[0] not in known.fields:
        meant = known.instead_of_field(read.path[0], is_object=is_object)
        other = "" if meant else known.event_with(read.path[0])
        nothing = f"the payload of `{hook.row.name}` has no `{read.path[0]}`, so this reads nothing"
        if meant:
            yield Finding(place, f"{nothing}; use `{meant}`", () if "." in meant else (_change(hook, read, meant),))
        elif other:
            yield Finding(place, f"{nothing}; events such as `{other}` have it")
    elif len(read.path) == 2:
        instead = known.instead_of_key(read.path)
        if instead:
            message = f"`{read.path[0]}` has no `{read.path[1]}`, so this reads nothing; use `{instead}`"
            yield Finding(place, message, (_change(hook, read, instead),))
        elif instead is not None:
            names, keys = listing(it.name for it in known.tools), listing(known.keys)
            message = f"the input of {names} has no `{read.path[1]}`, so this reads nothing; it has {keys}"
            yield Finding(place, message)


def _change(hook: HookCommand, read: PayloadRead, meant: str) -> Fix:
    edits = partial(replace_piece, hook.file.tree, hook.route, read.start, read.end, meant)
    return Fix(f"Change to `{meant}`", edits, preferred=True, safe=False)


RULE = Rule(
    "HW517",
    "unknown-payload-field",
    Severity.WARNING,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.EVENT,
    unanimous=True,
)
