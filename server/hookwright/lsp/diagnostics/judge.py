"""The diagnostics of one open document, as they are published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsprotocol import types
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, Steps
from hookwright.analysis.commands.shell_lint import Linter
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.settings.file import (
    Settings,
    levels_of,
    versions_of,
)
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suppression import is_excluded, judging
from hookwright.config.folders import project_of
from hookwright.config.siblings import files_beside, places_beside
from hookwright.config.view import HookFile
from hookwright.lsp.convert import lsp_diagnostic
from hookwright.lsp.diagnostics.settings_file import settings_diagnostics, settings_file
from hookwright.lsp.documents import Document, DocumentKind
from hookwright.lsp.options import Options
from hookwright.syntax.tree import Tree

Texts = Mapping[str, str]
Files = Mapping[str, HookFile]


def diagnostics_of(
    document: Document,
    options: Options,
    disk: Disk | None = None,
    open_texts: Texts | None = None,
    open_files: Files | None = None,
    linter: Linter | None = None,
) -> Steps[tuple[Diagnostic, ...]]:
    """What the analyser finds in the document as it is at the first step; nothing in what is no hook file, or excluded.

    In a settings file it finds what is not understood, and what keeps nothing back; in a sample, what no payload has;
    in a hook module, what keeps it, or a handler of it, from being used.

    `disk` stands in for the real one, `open_texts` and `open_files` (by path) for what is on it;
    `linter` knows what ShellCheck says.
    """
    file, disk = document.file, disk or RealDisk(options.home)
    if file is None:
        if document.kind is DocumentKind.MODULE:
            from hookwright.config.module_source import read_module
            from hookwright.workflows.hook_modules.check import check_module

            return check_module(read_module(document.text), document.faults())
        if document.kind is DocumentKind.SAMPLE:
            from hookwright.lsp.diagnostics.sample_document import sample_diagnostics

            return sample_diagnostics(document)
        read = settings_file(document)
        return settings_diagnostics(read, options.host, disk, open_files or {}) if read is not None else ()
    # Reading took as long as many rules do.
    yield
    project = project_of(file.dialect, file.path)
    settings = _settings(project, options, disk, open_texts or {})
    if is_excluded(file.path, settings):
        return ()
    known = document.run_diagnostics.diagnostics(file) if document.run_diagnostics is not None else ()
    earlier, later = files_beside(file, options.host, open_files, disk.is_file)
    judged = yield from judging(Subject(file, project, disk, earlier, later, linter), settings, known=known)
    return judged.diagnostics


def judged_with(documents: Mapping[str, Document], document: Document, options: Options) -> Iterator[str]:
    """The open documents, by URI, that are judged by what the document says, itself among them."""
    yield document.uri
    file = document.file
    places = {path for _, path in places_beside(file, options.host)} if file is not None else set()
    for uri, it in documents.items():
        beside = it.path in places and it.file is not None and file is not None and it.file.dialect is file.dialect
        if beside or (it.kind is DocumentKind.SETTINGS and file is not None):
            yield uri


def tree_of(document: Document) -> Tree | None:
    """The tree that the document's diagnostics are about."""
    if document.file is not None:
        return document.file.tree
    if document.kind is DocumentKind.SAMPLE:
        from hookwright.lsp.diagnostics.sample_document import sample_of

        sample = sample_of(document)
        return sample[0] if sample else None
    read = settings_file(document)
    return read.tree if read is not None else None


def lsp_diagnostics(
    document: Document,
    options: Options,
    disk: Disk | None = None,
    open_texts: Texts | None = None,
    open_files: Files | None = None,
    linter: Linter | None = None,
) -> Steps[list[types.Diagnostic]]:
    """The diagnostics of the document as they are published; the arguments are those of `diagnostics_of`."""
    lines, tree = document.lines, tree_of(document)
    found = yield from diagnostics_of(document, options, disk, open_texts, open_files, linter)
    sent = list[types.Diagnostic]()
    for it in found:
        sent.append(lsp_diagnostic(document.uri, lines, tree, it, options))
        yield
    return sent


def _settings(project: str, options: Options, disk: Disk, open_texts: Texts) -> Settings:
    """The project's settings over the client's; a file that cannot be read says nothing."""
    settings = ProjectSettings(options.home, disk.is_file, open_texts).settings(project)
    if not options.rules and not options.agent_versions:
        return settings
    levels = {**levels_of(options.rules), **settings.levels}
    return replace(settings, levels=levels, versions={**versions_of(options.agent_versions), **settings.versions})
