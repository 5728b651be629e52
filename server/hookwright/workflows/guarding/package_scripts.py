"""The commands of package managers that fail here: a program is not installed, or `package.json` has no such script.

Nothing is run: what `package.json` says of a script is read as the shell reads it that runs the script.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from glob import escape, glob

from msgspec import Struct

from hookwright.analysis.rule import Disk
from hookwright.analysis.rules.program_not_found import needed_programs, program_words
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.node_packages import (
    MANIFEST,
    Package,
    above,
    has_manifest,
    install,
    install_without_package,
    package_at,
)
from hookwright.workflows.guarding.package_commands import OTHER_PROGRAMS, PackageCommand, package_command
from hookwright.workflows.guarding.standing import deciding_commands

_LONGEST = 2000
_DEEPEST = 3
_NOT_FOUND, _FAILED, _FAILED_IN_PNPM, _NO_ENTRY_IN_NPM = 127, 1, 254, 254
# What npm does without a script of that name.
_OF_NPM = word_set("env restart")
_SILENT = word_set("-s --silent")
_OF_YARN = (".pnp.cjs", ".pnp.js")
_INSTALLS = late_pattern(
    r"\b(?:npm|pnpm|bun)\s+(?:-\S+\s+)*(?:ci|i|install|add|clean-install|install-test|it)\b"
    r"|\byarn\s+(?:-\S+\s+)*(?:install|add)\b|\byarn\s*(?:$|[;&|\n])|\bcorepack\b"
)
_ASKS = late_pattern(r"-[a-zA-Z]\s+\S*node_modules|\bpackage\.json\b|\bnpm\s+(?:pkg|ls|list)\b|\bnpm\s+run\s*\|")


class Missing(Struct, frozen=True):
    """Why a command fails with a code: `program` is what it lacks, and `why` says so as the end of a sentence.

    It `prints` something on stdout before it fails, such as the command that it runs.
    """

    program: str
    why: str
    code: int
    repair: str
    prints: bool = False


def looks_itself(text: str) -> bool:
    """Whether a command or a script installs packages, or asks which are there or what `package.json` says."""
    return _INSTALLS.search(text) is not None or _ASKS.search(text) is not None


def missing_of(words: Sequence[str | None], folder: str, disk: Disk, depth: int = _DEEPEST) -> Missing | None:
    """Why a command, by its words, fails in a folder; None if it is of no package manager, or nothing is missing."""
    it = package_command(words)
    if it is None or (it.manager and not disk.has_program(it.manager)):
        return None
    if not it.manager:
        return _by_path(it, os.path.normpath(os.path.join(folder, it.words[0])), disk)
    inside = os.path.normpath(os.path.join(folder, it.folder))
    package = package_at(inside, disk)
    if package is None and not has_manifest(inside, disk):
        return _without_package(it, inside, disk)
    if package is None or (it.folder and package.folder != inside):
        return None
    text = package.scripts.get(it.name) if it.may_be_script else None
    if text is not None:
        return next(_in_scripts(it, package, text, disk, depth), None) if depth else None
    if not it.may_be_program:
        return _no_script(it, package, disk)
    code = _FAILED_IN_PNPM if it.manager == "pnpm" else _FAILED
    return _not_installed(it, package.folder, disk, code, install(package, it.name, disk, it.manager))


def _without_package(it: PackageCommand, folder: str, disk: Disk) -> Missing | None:
    """A command in a folder that belongs to no package."""
    if not it.may_be_script or it.manager == "bun":
        return _not_installed(it, folder, disk, _FAILED, install_without_package(folder, it.name))
    if it.manager == "npm" and it.name in _OF_NPM:
        return None
    within = sorted(glob(os.path.join(escape(folder), "*", MANIFEST)))
    where = f"in `{os.path.dirname(within[0])}`, which has one" if len(within) == 1 else "in the folder that has one"
    why = f"`{MANIFEST}`, which `{it.text}` needs, is missing in `{folder}`"
    code = _NO_ENTRY_IN_NPM if it.manager == "npm" else _FAILED
    prints = it.manager == "yarn" and _SILENT.isdisjoint(it.words)
    return Missing(MANIFEST, why, code, f"run it {where}, or create it", prints)


def _by_path(it: PackageCommand, path: str, disk: Disk) -> Missing | None:
    """A program of a package that is named by its path."""
    if os.path.lexists(path):
        return None
    package = package_at(path.partition("/node_modules/.bin/")[0], disk)
    if package is None:
        return None
    return Missing(it.name, f"`{path}` is missing", _NOT_FOUND, install(package, it.name, disk))


def _no_script(it: PackageCommand, package: Package, disk: Disk) -> Missing | None:
    starts = it.name == "start" and disk.is_file(os.path.join(package.folder, "server.js"))
    if it.optional or (it.manager == "npm" and (it.name in _OF_NPM or starts)):
        return None
    path = os.path.join(package.folder, MANIFEST)
    repair = f"add the script `{it.name}` to `{path}`, or correct its name"
    return Missing(it.text, f"`{path}` has no script `{it.name}`", _FAILED, repair)


def _not_installed(it: PackageCommand, folder: str, disk: Disk, code: int, repair: str) -> Missing | None:
    if it.optional or _is_there(it.name, folder, disk) or _is_file(it, folder):
        return None
    is_kept = it.manager in ("npx", "npm") and _is_kept(it.name, disk)
    if is_kept and it.name not in OTHER_PROGRAMS:
        return None
    prints = is_kept or it.installs
    return Missing(it.name, f"`{it.name}`, which `{it.text}` needs, is missing", code, repair, prints)


def _in_scripts(it: PackageCommand, package: Package, text: str, disk: Disk, depth: int) -> Iterator[Missing]:
    """What is missing for a script, and for the one that npm runs before it."""
    before = package.scripts.get(f"pre{it.name}") if it.manager == "npm" else None
    for one in (before, text):
        found = _in_script(it, package, one, disk, depth) if one is not None else None
        if found is not None:
            yield found


def _in_script(it: PackageCommand, package: Package, text: str, disk: Disk, depth: int) -> Missing | None:
    shell = read_shell(text) if len(text) <= _LONGEST else None
    if shell is None or not shell.readable or looks_itself(text):
        return None
    needed = {word.start for word in needed_programs(text)}
    for command in deciding_commands(text, shell):
        if command.is_test or command.flow.keywords or command.flow.subshells:
            return None
        words = [word for word in program_words(command) if word.start in needed]
        lacked = next((name for word in words if not _is_there(name := word.bare or "", package.folder, disk)), None)
        if lacked is not None:
            why = f"`{lacked}`, which `{it.text}` needs, is missing"
            code = _FAILED if it.manager == "pnpm" else _NOT_FOUND
            prints = it.manager != "bun" and _SILENT.isdisjoint(it.words)
            return Missing(lacked, why, code, install(package, lacked, disk, it.manager), prints)
        if words:
            behind = command.words[command.words.index(words[-1]) :]
            inner = missing_of([word.bare for word in behind], package.folder, disk, depth - 1)
            if inner is not None:
                return inner
        if command.name == "cd":
            return None
    return None


def _is_there(name: str, folder: str, disk: Disk) -> bool:
    """Whether a script of the package finds a program, or the package manager finds a package of that name."""
    if "/" not in name and disk.has_program(name):
        return True
    return any(_has(it, name) for it in above(folder))


def _has(folder: str, name: str) -> bool:
    """Whether a folder has a program of a package, a package, or what Yarn has instead of them."""
    packages = os.path.join(folder, "node_modules")
    if os.path.exists(os.path.join(packages, ".bin", name)) or os.path.isdir(os.path.join(packages, name)):
        return True
    return any(os.path.exists(os.path.join(folder, it)) for it in _OF_YARN)


def _is_file(it: PackageCommand, folder: str) -> bool:
    """Whether Bun would run a file of that name."""
    return it.manager == "bun" and bool(glob(os.path.join(escape(folder), f"{escape(it.name)}*")))


def _is_kept(name: str, disk: Disk) -> bool:
    """Whether `npx` has installed a program before."""
    return bool(glob(os.path.join(escape(disk.home()), ".npm", "_npx", "*", "node_modules", ".bin", escape(name))))
