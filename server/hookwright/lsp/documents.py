"""The documents that are open in the editor: their text, kept as the client changes it, and the hook file in them."""

from __future__ import annotations

import os.path
from dataclasses import replace
from typing import Any

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import for_path, guess
from hookwright.lsp.options import Options, path_of
from hookwright.text import Edit, LineIndex, Span

_SETTINGS = "hookwright.json"


class Document:
    """One open document; its line index and its hook file are made when first asked for."""

    __slots__ = ("_file", "_lines", "_looked", "_options", "path", "text", "uri", "version")

    def __init__(self, uri: str, version: int | None, text: str, options: Options) -> None:
        self.uri = uri
        self.path = path_of(uri)
        self.version = version
        self.text = text
        self._options = options
        self._lines: LineIndex | None = None
        self._file: HookFile | None = None
        self._looked = False

    @property
    def is_settings(self) -> bool:
        """Whether it says how others are judged."""
        return self.path is not None and os.path.basename(self.path) == _SETTINGS

    @property
    def lines(self) -> LineIndex:
        """Editor positions in the text as it is now."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    @property
    def file(self) -> HookFile | None:
        """The document as a hook file; None where it is none of a known dialect."""
        if not self._looked:
            self._looked = True
            self._file = self._read()
        return self._file

    def offset(self, position: dict[str, int]) -> int:
        """The offset of an LSP position."""
        return self.lines.offset(position["line"], position["character"])

    def change(self, version: int | None, changes: list[dict[str, Any]]) -> None:
        """Applies the content changes of one `didChange`, in their order."""
        self.version = version
        for change in changes:
            extent = change.get("range")
            if extent is None:
                self.text, self._lines = change["text"], None
                continue
            start = self.offset(extent["start"])
            span = Span(start, max(start, self.offset(extent["end"])))
            self._lines = self.lines.edited(Edit(span, change["text"]))
            self.text = self._lines.text
        self._looked = False

    def _read(self) -> HookFile | None:
        if self.path is None or self.is_settings:
            return None
        options = self._options
        project = options.project_of(self.path)
        placed = for_path(self.path, project, options.home, options.dialects, text=self.text)
        found = placed or guess(self.path, self.text)
        # At a place that no dialect has, only the user's globs tell.
        return replace(read_hook_file(self.path, self.text, *found), named=placed is not None) if found else None
