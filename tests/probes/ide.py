"""The probes of the editor's answers: completion, hover, lenses and actions at the cursor."""

from __future__ import annotations

from tests.probes.case import Case

from hookwright.ide.code_actions import code_actions
from hookwright.ide.code_lens import code_lenses
from hookwright.ide.completion import complete
from hookwright.ide.hover import hover
from hookwright.syntax.edit import apply
from hookwright.text import Edit, Span


def completions(case: Case, _: str) -> str:
    """`completion`: every item as its kind, label and detail, in the order in which it is shown."""
    items = sorted(complete(*case.cursor()), key=lambda it: it.sort)
    return "\n".join(f"{it.kind.value:9} {it.label}  {it.detail}".rstrip() for it in items)


def completed(case: Case, label: str) -> str:
    """`completed LABEL`: the whole text once that item is taken, tab stops shown as they are."""
    file, offset = case.cursor()
    item = next((it for it in complete(file, offset) if it.label == label), None)
    if item is None:
        return f"no such item: {label}"
    return apply(file.tree.text, (Edit(item.span, item.text), *item.also))


def hovered(case: Case, _: str) -> str:
    """`hover`: the Markdown below a line with the text that it is about."""
    file, offset = case.cursor()
    found = hover(file, offset)
    if found is None:
        return "nothing"
    return f"about: {file.tree.text[found.span.start : found.span.end]}\n\n{found.markdown}"


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
