"""Files that are kept as models for other projects, as tests, as backups or as what a build makes.

The scripts of such a file are where it is used, and not where it lies.
"""

from __future__ import annotations

import os

from hookwright.analysis.rule import Disk
from hookwright.analysis.scripts.in_git import repository
from hookwright.paths import below, slashed
from hookwright.patterns import late_pattern

BUILT = frozenset({"dist", "build", "out", "target", ".next", ".nuxt", ".output", ".turbo", "coverage", "_build"})
"""Folders that hold what a build makes."""

_INSTALLED = frozenset({"node_modules", ".venv", "venv", "vendor", "site-packages", "bower_components"})
_TEMPLATES = frozenset({"template", "templates"})
_MODELS = frozenset(
    {"example", "examples", "sample", "samples", "demo", "demos", "skeleton", "scaffold", "scaffolds", "boilerplate"}
    | {"cookiecutter", "test", "tests", "__tests__", "e2e", "fixture", "fixtures", "__fixtures__", "testdata"}
    | {"test-data", "snapshots", "__snapshots__", "old", "backup", "backups", "bak", "archive", "archived"}
)
_MODEL_NAME = late_pattern(
    r"(?i)[._-](?:template|tmpl|example|sample|bak|backup|orig|old|dist)\.\w+\Z|\.(?:bak|backup|orig|old)\Z|~\Z"
)
_BACKUP_FOLDER = late_pattern(r"(?i).*[._-](?:bak|backup|old|orig)\d*\Z")
_PLACEHOLDER = late_pattern(r"\{\{|\}\}|__[A-Z][A-Z0-9_]*__|<[\w -]+>")


def is_model(disk: Disk, path: str) -> bool:
    """Whether the hooks of a file are meant to run somewhere else, as its path in its repository says."""
    root = repository(disk, os.path.dirname(path))
    inside = below(path, root) if root is not None else None
    *folders, name = (slashed(path) if inside is None else inside).split("/")
    return (
        not (_TEMPLATES | _MODELS | BUILT | _INSTALLED).isdisjoint(folders)
        or any(_BACKUP_FOLDER.match(it) for it in folders)
        or _MODEL_NAME.search(name) is not None
    )


def is_built(disk: Disk, path: str) -> bool:
    """Whether a script is one that a build or an installation makes, as its path in its repository says."""
    root = repository(disk, os.path.dirname(path))
    inside = below(path, root) if root is not None else None
    folders = (slashed(path) if inside is None else inside).split("/")[:-1]
    return not (BUILT | _INSTALLED | _TEMPLATES).isdisjoint(folders)


def is_made(disk: Disk, path: str) -> bool:
    """Whether a script is the result of a build or an installation, as its path in its repository says."""
    root = repository(disk, os.path.dirname(path))
    inside = below(path, root) if root is not None else None
    return not (BUILT | _INSTALLED).isdisjoint((slashed(path) if inside is None else inside).split("/")[:-1])


def is_placeholder(path: str) -> bool:
    """Whether a path is to be completed by whoever uses the file."""
    return _PLACEHOLDER.search(slashed(path)) is not None
