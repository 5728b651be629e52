"""Completion at a place in a hook file: keys, values, names in matchers, whole hooks and groups."""

from __future__ import annotations

import json
from itertools import count

from hookwright.config.view import HookFile
from hookwright.ide.completion.items import Item, ItemKind, fit_item, value_text
from hookwright.ide.completion.keys import complete_key
from hookwright.ide.completion.project_facts import ProjectFacts, UnreadFacts
from hookwright.ide.completion.snippets import group_snippet, hook_snippet
from hookwright.ide.completion.values import complete_item, complete_value
from hookwright.ide.cursor_context import HookContext, hook_context
from hookwright.ide.grammar_place import GrammarPlace, place_of
from hookwright.model.nesting import GrammarPart
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, Notation
from hookwright.text import Span


def complete(file: HookFile, offset: int, facts: ProjectFacts | None = None) -> tuple[Item, ...]:
    """The completions at an offset of the file, best first; the file may be broken.

    `facts` answers questions about the disk; without it nothing is known.
    """
    facts = facts or UnreadFacts()
    context = hook_context(file, offset)
    if context.tree.notation is Notation.SCRIPT:
        return ()
    match context.cursor.role:
        case Role.KEY | Role.MEMBER_GAP:
            return tuple(complete_key(context))
        case Role.VALUE if _begins_below(context):
            return _first_below(context)
        case Role.VALUE if context.cursor.route and isinstance(context.cursor.route[-1], str):
            return tuple(complete_value(context, facts))
        case Role.VALUE:
            place = place_of(file, context.cursor.route[:-1])
            return complete_entry(context, place) if place else tuple(complete_item(context, facts))
        case Role.ITEM_GAP:
            place = place_of(file, context.cursor.route)
            return complete_entry(context, place) if place else ()
        case Role.OUTSIDE:
            return () if file.manifest or context.tree.notation is not Notation.JSON else _whole_file(context)


def _begins_below(context: HookContext) -> bool:
    """Whether the line of YAML has nothing yet, or one word, which belong below the key of a line before."""
    tree, node = context.tree, context.cursor.node
    if tree.notation is not Notation.YAML or node is None or node.kind not in (Kind.STRING, Kind.NULL, Kind.MISSING):
        return False
    start = node.start if node.kind is Kind.STRING else context.offset
    return not tree.text[tree.text.rfind("\n", 0, start) + 1 : start].strip()


def _first_below(context: HookContext) -> tuple[Item, ...]:
    """What a list or an object begins with, on a line of its own."""
    place = place_of(context.file, context.cursor.route)
    entries = complete_entry(context, place) if place is not None else ()
    return tuple(it._replace(text=f"- {it.text}") for it in entries) or tuple(complete_key(context))


def complete_entry(context: HookContext, place: GrammarPlace) -> tuple[Item, ...]:
    """A whole group or hook, one for every type that is allowed there."""
    fitting, unit, dialect = fit_item(context), context.unit, context.dialect
    items: list[Item] = []
    if place.part not in (GrammarPart.GROUPS, GrammarPart.HOOKS):
        return ()
    nesting = place.grammar.nesting
    for rank, kind in enumerate(dialect.types_on(place.row, place.grammar)):
        if place.part is GrammarPart.GROUPS or nesting.is_flat:
            text = group_snippet(place.grammar, place.row, kind, unit, count(1))
        else:
            text = hook_snippet(kind, unit, count(1))
        in_group = place.part is GrammarPart.GROUPS and nesting.is_grouped
        label = f"group with {_article(kind.name)} {kind.name} hook" if in_group else f"{kind.name} hook"
        text = value_text(context.tree.notation, text)
        items.append(fitting.item(label, ItemKind.SNIPPET, text, rank, detail=kind.doc, snippet=True))
    return tuple(items)


def _article(type_name: str) -> str:
    # `http` and `mcp_tool` are spelled out when they are spoken.
    return "an" if type_name.startswith(("agent", "http", "mcp")) else "a"


def _whole_file(context: HookContext) -> tuple[Item, ...]:
    key = context.grammar.hooks_key
    if context.tree.root is not None or not key:
        return ()
    unit = context.unit
    demanded = "".join(f"{unit}{quote(name)}: {json.dumps(it)},\n" for name, it in context.grammar.demanded.items())
    item = Item(
        label=key,
        kind=ItemKind.SNIPPET,
        text=f'{{\n{demanded}{unit}"{key}": {{\n{unit}{unit}$0\n{unit}}}\n}}',
        span=Span(context.offset, context.offset),
        sort="000",
        filter=key,
        detail=f"a hook file of {context.dialect.title}",
        snippet=True,
    )
    return (item,)
