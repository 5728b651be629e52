"""What names every dialect outside their tables: lists in the documentation, and in the manifest of the extension.

In a page they stand between two comments, `<!-- generated: NAME -->` and `<!-- end of NAME -->`; one line of text stays
within its sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from hookwright.dialects import DIALECTS, written
from hookwright.lsp.file_watcher.watched_files import hook_file_globs
from hookwright.lsp.options import Options
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Location
from tools.dialect_requirements import requirement_rows, requirement_sections
from tools.editor_files import with_globs

ROOT = Path(__file__).parents[1]
_EDITORS = ("docs/editors/neovim.md", "docs/editors/emacs.md")
_MANIFEST = "editor-extension/package.json"
# Hook files are in this language, so that each of them wakes the extension wherever it is, and plain JSON does not.
_LANGUAGE = "jsonc"
# Of what is not an agent's: our own settings, whose comments we read.
_OWN = ("hookwright.json",)


def generated() -> dict[Path, str]:
    """Each file with lists of dialects, and the text that it must have."""
    blocks = {
        "README.md": {"agents": _titles()},
        "editor-extension/README.md": {"agents": _titles()},
        "docs/agents.md": {"dialects": _table(("dialect", "agent", "what it is"), map(_row, DIALECTS))},
        "docs/schemas.md": {"dialects": _table(("dialect", "files"), map(_files_row, written()))},
        "docs/requirements.md": {
            "sections": "\n\n".join(it for one in DIALECTS for it in requirement_sections(one)),
            "rows": _table(
                ("", "where it is", "what holds it"), (it for one in DIALECTS for it in requirement_rows(one))
            ),
        },
    }
    pages = {ROOT / name: with_blocks((ROOT / name).read_text("utf-8"), its) for name, its in blocks.items()}
    editors = {ROOT / it: with_globs((ROOT / it).read_text("utf-8")) for it in _EDITORS}
    return {**pages, **editors, ROOT / _MANIFEST: _manifest((ROOT / _MANIFEST).read_text("utf-8"))}


def with_blocks(page: str, blocks: dict[str, str]) -> str:
    """The page with these texts between their comments; raises `ValueError` where it lacks the comments of one."""
    for name, text in blocks.items():
        first, last = f"<!-- generated: {name} -->", f"<!-- end of {name} -->"
        if first not in page or last not in page:
            raise ValueError(f"a page has no {first} … {last}")
        before, _, rest = page.partition(first)
        gap = "\n\n" if "\n" in text else ""
        page = f"{before}{first}{gap}{text}{gap}{last}{rest.partition(last)[2]}"
    return page


def _titles() -> str:
    titles = [it.title for it in DIALECTS]
    return f"{', '.join(titles[:-1])} and {titles[-1]}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join([_line(head), f"|{'---|' * len(head)}", *map(_line, rows)])


def _line(cells: tuple[str, ...]) -> str:
    return "|" + "".join(f" {it} |" if it else " |" for it in cells)


def _row(dialect: Dialect) -> tuple[str, ...]:
    known = "" if dialect.evidence.basis.is_certain else " Known from documents."
    return f"`{dialect.id}`", dialect.title, f"{dialect.doc}{known}"


def _files_row(dialect: Dialect) -> tuple[str, ...]:
    files = dict.fromkeys(_described(it) for it in dialect.locations if _has_the_shape_of_the_schema(dialect, it))
    return f"`{dialect.id}`", ", ".join(files)


def _has_the_shape_of_the_schema(dialect: Dialect, it: Location) -> bool:
    if it.scope is Scope.PLUGIN:
        return it.format is Format.JSON and it.path.partition("/")[0] not in dialect.plugins.marks
    return it.scope in (Scope.PROJECT, Scope.LOCAL) and it.format is Format.JSON and it.grammar is None


def _described(it: Location) -> str:
    return f"`{it.path}` in a plugin's folder" if it.scope is Scope.PLUGIN else f"`{it.path}`"


def _manifest(text: str) -> str:
    manifest = json.loads(text)
    waking = dict.fromkeys(f"workspaceContains:{it}" for it in _waking())
    manifest["activationEvents"] = [f"onLanguage:{_LANGUAGE}", *waking]
    manifest["contributes"]["languages"] = [{"id": _LANGUAGE, "filenames": [*_OWN], "filenamePatterns": _in_json()}]
    settings = manifest["contributes"]["configuration"]["properties"]
    settings["hookwright.dialects"]["additionalProperties"]["enum"] = [it.id for it in DIALECTS]
    return json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"


def _in_json() -> list[str]:
    """The patterns of the hook files that are written in JSON."""
    globs = {
        f"**/{it.path}": None
        for one in DIALECTS
        for it in one.locations
        if not it.scope.is_of_machine and it.format is Format.JSON
    }
    return list(globs)


def _waking() -> Iterator[str]:
    """The patterns of the files whose presence in a folder wakes the extension."""
    manifests = {
        it.path
        for one in DIALECTS
        for it in one.locations
        if it.scope is Scope.PLUGIN and it.path.partition("/")[0] in one.plugins.marks
    }
    guesses = {it.path for one in DIALECTS for it in one.guesses}
    for glob in hook_file_globs(Options()):
        path = re.sub(r"^\*\*/", "", glob)
        yield path
        if path in manifests or path.endswith(".toml") or glob in guesses:
            yield glob


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
