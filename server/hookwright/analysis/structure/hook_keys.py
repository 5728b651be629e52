"""The keys of a file's hooks that their type knows, each with its field in the dialect's table, and its types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import Struct

from hookwright.analysis.rule import Recipe
from hookwright.config.view import GroupView, HookFile, HookView, once_per_file
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.dialect import Dialect
from hookwright.model.field import Field
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import TYPE
from hookwright.syntax.drafts import remove
from hookwright.syntax.tree import Kind, Node, child, member
from hookwright.text import Route


class HookKey(Struct, frozen=True, eq=False):
    """One key of a hook on an event that the dialect knows, and what the table says of it."""

    file: HookFile
    group: GroupView
    hook: HookView
    type: HookType
    field: Field
    value: Node

    @property
    def route(self) -> Route:
        """Where the key's value is."""
        return (*self.hook.route, self.field.name)

    @property
    def is_set(self) -> bool:
        """Whether the value says something other than what holds without the key."""
        return says_something(self.value) and self.value.value != self.field.default

    def beside(self, name: str) -> bool:
        """Whether another key of the hook says something."""
        node = child(self.hook.node, name)
        return node is not None and says_something(node)

    def removal(self) -> Recipe:
        """What takes the key away."""
        return partial(remove, self.file.tree, self.route)


@once_per_file
def hook_keys(file: HookFile) -> tuple[HookKey, ...]:
    """Every such key in the order of the file; misplaced hooks are left out."""
    return tuple(_hook_keys(file))


def says_something(node: Node) -> bool:
    """Whether a value is there and neither false nor null."""
    return node.kind not in (Kind.MISSING, Kind.NULL) and node.value is not False


def _hook_keys(file: HookFile) -> Iterator[HookKey]:
    for group, hook in file.hooks:
        if hook.type is None or hook.misplaced or group.row is None or hook.node.kind is not Kind.OBJECT:
            continue
        for entry in hook.node.members:
            field = hook.type.field(entry.name)
            if field is not None:
                yield HookKey(file, group, hook, hook.type, field, entry.value)


def type_word(hook: HookView) -> str | None:
    """The word in a hook's `type`; None if it has none, or something other than a string."""
    named = member(hook.node, TYPE) if hook.node.kind is Kind.OBJECT else None
    return str(named.value.value) if named is not None and named.value.kind is Kind.STRING else None


def owner_of_type(word: str, besides: Dialect) -> str | None:
    """The title of another dialect that has hooks of that type, or None."""
    return next((it.title for it in OUTLINES if it.id != besides.id and word in it.types), None)


def listing(words: Iterable[str]) -> str:
    """The words in backticks, with commas."""
    return ", ".join(f"`{it}`" for it in words)
