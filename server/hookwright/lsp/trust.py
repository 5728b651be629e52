"""Whether hooks may run where they are to: trust is given to folders, and each project needs it for itself."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.config.discover import hook_paths
from hookwright.errors import UntrustedWorkspace
from hookwright.lsp.session import Session
from hookwright.model.dialect import Dialect
from hookwright.paths import absolute


def require_trusted_hooks(session: Session, dialect: Dialect, project: str, files: Iterable[str]) -> None:
    """Raises UntrustedWorkspace unless the hooks of these files may run in the project.

    The user's own files are trusted, in a project that is, and in the home folder, where they are fired.
    """
    session.require_trust()
    home, paths = session.options.home, [absolute(it) for it in files]
    own = {path for _, path in hook_paths(dialect, home, home)}
    if paths and own.issuperset(paths) and absolute(project) == absolute(home):
        return
    session.require_trust(project)
    found = {path for _, path in hook_paths(dialect, project, home)} | own
    session.require_trust(*(it for it in paths if it not in found))


def is_trusted(session: Session, dialect: Dialect, project: str, files: Iterable[str]) -> bool:
    """Whether they may."""
    try:
        require_trusted_hooks(session, dialect, project, files)
    except UntrustedWorkspace:
        return False
    return True
