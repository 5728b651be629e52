"""What hook modules can use, as an editor shows it: read from `hookwright.modules` itself."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from hookwright import modules
from hookwright.config.module_source import CONTEXT

# Attributes have no docstrings of their own: their types, and what they are.
_ATTRIBUTES: Mapping[str, tuple[str, str]] = {
    "args": ("list[str]", "The words behind the command's name; quoted ones whole."),
    "args_raw": ("str", "The text behind the command's name, as it was typed."),
    "cwd": ("str", "The folder that the agent works in."),
    "has_ui": ("bool", "Whether there is a user who can be asked."),
    "model": ("Model | None", "The model in use; None if it is not known."),
    "session_file": ("str | None", "The path of the session's JSONL file; None if it is not kept in one."),
    "thinking_level": ("str", "How much the model thinks, in the agent's own word."),
    "ui": ("Ui", "Asks the user, and shows messages."),
}


class Member(Struct, frozen=True):
    """Something that a module can use: how it is called, and what it does.

    `commands_only`: it works in commands, and is refused in handlers of events.
    """

    name: str
    signature: str
    doc: str
    is_method: bool
    commands_only: bool = False

    @property
    def markdown(self) -> str:
        """What a hover shows."""
        note = "\n\nOnly in commands." if self.commands_only else ""
        return f"```python\n{self.signature}\n```\n\n{self.doc}{note}"


@cache
def context_members() -> Mapping[str, Member]:
    """What `ctx` has, by name; `ui` and what follows it is in `ui_members`."""
    own = {it.name for it in _members(modules.Context)}
    refused = {name for name in own if name in vars(modules.CommandContext)}
    every = _members(modules.CommandContext)
    return {it.name: _marked(it, only=it.name not in own or it.name in refused) for it in every}


@cache
def ui_members() -> Mapping[str, Member]:
    """What `ctx.ui` has, by name."""
    return {it.name: it for it in _members(modules.Ui)}


@cache
def module_members() -> Mapping[str, Member]:
    """What can be imported from `hookwright.modules`, by name."""
    return {name: _named(name) for name in modules.__all__}


def event_doc(name: str) -> str:
    """What a handler of `context` is for; empty for the events of agents, which their dialects describe."""
    if name != CONTEXT:
        return ""
    return (
        "**context** · event of hook modules\n\nFires whenever the messages for the model are built. `event.entries` "
        "are the entries of the session, `event.messages` the messages so far; return `{'messages': …}` to change them."
    )


def _named(name: str) -> Member:
    thing = getattr(modules, name)
    if not inspect.isclass(thing):
        return _method(name, thing)
    return Member(name, f"class {name}", _doc(thing), is_method=False)


def _members(owner: type) -> tuple[Member, ...]:
    return tuple(sorted(_each(owner), key=lambda it: it.name))


def _each(owner: type) -> Iterator[Member]:
    for name in dir(owner):
        if name.startswith("_"):
            continue
        it = inspect.getattr_static(owner, name)
        if inspect.isfunction(it):
            yield _method(name, it)
        elif isinstance(it, property):
            kind = inspect.signature(it.fget).return_annotation if it.fget is not None else ""
            yield Member(name, f"{name}: {_annotation(kind)}", _doc(it), is_method=False)
        elif name in _ATTRIBUTES:
            kind, doc = _ATTRIBUTES[name]
            yield Member(name, f"{name}: {kind}", doc, is_method=False)


def _method(name: str, function: Any) -> Member:  # noqa: ANN401  a function of any kind
    found = inspect.signature(function)
    parameters = [_parameter(it) for it in found.parameters.values() if it.name != "self"]
    given = f" -> {_annotation(found.return_annotation)}" if found.return_annotation is not found.empty else ""
    begin = "async def" if inspect.iscoroutinefunction(function) else "def"
    return Member(name, f"{begin} {name}({', '.join(parameters)}){given}", _doc(function), is_method=True)


def _parameter(parameter: inspect.Parameter) -> str:
    kind = "" if parameter.annotation is parameter.empty else f": {_annotation(parameter.annotation)}"
    if parameter.default is parameter.empty:
        return f"{parameter.name}{kind}"
    return f"{parameter.name}{kind}{' = ' if kind else '='}{parameter.default!r}"


def _annotation(kind: Any) -> str:  # noqa: ANN401  a type, or its name
    return kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))


def _doc(thing: object) -> str:
    return inspect.getdoc(thing) or ""


def _marked(member: Member, *, only: bool) -> Member:
    return Member(member.name, member.signature, member.doc, member.is_method, only)
