"""The probes of the editor's answers: completion, hover, lenses and actions at the cursor."""

from __future__ import annotations

from tests.probes.case import Case

from hookwright.ide.actions.code_actions import code_actions
from hookwright.ide.code_lens import code_lenses
from hookwright.ide.completion.complete import complete
from hookwright.ide.completion.item_docs import item_markdown
from hookwright.ide.completion.items import Item
from hookwright.ide.completion.project_facts import FactsOnDisk
from hookwright.ide.hover import hover
from hookwright.ide.sample_documents import complete_sample, hover_sample
from hookwright.ide.settings_documents import complete_settings, hover_settings
from hookwright.syntax.edit import apply
from hookwright.syntax.parser import parse
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


def documented(case: Case, label: str) -> str:
    """`documentation LABEL`: what is said about that item."""
    item = next(it for it in _completed(case)[1] if it.label == label)
    return item_markdown(case.cursor()[0].dialect, item.about)


def hovered(case: Case, _: str) -> str:
    """`hover`: the Markdown below a line with the text that it is about."""
    settings, sample = case.settings_cursor(), case.sample_cursor()
    if sample is not None:
        text, found = sample[0], hover_sample(parse(sample[0]), *sample[1:])
    elif settings is not None:
        text, found = settings[0], hover_settings(parse(settings[0]), settings[1])
    else:
        text, found = case.cursor()[0].tree.text, hover(*case.cursor(), str(case.home))
    if found is None:
        return "nothing"
    markdown = found.markdown.replace(str(case.project), "PROJECT").replace(str(case.home), "HOME")
    return f"about: {text[found.span.start : found.span.end]}\n\n{markdown}"


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
    sample, settings = case.sample_cursor(), case.settings_cursor()
    if sample is not None:
        return sample[0], complete_sample(parse(sample[0]), *sample[1:])
    if settings is not None:
        return settings[0], complete_settings(parse(settings[0]), settings[1])
    file, offset = case.cursor()
    return file.tree.text, complete(file, offset, FactsOnDisk(str(case.home)))
