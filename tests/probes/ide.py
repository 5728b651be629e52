"""The probes of the editor's answers: completion, hover, lenses and actions at the cursor."""

from __future__ import annotations

from tests.probes.case import Case

from hookwright.ide.code_actions import code_actions
from hookwright.ide.code_lens import code_lenses
from hookwright.ide.completion import complete
from hookwright.ide.hover import hover
from hookwright.ide.items import Item
from hookwright.ide.settings import complete_settings, hover_settings
from hookwright.syntax.edit import apply
from hookwright.syntax.jsonc import parse
from hookwright.text import Edit, Span


def completions(case: Case, _: str) -> str:
    """`completion`: every item as its kind, label and detail, in the order in which it is shown."""
    items = sorted(_completed(case)[1], key=lambda it: it.sort)
    return "\n".join(f"{it.kind.value:9} {it.label}  {it.detail}".rstrip() for it in items)


def completed(case: Case, label: str) -> str:
    """`completed LABEL`: the whole text once that item is taken, tab stops shown as they are."""
    text, items = _completed(case)
    item = next((it for it in items if it.label == label), None)
    if item is None:
        return f"no such item: {label}"
    return apply(text, (Edit(item.span, item.text), *item.also))


def hovered(case: Case, _: str) -> str:
    """`hover`: the Markdown below a line with the text that it is about."""
    settings = case.settings_cursor()
    found = hover_settings(parse(settings[0]), settings[1]) if settings else hover(*case.cursor())
    if found is None:
        return "nothing"
    text = settings[0] if settings else case.cursor()[0].tree.text
    return f"about: {text[found.span.start : found.span.end]}\n\n{found.markdown}"


def lenses(case: Case, _: str) -> str:
    """`code-lens`: every lens as its line (from 1), title and pointer."""
    return "\n".join(
        f"{file.tree.lines.position(it.span.start).line + 1}  {it.title}  {it.pointer}"
        for _, file in case.hook_files()
        for it in code_lenses(file)
    )


def actions(case: Case, kinds: str) -> str:
    """`code-actions [KIND…]`: every action at the cursor as its kind, title and pointer."""
    file, offset = case.cursor()
    found = code_actions(file, case.diagnostics(file), Span(offset, offset), only=kinds.split() or None)
    return "\n".join(
        f"{it.kind.value:15} {it.title}{'  (preferred)' if it.preferred else ''}  {it.pointer or ''}".rstrip()
        for it in found
    )


def _completed(case: Case) -> tuple[str, tuple[Item, ...]]:
    """The text with the cursor, and the items that are offered there."""
    settings = case.settings_cursor()
    if settings is not None:
        return settings[0], complete_settings(parse(settings[0]), settings[1])
    file, offset = case.cursor()
    return file.tree.text, complete(file, offset)
