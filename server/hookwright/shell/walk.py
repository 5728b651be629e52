"""From the parser's tree to the commands, variables and functions of a shell command."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hookwright.shell.tree import Command, Context, Redirection, Shell, Use, Word

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = re.compile(r"[A-Za-z_]\w*")
# Where the shell keeps a value whole, quotes or not; a loop over the words of a value wants it split.
_WHOLE = frozenset(
    {"variable_assignment", "case_statement", "case_item", "herestring_redirect", "heredoc_body", "for_statement"}
    | {"arithmetic_expansion", "array", "subscript", "c_style_for_statement", "select_statement"}
)
_BODIES = frozenset({"do_group", "command", "declaration_command", "subshell", "compound_statement", "test_command"})
_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
_SETS_ITS_ARGUMENTS = frozenset({"read", "mapfile", "readarray", "getopts", "printf", "local", "let", "unset"})
_QUOTED_CHARACTER = re.compile(r"\\(.)", re.DOTALL)


@dataclass(slots=True)
class _Around:
    """What is around a node."""

    context: Context = Context.BARE
    command: int | None = None
    inside: int | None = None
    target: str | None = None
    pipeline: tuple[int, int] | None = None
    redirections: tuple[Redirection, ...] = ()


@dataclass(slots=True)
class _Walk:
    """What has been found so far."""

    text: str
    place: Callable[[int], int]
    commands: list[Command] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    pipelines: int = 0

    def slice(self, node: Node) -> str:
        return self.text[self.place(node.start_byte) : self.place(node.end_byte)]

    def word(self, node: Node) -> Word:
        text = self.slice(node)
        return Word(text, self.place(node.start_byte), self.place(node.end_byte), _bare(node, text))


def walk(root: Node, text: str, place: Callable[[int], int]) -> Shell:
    """Everything below the root; `place` turns the tree's bytes into indices of the text."""
    found = _Walk(text, place)
    todo: list[tuple[Node, _Around]] = [(root, _Around())]
    while todo:
        node, around = todo.pop()
        inner = _enter(found, node, around)
        if inner is not None:
            todo += reversed(inner)
    uses = tuple(sorted(found.uses, key=lambda it: it.start))
    return Shell(tuple(found.commands), uses, frozenset(found.assigned), frozenset(found.functions))


def _enter(found: _Walk, node: Node, around: _Around) -> list[tuple[Node, _Around]]:
    """Takes in one node, and answers its children with what is around them."""
    kind = node.type
    if kind in ("simple_expansion", "expansion"):
        _use(found, node, around)
    elif kind == "command":
        return _command(found, node, around)
    elif kind == "redirected_statement":
        around = replace(around, redirections=tuple(_redirections(found, node)))
        return [(it, around) for it in node.children]
    elif kind == "pipeline":
        found.pipelines += 1
        stages = [it for it in node.children if it.is_named]
        return [
            (it, replace(around, pipeline=(found.pipelines, index), redirections=around.redirections if last else ()))
            for index, it in enumerate(stages)
            for last in (index == len(stages) - 1,)
        ]
    elif kind == "function_definition":
        named = node.child_by_field_name("name")
        found.functions.add(found.slice(named) if named is not None else "")
    return _plain(found, node, around)


def _plain(found: _Walk, node: Node, around: _Around) -> list[tuple[Node, _Around]]:
    kind = node.type
    if kind == "string":
        around = replace(around, context=Context.QUOTED)
    elif kind in _SUBSTITUTIONS:
        around = _Around(inside=around.command, target=around.target)
    elif kind in _WHOLE or _is_unsplit(node):
        around = replace(around, context=Context.WHOLE)
    elif kind in _BODIES:
        around = replace(around, context=Context.BARE)
    if kind in ("variable_assignment", "for_statement", "select_statement"):
        named = next((it for it in node.children if it.type == "variable_name"), None)
        if named is not None:
            found.assigned.add(found.slice(named))
            around = replace(around, target=found.slice(named)) if kind == "variable_assignment" else around
    elif kind == "declaration_command":
        found.assigned |= {found.slice(it) for it in node.children if it.type == "variable_name"}
    return [(it, around) for it in node.children]


def _is_unsplit(node: Node) -> bool:
    return bool(node.children) and node.children[0].type in ("[[", "((")


def _use(found: _Walk, node: Node, around: _Around) -> None:
    named = next((it for it in node.children if it.type == "variable_name"), None)
    if named is None or not _NAME.fullmatch(found.slice(named)):
        return
    braces = node.type == "expansion"
    if braces and any(it.type in ("=", ":=") for it in node.children):
        found.assigned.add(found.slice(named))
    found.uses.append(
        Use(
            name=found.slice(named),
            # In a string that never ends, the parser takes the blanks before it along.
            start=found.text.index("$", found.place(node.start_byte)),
            end=found.place(node.end_byte),
            context=around.context,
            braces=braces,
            plain=len(node.children) == (3 if braces else 2),
            command=around.command,
            target=around.target,
        )
    )


def _command(found: _Walk, node: Node, around: _Around) -> list[tuple[Node, _Around]]:
    index = len(found.commands)
    words = tuple(
        found.word(it)
        for it in node.children
        if it.is_named and it.type != "variable_assignment" and not it.type.endswith("_redirect")
    )
    start = words[0].start if words else found.place(node.start_byte)
    end = words[-1].end if words else found.place(node.end_byte)
    redirections = (*_redirections(found, node), *around.redirections)
    found.commands.append(Command(words, redirections, start, end, around.inside, around.target, around.pipeline))
    if found.commands[index].name in _SETS_ITS_ARGUMENTS:
        found.assigned |= {it.text for it in words[1:] if _NAME.fullmatch(it.text)}
    inner = replace(around, context=Context.BARE, command=index, redirections=(), pipeline=None)
    return [(it, inner) for it in node.children]


def _redirections(found: _Walk, node: Node) -> list[Redirection]:
    every = []
    for it in node.children:
        if not it.type.endswith("_redirect"):
            continue
        operator = next((mark.type for mark in it.children if not mark.is_named), "")
        body = next((part for part in it.children if part.type == "heredoc_body"), it.children[-1])
        start, end = found.place(it.start_byte), found.place(it.end_byte)
        every.append(Redirection(operator, found.slice(body), start, end))
    return every


def _bare(node: Node, text: str) -> str | None:
    """The word without its quotes; None where it takes a shell to know it."""
    kind = node.type
    if kind == "command_name":
        return _bare(node.children[0], text) if node.children else text
    if kind == "raw_string":
        return text[1:-1]
    if kind == "word":
        return _QUOTED_CHARACTER.sub(r"\1", text)
    if kind == "number":
        return text
    if kind == "string":
        plain = all(it.type in ('"', "string_content") for it in node.children)
        return text[1:-1] if plain else None
    if kind == "concatenation":
        parts = [_bare(it, (it.text or b"").decode("utf-8", "replace")) for it in node.children]
        return None if any(it is None for it in parts) else "".join(it or "" for it in parts)
    return None
