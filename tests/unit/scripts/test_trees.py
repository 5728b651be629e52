"""Tests of `hookwright.scripts.trees`: an imported file is parsed once, in each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from hookwright.scripts import trees
from hookwright.scripts.effects import Language
from hookwright.scripts.javascript import modules
from hookwright.scripts.library import ScriptLibrary
from hookwright.scripts.python import imports
from hookwright.scripts.shell import units
from hookwright.scripts.trees import tree_of

_CASES = [
    (Language.SHELL, units, "lib.sh", "no() { exit 2; }\n", ". ./lib.sh\nno # {}\n"),
    (Language.PYTHON, imports, "lib.py", "def no():\n    exit(2)\n", "from lib import no\nno() # {}\n"),
    (Language.JAVASCRIPT, modules, "lib.js", "exports.no = () => process.exit(2);\n", "require('./lib').no(); // {}\n"),
]


@pytest.mark.parametrize(("language", "reader", "name", "imported", "script"), _CASES)
def test_a_file_that_ten_scripts_import_is_parsed_once(
    language: Language,
    reader: ModuleType,
    name: str,
    imported: str,
    script: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed, parse = Counter[str](), reader.parse

    def counted(text: str, *more: str) -> object:
        parsed[text] += 1
        return parse(text, *more)

    monkeypatch.setattr(reader, "parse", counted)
    library = ScriptLibrary()
    for text in (imported, imported.replace("2", "3")):
        (tmp_path / name).write_text(text)
        for it in range(10):
            (tmp_path / str(it)).write_text(script.format(it))
            known = library.script(str(tmp_path / str(it)), language)
            assert known is not None
            assert known.script.files == (name,)
    assert {text: count for text, count in parsed.items() if text not in map(script.format, range(10))} == {
        imported: 1,
        imported.replace("2", "3"): 1,
    }


def test_those_that_were_asked_for_first_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_kept", {})
    made: list[str] = []
    parse: Callable[[str], None] = lambda text: made.append(text[0])  # noqa: E731 - it is the same each time
    half = trees._MOST_CHARACTERS // 2
    for it in "abacab":
        tree_of(parse, it * half)
    assert made == ["a", "b", "c", "b"]
