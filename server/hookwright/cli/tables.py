"""Tables for people: cut to the width of a terminal, folded and without colors where the output goes elsewhere."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Mapping, Sequence

import click
from msgspec import Struct

from hookwright.cli.terminal import print_drawn, say, styled, takes_styles
from hookwright.paths import below
from hookwright.visible import BOLD, visible
from hookwright.wording.display import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.table import Table as RichTable
    from rich.text import Text

TABLE_FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "json"]),
    default="table",
    show_default=True,
    help="The output format. A table is cut to the width of the terminal."
    " In a pipe, it has no colors, and long cells go over several lines.",
)

# How wide a table is where the output goes elsewhere, unless a word needs more, and what is folded at all.
_FOLDED, _SHORT = 120, 30
# What a long column has to keep, and what lies between two columns.
_READABLE, _GAP = 16, 3
_TINTS = {
    "succeeded": "green",
    "allow": "green",
    "blocked": "red",
    "deny": "red",
    "failed": "yellow",
    "timed-out": "yellow",
    "cannot-start": "yellow",
    "ask": "yellow",
    "skipped": "cyan",
    "running": "blue",
}


class Column(Struct, frozen=True):
    """A column by its heading.

    Where the terminal is narrow, an `extra` one is left out, a `long` one is cut first, and a `key` is never cut.
    Where the output goes elsewhere, a `long` one is folded between words, and nothing is left out.
    """

    title: str
    long: bool = False
    right: bool = False
    extra: bool = False
    key: bool = False


class Table(Struct, frozen=True):
    """Cells as plain text; no control character in them gets to the terminal."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]


def print_heading(text: str) -> None:
    """One line above a table."""
    say(styled(cell(text), BOLD))


def print_project(named: str | None, folder: str) -> None:
    """Says which project is shown, if it was not named and is not the current folder."""
    if named is None and folder != os.path.realpath(os.curdir):
        print_line(f"In the project {folder}:")
        say()


def print_line(text: str) -> None:
    """One line beside a table."""
    say(cell(text))


def print_markdown(page: str) -> None:
    """A page of Markdown, without anything that a terminal would obey."""
    say(page, end="")


def print_table(table: Table) -> None:
    """The table, without the columns in which no row has anything."""
    print_drawn(table_lines(table, terminal_width(), colored=takes_styles()))


def terminal_width() -> int | None:
    """How wide the terminal is that standard output is; None if it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def table_lines(table: Table, width: int | None, *, colored: bool = True) -> list[str]:
    """The table's lines, cut where it is for a terminal of that width, and colored there where it is `colored`.

    Without a width, all text is in them: long cells are folded between words.
    """
    # It takes as long as the rest of a small command: imported only where a table is drawn.
    from rich.console import Console

    used = _used(table)
    fits = _that_fit(table, used, width) if width is not None else used
    widths = _folded_widths(table, used) if width is None else {}
    out = io.StringIO()
    console = Console(
        file=out,
        width=width or sum(widths.values()) + _GAP * len(used),
        force_terminal=width is not None,
        color_system="auto" if colored and width is not None else None,
        legacy_windows=False,
        highlight=False,
    )
    console.print(_drawn(table, fits, widths))
    lines = [it.rstrip() for it in out.getvalue().splitlines() if it.strip()]
    left_out = ", ".join(table.columns[at].title for at in used if at not in fits)
    return [*lines, *([f"… not shown in this narrow terminal: {left_out}"] if left_out else [])]


def _that_fit(table: Table, used: list[int], width: int) -> list[int]:
    """The columns without as many of the extra ones, from the last on, as leave room for the others."""

    def needed(at: int) -> int:
        widest = _widest(table, at)
        return min(widest, _READABLE) if table.columns[at].long else widest

    fits = list(used)
    while sum(map(needed, fits)) + _GAP * (len(fits) - 1) > width:
        extra = [at for at in fits if table.columns[at].extra]
        if not extra:
            break
        fits.remove(extra[-1])
    return fits


def _folded_widths(table: Table, used: Sequence[int]) -> dict[int, int]:
    """How wide each column is where the long ones are folded, the widest first, and no word is broken."""
    widest = {at: _widest(table, at) for at in used}
    words = {at: _widest(table, at, by_word=True) if table.columns[at].long else widest[at] for at in used}
    least = {at: max(words[at], min(widest[at], _SHORT)) for at in used}
    # No column that is folded takes more than the whole table.
    widths = {at: min(widest[at], max(least[at], _FOLDED)) for at in used}
    while sum(widths.values()) + _GAP * (len(used) - 1) > _FOLDED:
        wide = [at for at in used if widths[at] > least[at]]
        if not wide:
            break
        widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def _widest(table: Table, at: int, *, by_word: bool = False) -> int:
    """The width of the title, and of the widest cell of the column, or word of one."""
    from rich.cells import cell_len

    cells = (cell(row[at]) for row in table.rows)
    every = (part for it in cells for part in (it.split(" ") if by_word else [it]))
    return max(cell_len(it) for it in (table.columns[at].title, *every))


def cell(text: str) -> str:
    """The text on one line, fit for a terminal."""
    return " ".join(visible(text).split())


def short_path(path: str, project: str, home: str) -> str:
    """The path from the project's folder on, or with `~` for the home folder."""
    for folder, prefix in ((project, ""), (home, "~/")):
        inside = below(path, folder)
        if inside is not None:
            return prefix + inside
    return path


def markdown_table(table: Table) -> str:
    """The table as Markdown."""
    used = _used(table)
    lines = [[table.columns[at].title for at in used], ["--:" if table.columns[at].right else "---" for at in used]]
    lines += [[_in_markdown(row[at]) for at in used] for row in table.rows]
    return "".join(f"| {' | '.join(it)} |\n" for it in lines)


def _used(table: Table) -> list[int]:
    return [at for at in range(len(table.columns)) if any(row[at] for row in table.rows)]


def _in_markdown(content: str) -> str:
    return escaped(cell(content))


def _drawn(table: Table, used: Sequence[int], widths: Mapping[int, int]) -> RichTable:
    """The table, with the columns of these widths; without any, it is cut."""
    from rich import box
    from rich.table import Table as RichTable

    drawn = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    for at in used:
        column = table.columns[at]
        drawn.add_column(
            column.title,
            justify="right" if column.right else "left",
            # Of a table that is too wide for a terminal, those are narrowed first that may wrap; the cells do not.
            no_wrap=not column.long,
            min_width=_widest(table, at) if column.key else None,
            width=widths.get(at),
        )
    for row in table.rows:
        drawn.add_row(*(_text(row[at], folds=at in widths) for at in used))
    return drawn


def _text(content: str, *, folds: bool) -> Text:
    from rich.text import Text

    clean = cell(content)
    style = _TINTS.get(clean.split(",", 1)[0], "")
    return Text(clean, style=style, no_wrap=not folds, overflow="fold" if folds else "ellipsis")
