"""A package of Node.js: where it is, what its `package.json` says, and the command that installs what it needs."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from hookwright.analysis.rule import Disk

MANIFEST = "package.json"
"""What says of a folder that it is a package."""
_OTHER_MANIFESTS = ("package.json5", "package.yaml", "pnpm-workspace.yaml", ".pnp.cjs", ".pnp.js")
_LOCKS = {
    "package-lock.json": "npm ci --prefix {}",
    "npm-shrinkwrap.json": "npm ci --prefix {}",
    "pnpm-lock.yaml": "pnpm install --dir {}",
    "yarn.lock": "yarn --cwd {} install",
    "bun.lock": "bun install --cwd {}",
    "bun.lockb": "bun install --cwd {}",
}
_WITHOUT_LOCK = {
    "npm": "npm install --prefix {}",
    "pnpm": "pnpm install --dir {}",
    "yarn": "yarn --cwd {} install",
    "bun": "bun install --cwd {}",
}
_DEPENDENCIES = ("dependencies", "devDependencies", "optionalDependencies")
# The packages of programs; most of these have other names.
_PACKAGES = {
    "tsc": "typescript",
    "tsserver": "typescript",
    "ng": "@angular/cli",
    "run-s": "npm-run-all",
    "run-p": "npm-run-all",
    "depcruise": "dependency-cruiser",
    "changeset": "@changesets/cli",
    "remark": "remark-cli",
    "sb": "storybook",
    "biome": "@biomejs/biome",
    "eslint": "eslint",
    "prettier": "prettier",
}


class Package(Struct, frozen=True):
    """A folder with a `package.json`: its scripts, the names of the packages that it needs, and its package manager."""

    folder: str
    scripts: Mapping[str, str] = MappingProxyType({})
    needs: frozenset[str] = frozenset()
    manager: str = ""


def package_at(folder: str, disk: Disk) -> Package | None:
    """The package that a folder is in; None if there is none, or its `package.json` cannot be read."""
    for it in above(os.path.normpath(folder)):
        path = os.path.join(it, MANIFEST)
        if disk.is_file(path):
            return _read(it, disk.text(path) or "")
        if os.path.isdir(os.path.join(it, "node_modules")):
            return None
    return None


def has_manifest(folder: str, disk: Disk) -> bool:
    """Whether a folder, or one that it is in, may be a package for one of the package managers."""
    return any(disk.is_file(os.path.join(it, name)) for it in above(folder) for name in (MANIFEST, *_OTHER_MANIFESTS))


def _read(folder: str, text: str) -> Package | None:
    try:
        told = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    named = (told.get(it) for it in _DEPENDENCIES)
    needs = frozenset(name for one in named if isinstance(one, dict) for name in one)
    manager = str(told.get("packageManager") or "").partition("@")[0]
    return Package(folder, _scripts(told.get("scripts")), needs, manager)


def _scripts(told: object) -> Mapping[str, str]:
    return {name: it for name, it in told.items() if isinstance(it, str)} if isinstance(told, dict) else {}


def install(package: Package, program: str, disk: Disk, manager: str = "npm") -> str:
    """What installs a program of a package, which `manager` was to run; words if the package does not ask for it."""
    lock = _lock(package, disk)
    folder = package.folder if lock is None else os.path.dirname(lock)
    if not package.needs or not (_asks_for(package, program) or _may_come(package, program, lock, disk)):
        path = os.path.join(package.folder, MANIFEST)
        return f"add the package of `{program}` to the dependencies in `{path}`, and install them"
    named = (_WITHOUT_LOCK.get(it) for it in (package.manager, manager, "npm"))
    command = _LOCKS[os.path.basename(lock)] if lock is not None else next(filter(None, named))
    return command.format(shlex.quote(folder))


def install_without_package(folder: str, program: str) -> str:
    """What installs a program in a folder of no package, and makes it one; words if it is not known which has it."""
    if program in _PACKAGES:
        return f"npm install --save-dev --prefix {shlex.quote(folder)} {_PACKAGES[program]}"
    path = os.path.join(folder, MANIFEST)
    return f"create `{path}`, add the package of `{program}` to it, and install that"


def _lock(package: Package, disk: Disk) -> str | None:
    """The next file that locks what the packages of a package are."""
    for folder in above(package.folder):
        found = next((it for name in _LOCKS if disk.is_file(it := os.path.join(folder, name))), None)
        if found is not None or os.path.exists(os.path.join(folder, ".git")):
            return found
    return None


def _may_come(package: Package, program: str, lock: str | None, disk: Disk) -> bool:
    """Whether a program may be one of a package that another one needs."""
    if lock is not None:
        text = disk.text(lock)
        return text is None or program in text
    return not os.path.isdir(os.path.join(package.folder, "node_modules"))


def _asks_for(package: Package, program: str) -> bool:
    """Whether one of the packages that it needs is called as a program is, or is known to have it."""
    named = {it.rpartition("/")[2] for it in package.needs} | {it.partition("/")[0][1:] for it in package.needs}
    return _PACKAGES.get(program, program) in package.needs or not named.isdisjoint({program, f"{program}-cli"})


def above(folder: str) -> Iterator[str]:
    """A folder, and those that it is in."""
    yield folder
    while (parent := os.path.dirname(folder)) != folder:
        folder = parent
        yield folder
