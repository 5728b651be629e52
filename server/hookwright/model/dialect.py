"""What a dialect is: one table that says everything in which it differs from the others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hookwright.model.event import MatchSubject
from hookwright.model.evidence import SPECIFIED, Evidence
from hookwright.model.grammar import Field, HookType, JsonType
from hookwright.model.hook import Hook, OwnerKind, Scope
from hookwright.model.reaction import ON_STDOUT, OutputField, Printing, Reaction

if TYPE_CHECKING:
    from hookwright.model.event import EventRow, PayloadField, Variable
    from hookwright.model.grammar import Grammar, Unit
    from hookwright.model.language import Language
    from hookwright.text import Route


class Format(StrEnum):
    """How a file is written; front matter is YAML between two lines of `---` at the head of a Markdown file."""

    JSON = "json"
    TOML = "toml"
    FRONT_MATTER = "markdown"

    @property
    def label(self) -> str:
        """Its name in a sentence."""
        return "Markdown" if self is Format.FRONT_MATTER else self.value.upper()


@dataclass(frozen=True, slots=True)
class Location:
    """A place where the dialect's agent looks for a file: relative to the user's home, the project or a plugin.

    `path` may be a glob (`*` within a folder, `**` across them); that of files of the machine is absolute, and
    `variable` is an environment variable that holds another one.
    In a `manifest` the key of the hooks may also hold
    the path of a file with hooks, or a list of paths and hooks; its other keys are not about hooks.  `grammar` is the
    shape of the files here where it is not the dialect's, `format` how they are written.  A `borrowed` place is another
    agent's, whose files this one reads too.  One that is looked for `upwards` is also in the folders above the project,
    as far as the repository that it is in, whose files apply first.
    The hooks of a file with an `owner` hold while what the file describes is
    in use; `events` says which of them are read as another there; `ignored` says that, and why, its hooks never run.
    Where files are `unversioned`, one with a number for its version has another agent's form.
    Below a glob that is `visible`, what is called like a hidden file is passed over.  The files of one that is
    `backwards` apply in the reverse order of their names, those of the folders in it behind its own.
    """

    scope: Scope
    path: str
    manifest: bool = False
    grammar: Grammar | None = None
    format: Format = Format.JSON
    borrowed: bool = False
    upwards: bool = False
    owner: OwnerKind | None = None
    events: Mapping[str, str] = field(default_factory=dict)
    ignored: str = ""
    unversioned: bool = False
    variable: str = ""
    visible: bool = False
    backwards: bool = False

    @property
    def below_home(self) -> bool:
        """Whether `path` is relative to the user's home rather than to the project."""
        return self.scope is Scope.USER


@dataclass(frozen=True, slots=True)
class Import:
    """A place of another agent whose files this one reads too, `where` a setting says so; `is_usual` where it is on.

    These hooks are not run here: what becomes of them is this agent's own affair.
    """

    location: Location
    where: str
    is_usual: bool = False


@dataclass(frozen=True, slots=True)
class PluginFolder:
    """A folder that is a plugin, relative to the project or the user's home; a last part `*` is every folder there."""

    path: str
    below_home: bool = False


@dataclass(frozen=True, slots=True)
class HomeVariable:
    """The environment variable with the folder that stands for `folder` below the user's home, or for the home."""

    name: str
    folder: str = ""


@dataclass(frozen=True, slots=True)
class InstalledPlugins:
    """The plugins that a user has installed: the key of the settings that switches each on, by its name.

    `plugins` and `marketplaces` are the agent's own lists of them, below the user's home.
    """

    enabled_by: str
    plugins: str
    marketplaces: str


@dataclass(frozen=True, slots=True)
class ServerFile:
    """A file that names MCP servers, by the keys of an object at `route`; `{project}` in it is the project's folder."""

    path: str
    route: tuple[str, ...] = ("mcpServers",)
    below_home: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool that matchers can name: its sample input and response, and what replaced it where it is legacy.

    One that is `renamed` is the same tool under its former name, which matchers and permission rules may still use; one
    that `answers_for` another is no tool of its own, but a name that matchers may use for that one.  `needs` are the
    keys without which its input is refused; empty where that is not known.
    """

    name: str
    doc: str
    input: Mapping[str, Any] = field(default_factory=dict)
    response: Any = None
    replaced_by: str = ""
    renamed: bool = False
    answers_for: str = ""
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolFields:
    """What payloads call what a tool is called with, and what it answers; several names where events differ in them."""

    inputs: tuple[str, ...] = ("tool_input",)
    responses: tuple[str, ...] = ("tool_response", "tool_output")

    def input_in(self, payload: Mapping[str, Any]) -> str:
        """The name that a payload has for the tool's input."""
        return next((it for it in self.inputs if it in payload), self.inputs[0])


