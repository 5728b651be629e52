"""The site has every page of the documentation; what differs from the Markdown on GitHub is only where links lead."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.pages import ROOT
from tools.site.pages import REPOSITORY, site

DOCS = ROOT / "docs"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A small documentation in a repository."""
    folder = tmp_path / "docs"
    (folder / "more").mkdir(parents=True)
    (tmp_path / "code.py").touch()
    (tmp_path / "logo.png").touch()
    (folder / "README.md").write_text(
        "# All\n\n## How-to\n\n| [One](one.md) | [two](more/two.md) |\n- [More](more/README.md)\n"
    )
    (folder / "one.md").write_text(
        "[All](README.md#how-to) [two](more/two.md) [code](../code.py) [docs](../docs) ![a logo](../logo.png)\n"
        "[web](https://example.com) [here](#top)\n\n```md\n[All](README.md)\n```\n"
    )
    (folder / "more" / "README.md").write_text("# More\n\nSee [one](../one.md).\n")
    (folder / "more" / "two.md").write_text("![a logo](../../logo.png)\n")
    return folder


def test_links_lead_to_pages_of_the_site_or_to_the_repository(docs: Path) -> None:
    made = site(docs)

    assert made.pages["one.md"] == (
        f"[All](index.md#how-to) [two](more/two.md) [code]({REPOSITORY}/blob/main/code.py) "
        f"[docs]({REPOSITORY}/tree/main/docs) ![a logo](pictures/logo.png)\n"
        "[web](https://example.com) [here](#top)\n\n```md\n[All](README.md)\n```\n"
    )
    assert made.pages["more/two.md"] == "![a logo](../pictures/logo.png)\n"
    assert {name: it.name for name, it in made.pictures.items()} == {"logo.png": "logo.png"}


def test_indexes_list_pages_for_the_navigation(docs: Path) -> None:
    made = site(docs)

    assert _listed(made.pages["index.md"]) == [":caption: How-to", "one.md", "more/index.md"]
    assert _listed(made.pages["more/index.md"]) == ["two.md"]


def test_a_link_to_what_is_not_there_fails(docs: Path) -> None:
    (docs / "one.md").write_text("[gone](gone.md)\n")

    with pytest.raises(ValueError, match=r"gone\.md"):
        site(docs)


def test_every_page_is_in_the_navigation_once() -> None:
    pages = site(DOCS).pages
    listed = Counter(it for place in pages for it in _reached(place, pages[place]))

    assert len(pages) > 100
    assert {*listed} == {*pages} - {"index.md"}
    assert [place for place, times in listed.items() if times > 1] == []


def _listed(text: str) -> list[str]:
    lists = re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [it for one in lists for it in one.splitlines() if it and it not in (":hidden:", ":maxdepth: 1")]


def _reached(place: str, text: str) -> list[str]:
    return [(Path(place).parent / it).as_posix() for it in _listed(text) if not it.startswith(":")]
