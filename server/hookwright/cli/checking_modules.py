"""What `hookwright check` says of a hook module: what its text shows, as nothing of it is run."""

from __future__ import annotations

import os
from collections.abc import Collection

from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.reports.checked import Checked
from hookwright.config.hook_modules import FOLDER
from hookwright.syntax.tree import Tree


def project_of_module(path: str) -> str:
    """The folder whose module the file is."""
    folder = os.path.dirname(os.path.abspath(path))
    for _ in FOLDER:
        folder = os.path.dirname(folder)
    return folder


def checked_module(path: str, text: str, codes: Collection[str]) -> Checked:
    """The findings of the rules with these codes; without fixes, which editors alone make in modules."""
    from hookwright.config.module_source import read_module
    from hookwright.workflows.hook_modules.check import check_module

    found = tuple(_without_fixes(it) for it in check_module(read_module(text)) if it.rule.code in codes)
    return Checked(path, Tree(text, None), None, found, is_module=True)


def _without_fixes(it: Diagnostic) -> Diagnostic:
    return replace(it, finding=replace(it.finding, fixes=()))
