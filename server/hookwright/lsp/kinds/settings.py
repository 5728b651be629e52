"""`hookwright.json`: how hook files are judged, and itself by what is not understood and what keeps nothing back."""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from typing import ClassVar

from hookwright.analysis.settings import FILE_NAME
from hookwright.config.view import HookFile
from hookwright.lsp.documents import Document, Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.check import Diagnostic, Steps
    from hookwright.analysis.rule import Disk
    from hookwright.analysis.settings.file import Ignore, SettingsFile
    from hookwright.ide.completion.items import Item
    from hookwright.ide.completion.project_facts import ProjectFacts
    from hookwright.ide.hover import Hover
    from hookwright.syntax.tree import Tree

_OF_GLOBS = frozenset("*?[{")


class SettingsDocument(Document):
    """The settings of a project."""

    __slots__ = ()

    judges_others: ClassVar = True

    @staticmethod
    def is_at(path: str) -> bool:
        """Whether the file has the name of settings."""
        return os.path.basename(path) == FILE_NAME

    @property
    def tree(self) -> Tree:
        """The settings as they are written."""
        return self._settings.tree

    @property
    def configures_hooks(self) -> bool:
        """Always."""
        return True

    def is_judged_with(self, changed: HookFile, beside: set[str]) -> bool:
        """Always: an entry may have nothing more to keep back."""
        return True

    def judged(self, around: Surroundings) -> Steps[tuple[Diagnostic, ...]]:
        """What is said of the settings; an entry is called unused where it names one file, and that file is there.

        What an entry does to many files is left to `hookwright check`, which looks at all of them.
        """
        from hookwright.analysis.check import in_order
        from hookwright.analysis.suppression import unused_ignore

        yield from ()
        file = self._settings
        unused = (unused_ignore(file, it) for it in _unused(file, around))
        return in_order((*file.diagnostics, *unused))

    def hover(self, offset: int) -> Hover | None:
        """What a key, a rule or a dialect is."""
        from hookwright.ide.settings_documents import hover_settings

        return hover_settings(self.tree, offset)

    def completed(self, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
        """Keys, rules, levels and dialects."""
        from hookwright.ide.settings_documents import complete_settings

        return complete_settings(self.tree, offset)

    @property
    def _settings(self) -> SettingsFile:
        from hookwright.analysis.settings.file import settings_in

        return settings_in(self.path or "", self.text)


def _unused(file: SettingsFile, around: Surroundings) -> Iterator[Ignore]:
    from hookwright.analysis.rule import Subject
    from hookwright.analysis.run_rules import RUN_RULES
    from hookwright.analysis.settings.file import dialect_in
    from hookwright.analysis.suppression import judge
    from hookwright.config.loading import files_beside
    from hookwright.readers.folders import project_of

    # Whether they keep something back only firing tells.
    of_runs = frozenset(it.code for it in RUN_RULES)
    disk = around.disk
    used: dict[str, frozenset[Ignore]] = {}
    for entry in file.settings.ignores:
        if entry.file is None or entry.code in of_runs or _OF_GLOBS & set(entry.file):
            continue
        path = os.path.join(file.settings.folder, entry.file)
        hooks = around.files.get(path) or _on_disk(path, dialect_in(file.settings, path), disk)
        if hooks is not None and path not in used:
            earlier, later = files_beside(hooks, around.options.host, around.files, disk.is_file)
            subject = Subject(hooks, project_of(hooks.dialect, path), disk, earlier, later)
            used[path] = judge(subject, file.settings).used
        if hooks is not None and entry not in used[path]:
            yield entry


def _on_disk(path: str, named: str | None, disk: Disk) -> HookFile | None:
    from hookwright.config.loading import Loaded, read
    from hookwright.readers.choice import place_of

    placed = place_of(path, disk.home(), named) if disk.is_file(path) else None
    loaded = read(*placed, path, {}) if placed is not None else None
    return loaded.file if isinstance(loaded, Loaded) else None
