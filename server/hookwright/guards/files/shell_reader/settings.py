"""What decides what a program is, before it starts: settings of git in variables, and patterns that stand for names."""

from __future__ import annotations

import os

from .late import late_pattern
from .tokens import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .expand import State

# Git reads no more of these.
_MOST_SETTINGS = 64
_PARAMETER = late_pattern(r"'((?:[^']|'\\'')*)'(?:='((?:[^']|'\\'')*)')?")
_IS_PATTERN = late_pattern(r"[*?]|\[[^]]+\]")


def as_started(words: list[str], state: State) -> list[str]:
    """The words of a command with the name of its program written out, and settings of git as options of it.

    A program may be named by a pattern, or by a link or a copy that the same text has made.
    """
    if _IS_PATTERN.search(words[0]) and "/" in words[0] and UNKNOWN not in words[0]:
        words = [*(_matched(words[0], state.folder) or words[:1]), *words[1:]]
    if "/" in words[0] and state.links:
        path = os.path.normpath(os.path.join(state.folder or "/", words[0]))
        words = [state.links.get(path, words[0]), *words[1:]]
    folder, _, name = words[0].rpartition("/")
    if folder and name.startswith("git-"):
        # A program of git by its path, as in `$(git --exec-path)/git-push`.
        words, name = ["git", name.removeprefix("git-"), *words[1:]], "git"
    if name == "git":
        return [words[0], *(it for setting in _settings(state, words[1:]) for it in ("-c", setting)), *words[1:]]
    return words


def _matched(pattern: str, folder: str | None) -> list[str]:
    """The files that a pattern stands for, in the order of a shell; the first is the program."""
    # Few commands need it.
    from glob import glob

    return sorted(glob(os.path.join(folder or "/", pattern))) if folder or pattern.startswith("/") else []


def _settings(state: State, words: list[str]) -> Iterator[str]:
    """The settings, as `NAME=value`, that variables and `--config-env` give to git."""
    count = state.value("GIT_CONFIG_COUNT") if "GIT_CONFIG_COUNT" in state.variables else ""
    for number in range(min(int(count), _MOST_SETTINGS) if count.isdigit() else 0):
        yield f"{state.value(f'GIT_CONFIG_KEY_{number}')}={state.value(f'GIT_CONFIG_VALUE_{number}')}"
    given = state.value("GIT_CONFIG_PARAMETERS") if "GIT_CONFIG_PARAMETERS" in state.variables else ""
    for name, value in _PARAMETER.findall(given):
        yield f"{name}={value}" if value else name
    for before, it in zip(["", *words], words):
        setting = it.partition("=")[2] if it.startswith("--config-env=") else it if before == "--config-env" else ""
        name, equals, variable = setting.rpartition("=")
        if equals:
            yield f"{name}={state.value(variable)}"
