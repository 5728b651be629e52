"""What a guard is only about: it stops a known command with the file or the name that its own pattern has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Seed, Swap
from hookwright.attacking.own import folders
from hookwright.patterns import late_pattern

_OPERAND = late_pattern(r"~|[\w./:-]*[\w/]")
_OF_FOLDERS, _OF_VOLUMES = "rm -rf ", "docker volume rm "
"""How the commands begin whose operand is a folder, or the volume of a container."""
_INSIDE = late_pattern(r"(?s)(\bcd|-C) ~\W.*\b(Documents|build|dist)\b")
"""A form that deletes another folder in the operand, which is there only in a home folder."""


def operand_of(seed: Seed) -> str | None:
    """The last word of the command, if that is a name or a path which another may replace: none on another host."""
    last = seed.command.split()[-1]
    return last if _OPERAND.fullmatch(last) and not last.startswith("-") and ":" not in last else None


def with_operand(seed: Seed, name: str) -> Seed:
    """The seed with the name in the place of its operand, also in its forms.

    Forms about other paths are left out; a form without a name, such as `docker volume prune`, stays.
    """
    old = operand_of(seed) or ""
    whole = re.compile(rf"(?<![\w./~-]){re.escape(old)}(?![\w./~-])")
    kept = [it for it in seed.same if whole.search(it.command) or not _is_path(old)]
    same = [
        replace(it, command=whole.sub(lambda _: name, it.command), why=it.why.replace("the home folder", "the folder"))
        for it in kept
        if not (_is_path(old) and _INSIDE.search(it.command))
    ]
    command = whole.sub(lambda _: name, seed.command)
    is_folder = "/" in name and command.startswith(_OF_FOLDERS)
    return replace(
        seed,
        command=command,
        why=f"The guard's own pattern names `{name}`.",
        same=(*same, *(folders.forms(name) if is_folder else ())),
        swaps=(*(it for it in seed.swaps if it.word != old), *_spellings(name)),
    )


def calls_with(seed: Seed) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
    """Calls of other tools with the effect of a seed about a folder, and harmless calls that name what it is about."""
    name = seed.command.split()[-1]
    if seed.command.startswith(_OF_FOLDERS):
        return tuple(folders.calls(seed.name, name)), tuple(folders.harmless(seed.name, name))
    if seed.command.startswith(_OF_VOLUMES):
        return (), tuple(folders.harmless_of_volume(seed.name, name))
    return (), ()


def _spellings(name: str) -> Iterator[Swap]:
    quoted = f"{name[: len(name) // 2]}''{name[len(name) // 2 :]}"
    yield Swap(word=name, instead=quoted, why="Empty quotes add nothing to a word.", kind="quotes in the name")
    if "/" in name:
        yield from folders.spellings(name)


def tries(seeds: Iterable[tuple[str, Seed]], names: Iterable[str], most: int) -> Iterator[tuple[tuple[str, str], Seed]]:
    """Seeds with each of the names, at most so many: the danger and the name of each, and the new seed."""
    wanted = tuple(names)
    for danger, seed in seeds:
        if operand_of(seed) is None:
            continue
        is_path = _is_path(operand_of(seed) or "")
        for name in filter(lambda it: _is_path(it) == is_path, wanted):
            if most <= 0:
                return
            most -= 1
            yield (danger, seed.name), with_operand(seed, name)


def _is_path(word: str) -> bool:
    return "/" in word or "~" in word
