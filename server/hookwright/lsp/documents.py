"""The documents that are open in the editor: their text, kept as the client changes it, and the hook file in them."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from hookwright.analysis.sample_files import FOLDER, sample_file
from hookwright.config.read import read_hook_file
from hookwright.config.reread import reread
from hookwright.config.view import HookFile
from hookwright.dialects import for_path, guess, is_certain
from hookwright.lsp.draft import Draft
from hookwright.lsp.options import Options, path_of
from hookwright.syntax.mend import Change
from hookwright.text import LineIndex

_SETTINGS = "hookwright.json"
_SAMPLES = f"/{FOLDER}/"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.standing import Standing


Found = TypeVar("Found")


class Document:
    """One open document; its hook file is read when first asked for, and after that as far as it has changed."""

    __slots__ = (
        "_awake",
        "_change",
        "_file",
        "_options",
        "_read",
        "_resting",
        "is_sample",
        "is_settings",
        "path",
        "standing",
        "uri",
        "version",
    )

    def __init__(self, uri: str, version: int | None, text: str, options: Options) -> None:
        self.uri = uri
        self.path = path_of(uri)
        # Whether it says how others are judged, and whether it is a payload that the user keeps.
        self.is_settings = self.path is not None and os.path.basename(self.path) == _SETTINGS
        self.is_sample = self.path is not None and _SAMPLES in self.path and sample_file(self.path) is not None
        self.version = version
        # What firing has found about its hooks; most are never fired.
        self.standing: Standing | None = None
        self._options = options
        self._awake: Draft | None = Draft(text)
        self._resting = b""
        self._file: HookFile | None = None
        # Whether the file is that of the text, but for the change.
        self._read = False
        self._change: Change | None = None

    @property
    def _draft(self) -> Draft:
        if self._awake is None:
            self._awake, self._resting = Draft(self._resting.decode("utf-8", "surrogatepass")), b""
        return self._awake

    def rest(self) -> None:
        """Keeps the text alone, in little memory, until the document is needed again."""
        if self._awake is not None:
            self._resting, self._awake = self._awake.text.encode("utf-8", "surrogatepass"), None
        self._file, self._read, self._change = None, False, None

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self._draft.text

    def overheard(self) -> str:
        """The same; a document that rests goes on resting."""
        return self.text if self._awake is not None else self._resting.decode("utf-8", "surrogatepass")

    @property
    def lines(self) -> LineIndex:
        """Editor positions in the text as it is now."""
        return self._draft.lines

    @property
    def file(self) -> HookFile | None:
        """The document as a hook file; None where it is none of a known dialect.

        It is spent with the next change: whoever keeps it longer takes a `copy`.
        """
        if not self._read or self._change is not None:
            self._file = self._current(self._file if self._read else None, self._change)
            self._read, self._change = True, None
        return self._file

    def copy(self) -> HookFile | None:
        """The hook file, for as long as one likes."""
        return self._current(None, None)

    def offset(self, position: dict[str, int]) -> int:
        """The offset of an LSP position."""
        return self.lines.offset(position["line"], position["character"])

    def use(self, options: Options) -> None:
        """Has the file be read anew, with other options."""
        self._options, self._read, self._change = options, False, None

    def change(self, version: int | None, changes: list[dict[str, Any]]) -> None:
        """Applies the content changes of one `didChange`, in their order."""
        self.version = version
        for change in changes:
            extent = change.get("range")
            if extent is None:
                self._awake, self._read = Draft(change["text"]), False
            else:
                made = self._draft.edit(extent, change["text"])
                self._change = made if self._change is None else self._change.then(made)
        if not self._read:
            self._change = None

    def _current(self, before: HookFile | None, change: Change | None) -> HookFile | None:
        """The file as it is now; where it was `before` the change, only what has changed is read."""
        if self.path is None or self.is_settings or self.is_sample:
            return None
        lines, options = self.lines, self._options
        project = options.project_of(self.path)
        placed = for_path(self.path, project, options.home, options.dialects, text=lines.text)
        found = placed or guess(self.path, lines.text)
        if found is None:
            return None
        # At a place that no dialect has, only the user's globs tell.
        named = placed is not None
        guessed = not (named and is_certain(found[0], self.path, lines.text, options.home, options.dialects))
        if (
            before is not None
            and change is not None
            and (before.dialect, before.scope, before.named, before.guessed) == (*found, named, guessed)
        ):
            file = reread(before, change, lines)
            if file is not None:
                return file
        return replace(read_hook_file(self.path, lines.text, *found, lines=lines), named=named, guessed=guessed)


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


class OpenFiles(_Open[HookFile]):
    """The open documents that are hook files, as these."""

    @staticmethod
    def _of(document: Document) -> HookFile | None:
        return document.file
