"""What is released is consistent: versions, what the package says of itself, and what pages tell people to install."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.pages import ROOT
from tools.package_readme import package_readme
from tools.release_version import problems, versions

from hookwright import __version__
from hookwright.extras import PACKAGES

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PUBLISHED: frozenset[str] = frozenset()
"""The names of registries that belong to the project: pages may tell people to install these."""

_INSTALLS = re.compile(
    r"(?:(?:pip|pipx|uv tool|uv add|npm|pnpm|bun) (?:install|i|add)|uv add|uvx|pipx run|npx|code --install-extension)"
    r"(?: -[\w-]+)* '?\"?(hookwright[\w.-]*)(?![\w./-])"
)
_TEXTS = {".md", ".py", ".ts", ".mjs", ".json", ".yml", ".toml"}
_PLACES = ("README.md", "CONTRIBUTING.md", "docs", "integrations", "clients", "examples", "editor-extension", "server")


def test_every_file_names_the_same_version() -> None:
    assert set(versions().values()) == {__version__}
    assert problems(f"v{__version__}") == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files that name a version."""
    for it in versions():
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / it, tmp_path / it)
    return tmp_path


@pytest.mark.parametrize("file", sorted(versions()))
def test_a_file_with_another_version_is_named(copy: Path, file: str) -> None:
    text = (copy / file).read_text(encoding="utf-8")
    (copy / file).write_text(text.replace(__version__, "9.9.9", 1), encoding="utf-8")

    assert problems(f"v{__version__}", copy) == [f"{file} has version 9.9.9, not {__version__}"]


def test_a_tag_has_the_form_of_a_version_and_the_changelog_a_date(copy: Path) -> None:
    changelog = copy / "CHANGELOG.md"
    changelog.write_text(
        re.sub(r"^(## \[.+?\]) - .*$", r"\1", changelog.read_text("utf-8"), count=1, flags=re.MULTILINE)
    )

    assert problems(__version__, copy) == [
        f"`{__version__}` is not a tag such as v1.2.0",
        "the topmost version of CHANGELOG.md has no date",
    ]


def test_every_link_of_the_package_page_is_absolute() -> None:
    page = package_readme((ROOT / "README.md").read_text(encoding="utf-8"), "1.2.3")
    targets = re.findall(r"\]\(([^)\s]+)\)", page)

    assert any(it.startswith("https://raw.githubusercontent.com/hookwright/hookwright/v1.2.3/") for it in targets)
    assert [it for it in targets if not it.startswith(("https://", "#"))] == []
    assert "<!--" not in page


def test_links_in_links_and_fragments_are_kept() -> None:
    text = "[![a](b.png)](c.md#d) [e](#f) [g](https://h) <!-- i -->"

    assert package_readme(text, "1.0.0") == (
        "[![a](https://raw.githubusercontent.com/hookwright/hookwright/v1.0.0/b.png)]"
        "(https://github.com/hookwright/hookwright/blob/v1.0.0/c.md#d) [e](#f) [g](https://h) "
    )


def test_the_classifiers_are_what_ci_requires_to_pass() -> None:
    jobs = YAML(typ="safe").load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    tested = set(jobs["linux"]["strategy"]["matrix"]["python"])
    named = {it.rpartition(" ")[2] for it in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", it)}
    systems = [it for it in PROJECT["classifiers"] if it.startswith("Operating System ::")]

    assert named
    assert named <= tested
    assert PROJECT["requires-python"] == f">={min(named, key=lambda it: int(it.partition('.')[2]))}"
    assert systems == ["Operating System :: POSIX :: Linux"]


def test_every_dependency_has_both_bounds() -> None:
    wanted = [*PROJECT["dependencies"], *(it for extra in PROJECT["optional-dependencies"].values() for it in extra)]

    assert [it for it in wanted if not re.fullmatch(r"[\w-]+>=[\d.]+,<[\d.]+", it)] == []


def test_messages_name_the_packages_of_the_extras() -> None:
    assert {name: tuple(it) for name, it in PROJECT["optional-dependencies"].items()} == PACKAGES


def _texts() -> list[Path]:
    places = [ROOT / it for it in _PLACES]
    found = [it for place in places for it in ([place] if place.is_file() else place.rglob("*"))]
    left = {"node_modules", "dist", "out", "bundled"}
    return [it for it in found if it.suffix in _TEXTS and it.is_file() and left.isdisjoint(it.parts)]


def test_nobody_is_told_to_install_a_name_that_nobody_owns() -> None:
    texts = _texts()
    found = [
        f"{it.relative_to(ROOT)}: {hit[0]}"
        for it in texts
        for hit in _INSTALLS.finditer(it.read_text(encoding="utf-8"))
        if hit[1] not in PUBLISHED
    ]

    assert len(texts) > 100
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "pip install hookwright",
        "pip install --force-reinstall hookwright",
        "pip install 'hookwright[mcp]'",
        "uvx hookwright check",
        "npm install hookwright",
        "npx hookwright",
    ],
)
def test_what_such_a_line_looks_like(line: str) -> None:
    assert _INSTALLS.search(line)
    assert not _INSTALLS.search(line.replace("hookwright", "build/hookwright-0.1.0-py3-none-any.whl"))


def test_what_is_ready_to_be_submitted_names_files_that_are_there() -> None:
    entries = json.loads((ROOT / "publishing/schemastore.json").read_text(encoding="utf-8"))

    assert [it.keys() for it in entries] == [{"name", "description", "fileMatch", "url"}] * 2
    raw = "https://raw.githubusercontent.com/hookwright/hookwright/main/"
    assert [it["url"] for it in entries if not (ROOT / it["url"].removeprefix(raw)).is_file()] == []
    action = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert {"name", "description", "author", "branding"} <= action.keys()
    assert action["branding"].keys() == {"icon", "color"}
    assert len(action["description"]) <= 125
