"""The payload with which an agent asks its hooks about a call, made from the samples of its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from hookwright.attacking.asking.server_tools import SERVER_TOOLS, TEXT
from hookwright.attacking.forms.model import (
    OTHER_SHELL,
    POWERSHELL,
    SEVERAL_EDITS,
    SHELL,
    SUBAGENT,
    TAKEN_OUT,
    WEB_FETCH,
    Variant,
    path_and_content,
)
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import role_of_event, usual_name
from hookwright.model.event import EventRow, MatchSubject
from hookwright.policies.payloads import input_of
from hookwright.samples.built_in import Sample, samples

_PATCH = "*** Begin Patch"
_FIRST_EDIT = {"old_string": "a = 1", "new_string": "a = 2"}
"""What the first of several edits does, which is harmless in any file."""
_AGENT = {"agent_id": "a1b2c3"}
_TEXTS = frozenset({"content", "file_text", "new_string", "new_str", "new_source"})
"""Members with what a call writes."""
_BEFORE = frozenset({"old_string", "old_str"})
"""Members with what a call replaces."""
_SEARCHES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "Grep": ("glob", {"pattern": ".", "output_mode": "content"}),
    "Glob": ("pattern", {}),
}
"""Tools that search: the member for names with wildcards, and what a call says to print every line."""
_WILDCARDS = frozenset("*?[")
_ADDRESSES = ("url",)
"""Members with the address of a page."""


class Askers(Struct, frozen=True):
    """The samples of an event to put calls into: those of shells, the agent's own first, and of other tools by name.

    `served` are names of tools of MCP servers by what they do, where they are not those of the usual servers.
    """

    dialect: Dialect
    row: EventRow
    shells: tuple[Sample, ...]
    others: Mapping[str, Sample]
    home: str
    served: Mapping[str, str] = {}

    def payload(self, variant: Variant, project: str, home: str | None = None) -> dict[str, Any] | None:
        """What the agent sends for a call in the project at this absolute path; None if it has no such event.

        `home` is another home folder, such as the one that the hooks have on a copy.
        """
        text = variant.text.replace("{project}", project).replace("{home}", self.home if home is None else home)
        shell = next(iter(self.shells), None)
        match variant.does:
            case name if name == SHELL:
                return self._run(shell, text)
            case name if name == OTHER_SHELL:
                return self._run(next(iter(self.shells[1:]), None), text)
            case name if name == SUBAGENT:
                return self._in_subagent(self._run(shell, text))
            case name if name == POWERSHELL:
                return self._run(self.others.get(name), text)
            case name if name in SERVER_TOOLS:
                return self._served(name, text)
            case name if name == SEVERAL_EDITS:
                return self._several_edits(text)
            case name if name == TAKEN_OUT:
                return self._taken_out(text)
            case name if name in _SEARCHES:
                return self._search(name, text)
            case name if name == WEB_FETCH:
                sample = self.others.get(name)
                return None if sample is None else self._put(sample, _ADDRESSES, text)
            case name:
                return self._on_file(self.others.get(name), text)

    def _run(self, sample: Sample | None, command: str) -> dict[str, Any] | None:
        return None if sample is None else self._put(sample, self.dialect.calls.commands, command)

    def _on_file(self, sample: Sample | None, text: str) -> dict[str, Any] | None:
        """A call for the file at a path, which also says what is written there if the text does."""
        path, content = path_and_content(text)
        if sample is None:
            return None
        if _is_patch(sample, self.dialect):
            return self._run(sample, _patch(path, content))
        made = self._put(sample, self.dialect.calls.paths, path)
        own = None if made is None else input_of(self.dialect, made)
        if made is None or own is None:
            return made
        given = _writing(own, TEXT if content is None else content)
        # Not every tool that has a path says what it writes.
        return None if content is not None and given == own else {**made, self.dialect.calls.input_in(made): given}

    def _search(self, tool: str, text: str) -> dict[str, Any] | None:
        """A search in the file at that path, or in the files of its folder whose names match its last part.

        What it searches for may follow the path, from the second line on.
        """
        member, lines = _SEARCHES[tool]
        path, pattern = path_and_content(text)
        if pattern is not None and member != "pattern":
            lines = {**lines, "pattern": pattern}
        folder, _, last = path.rpartition("/")
        names = {member: last} if _WILDCARDS & {*last} else {}
        made = self._on_file(self.others.get(tool), (folder or ".") if names else path)
        own = None if made is None else input_of(self.dialect, made)
        if made is None or own is None:
            return made
        given = {**own, **names, **{key: it for key, it in lines.items() if key in own}}
        return {**made, self.dialect.calls.input_in(made): given}

    def _taken_out(self, text: str) -> dict[str, Any] | None:
        """A change of the file at the path that has the text in what it replaces, and not in what it writes."""
        path, content = path_and_content(text)
        made = self._on_file(self.others.get("Edit"), path)
        own = input_of(self.dialect, made) if made is not None else None
        if made is None or own is None or not _BEFORE & own.keys():
            return None
        given = {key: content if key in _BEFORE else "" if key in _TEXTS else it for key, it in own.items()}
        return {**made, self.dialect.calls.input_in(made): given}

    def _several_edits(self, path: str) -> dict[str, Any] | None:
        """The retired tool that makes several edits at once, the last of which is that of the tool for one."""
        made, field = self._on_file(self.others.get("Edit"), path), self.row.subject.field
        if made is None or field is None or self.dialect.tool(SEVERAL_EDITS) is None:
            return None
        own = input_of(self.dialect, made) or {}
        texts = {it: own[it] for it in ("old_string", "new_string") if it in own}
        first = {it: text for it, text in _FIRST_EDIT.items() if it in own}
        given = {key: it for key, it in own.items() if key in self.dialect.calls.paths}
        return {**made, field: SEVERAL_EDITS, self.dialect.calls.input_in(made): {**given, "edits": [first, texts]}}

    def _put(self, sample: Sample, keys: tuple[str, ...], text: str) -> dict[str, Any] | None:
        own = input_of(self.dialect, sample.payload)
        given = sample.payload if own is None else own
        key = next((it for it in keys if isinstance(given.get(it), str)), None)
        if key is None:
            return None
        if own is None:
            return {**sample.payload, key: text}
        return {**sample.payload, self.dialect.calls.input_in(sample.payload): {**own, key: text}}

    def _in_subagent(self, payload: dict[str, Any] | None) -> dict[str, Any] | None:
        fields = {it.name for it in (*self.dialect.payload, *self.row.payload)}
        key = self.dialect.agent_key
        if payload is None or key not in fields:
            return None
        return {**payload, **{name: it for name, it in _AGENT.items() if name in fields}, key: "general-purpose"}

    def name_of(self, does: str) -> str | None:
        """The name of the tool of an MCP server that does this; None if the agent has no such names."""
        if does in self.served:
            return self.served[does]
        server, tool, _ = SERVER_TOOLS[does]
        named = self.dialect.servers.tools.format(server=server, tool=tool)
        if self.row.subject.kind is not MatchSubject.TOOL or "*" in named or not named:
            return None
        return named if named.endswith(tool) else named + tool

    def _served(self, does: str, text: str) -> dict[str, Any] | None:
        name, shell, field = self.name_of(does), next(iter(self.shells), None), self.row.subject.field
        if shell is None or field is None or name is None:
            return None
        key = self.dialect.calls.input_in(shell.payload)
        return {**shell.payload, field: name, key: SERVER_TOOLS[does][2](text)}


def askers(dialect: Dialect, row: EventRow, project: str, recorded: Iterable[Sample] = (), home: str = "") -> Askers:
    """The samples of the event, in the project; the first that was `recorded` of a tool is in the place of its own.

    `home` is the folder that `{home}` in the text of a call stands for.
    """
    shells: list[Sample] = []
    others: dict[str, Sample] = {}
    role = role_of_event(row.name)
    made = samples(dialect, row.name, project_dir=project)
    real: dict[str, Sample] = {}
    for it in recorded:
        real.setdefault(made[0].name if len(made) == 1 else row.subject.found_in(it.payload) or "", it)
    for sample in made:
        it, name = real.get(sample.name, sample), sample.name
        tool = dialect.tool(name)
        usual = role if role and tool is None else usual_name(name)
        own = input_of(dialect, it.payload)
        given = it.payload if own is None else own
        is_generic = tool is None and role is None
        runs = any(isinstance(given.get(key), str) for key in dialect.calls.commands)
        if _is_patch(it, dialect):
            others.update(dict.fromkeys(("Write", "Edit"), it))
        elif runs and usual == POWERSHELL:
            others.setdefault(usual, it)
        elif runs and (usual == SHELL or is_generic or (tool is not None and usual_name(tool.also) == SHELL)):
            shells.append(it)
        elif any(isinstance(given.get(key), str) for key in (*dialect.calls.paths, *_ADDRESSES)):
            others.setdefault(usual, it)
    return Askers(dialect, row, tuple(shells), others, home)


def _is_patch(sample: Sample, dialect: Dialect) -> bool:
    """Whether the call changes files by a patch that it is given as its command."""
    own = input_of(dialect, sample.payload) or {}
    return any(str(own.get(key, "")).startswith(_PATCH) for key in dialect.calls.commands)


def _patch(path: str, content: str | None) -> str:
    """A patch that adds the file with that content, or changes a line of it."""
    if content is None:
        return f"{_PATCH}\n*** Update File: {path}\n@@\n-a\n+X=1\n*** End Patch\n"
    lines = "".join(f"+{it}\n" for it in content.splitlines())
    return f"{_PATCH}\n*** Add File: {path}\n{lines}*** End Patch\n"


def _writing(given: Any, content: str) -> Any:  # noqa: ANN401  any JSON value
    """What a tool is called with, with the content in the place of each text that it writes."""
    if isinstance(given, Mapping):
        return {key: content if key in _TEXTS else _writing(it, content) for key, it in given.items()}
    return [_writing(it, content) for it in given] if isinstance(given, list) else given
