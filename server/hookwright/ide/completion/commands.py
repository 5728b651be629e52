"""Completion in commands: the event's variables, scripts, and the JSON that a command prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.ide.completion.items import Item, ItemKind
from hookwright.ide.completion.project_facts import ProjectFacts
from hookwright.ide.completion.scripts import complete_script
from hookwright.ide.completion.strings import behind_the_quote, fit_part, string_item
from hookwright.ide.cursor_context import HookContext, StringToken, variable_at, variables_on
from hookwright.ide.grammar_place import GrammarPlace
from hookwright.patterns import late_pattern
from hookwright.shell.place import CommandPlace, command_place, raw_place
from hookwright.syntax.tree import Kind

_BREAK = late_pattern(r"[\s'\";&|<>()]")
_PRINTERS = ("echo", "printf")


def complete_command(context: HookContext, place: GrammarPlace, facts: ProjectFacts) -> Iterator[Item]:
    """In a command for a POSIX shell."""
    node = context.cursor.node
    if node is None or node.kind is not Kind.STRING or behind_the_quote(context):
        return
    text, index = str(node.value), context.cursor.prefix_index
    here = command_place(text, index)
    if here is None:
        return
    if here.quote and here.before and here.before[0] in _PRINTERS:
        from hookwright.ide.completion.output import complete_output

        printed = complete_output(context, place, here)
        if printed is not None:
            yield from printed
            return
    variable = variable_at(text, index)
    if variable is not None:
        yield from _variables(context, place, here, variable)
        return
    yield from complete_script(context, place, here, facts, _word_end(text, index))


def complete_argument(
    context: HookContext, place: GrammarPlace, before: Sequence[str], facts: ProjectFacts
) -> Iterator[Item]:
    """In an argument, or a program, that runs without a shell; `before` are the words before it."""
    node = context.cursor.node
    if node is None or node.kind is not Kind.STRING or behind_the_quote(context):
        return
    text, index = str(node.value), context.cursor.prefix_index
    here = raw_place(list(before), text[:index])
    variable = variable_at(text, index)
    if variable is not None:
        yield from _variables(context, place, here, variable)
    else:
        yield from complete_script(context, place, here, facts, len(text))


def complete_text(context: HookContext, place: GrammarPlace) -> Iterator[Item]:
    """The variables in another string of a hook."""
    node = context.cursor.node
    if node is None or node.kind is not Kind.STRING or behind_the_quote(context):
        return
    current = variable_at(str(node.value), context.cursor.prefix_index)
    if current is not None:
        yield from _variables(context, place, CommandPlace(0, quote='"'), current)


def _variables(context: HookContext, place: GrammarPlace, here: CommandPlace, current: StringToken) -> Iterator[Item]:
    fitting = fit_part(context, current.start, current.end)
    braced, placeholders = current.text.startswith("${"), context.dialect.placeholders
    for rank, it in enumerate(variables_on(context, place)):
        # In single quotes, and without a shell, only the agent itself replaces anything.
        if (here.quote == "'" or here.raw) and not (it.name in placeholders and braced):
            continue
        label = f"${{{it.name}}}" if braced else f"${it.name}"
        bare = here.quote or here.raw or (it.whole and braced is not it.bare)
        text = label if bare else f'"{label}"'
        yield string_item(context, fitting, label, text, ItemKind.VARIABLE, rank, it.doc, ("variable", it.name))


def _word_end(text: str, index: int) -> int:
    """The end of the word at an index: the next blank, quote or operator."""
    found = _BREAK.search(text, index)
    return found.start() if found else len(text)