@dataclass(frozen=True, slots=True)
class Criterion:
    """One key of a structured matcher: what its text is held against, and the language that it is read in."""

    subject: MatchSubject
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Matchers:
    """How groups are matched: by one string in one language, or by an object of several criteria.

    `criteria` are the keys of a structured matcher, all of which have to hold; empty where a matcher is a string.
    `narrow` are the languages that some events use instead, by event name.  `beside` are keys next to the matcher that
    have to hold as well, where the call has what they are about.
    """

    language: Language
    criteria: Mapping[str, Criterion] = field(default_factory=dict)
    narrow: Mapping[str, Language] = field(default_factory=dict)
    beside: Mapping[str, Criterion] = field(default_factory=dict)

    def for_event(self, event: str) -> Language:
        """The language in which matchers of that event are read."""
        return self.narrow.get(event, self.language)

    @property
    def tool_key(self) -> str | None:
        """The key of a structured matcher that is about the tool's name; None where a matcher is a string."""
        return next((name for name, it in self.criteria.items() if it.subject is MatchSubject.TOOL), None)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The keys of a structured matcher, as a file has them."""
        return tuple(Field(name=name, kind=JsonType.STRING, doc=it.language.doc) for name, it in self.criteria.items())


@dataclass(frozen=True, slots=True)
class PluginOptions:
    """What the user of a plugin has set: `${placeholder.KEY}`, which a shell is never given, and the variable."""

    placeholder: str
    variable: str

    def variable_of(self, key: str) -> str:
        """The variable that holds an option."""
        return self.variable.format(key=re.sub(r"\W", "_", key, flags=re.ASCII).upper())


@dataclass(frozen=True, slots=True)
class PluginServers:
    """The MCP servers that a plugin brings along: its manifest, the file that names them, and their tools' names."""

    manifest: str
    file: str
    key: str
    tools: str

    def prefix(self, plugin: str, server: str) -> str:
        """What the names of a server's tools begin with."""
        parts = (re.sub(r"[^A-Za-z0-9_-]", "_", it) for it in (plugin, server))
        return self.tools.format(plugin=next(parts), server=next(parts))


