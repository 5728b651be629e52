"""Everything that `hookwright add` offers, by name, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hookwright.analysis.suggest import nearest
from hookwright.errors import UnreadableInput, UsageError
from hookwright.files import read_text
from hookwright.guards.helpers import HELPERS, helper_row, plan_helper
from hookwright.guards.library import GUARDS
from hookwright.guards.plan import Plan, plan_guards
from hookwright.guards.renewal import Read
from hookwright.guards.servers import matcher_of_servers, plan_servers
from hookwright.model.dialect import Dialect

NAMES = (*(it.name for it in GUARDS), *(it.name for it in HELPERS))


def catalogue(dialect: Dialect) -> Iterator[tuple[str, str, str, str]]:
    """Each guard and helper that the agent can run: its name, what it does or stops, its limits, and its score.

    A helper has no score.
    """
    for guard in GUARDS if dialect.executables is None else ():
        stopped, of = guard.score
        score = f"stopped {stopped} of {of} calls of an attack (docs/attacking.md)"
        yield guard.name, f"stops {guard.stops}", f"does not stop: {guard.does_not_stop}", score
    for helper in HELPERS:
        if helper_row(dialect, helper) is not None:
            yield helper.name, helper.does, f"does not cover: {helper.does_not}", ""


def split_names(words: tuple[str, ...], is_folder: Callable[[str], bool]) -> tuple[tuple[str, ...], str]:
    """The names among arguments, and the folder that the last one may be.  Raises UsageError."""
    last = words[-1]
    has_folder = last not in NAMES and (is_folder(last) or "/" in last) and len(words) > 1
    names = words[:-1] if has_folder else words
    require_names(names)
    return names, last if has_folder else "."


def require_names(names: Iterable[str]) -> None:
    """Raises UsageError if one is no name of a guard or a helper."""
    for it in names:
        if it not in NAMES:
            guess = nearest(it, NAMES)
            hint = f"did you mean `{guess}`?" if guess else "`hookwright add` lists them"
            raise UsageError(f"There is no guard or helper called `{it}`", hint)


def plans(dialect: Dialect, names: tuple[str, ...], read: Read, *, servers: bool = False) -> Iterator[Plan]:
    """What the project lacks, a plan for the guards and one for each helper; each is made when the one before is done.

    With `servers`, the guards are asked about the tools of MCP servers as well.  Raises UsageError if there is a
    file to which nothing can be added, or if no matcher selects these tools.
    """
    guards = tuple(it for it in GUARDS if it.name in names)
    if servers:
        matcher_of_servers(dialect)
    if guards:
        yield plan_guards(dialect, guards, read)
        if servers:
            yield plan_servers(dialect, read)
    for it in HELPERS:
        if it.name in names:
            yield plan_helper(dialect, it, read)


def read_from(root: Path) -> Read:
    """Reads files of a project."""

    def read(path: str) -> str | None:
        whole = root / path
        try:
            return read_text(str(whole))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as wrong:
            raise UnreadableInput(f"`{whole}` cannot be read", str(wrong)) from wrong

    return read
