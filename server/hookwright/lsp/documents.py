"""A document that is open in the editor: its text, kept as the client changes it, and what the editor can ask of it.

This class answers nothing; the kinds of documents in `kinds` answer what they have an answer to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Protocol, TypeVar

from lsprotocol import types
from msgspec import Struct

from hookwright.lsp.options import Options
from hookwright.text import LineIndex, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.check import Diagnostic, Steps
    from hookwright.analysis.commands.shell_lint import Linter
    from hookwright.analysis.rule import Disk
    from hookwright.analysis.script_subject import ScriptSubject
    from hookwright.config.view import HookFile
    from hookwright.ide.actions.code_actions import Action
    from hookwright.ide.code_lens import Lens, LensKind, Results
    from hookwright.ide.completion.items import Item
    from hookwright.ide.completion.project_facts import ProjectFacts
    from hookwright.ide.hover import Hover
    from hookwright.ide.inlay_hints import Hint, HintKind
    from hookwright.ide.semantic_tokens import SemanticToken
    from hookwright.syntax.tree import Tree

    KnownResults = Callable[[], Results]

Found = TypeVar("Found")


class Surroundings(Struct):
    """What a document is judged by beside its text.

    `texts` and `files` are those of the open documents, by path: they stand in for what is on the `disk`.
    `linter` knows what ShellCheck says.
    """

    options: Options
    disk: Disk
    texts: Mapping[str, str] = {}
    files: Mapping[str, HookFile] = {}
    linter: Linter | None = None


class ScriptsOfHooks(Protocol):
    """What is known of the scripts that hooks run, those of the open documents and of the disk."""

    def look_again(self) -> None:
        """Looks at the disk again before the next judgment: something there may have changed."""

    def subjects(self, path: str) -> tuple[ScriptSubject, ...]:
        """The script as the editor shows it, for each language that hooks run it in, with these hooks."""

    def is_about(self, path: str, file: HookFile) -> bool:
        """Whether an open hook file, as it is now or was before its last change, runs a script."""


class Document:
    """One open document; `path` is None if it is not a file.

    `dialect_of` gives the id of the dialect that the project says a file is in.
    """

    __slots__ = ("_dialect_of", "_lines", "_options", "path", "scripts", "text", "uri", "version")

    judges_others: ClassVar = False
    """Whether the other documents are judged by what it says."""
    may_be_script: ClassVar = False
    """Whether it is judged by the hooks that run it, which have to be found first."""
    begins_nothing: ClassVar[tuple[str, ...]] = (".", "'")
    """The characters for which editors ask for completion by themselves, and that begin nothing here."""

    @staticmethod
    def is_at(path: str) -> bool:
        """Whether a document of this kind is at the path."""
        raise NotImplementedError

    def __init__(
        self,
        uri: str,
        path: str | None,
        version: int | None,
        text: str,
        options: Options,
        dialect_of: Callable[[str], str | None],
    ) -> None:
        self.uri = uri
        self.path = path
        self.version = version
        self.text = text
        self._options = options
        self._dialect_of = dialect_of
        self._lines: LineIndex | None = None
        # Which hooks run which scripts; None outside of a session.
        self.scripts: ScriptsOfHooks | None = None

    def rest(self) -> None:
        """Keeps the text alone, until something made of it is needed again."""
        self._lines = None

    def take_in(self, version: int | None, text: str) -> None:
        """Takes in another text, that of pygls' workspace."""
        self.version, self.text = version, text
        self.rest()

    def use(self, options: Options) -> None:
        """Goes on with other options."""
        self._options = options

    def look_again(self, dialect_of: Callable[[str], str | None]) -> None:
        """Takes in which dialect the project now says that it is in."""

    @property
    def lines(self) -> LineIndex:
        """Editor positions in the text as it is now."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    def offset(self, position: types.Position) -> int:
        """The offset of an LSP position."""
        return self.lines.offset(position.line, position.character)

    @property
    def file(self) -> HookFile | None:
        """The document as a hook file; None if it is not one of a known dialect."""
        return None

    @property
    def tree(self) -> Tree | None:
        """The tree that is formatted, and that the diagnostics are about."""
        return None

    @property
    def configures_hooks(self) -> bool:
        """Whether it says which hooks there are, or how they are judged."""
        return False

    @property
    def is_run_by_hooks(self) -> bool:
        """Whether hooks are known that run it."""
        return False

    def is_judged_with(self, changed: HookFile, beside: set[str]) -> bool:
        """Whether it is judged by what a hook file says that has changed, and the paths beside which that applies."""
        return False

    def judged(self, around: Surroundings) -> Steps[tuple[Diagnostic, ...]]:
        """What is wrong with the document as it is at the first step."""
        yield from ()
        return ()

    def hover(self, offset: int) -> Hover | None:
        """What the word at an offset means."""
        return None

    def completed(self, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
        """What can be written at an offset."""
        return ()

    def lenses(self, shown: frozenset[LensKind], results: KnownResults) -> Iterable[Lens]:
        """The lenses of the kinds that are shown; `results` are looked up where one shows them."""
        return ()

    def own_actions(self, span: Span, found: Iterable[Diagnostic]) -> Iterable[Action]:
        """Actions of the kind alone at a selection; `found` is what is wrong with the document."""
        return ()

    def used_at(self, offset: int) -> Iterable[tuple[HookFile, Span]]:
        """The places in hook files that name what is at an offset of a script, which is the script itself."""
        return ()

    def hints(self, span: Span, shown: frozenset[HintKind], results: KnownResults) -> Iterable[Hint]:
        """The inlay hints in the span, of the kinds that are shown."""
        return ()

    def tokens(self, span: Span | None = None) -> Iterable[SemanticToken] | None:
        """The semantic tokens, in the span alone if there is one; None if there are none in such documents."""
        return None


class _Open(Mapping[str, Found]):
    """Something of the open documents by their paths, looked for when it is asked for."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._documents = {it.path: it for it in documents.values() if it.path is not None}

    def __getitem__(self, path: str) -> Found:
        found = self._of(self._documents[path])
        if found is None:
            raise KeyError(path)
        return found

    def __iter__(self) -> Iterator[str]:
        return (path for path, it in self._documents.items() if self._of(it) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Whether any document is open: asked for often, it must not make all of them be read."""
        return bool(self._documents)

    @staticmethod
    def _of(document: Document) -> Found | None:
        raise NotImplementedError


class OpenTexts(_Open[str]):
    """The texts of the open documents."""

    @staticmethod
    def _of(document: Document) -> str | None:
        return document.text


class OpenFiles(_Open["HookFile"]):
    """The open documents that are hook files, as these."""

    @staticmethod
    def _of(document: Document) -> HookFile | None:
        return document.file
