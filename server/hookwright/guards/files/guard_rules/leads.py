"""Where paths lead that earlier commands of the same text have moved, linked or mounted."""

from __future__ import annotations

import os

from shell_reader import UNKNOWN, Command

from .places import arrivals, is_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER_OPTIONS = ("-t", "--target-directory")


def sources_and_target(command: Command) -> tuple[list[str], str]:
    """What `cp`, `mv`, `ln` and `install` take, and where it goes; a link without a place goes to the folder."""
    words = command.arguments
    for at, it in enumerate(words):
        if it in _FOLDER_OPTIONS and words[at + 1 :]:
            folder = words[at + 1]
            return [one for one in command.operands if one != folder], f"{folder}/"
        if it.startswith("--target-directory="):
            return command.operands, f"{it.partition('=')[2]}/"
    *sources, target = command.operands or [""]
    return (sources, target) if sources or command.name != "ln" else ([target], ".")


def moved(command: Command, words: list[str]) -> Iterator[tuple[Command, str]]:
    """What earlier commands have moved to the paths: each with the word for the place where it was."""
    moves = [it for it in command.earlier if it.name == "mv" and not it.elsewhere]
    paths = [path for path in map(command.path, words) if path is not None] if moves else []
    for move in moves:
        sources, target = sources_and_target(move)
        for word in sources:
            for now in arrivals(move, [word], target):
                if any(is_below(now, it, itself=True) or is_below(it, now) for it in paths):
                    yield move, word


def linked(command: Command, words: list[str], *, writes: bool = False) -> Iterator[tuple[Command, str]]:
    """Where the paths lead through links and mounts of earlier commands, each with the command that made it.

    To delete a link leaves alone what it leads to; who `writes` to it does not.
    """
    makers = [it for it in command.earlier if it.name in ("ln", "mount") and not it.elsewhere]
    for maker in makers:
        for link, source in _made(maker):
            for word in words:
                path = command.path(word)
                if path is None or not is_below(path, link, itself=True):
                    continue
                if path != link or writes or word.endswith("/"):
                    yield maker, source if path == link else os.path.join(source, os.path.relpath(path, link))


def _made(maker: Command) -> Iterator[tuple[str, str]]:
    """The paths at which a command makes links, each with what is behind it."""
    if maker.name == "mount":
        binds = maker.has("--bind", "--rbind") or "bind" in ",".join(maker.arguments).split(",")
        sources, target = sources_and_target(maker) if binds else ([], "")
        sources = sources[-1:]
    else:
        sources, target = sources_and_target(maker)
    symbolic = maker.name == "ln" and maker.has("-s", "--symbolic") and not maker.has("-r", "--relative")
    for source in sources:
        for link in arrivals(maker, [source], target):
            known = UNKNOWN not in source and symbolic
            yield link, os.path.join(os.path.dirname(link), source) if known else maker.path(source) or UNKNOWN
