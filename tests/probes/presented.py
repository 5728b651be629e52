"""The probes of how the editor presents a file: its layout, its colors, and what stands between its words."""

from __future__ import annotations

from tests.probes.case import Case

from hookwright.ide.formatting import Style, format_edits
from hookwright.ide.inlay_hints import inlay_hints
from hookwright.ide.semantic_tokens import semantic_tokens
from hookwright.syntax.edit import apply
from hookwright.syntax.parser import parse
from hookwright.text import Span


def formatted(case: Case, argument: str) -> str:
    """`formatted [tabs]`: the whole text laid out anew, with two blanks a level or tabs; `unchanged` where it is so."""
    file = next(file for _, file in case.hook_files())
    style = Style("\t", 4) if argument == "tabs" else Style()
    edits = format_edits(file.tree, style)
    text = apply(file.tree.text, edits)
    assert not format_edits(parse(text), style)
    return text if edits else "unchanged"


def hinted(case: Case, argument: str) -> str:
    """`inlay-hints [POINTER WORDS…]`: every hint as its line (from 1), label and tooltip, with a last run."""
    pointer, _, words = argument.partition(" ")
    return "\n".join(
        f"{file.tree.lines.position(it.offset).line + 1}  {it.label}  ({it.tooltip})"
        for _, file in case.hook_files()
        for it in inlay_hints(file, Span(0, len(file.tree.text)), {pointer: words})
    )


def colored(case: Case, _: str) -> str:
    """`semantic-tokens`: every token as its line (from 1), type and text."""
    return "\n".join(
        f"{file.tree.lines.position(it.span.start).line + 1}  "
        f"{it.type}{f'.{it.modifier}' if it.modifier else ''}  {file.tree.text[it.span.start : it.span.end]}"
        for _, file in case.hook_files()
        for it in semantic_tokens(file)
    )
