"""Known files of which a guard only means one in a folder, such as `web/package-lock.json`, and none at the top."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.variants import Aim

_Asked = tuple[str, str]
"""What a call does, and its text."""
_FILES = {
    ("protected", "lock file"): ("package-lock.json", ("Write", "Edit")),
    ("protected", "env file"): (".env", ("Write", "Edit")),
    ("secrets", "env file"): (".env", ("Read",)),
}
"""The files at the top that known seeds are about, and the tools that do to them what they are about."""


def questions(aims: Iterable[Aim], paths: Collection[str]) -> Iterator[_Asked]:
    """The calls for the files at the top of those seeds of which the guard names a file in a folder."""
    for (aim, seed), (name, tools) in _FILES.items():
        if _is_aim(aims, aim, seed) and any(it.endswith(f"/{name}") for it in paths):
            yield from ((does, f"{{project}}/{name}") for does in tools)


def without_roots(
    aims: Sequence[Aim], paths: Collection[str], held: Collection[_Asked], stopped: Collection[tuple[str, str]]
) -> tuple[Aim, ...]:
    """The aims without the seeds about a file at the top, where the guard only stops calls for one in a folder.

    `held` are the calls that it stops, and `stopped` the dangers and names of the seeds whose command it stops.
    """
    unmeant = {
        (aim, seed)
        for (aim, seed), (name, tools) in _FILES.items()
        if (aim, seed) not in stopped
        and any((does, f"{{project}}/{it}") in held for it in paths if it.endswith(f"/{name}") for does in tools)
        and not any((does, f"{{project}}/{name}") in held for does in tools)
    }
    kept = (replace(aim, seeds=tuple(it for it in aim.seeds if (aim.name, it.name) not in unmeant)) for aim in aims)
    return tuple(it for it in kept if it.seeds)


def _is_aim(aims: Iterable[Aim], name: str, seed: str) -> bool:
    return any(aim.name == name and any(it.name == seed for it in aim.seeds) for aim in aims)