@dataclass(frozen=True, kw_only=True, eq=False)
class Dialect:
    """One dialect of hook configuration, as data; compared by identity, so it can key a cache.

    `evidence` shows what the table says, except where an event or a key has its own.
    `grace` is how long a hook whose time is over has to end by itself, in seconds.
    `timeout` is the default in seconds, `timeout_unit` the unit of the file.  `shell` is the argv that a command text
    is appended to; `shells` maps the words of a hook's `shell` key to such argvs, and `arguments_key` names the key
    that makes a hook run without a shell.  Of hooks with one type and body and the same values of the keys
    `identical_by` only one runs, with the other settings of the last, or of the first where it `keeps_first`; None:
    each runs.
    `tool_fields` are the names that payloads have for a tool's input and response.
    `condition_key` names the key whose permission rule has to cover the tool call; a hook that has it never runs on
    events that are not among `condition_events`.  `path_keys` and `command_keys` say where a tool input holds them.
    `plugin_folders` are where plugins lie, in the order in which they apply; one that holds one of `other_plugins` is
    another agent's.  Where there are `own_plugins`, a folder is a plugin of the dialect only if it holds one of them,
    or if a `marketplace`, a file that lists plugins, above it names it.  `home_variable` moves the user's files.
    `managed_switch` is a key of managed settings that leaves the machine's hooks alone in force, where it is true.
    The hooks of an event come in the order of their `scopes`.
    `strict_scripts`: what is wrong with a script itself is an error, as the dialect demands it.  `printing` says how
    the object is found that a hook prints, and how closely it is looked at.  `serial_key` is the key of a group that
    makes all hooks run one after another.
    `allowed_urls` is the key at the root with the URLs that http hooks may call, `allowed_variables` the one with the
    variables that their headers may hold.
    `off_switch` is a key at the root that switches every hook off where it is true, `on_switch` a knob that does where
    it is false, as does a false at one of the `on_routes` from the root; `timeout_knob` is the knob with the default
    time limit, `limit_knob` the one with the most hooks that run at once.  `names_off_knob` is the knob with a list of
    hooks that do not run, by name or by command.
    `placeholders` are the names of the `${NAME}` that the agent itself replaces, with or without a shell;
    `plugin_options` says how a plugin's hooks get what its user has set, `plugin_servers` how the tools of its MCP
    servers are named.
    `tool_equivalents` maps other dialects' names of tools to the ones used here.
    `believed` are variables that people expect though hooks get none of the kind, with what to do instead.
    `equivalents` maps other dialects' event names to the ones used here.  `server_files` are where MCP servers are
    named; the names of a server's tools begin with `server_tools`.  `markers` are path parts that give a file of this
    dialect away.  `agent_key` is the key of the payload that names the agent in which the event happens.
    `runs_in_project`: a project's hooks always run in its folder, or only where the agent was started there and stays.
    """

    id: str
    title: str
    doc: str
    source: str
    grammar: Grammar
    matchers: Matchers
    events: tuple[EventRow, ...]
    payload: tuple[PayloadField, ...]
    evidence: Evidence = SPECIFIED
    locations: tuple[Location, ...]
    tools: tuple[Tool, ...]
    variables: tuple[Variable, ...] = ()
    believed: Mapping[str, str] = field(default_factory=dict)
    tool_fields: ToolFields = ToolFields()
    path_keys: tuple[str, ...] = ()
    command_keys: tuple[str, ...] = ("command",)
    timeout: float = 60.0
    grace: float = 0.5
    timeout_unit: Unit
    shell: tuple[str, ...] = ("/bin/sh", "-c")
    shells: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arguments_key: str | None = None
    placeholders: tuple[str, ...] = ()
    plugin_options: PluginOptions | None = None
    plugin_servers: PluginServers | None = None
    condition_key: str | None = None
    condition_events: tuple[str, ...] = ()
    identical_by: tuple[str, ...] | None = None
    keeps_first: bool = False
    off_switch: str | None = None
    on_switch: str | None = None
    on_routes: tuple[Route, ...] = ()
    timeout_knob: str | None = None
    limit_knob: str | None = None
    names_off_knob: str | None = None
    plugin_folders: tuple[PluginFolder, ...] = ()
    other_plugins: tuple[str, ...] = ()
    own_plugins: tuple[str, ...] = ()
    marketplace: str | None = None
    installed_plugins: InstalledPlugins | None = None
    home_variable: HomeVariable | None = None
    managed_switch: str | None = None
    scopes: tuple[Scope, ...] = tuple(Scope)
    strict_scripts: bool = False
    allowed_urls: str | None = None
    allowed_variables: str | None = None
    printing: Printing = ON_STDOUT
    serial_key: str | None = None
    equivalents: Mapping[str, str] = field(default_factory=dict)
    tool_equivalents: Mapping[str, str] = field(default_factory=dict)
    server_files: tuple[ServerFile, ...] = ()
    server_tools: str = "mcp__{server}__"
    imports: tuple[Import, ...] = ()
    markers: tuple[str, ...] = ()
    agent_key: str = "agent_type"
    runs_in_project: bool = False

    def event(self, name: str) -> EventRow | None:
        """The row of that event, or None."""
        return self._events_by_name.get(name)

    def spellings(self, row: EventRow) -> tuple[EventRow, ...]:
        """The event under all of its names."""
        return self._spellings.get(row.spelling_of or row.name, (row,))

    def own_event(self, name: str) -> str | None:
        """What the event is called here: that, or the name for the same moment; None where there is none."""
        return name if name in self._events_by_name else self.equivalents.get(name)

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, or None."""
        return self._tools_by_name.get(name)

    def other_names(self, row: EventRow, subject: str | None) -> tuple[str, ...]:
        """The names, besides its own, under which a matcher of the event meets a tool."""
        if row.subject is not MatchSubject.TOOL or subject is None:
            return ()
        tool = self.tool(subject)
        if row.spelling_of and tool is not None and tool.answers_for:
            return (tool.answers_for,)
        return self._other_names.get(subject, ())

    @property
    def server_prefix(self) -> str:
        """What the names of all tools of MCP servers begin with."""
        return self.server_tools.partition("{")[0]

    @cached_property
    def grammars(self) -> tuple[Grammar, ...]:
        """The shapes of its files: the usual one, and those that some of its places have instead."""
        return tuple(dict.fromkeys((self.grammar, *(it.grammar for it in self.locations if it.grammar is not None))))

    def hook_type(self, name: object) -> HookType | None:
        """The hook type of that name in whatever file of the dialect, or None."""
        return next((found for it in self.grammars if (found := it.type_named(name)) is not None), None)

    def type_of(self, hook: Hook) -> HookType | None:
        """The type of a hook that can be run."""
        found = (it.type_of(hook.type, hook.values) for it in self.grammars)
        return next((it for it in found if it is not None), None)

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
    def _other_names(self) -> Mapping[str, tuple[str, ...]]:
        others = [(it.name, it.answers_for or (it.replaced_by if it.renamed else "")) for it in self.tools]
        return {name: tuple(other for other, it in others if it == name) for name in {it for _, it in others} - {""}}

    @cached_property
    def _tools_by_name(self) -> Mapping[str, Tool]:
        return {it.name: it for it in reversed(self.tools)}
