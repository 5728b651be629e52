"""The hooks of a file that are switched off: which they are, and where they would stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from hookwright.config.view import HookFile
from hookwright.ide.hooks_in_file import PlacedHook, hook_of
from hookwright.model.grammar import Shape
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, plain
from hookwright.text import Route, Span
from hookwright.workflows.disabled_hooks.edits import Parked, is_back
from hookwright.workflows.disabled_hooks.store import name_in_project

_NUMBER_LENGTH = 16
_BEGINNING = Span(0, 0)


def parked_id(parked: Parked) -> str:
    """By which it is known for as long as it is parked."""
    said = "\0".join((parked.file, parked.event, parked.pointer, parked.hook, parked.digest))
    return sha256(said.encode(errors="surrogatepass")).hexdigest()[:_NUMBER_LENGTH]


def parked_of(file: HookFile, parked: Iterable[Parked]) -> Iterator[Parked]:
    """Those of the file that are not back in it; `parked` are its project's."""
    name = name_in_project(file)
    of_file = (it for it in parked if it.file == name and file.dialect.event(it.event) is not None)
    return (it for it in of_file if not is_back(file, it))


def parked_hooks(file: HookFile, parked: Iterable[Parked]) -> Iterator[PlacedHook]:
    """The same as hooks, at the place where their event begins, or else the file."""
    begins = {it.name: Span(it.key.start, it.key.end) for it in file.events}
    for it in parked_of(file, parked):
        route = _route(it.pointer)
        group = it.pointer if file.dialect.grammar.shape is Shape.FLAT else it.pointer.rsplit("/", 2)[0]
        hook = replace(hook_of(file, it.event, _node(it.hook), route), matcher=_matcher(it))
        yield PlacedHook(hook, begins.get(it.event, _BEGINNING), group, parked=parked_id(it))


def _matcher(parked: Parked) -> object:
    return plain(_node(parked.matcher)) if parked.matcher is not None else None


def _node(text: str) -> Node:
    tree = parse(text)
    return tree.root if tree.root is not None else Node(Kind.NULL, 0, 0)


def _route(pointer: str) -> Route:
    steps = (it.replace("~1", "/").replace("~0", "~") for it in pointer.split("/")[1:])
    return tuple(int(it) if it.isdecimal() else it for it in steps)
