"""What a dialect is: one table that says everything in which it differs from the others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.model.equivalents import equivalents
from hookwright.model.event import Source
from hookwright.model.evidence import SPECIFIED, Evidence
from hookwright.model.hook import Hook, Scope
from hookwright.model.plugins import Plugins
from hookwright.model.reaction import ON_STDOUT, OutputField, Printing, Reaction
from hookwright.model.running import Condition, Duplicates, Executables, HttpLists, Switches, ToldVersion
from hookwright.model.servers import Servers
from hookwright.model.tool import Tool, ToolCalls

if TYPE_CHECKING:
    from hookwright.model.approval import Approval
    from hookwright.model.event import EventRow, PayloadField, Variable
    from hookwright.model.folder_trust import FolderTrust
    from hookwright.model.grammar import Grammar
    from hookwright.model.hook_type import HookType
    from hookwright.model.language import Matchers
    from hookwright.model.location import HomeVariable, Import, Location
    from hookwright.model.running import Running


class Dialect(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """One dialect of hook configuration, as data; compared by identity, so it can key a cache.

    `evidence` shows what the table says, except where an event or a key has its own.

    Files are at the `locations`, those of the user below another folder where the `home_variable` is set, and those of
    other agents that are read as well at the `imports`; `markers` are parts of paths that give a file of this dialect
    away.  The hooks of an event come in the order of their `scopes`.  `strict_scripts`: what is wrong with a script
    itself is an error, as the dialect demands it.

    `rank` is its place among the dialects, the most widespread first: a file is taken for one of that where nothing
    says otherwise.  `extends` is the dialect that it is built on: of a file at a place of both, only the one that the
    text fits better is the owner, which is the other one where nothing tells.

    `events` have their own fields in a payload; `payload` has those of all.  `moments` has the usual name, that of
    Claude Code, for each event that means the same under another one, the first going before the others; `about` has
    the usual name of the tools for each event that is about no others, empty for those of MCP servers.  `former_events`
    maps names of events that no dialect has any more to the ones used here.  `roles` has the usual name for each tool
    that does the same work under another one.  `tool_equivalents` maps other dialects' names of tools to these; it is
    empty if tools have the usual names.  `agent_key` is the key of the payload that names the agent in which the
    event happens.  Where the agent `runs_as_agents`, one of its own agents is always in use, and the hooks of all hold
    where the payload names none.

    `guesses` are globs of Markdown that is called as files of the agent are: with hooks at its head, it is probably
    one, wherever it lies.

    `variables` are in the environment of hooks; `placeholders` are the names of the `${NAME}` that the agent itself
    replaces, with or without a shell; `believed` are variables that people expect though hooks get none of the kind,
    each with the path in the payload that has its value (`.tool_name`, `.` for all), with the variable that hooks get
    instead, or with what to do, in words.
    Where a name and its path end in `*`, any name that begins so is meant.

    `executables` says how hooks are run that are files of their own; where it is there, the agent has no others.

    `approval` and `folder_trust` say where the agent keeps that its user has agreed to run hooks.

    `told_version` says where hooks find the agent's version, None if it does not tell it.

    `program` is what the agent is called on the PATH, where hooks can be proved with it.

    If there are no `duplicates`, every hook runs.  `printing` says how the object is found that a hook prints, and
    how closely it is looked at.
    """

    id: str
    title: str
    rank: int
    doc: str
    source: str
    evidence: Evidence = SPECIFIED

    grammar: Grammar
    locations: tuple[Location, ...]
    home_variable: HomeVariable | None = None
    imports: tuple[Import, ...] = ()
    guesses: tuple[Location, ...] = ()
    markers: tuple[str, ...] = ()
    scopes: tuple[Scope, ...] = tuple(Scope)
    strict_scripts: bool = False
    extends: str = ""

    events: tuple[EventRow, ...]
    moments: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    former_events: Mapping[str, str] = field(default_factory=dict)
    matchers: Matchers
    condition: Condition = field(default_factory=Condition)
    duplicates: Duplicates | None = None
    switches: Switches = field(default_factory=Switches)

    tools: tuple[Tool, ...]
    roles: Mapping[str, str] = field(default_factory=dict)
    tool_equivalents: Mapping[str, str] = field(default_factory=dict)
    calls: ToolCalls = field(default_factory=ToolCalls)
    servers: Servers = field(default_factory=Servers)
    plugins: Plugins = field(default_factory=Plugins)

    running: Running
    executables: Executables | None = None
    approval: Approval | None = None
    folder_trust: FolderTrust | None = None
    payload: tuple[PayloadField, ...]
    agent_key: str = "agent_type"
    runs_as_agents: bool = False
    variables: tuple[Variable, ...] = ()
    placeholders: tuple[str, ...] = ()
    believed: Mapping[str, str] = field(default_factory=dict)
    http: HttpLists = field(default_factory=HttpLists)
    program: str = ""
    told_version: ToldVersion | None = None
    printing: Printing = ON_STDOUT

    @property
    def hooks_key(self) -> str:
        """The key of the hooks in the usual files, empty if events are at the root."""
        return self.grammar.hooks_key

    def event(self, name: str) -> EventRow | None:
        """The row of that event, or None."""
        return self._events_by_name.get(name)

    def spellings(self, row: EventRow) -> tuple[EventRow, ...]:
        """The event under all of its names, this one first."""
        others = self._spellings.get(row.spelling_of or row.name, ())
        return (row, *(it for it in others if it.name != row.name)) if others else (row,)

    def own_event(self, name: str) -> str | None:
        """What the event is called here: that, or the name for the same moment; None if there is none."""
        return name if name in self._events_by_name else self.equivalents.get(name)

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, or None."""
        return self._tools_by_name.get(name)

    def believes(self, variable: str) -> str:
        """What `believed` says of a variable; empty if none is expected."""
        found = self.believed.get(variable)
        if found is not None:
            return found
        begun = ((it[:-1], path[:-1]) for it, path in self.believed.items() if it.endswith("*"))
        rests = ((path, variable.removeprefix(it).lower()) for it, path in begun if variable.startswith(it))
        return next((path + rest for path, rest in rests if rest), "")

    def further_names(self, tool: str) -> tuple[str, ...]:
        """The names that stand for a tool beside its own: former ones, those that answer for it, and that in `also`."""
        return self._further_names.get(tool, ())

    @cached_property
    def equivalents(self) -> Mapping[str, str]:
        """What other dialects call events, each with the name for the same moment here."""
        return {**equivalents(it.name for it in self.events), **self.former_events}

    @cached_property
    def grammars(self) -> tuple[Grammar, ...]:
        """The shapes of its files: the usual one, and those that some of its places have instead."""
        found = (self.grammar, *(it.grammar for it in self.locations if it.grammar is not None))
        return tuple(dict.fromkeys((*found, *(it.bare for it in found if it.bare is not None))))

    def hook_type(self, name: object) -> HookType | None:
        """The hook type of that name in any file of the dialect, or None."""
        return next((found for it in self.grammars if (found := it.type_named(name)) is not None), None)

    def type_of(self, hook: Hook) -> HookType | None:
        """The type of a hook that can be run."""
        for it in self.grammars:
            if (found := it.type_of(hook.type, hook.values)) is not None:
                return found
        return None

    def types_on(self, row: EventRow | None, grammar: Grammar | None = None) -> tuple[HookType, ...]:
        """The hook types that are legal on the event, those that can be run first; all where the event is unknown.

        They are those of the `grammar` of a file's place, or else of the usual one.
        """
        types = (grammar or self.grammar).types
        legal = tuple(it for it in types if row is None or row.types is None or it.name in row.types)
        one_each: dict[str, HookType] = {}
        for it in legal or types:
            one_each.setdefault(it.name, it)
        return tuple(sorted(one_each.values(), key=lambda it: not it.runs))

    @cached_property
    def event_names(self) -> frozenset[str]:
        """The names of all events."""
        return frozenset(it.name for it in self.events)

    @cached_property
    def payload_names(self) -> frozenset[str]:
        """Every name that it has for a member of any payload."""
        fields = (*self.payload, *(it for row in self.events for it in row.payload))
        names = (name for it in fields for name in (it.name, it.also))
        return frozenset((*names, *self.calls.inputs, *self.calls.responses))

    @cached_property
    def session_fields(self) -> tuple[str, ...]:
        """The members of payloads that name the session, in its own words and then as most agents have it."""
        fields = (*self.payload, *(it for row in self.events for it in row.payload))
        own = (it.name for it in fields if it.source is Source.SESSION_ID)
        return tuple(dict.fromkeys((*own, "session_id")))

    @cached_property
    def readers(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """The paths in a printed object that any event reads, each with the names of these events."""
        found: dict[tuple[str, ...], dict[str, None]] = {}
        for row in self.events:
            for it in row.outputs:
                found.setdefault(it.path, {})[row.name] = None
        return {path: tuple(names) for path, names in found.items()}

    @cached_property
    def root_outputs(self) -> Mapping[tuple[str, ...], OutputField]:
        """The keys at the root of a printed object that any event reads, each with its words on all of them."""
        found: dict[tuple[str, ...], OutputField] = {}
        for it in (it for row in self.events for it in row.outputs if len(it.path) == 1):
            before = found.get(it.path, it)
            words: dict[Any, Reaction] = {**before.words, **it.words}
            found[it.path] = replace(before, words=words)
        return found

    @cached_property
    def _events_by_name(self) -> Mapping[str, EventRow]:
        return {it.name: it for it in reversed(self.events)}

    @cached_property
    def _spellings(self) -> Mapping[str, tuple[EventRow, ...]]:
        names = dict.fromkeys(it.spelling_of for it in self.events if it.spelling_of)
        return {name: tuple(it for it in self.events if name in (it.name, it.spelling_of)) for name in names}

    @cached_property
    def _further_names(self) -> Mapping[str, tuple[str, ...]]:
        others = [(it.name, it.answers_for or (it.replaced_by if it.renamed else "")) for it in self.tools]
        others += [(it.also, it.name) for it in self.tools if it.also]
        return {name: tuple(other for other, it in others if it == name) for name in {it for _, it in others} - {""}}

    @cached_property
    def _tools_by_name(self) -> Mapping[str, Tool]:
        return {it.name: it for it in reversed(self.tools)}
