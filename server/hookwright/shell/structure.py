"""How the commands of a shell text are nested: lists, pipelines, branches, loops, groups and functions."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from hookwright.shell.scopes import Draft


class Simple(Struct, frozen=True, eq=False):
    """A command with its words, or a condition between brackets."""

    draft: Draft


class Pipeline(Struct, frozen=True, eq=False):
    """Commands, each of which reads what the one before prints; `negated` where a `!` is before it."""

    stages: Block
    negated: bool = False


class Chain(Struct, frozen=True, eq=False):
    """Commands that are joined by `&&` or `||`, each of `rest` with the operator before it."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


class Background(Struct, frozen=True, eq=False):
    """What runs beside the commands that follow."""

    node: Node


class Choice(Struct, frozen=True, eq=False):
    """An `if`: conditions, each with what is done where it is the first to hold, and what is done if none does."""

    arms: tuple[tuple[Block, Block], ...]
    otherwise: Block


class Repeat(Struct, frozen=True, eq=False):
    """A loop: over the words of its `head`, or as long as its `condition` holds, or until it does."""

    head: Draft | None
    condition: Block
    body: Block


class Arm(Struct, frozen=True, eq=False):
    """A part of a `case`: the command whose words are its patterns; where it `goes_on`, the next one is done too."""

    patterns: Draft
    body: Block
    goes_on: bool = False


class Cases(Struct, frozen=True, eq=False):
    """A `case`; the second word of its `head` is what is compared."""

    head: Draft
    arms: tuple[Arm, ...]


class Group(Struct, frozen=True, eq=False):
    """Commands in braces, or in a shell of their own."""

    body: Block
    subshell: bool = False


class Redirected(Struct, frozen=True, eq=False):
    """A compound command with the redirections behind its end."""

    node: Node
    end: Draft


class Function(Struct, frozen=True, eq=False):
    """A function that is defined there."""

    name: str
    body: Node


Node: TypeAlias = Simple | Pipeline | Chain | Background | Choice | Repeat | Cases | Group | Redirected | Function
Block: TypeAlias = tuple[Node, ...]
