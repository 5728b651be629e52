"""Completion and hover in saved samples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from hookwright.analysis.samples.files import SampleFile
from hookwright.analysis.samples.payload import Known, called_tool, known_at
from hookwright.ide.completion.items import Fitting, Item, ItemKind, fit_key, fit_value, has_its_value, literal
from hookwright.ide.cursor_context import TextContext, text_context
from hookwright.ide.hover import Hover
from hookwright.samples.built_in import samples
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, Tree
from hookwright.text import Route, Span
from hookwright.wording.dialect_docs import sentence, words_in_code

_LONGEST_SAMPLE = 400


def complete_sample(tree: Tree, offset: int, file: SampleFile) -> tuple[Item, ...]:
    """Missing fields, or values for a field; in an empty file, whole payloads."""
    context = text_context(tree, offset)
    route, role = context.cursor.route, context.cursor.role
    if file.dialect is None or file.row is None:
        return ()
    if role is Role.OUTSIDE:
        return tuple(_wholes(context, file)) if tree.root is None else ()
    if role in (Role.KEY, Role.MEMBER_GAP):
        return tuple(_keys(context, file, route[:-1] if role is Role.KEY else route))
    found = _known(file, tree, route) if role is Role.VALUE else None
    return tuple(_values(context, file, found)) if found is not None else ()


def hover_sample(tree: Tree, offset: int, file: SampleFile) -> Hover | None:
    """Documentation of the field at the cursor; None if the field is unknown."""
    cursor = text_context(tree, offset).cursor
    known = _known(file, tree, cursor.route) if cursor.role in (Role.KEY, Role.VALUE) else None
    if known is None or cursor.node is None:
        return None
    always = "Always present." if known.required else ""
    words = f"One of {words_in_code(known.words)}." if len(known.words) > 1 else ""
    sample = _written(known.sample)
    fence = "``" if "`" in sample else "`"
    shown = f"For example: {fence}{sample[:_LONGEST_SAMPLE]}{'…' * (len(sample) > _LONGEST_SAMPLE)}{fence}"
    example = shown if known.sample is not None else ""
    lines = [f"**{known.name}** {known.kind or ''}".rstrip(), sentence(known.doc), always, words, example]
    return Hover("\n\n".join(filter(None, lines)), cursor.node.span)


def _known(file: SampleFile, tree: Tree, route: Route) -> Known | None:
    if file.dialect is None or file.row is None or not route:
        return None
    return next((it for it in known_at(file.dialect, file.row, tree, route[:-1]) if it.name == route[-1]), None)


def _wholes(context: TextContext, file: SampleFile) -> Iterator[Item]:
    assert file.dialect is not None
    for rank, it in enumerate(samples(file.dialect, file.event)):
        fitting = Fitting(Span(context.offset, context.offset))
        text = json.dumps(it.payload, ensure_ascii=False, indent=2)
        yield fitting.item(it.name, ItemKind.SNIPPET, text, rank, detail=it.description)


def _keys(context: TextContext, file: SampleFile, route: Route) -> Iterator[Item]:
    assert file.dialect is not None
    assert file.row is not None
    fitting, container = fit_key(context), context.cursor.container
    there = {it.name for it in container.members if it.key is not context.cursor.node} if container else set()
    for rank, it in enumerate(known_at(file.dialect, file.row, context.tree, route)):
        if it.name in there:
            continue
        detail = f"{sentence(it.doc)}{' Always present.' if it.required else ''}"
        if has_its_value(context):
            fitted = replace(fitting, after="")
            yield fitted.item(it.name, ItemKind.KEY, quote(it.name), rank, detail=detail)
        else:
            text = f"{literal(quote(it.name))}: {_stop(context, file, it)}"
            yield fitting.item(it.name, ItemKind.KEY, text, rank, detail=detail, snippet=True)


def _stop(context: TextContext, file: SampleFile, known: Known) -> str:
    """The value of a new field, with a tab stop."""
    words = known.words or known.offered
    if len(words) > 1 and not any(set(it) & set("|,}\\$") for it in words):
        return f'"${{1|{",".join(words)}|}}"'
    if known.kind is Kind.STRING:
        return f'"${{1:{literal(quote(str(known.sample))[1:-1])}}}"'
    return literal(_written(_sample(context, file, known)))


def _sample(context: TextContext, file: SampleFile, known: Known) -> object:
    """The field's own sample, or what the called tool has there."""
    assert file.dialect is not None
    assert file.row is not None
    called = called_tool(file.row, context.tree)
    if called is not None:
        for it in samples(file.dialect, file.event):
            if it.name == called and known.name in it.payload:
                return it.payload[known.name]
    return known.sample


def _values(context: TextContext, file: SampleFile, known: Known) -> Iterator[Item]:
    fitting = fit_value(context)
    for rank, word in enumerate(known.words or known.offered):
        yield fitting.item(word, ItemKind.VALUE, quote(word), rank)
    if known.kind is Kind.BOOLEAN:
        for rank, word in enumerate(("true", "false")):
            yield fitting.item(word, ItemKind.VALUE, word, rank)
    node = context.cursor.node
    if (
        not (known.words or known.offered)
        and known.kind is not Kind.BOOLEAN
        and (node is None or node.start == node.end)
    ):
        text = _written(_sample(context, file, known))
        yield fitting.item(known.name, ItemKind.VALUE, text, 0, detail="the sample's value")


def _written(value: object) -> str:
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, ensure_ascii=False, default=list)
