"""Of every numbered requirement it is said where it is and which tests hold it, so that nothing can be lost unseen."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from tests.every import every
from tools.dialect_requirements import requirements

from hookwright.dialects import DIALECTS

_ROOT = Path(__file__).parents[2]
_PAGE = _ROOT / "docs" / "requirements.md"
_TEXT = _PAGE.read_text("utf-8")
# Held by its own page and tests, as the requirements say.
_WITHOUT_NUMBERS = {"claude-code"}
_NUMBERS = re.findall(r"^- ([A-Z]\d+) ", _TEXT, re.MULTILINE)
_ROWS = {it[0]: it[1:] for it in re.findall(r"^\| ([A-Z]\d+) \| (.*?) \| (.*?) \|$", _TEXT, re.MULTILINE)}
_TESTS = _ROOT / "tests"


def _links(cell: str) -> list[tuple[str, Path]]:
    """The labels and the files of a cell."""
    return [(label, (_PAGE.parent / target).resolve()) for label, target in re.findall(r"\[(.+?)\]\((.+?)\)", cell)]


@cache
def _functions(path: Path) -> dict[str, str]:
    """The functions of a test file, each with its decorators."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(it.lineno for it in node.decorator_list)])
            found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def _names(text: str, number: str) -> bool:
    """Whether a text names the requirement, as `(C5)`, as a word, or in the name of a test."""
    words = re.findall(r"\b[A-Z]\d+\b", text)
    return number in words or re.search(rf"_{number.lower()}_", text) is not None


def test_each_has_its_row() -> None:
    assert list(_ROWS) == _NUMBERS, "docs/requirements.md: a row for each requirement, in their order"


@every("number", _NUMBERS)
def test_it_is_where_the_page_says(number: str) -> None:
    places = _links(_ROWS[number][0])

    assert places, "name the modules that do it"
    assert [label for label, path in places if not path.exists()] == []
    for label, path in places:
        assert path.relative_to(_ROOT).as_posix() in (f"server/hookwright/{label}", label)


@every("number", _NUMBERS)
def test_tests_hold_it(number: str) -> None:
    tests = _links(_ROWS[number][1])

    assert tests, "name the tests that hold it"
    for label, path in tests:
        assert path.is_relative_to(_TESTS)
        assert path.is_file(), f"{path} does not exist"
        if label.startswith("test_"):
            assert label in _functions(path), f"{path.name} has no such test"
            assert _names(_functions(path)[label], number), f"{label} does not name {number}"
        else:
            assert path.as_posix().endswith(f"/{label}")
            assert _names(path.read_text("utf-8"), number), f"{label} does not name {number}"


def test_no_number_of_a_section_is_left_out() -> None:
    sections = re.findall(r"^## ([A-Z])\.", _TEXT, re.MULTILINE)
    assert len(sections) > 5

    for section in sections:
        own = [it for it in _NUMBERS if it.startswith(section)]
        assert own == [f"{section}{number}" for number in range(1, len(own) + 1)]
        assert own, f"section {section} has no line that begins with `- {section}1 `"


def test_no_code_names_a_requirement_that_is_not_there() -> None:
    server = "\n".join(it.read_text("utf-8") for it in (_ROOT / "server").rglob("*.py"))
    named = set(re.findall(r"\(([A-F]\d+)\)", server))

    assert named - set(_NUMBERS) == set()


def test_the_table_says_which_dialects_are_there() -> None:
    told = dict(re.findall(r"^\| `([a-z-]+)` \| (\S+) \|", _TEXT, re.MULTILINE))
    built = {name for name, there in told.items() if there == "yes"}

    stated = {it.id for it in DIALECTS if requirements(it)}
    assert built | stated | _WITHOUT_NUMBERS == {it.id for it in DIALECTS}, "docs/dialects.md"
    assert not built & stated
    assert [it for it in _WITHOUT_NUMBERS if f"`{it}`" not in _TEXT] == []
