"""Which files a command changes, deletes or moves away, as far as its words name them."""

from __future__ import annotations

import os
import re

from shell_reader import Command, given_code, texts_of
from shell_reader.late import late_pattern

from .git_words import is_git, words_of
from .overwriting import IN_PLACE, IS_IN_PLACE, OUTPUTS, told_outputs
from .searches import EXECUTES, listed_names

# In PowerShell, which tells no upper case from lower case, the names of some are longer.
_CHANGERS = frozenset(
    (
        "rm rmdir unlink shred truncate tee touch chmod chown patch ed ex sponge vi vim nvim"
        " remove-item ri del erase rd"
    ).split()
)
# Behind the file is what is written to it.
_WRITERS = frozenset("clear-content clc set-content add-content out-file rename-item rni".split())
_COPIERS = frozenset("cp install ln rsync copy-item cpi".split())
_MOVERS = frozenset("mv move-item mi".split())
_REMOVERS = frozenset("rm rmdir shred unlink remove-item ri del erase rd".split())
# What puts a compressed file, or an unpacked one, in the place of each of its files, and what makes it keep them.
_PACKERS = frozenset("gzip gunzip bzip2 bunzip2 xz unxz lzma".split())
_KEEPS = ("-c", "-k", "-t", "-l", "--stdout", "--keep", "--test", "--list")
# With these alone, `find` deletes all that it finds.
_DELETES_ALL = frozenset("-delete -depth -mindepth -xdev".split())
_NAMED = ("-name", "-path", "-wholename")
# With these, a file of that name can be one that `find` leaves alone.
_LEAVES = frozenset("! -not -o -or -prune".split())
# With these, `git apply` changes no file, and others only the index.
_ONLY_CHECKS = frozenset("--check --stat --numstat --summary --cached".split())
_ONLY_INDEX = frozenset("--cached --staged -S".split())
_WRITTEN_BY_SED = late_pattern(r"(?:\A|[;/\dgpI$])\s*w\s+([^;\n}]+)")
_PATCHED = late_pattern(r"^(?:\+\+\+|---) (?:[ab]/)?([^\t\n]+)", re.MULTILINE)
_PRINTED_TO = late_pattern(r'>\s*"([^"]+)"')
_WRITES = (
    "write",
    "rmSync",
    ".rm(",
    "'w",
    '"w',
    "'a'",
    '"a"',
    "unlink",
    "remove",
    "rename",
    "rmtree",
    "replace(",
    "copyFile",
    "appendFile",
    "createWriteStream",
    "truncate",
    "dump(",
)


def changed(command: Command) -> list[str]:
    """The words that name files which a command changes."""
    found = [*command.writes, *command.appends]
    if is_git(command):
        return found + _by_git(command, words_of(command))
    if command.name == "find":
        return found + _by_find(command.arguments)
    return [*found, *_by_name(command), *_by_option(command), *_by_code(command), *_of_search(command)]


def _by_name(command: Command) -> list[str]:
    """What a program changes that is there for that."""
    name, operands = command.name.lower(), command.operands
    if name in _WRITERS:
        return operands[:1]
    if name in _COPIERS:
        return _targets(command)
    if name in _MOVERS:
        return [*operands[:-1], *_targets(command)]
    return [*operands, *_in_patches(command, command.arguments)] if name in _CHANGERS else []


def _by_option(command: Command) -> list[str]:
    """What a program changes because of how it is called."""
    name, words = command.name, command.arguments
    if name == "dd" or name in OUTPUTS:
        return told_outputs(command)
    if words[:2] == ["-m", "json.tool"]:
        return command.operands[2:]
    return command.operands if _changes_its_files(command) else []


def _of_search(command: Command) -> list[str]:
    """The names by which a search chooses the files that a command gets from it, and changes."""
    source = command.source if command.fed else None
    changes = command.name.lower() in _CHANGERS or command.name in _MOVERS or _changes_its_files(command)
    if source is None or not changes or not _LEAVES.isdisjoint(source.arguments):
        return []
    return listed_names(source)


