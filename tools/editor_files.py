"""The globs of every agent's files, as the configurations of Neovim and Emacs in the documentation have them.

In a block of code they stand between two comments, such as `-- generated: files` and `-- end of files`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from hookwright.dialects import DIALECTS
from hookwright.lsp.file_watcher.watched_files import hook_file_globs
from hookwright.lsp.options import Options
from hookwright.model.hook import Scope

_WIDTH = 110


def editor_globs() -> list[str]:
    """The globs, below any folder: `*` matches any text, with slashes too, as in Vim and in Emacs' wildcards.

    Those of folders with a dot come first, since the first one that matches says in which folder the file is.
    """
    files = (re.sub(r"\*\*/", "", it) for it in hook_file_globs(Options()))
    return sorted(dict.fromkeys((*files, *_script_globs())), key=lambda it: not it.startswith("."))


def _script_globs() -> Iterator[str]:
    """The scripts beside each agent's settings, where hooks have them."""
    for dialect in DIALECTS:
        for it in dialect.locations:
            folder = it.path.partition("/")[0]
            if it.scope in (Scope.PROJECT, Scope.LOCAL) and folder.startswith(".") and folder != it.path:
                yield f"{folder}/hooks/*"


def with_globs(page: str) -> str:
    """The page with the globs in each of its blocks that names them; raises `ValueError` if none does."""
    quoted = [f'"{it}"' for it in editor_globs()]
    found, count = re.subn(
        r"^( *)(--|;;) generated: files\n.*?^ *\2 end of files$",
        lambda it: "\n".join(
            (
                f"{it[1]}{it[2]} generated: files",
                _wrapped(it[1], f"{', '.join(quoted)}," if it[2] == "--" else " ".join(quoted)),
                f"{it[1]}{it[2]} end of files",
            )
        ),
        page,
        flags=re.MULTILINE | re.DOTALL,
    )
    if not count:
        raise ValueError("a page has no block with `generated: files`")
    return found


def _wrapped(indent: str, text: str) -> str:
    lines = textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines)
