"""The diagnostics of an open `hookwright.json`: what is not understood in it, and what keeps nothing back."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping

from hookwright.analysis.check import Diagnostic, in_order
from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.run_rules import RUN_RULES
from hookwright.analysis.settings.file import Ignore, SettingsFile, dialect_in, settings_in
from hookwright.analysis.suppression import judge, unused_ignore
from hookwright.config.folders import project_of
from hookwright.config.loading import Loaded, read
from hookwright.config.siblings import files_beside
from hookwright.config.view import HookFile
from hookwright.dialects.recognition import place_of
from hookwright.host import Host
from hookwright.lsp.documents import Document, DocumentKind

_OF_GLOBS = frozenset("*?[{")
# Whether they keep something back only firing tells.
_OF_RUNS = frozenset(it.code for it in RUN_RULES)


def settings_file(document: Document) -> SettingsFile | None:
    """The document as settings; None where it is none."""
    if document.kind is not DocumentKind.SETTINGS or document.path is None:
        return None
    return settings_in(document.path, document.text)


def settings_diagnostics(
    file: SettingsFile, host: Host, disk: Disk, open_files: Mapping[str, HookFile]
) -> tuple[Diagnostic, ...]:
    """What is said of the settings; an entry is called unused where it names one file, and that file is there.

    What an entry does to many files is left to `hookwright check`, which looks at all of them.
    """
    unused = (unused_ignore(file, it) for it in _unused(file, host, disk, open_files))
    return in_order((*file.diagnostics, *unused))


def _unused(file: SettingsFile, host: Host, disk: Disk, open_files: Mapping[str, HookFile]) -> Iterator[Ignore]:
    used: dict[str, frozenset[Ignore]] = {}
    for entry in file.settings.ignores:
        if entry.file is None or entry.code in _OF_RUNS or _OF_GLOBS & set(entry.file):
            continue
        path = os.path.join(file.settings.folder, entry.file)
        hooks = open_files.get(path) or _on_disk(path, dialect_in(file.settings, path), disk)
        if hooks is not None and path not in used:
            earlier, later = files_beside(hooks, host, open_files, disk.is_file)
            subject = Subject(hooks, project_of(hooks.dialect, path), disk, earlier, later)
            used[path] = judge(subject, file.settings).used
        if hooks is not None and entry not in used[path]:
            yield entry


def _on_disk(path: str, named: str | None, disk: Disk) -> HookFile | None:
    placed = place_of(path, disk.home(), named) if disk.is_file(path) else None
    loaded = read(*placed, path, {}) if placed is not None else None
    return loaded.file if isinstance(loaded, Loaded) else None