def _by_code(command: Command) -> list[str]:
    """The files in code that writes some."""
    name, code = command.name, given_code(command)
    found = [*texts_of(code)] if code is not None and any(it in code for it in _WRITES) else []
    if name in ("awk", "gawk", "mawk", "sed", "gsed"):
        told = _WRITTEN_BY_SED if name.endswith("sed") else _PRINTED_TO
        found += [target.strip() for it in command.arguments for target in told.findall(it)]
    return found


def _changes_its_files(command: Command) -> bool:
    """Whether a program, as it is called, writes or deletes the files that it names."""
    if command.name in IN_PLACE:
        return any(map(IS_IN_PLACE.match, command.arguments))
    if command.name in _PACKERS:
        return not command.has(*_KEEPS)
    if command.name == "tar":
        first = "".join(command.arguments[:1])
        extracts = command.has("-x", "--extract", "--get") or ("x" in first and not first.startswith("-"))
        return extracts or command.has("--remove-files")
    return command.name == "prettier" and command.has("-w", "--write")


def _in_patches(command: Command, words: list[str]) -> list[str]:
    """The files in a patch that is an input, or a file that the same text makes."""
    if command.name != "patch" and not is_git(command):
        return []
    texts = [command.stdin or "", *(command.files.get(it, "") for it in words)]
    return [it.strip() for text in texts for it in _PATCHED.findall(text)]


def _by_find(words: list[str]) -> list[str]:
    """The names by which `find` chooses what it deletes, or gives to a program that changes it."""
    if not _LEAVES.isdisjoint(words):
        return []
    names = [after for it, after in zip(words, words[1:]) if it in _NAMED]
    runs = next((words[at + 1 :] for at, it in enumerate(words) if it in EXECUTES), [""])
    name = runs[0].rpartition("/")[2]
    last = next((before for before, it in zip(runs, [*runs[1:], ";"]) if it in (";", "+")), "")
    changes = name in _CHANGERS or name in _MOVERS or (name in _COPIERS and last == "{}")
    return names if changes or "-delete" in words else []


def _by_git(command: Command, words: list[str]) -> list[str]:
    """The files that git deletes, moves, writes, or takes from a commit, where they are named."""
    name, *rest = words or [""]
    named = [it for it in rest if not it.startswith("-")]
    if name == "checkout":
        return rest[rest.index("--") + 1 :] if "--" in rest else named
    if name == "stash":
        return named[1:] if named[:1] in (["push"], ["save"]) else []
    if name == "apply":
        return _in_patches(command, rest) if _ONLY_CHECKS.isdisjoint(rest) else []
    if name in ("restore", "rm", "mv"):
        only_index = not _ONLY_INDEX.isdisjoint(rest) and "--worktree" not in rest and "-W" not in rest
        return [] if only_index else named
    told = [it.partition("=")[2] for it in rest if it.startswith("--output=")]
    return told + [after for it, after in zip(rest, rest[1:]) if it == "--output"]


def taken_away(command: Command) -> list[str]:
    """The words that name what is deleted, moved away, or replaced as a whole."""
    if command.name == "find":
        return _emptied(command.arguments)
    words = words_of(command) if is_git(command) else []
    if words[:1] in (["checkout"], ["restore"], ["rm"], ["mv"]):
        return _by_git(command, words)
    if command.name.lower() in _REMOVERS:
        return command.operands
    return command.operands[:-1] if command.name.lower() in _MOVERS else []


def _emptied(words: list[str]) -> list[str]:
    """The folders that `find` deletes with all that is in them."""
    first = next((at for at, it in enumerate(words) if it.startswith("-")), len(words))
    tests = {it for it in words if it.startswith("-")}
    return words[:first] or ["."] if "-delete" in tests and tests <= _DELETES_ALL else []


def _targets(command: Command) -> list[str]:
    """Where something is put, which may be a folder unless the disk tells that it is none."""
    *sources, target = command.operands or [""]
    path = command.path(target)
    is_file = path is not None and os.path.isdir(os.path.dirname(path)) and not os.path.isdir(path)
    inside = [] if is_file and not target.endswith("/") else [f"{target}/{os.path.basename(it)}" for it in sources]
    return [target, *inside]
