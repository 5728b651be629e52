"""A hook file, or a file that becomes one while somebody writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hookwright.config.read import read_for
from hookwright.config.view import HookFile
from hookwright.lsp.documents import Document, Surroundings
from hookwright.lsp.options import Options
from hookwright.readers.choice import Case
from hookwright.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.check import Diagnostic, Steps
    from hookwright.analysis.settings.file import Settings
    from hookwright.ide.code_lens import Lens, LensKind
    from hookwright.ide.completion.items import Item
    from hookwright.ide.completion.project_facts import ProjectFacts
    from hookwright.ide.hover import Hover
    from hookwright.ide.inlay_hints import Hint, HintKind
    from hookwright.ide.semantic_tokens import SemanticToken
    from hookwright.lsp.documents import KnownResults
    from hookwright.lsp.run_diagnostics import RunDiagnostics
    from hookwright.syntax.tree import Tree


class HooksDocument(Document):
    """What may be a hook file; it is read in full when it is first asked for after a change."""

    __slots__ = ("_case", "_file", "_given", "_read", "run_diagnostics")

    @staticmethod
    def is_at(path: str) -> bool:
        """Any file may be one."""
        return True

    def __init__(
        self,
        uri: str,
        path: str | None,
        version: int | None,
        text: str,
        options: Options,
        dialect_of: Callable[[str], str | None],
    ) -> None:
        super().__init__(uri, path, version, text, options, dialect_of)
        # What firing has found about its hooks; most are never fired.
        self.run_diagnostics: RunDiagnostics | None = None
        # What the project said when the file was read.
        self._given: str | None = None
        # Who reads the file, as far as its path and the options say it.
        self._case: Case | None = None
        self._file: HookFile | None = None
        self._read = False

    def rest(self) -> None:
        """Keeps the text alone, until something made of it is needed again."""
        super().rest()
        self._file, self._read = None, False

    def use(self, options: Options) -> None:
        """Reads the file again, with other options."""
        super().use(options)
        self._case, self._read = None, False

    def look_again(self, dialect_of: Callable[[str], str | None]) -> None:
        """Reads the file again where the project now says that it is in another dialect."""
        if self._read and dialect_of(self.path or "") != self._given:
            self._read = False

    @property
    def file(self) -> HookFile | None:
        """The document as a hook file; None if it is not one of a known dialect."""
        if not self._read:
            self._file, self._read = self._current(), True
        return self._file

    @property
    def tree(self) -> Tree | None:
        """That of the hook file."""
        return self.file.tree if self.file is not None else None

    @property
    def configures_hooks(self) -> bool:
        """Where it is a hook file."""
        return self.file is not None

    def is_judged_with(self, changed: HookFile, beside: set[str]) -> bool:
        """Where it is a hook file of the same dialect, and applies with that one."""
        return self.path in beside and self.file is not None and self.file.dialect is changed.dialect

    def judged(self, around: Surroundings) -> Steps[tuple[Diagnostic, ...]]:
        """What the rules find, and what firing has found; nothing in a file that is excluded."""
        file = self.file
        if file is None:
            return ()
        # Reading took as long as many rules do.
        yield
        from hookwright.analysis.rule import Subject
        from hookwright.analysis.suppression import is_excluded, judging
        from hookwright.config.loading import files_beside

        options, disk = around.options, around.disk
        project = file.project
        settings = settings_of(project, around)
        if is_excluded(file.path, settings):
            return ()
        known = self.run_diagnostics.diagnostics(file) if self.run_diagnostics is not None else ()
        earlier, later = files_beside(file, options.host, around.files, disk.is_file)
        subject = Subject(file, project, disk, earlier, later, around.linter)
        return (yield from judging(subject, settings, known=known)).diagnostics

    def hover(self, offset: int) -> Hover | None:
        """What an event, a key, a name in a matcher or a word of a command is."""
        from hookwright.ide.hover import hover

        return hover(self.file, offset, self._options.home) if self.file is not None else None

    def completed(self, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
        """Events, keys, values, tools, scripts and what commands print, in a broken document too."""
        from hookwright.ide.completion.complete import complete

        return complete(self.file, offset, around) if self.file is not None else ()

    def lenses(self, shown: frozenset[LensKind], results: KnownResults) -> Iterable[Lens]:
        """`▶ Fire` and the last result above every hook, and what else is to be shown there."""
        from hookwright.ide.code_lens import LensKind, code_lenses

        if self.file is None:
            return ()
        return code_lenses(self.file, results() if LensKind.LAST_RESULT in shown else {}, shown)

    def hints(self, span: Span, shown: frozenset[HintKind], results: KnownResults) -> Iterable[Hint]:
        """What matchers match beyond what they say, the time-outs in effect, and the last results."""
        from hookwright.ide.inlay_hints import HintKind, inlay_hints

        if self.file is None:
            return ()
        return inlay_hints(self.file, span, results() if HintKind.LAST_RUN in shown else {}, shown)

    def tokens(self, span: Span | None = None) -> Iterable[SemanticToken] | None:
        """Those of its strings."""
        from hookwright.ide.semantic_tokens import semantic_tokens

        return semantic_tokens(self.file, span) if self.file is not None else None

    def _current(self) -> HookFile | None:
        assert self.path is not None, "it is of this kind for its path"
        given = self._dialect_of(self.path)
        if self._case is None or given != self._given:
            options, self._given = self._options, given
            project = options.project_of(self.path)
            self._case = Case(self.path, project, options.home, options.settings.dialects, given)
        found = self._case.readers(self.text)
        file = read_for(self.path, self.text, found) if found else None
        return file if file is not None and file.concerns_hooks else None


def settings_of(project: str, around: Surroundings) -> Settings:
    """The project's settings over the client's; a file that cannot be read says nothing."""
    from msgspec.structs import replace

    from hookwright.analysis.settings.file import levels_of, versions_of
    from hookwright.analysis.settings.project import ProjectSettings

    options = around.options
    settings = ProjectSettings(options.home, around.disk.is_file, around.texts).settings(project)
    if not options.settings.rules and not options.settings.agent_versions:
        return settings
    levels = {**levels_of(options.settings.rules), **settings.levels}
    return replace(
        settings, levels=levels, versions={**versions_of(options.settings.agent_versions), **settings.versions}
    )
