"""Code in pages can be read, and a hook file has the findings that its page names, or none."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import jsonschema_rs
import pytest
import tree_sitter
import tree_sitter_typescript
from ruamel.yaml import YAML
from tests import warm
from tests.documents.blocks import FINDS, NOT_RUN, PAGES, Block, blocks
from tests.documents.commands import SHELLS
from tests.every import every
from tests.pages import EDITORS, ROOT

# Files in these languages are read by nothing here; `text` is what is printed, and no code.
TEXTS = ("text", "gitattributes")
# Their editors read them (tests/unit/test_editor_pages.py).
EDITORS_READ = ("lua", "elisp")
# An example has no scripts beside it, and its programs need not be installed.
_ALONE = ("HW501", "HW510")
_SCHEMAS = {"hooktest.yaml": "hooktest", "hookwright.json": "hookwright"}
_ELISIONS = ((", …", ""), ("{…}", "{}"), ("[…]", "[]"))
_MESSAGES = ("→ ", "← ")


def _python(text: str) -> object:
    return compile(text, "block", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | ast.PyCF_ONLY_AST)


def _typescript(text: str) -> object:
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_typescript()))
    assert not parser.parse(text.encode()).root_node.has_error
    return text


def _annotated(text: str) -> object:
    """JSON with comments, or messages on their way, of which some is left out."""
    for shown, meant in _ELISIONS:
        text = text.replace(shown, meant)
    if text.startswith(_MESSAGES):
        return [json.loads(line[2:]) for line in text.splitlines()]
    bare = re.sub(r'("(?:[^"\\]|\\.)*")|//.*', lambda it: it[1] or "", text)
    return json.loads(bare) if bare.strip() else None


READERS: Mapping[str, Callable[[str], object]] = {
    "json": json.loads,
    "jsonc": _annotated,
    "toml": tomllib.loads,
    "yaml": YAML(typ="safe", pure=True).load,
    "python": _python,
    "ts": _typescript,
}

_BLOCKS = [(page, block) for page in PAGES for block in blocks(page)]
_CODE = [it for it in _BLOCKS if it[1].language in READERS]


def _is_hook_file(block: Block) -> bool:
    value = READERS[block.language](block.text) if block.language in ("json", "toml") else None
    return isinstance(value, dict) and isinstance(value.get("hooks"), dict)


def _name(page: Path, block: Block) -> str:
    return f"{page.relative_to(ROOT)}:{block.line}"


def _cases(found: list[tuple[Path, Block]]) -> list[object]:
    return [pytest.param(block, id=_name(page, block)) for page, block in found]


_HOOK_FILES = [it for it in _CODE if _is_hook_file(it[1])]
_WITH_SCHEMA = [it for it in _CODE if (it[1].path or "").endswith(tuple(_SCHEMAS))]


def test_every_block_says_its_language() -> None:
    known = {*SHELLS, *TEXTS, *EDITORS_READ, *READERS}

    assert [_name(*it) for it in _BLOCKS if it[1].language not in known and NOT_RUN not in it[1].marks] == []


def test_what_is_for_an_editor_is_on_its_page() -> None:
    found = [it for it in _BLOCKS if it[1].language in EDITORS_READ and NOT_RUN not in it[1].marks]

    assert found
    assert [_name(*it) for it in found if it[0].parent != EDITORS] == []


def test_a_session_is_a_console() -> None:
    """So that its commands are typed."""
    assert [_name(*it) for it in _BLOCKS if it[1].language == "text" and re.search(r"(?m)^\$ ", it[1].text)] == []


@every("block", _cases(_CODE))
def test_code_can_be_read(block: Block) -> None:
    READERS[block.language](block.text)


@every("block", _cases(_WITH_SCHEMA))
def test_files_of_hookwright_have_the_form_of_their_schema(block: Block) -> None:
    [schema] = [it for end, it in _SCHEMAS.items() if (block.path or "").endswith(end)]
    text = (ROOT / "schemas" / f"{schema}.schema.json").read_text(encoding="utf-8")

    jsonschema_rs.validator_for(json.loads(text)).validate(READERS[block.language](block.text))


@every("block", _cases(_HOOK_FILES))
def test_hook_files_have_the_findings_of_their_page(block: Block, tmp_path: Path) -> None:
    assert block.path, "a page has to say which file this is: `Save this as`, or a mark"
    file = tmp_path / str(block.line) / block.path
    file.parent.mkdir(parents=True)
    file.write_text(block.text, encoding="utf-8")

    command = warm.hookwright("check", "--format", "json", *(f"--ignore={it}" for it in _ALONE), block.path)
    folder = tmp_path / str(block.line)
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)

    [checked] = json.loads(done.stdout)["files"]
    found = {it["code"] for it in checked["diagnostics"]}
    assert found == {*block.marks.get(FINDS, "").split()}
