"""What the scripts of hooks looked like at a moment, so that one can tell later whether they have changed since."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.discover import run_folder
from hookwright.config.view import HookFile
from hookwright.lsp.options import Options
from hookwright.lsp.stamps import Stamp, stamps
from hookwright.text import Route


def script_stamps(options: Options, file: HookFile, routes: Iterable[Route]) -> dict[Route, dict[str, Stamp]]:
    """The stamps of the scripts of the hooks at these routes, as they are now; reads the disk."""
    project = run_folder(file, options.folders)
    subject = Subject(file, project, RealDisk(options.home))
    named = [(it.route, it.path) for it in hook_scripts(subject, folder=project) if it.path is not None]
    return {it: stamps(path for route, path in named if route[: len(it)] == it) for it in routes}
