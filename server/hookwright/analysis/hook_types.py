"""What is known of the words in a hook's `type`."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.config.read import TYPE
from hookwright.config.view import HookView
from hookwright.dialects import DIALECTS
from hookwright.model.dialect import Dialect
from hookwright.syntax.tree import Kind, member


def type_word(hook: HookView) -> str | None:
    """The word in a hook's `type`; None where it has none, or something other than a string."""
    named = member(hook.node, TYPE) if hook.node.kind is Kind.OBJECT else None
    return str(named.value.value) if named is not None and named.value.kind is Kind.STRING else None


def owner_of_type(word: str, besides: Dialect) -> str | None:
    """The title of another dialect that has hooks of that type, or None."""
    return next((it.title for it in DIALECTS if it is not besides and it.grammar.type_named(word)), None)


def listing(words: Iterable[str]) -> str:
    """The words in backticks, with commas."""
    return ", ".join(f"`{it}`" for it in words)
