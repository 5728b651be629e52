"""What the shell offers for dialects, events and rules; each table is loaded only where it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Few commands are completed, and every command imports this.
    import click
    from click.shell_completion import CompletionItem


def dialects(_context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem]:
    """The ids of dialects that begin so, with the names of the agents."""
    from click.shell_completion import CompletionItem

    from hookwright.dialects.outlines import OUTLINES

    return [CompletionItem(it.id, help=it.title) for it in OUTLINES if it.id.startswith(start)]


def events(context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem]:
    """The events of the dialect that is given, or of Claude Code, that begin so, in any case."""
    from click.shell_completion import CompletionItem

    from hookwright.dialects import find

    table = find(context.params.get("dialect")) or find("claude-code")
    rows = table.events if table is not None else ()
    return [CompletionItem(it.name) for it in rows if it.name.casefold().startswith(start.casefold())]


def rules(_context: click.Context, _parameter: click.Parameter, start: str) -> list[CompletionItem]:
    """The codes and names of rules that begin so."""
    from click.shell_completion import CompletionItem

    from hookwright.analysis.run_rules import FILE_AND_RUN_RULES

    codes = [CompletionItem(it.code, help=it.name) for it in FILE_AND_RUN_RULES if it.code.startswith(start.upper())]
    names = [CompletionItem(it.name, help=it.code) for it in FILE_AND_RUN_RULES if it.name.startswith(start)]
    return [*codes, *names] if start else codes


def severities_and_rules(context: click.Context, parameter: click.Parameter, start: str) -> list[CompletionItem]:
    """What `--fail-on` takes."""
    from click.shell_completion import CompletionItem

    from hookwright.model.reaction import Severity

    known = [CompletionItem(it.value) for it in Severity if it.value.startswith(start)]
    return [*known, *(rules(context, parameter, start) if start else ())]
