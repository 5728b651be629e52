"""Digests of the files as they were written: by these, a newer hookwright tells its own files from changed ones."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from hookwright.guards.library import READER, RULES
from hookwright.guards.lists import without_lists

NAME = f"{RULES}/written.txt"
"""The file with the digests, beside the scripts: a line each, with the path behind two spaces."""


class Written:
    """The digests that a project has, for the scripts in a `folder`; `text` is the file of them, None if there is none.

    Lists that are for people to change do not count.
    """

    def __init__(self, folder: str, text: str | None) -> None:
        self._folder = f"{folder}/"
        self._digests = _digests(text)

    def is_ours(self, path: str, text: str) -> bool:
        """Whether a text is what was last written there, but for its lists."""
        name = path.removeprefix(self._folder)
        return self._digests.get(name) == _digest(name, text)

    def with_texts(self, texts: Mapping[str, str]) -> str:
        """The file with the digests of texts too, by their paths; what is no code of the library is left out."""
        names = {path.removeprefix(self._folder): text for path, text in texts.items()}
        new = {name: _digest(name, text) for name, text in names.items() if is_code(name)}
        return "".join(f"{digest}  {name}\n" for name, digest in sorted({**self._digests, **new}.items()))


def is_code(name: str) -> bool:
    """Whether a file beside the scripts is code of the library, which people change only in its lists."""
    return name in ("guard.py", "hook_event.py") or (
        name.endswith(".py") and name.startswith((f"{RULES}/", f"{READER}/"))
    )


def _digests(text: str | None) -> Mapping[str, str]:
    lines = (it.partition("  ") for it in (text or "").splitlines())
    return {name: digest for digest, _, name in lines if name}


def _digest(name: str, text: str) -> str:
    # Git may have written the lines with other ends.
    rest = without_lists(name, text.replace("\r\n", "\n"))
    return hashlib.sha256(rest.encode("utf-8", "surrogatepass")).hexdigest()
