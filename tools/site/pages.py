"""The pages of the documentation as the site has them: what differs from the Markdown that is read on GitHub.

- `README.md` of a folder is its `index.md`.
- Links that leave `docs` lead to the repository on GitHub; pictures from elsewhere are in `pictures`.
- Each index ends with lists for the navigation: its tables in their order, and the other pages of a folder below
  `docs`.  A page of `docs` itself has to be in a table, or Sphinx warns.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

REPOSITORY = "https://github.com/hookwright/hookwright"
INDEX = "README.md"
_FENCE = re.compile(r"\s*(`{3,})")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#:\s]*)(#[^)\s]*)?\)")
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_LISTED = re.compile(r"^[|*-] [^\[\n]*\[[^\]]+\]\(([^)#:\s]+\.md)\)", re.MULTILINE)


class Site(Struct, frozen=True):
    """What is built: the text of each page by its path, and the pictures from outside of `docs` by theirs."""

    pages: Mapping[str, str]
    pictures: Mapping[str, Path]


def site(docs: Path) -> Site:
    """The site of a folder of pages in a repository; raises ValueError for a link to what is not there."""
    pictures = dict[str, Path]()
    pages = {_place(it.relative_to(docs)): _page(it, docs, pictures) for it in sorted(docs.rglob("*.md"))}
    return Site(pages, pictures)


def _page(file: Path, docs: Path, pictures: dict[str, Path]) -> str:
    text = file.read_text(encoding="utf-8")
    lines = [
        it if is_code else _LINK.sub(lambda it: _link(it, file, docs, pictures), it) for is_code, it in _lines(text)
    ]
    return "".join([*lines, *(_lists(text, file, docs) if file.name == INDEX else ())])


def _lines(text: str) -> Iterator[tuple[bool, str]]:
    """Each line, and whether it is in a block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        yield bool(fence) or found is not None, line
        if found is not None:
            fence = "" if found[1] == fence else fence or found[1]


def _link(found: re.Match[str], file: Path, docs: Path, pictures: dict[str, Path]) -> str:
    mark, text, path, anchor = found[1], found[2], found[3], found[4] or ""
    if not path:
        return found[0]
    target = file.parent / path
    if not target.exists():
        raise ValueError(f"{file}: `{path}` is not there")
    inside = Path(os.path.normpath(target)).is_relative_to(docs)
    if mark and not inside:
        pictures[target.name] = target
        return f"![{text}]({os.path.relpath(docs / 'pictures' / target.name, file.parent)})"
    if inside and target.suffix == ".md":
        return f"{mark}[{text}]({_place(Path(path))}{anchor})"
    if inside and not target.is_dir():
        return found[0]
    kind = "tree" if target.is_dir() else "blob"
    place = Path(os.path.normpath(target)).relative_to(docs.parent).as_posix()
    return f"{mark}[{text}]({REPOSITORY}/{kind}/main/{place}{anchor})"


def _place(path: Path) -> str:
    return (path.with_name("index.md") if path.name == INDEX else path).as_posix()


def _lists(text: str, file: Path, docs: Path) -> Iterator[str]:
    """A list for the navigation of each section of the first page, and one of the folder of another index."""
    if file.parent != docs:
        others = [it.name for it in sorted(file.parent.glob("*.md")) if it.name != INDEX]
        yield _list(dict.fromkeys([*_listed(text), *others]))
        return
    sections = _HEADING.split(text)
    for heading, section in zip(sections[1::2], sections[2::2], strict=True):
        if listed := _listed(section):
            yield _list(listed, f":caption: {heading}\n")


def _listed(section: str) -> list[str]:
    return [_place(Path(it)) for it in _LISTED.findall(section) if not it.startswith("..")]


def _list(places: Iterable[str], caption: str = "") -> str:
    return "\n".join(["", "```{toctree}", f":hidden:\n:maxdepth: 1\n{caption}", *places, "```", ""])
