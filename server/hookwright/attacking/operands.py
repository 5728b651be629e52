"""What a guard is only about: it stops a known command with the file or the name that its own pattern has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.attacking.dangers import Seed, Swap
from hookwright.patterns import late_pattern

_OPERAND = late_pattern(r"~|[\w./:-]*[\w/]")
_AT_HOME = "~/"


def operand_of(seed: Seed) -> str | None:
    """The last word of the command, if that is a name or a path which another may replace."""
    last = seed.command.split()[-1]
    return last if _OPERAND.fullmatch(last) and not last.startswith("-") else None


def with_operand(seed: Seed, name: str) -> Seed:
    """The seed with the name in the place of its operand, also in its forms.

    Forms about other paths are left out; a form without a name, such as `docker volume prune`, stays.
    """
    old = operand_of(seed) or ""
    whole = re.compile(rf"(?<![\w./~-]){re.escape(old)}(?![\w./~-])")
    kept = [it for it in seed.same if whole.search(it.command) or not _is_path(old)]
    same = [replace(it, command=whole.sub(lambda _: name, it.command)) for it in kept]
    return replace(
        seed,
        command=whole.sub(lambda _: name, seed.command),
        why=f"The guard's own pattern names `{name}`.",
        same=tuple(same),
        swaps=(*(it for it in seed.swaps if it.word != old), *_spellings(name)),
    )


def _spellings(name: str) -> Iterator[Swap]:
    quoted = f"{name[: len(name) // 2]}''{name[len(name) // 2 :]}"
    yield Swap(word=name, instead=quoted, why="Empty quotes add nothing to a word.", kind="quotes in the name")
    if "/" not in name:
        return
    yield Swap(word=name, instead=f"{name}/", why="A slash at the end changes nothing.", kind="slash behind the name")
    yield Swap(word=name, instead=f"{name}/*", why="The star stands for all that is in the folder.", kind="inside")
    why = "The question mark stands for one letter."
    yield Swap(word=name, instead=f"{name[:-1]}?", why=why, kind="pattern in the name")
    folder, _, last = name.rpartition("/")
    yield Swap(word=name, instead=f"{folder}/./{last}", why="It is the same path.", kind="other path")
    yield Swap(word=name, instead=f"{folder}/{last}/../{last}", why="It is the same path.", kind="other path")
    if name.startswith(_AT_HOME):
        rest = name.removeprefix(_AT_HOME)
        for home in ('"$HOME"', "$HOME", "${HOME}", "{home}"):
            why = "It is the same folder in the home folder."
            yield Swap(word=name, instead=f"{home}/{rest}", why=why, kind="other path of the home folder")


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
