"""`python -m tools.site FOLDER`: builds the site there; a link that leads nowhere, or any other warning, fails it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.site.pages import Site, site

ROOT = Path(__file__).parents[2]
_HERE = Path(__file__).parent
_ICON = ROOT / "editor-extension" / "media" / "icon.png"


def main(folder: Path) -> int:
    """The exit code of Sphinx."""
    source = folder.with_name(f"{folder.name}-source")
    for it in (source, folder):
        shutil.rmtree(it, ignore_errors=True)
    write(site(ROOT / "docs"), source)
    # Without Sphinx, which only the site needs, its type is not known.
    code: int = build_main(
        [
            "-b",
            "html",
            "-W",
            "--keep-going",
            "-n",
            "-q",
            "-j",
            "auto",
            "-d",
            f"{source}/.read",
            str(source),
            str(folder),
        ]
    )
    return code


def write(what: Site, source: Path) -> None:
    """What Sphinx reads: the pages, the pictures and how it is to build them."""
    for place, text in what.pages.items():
        path = source / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (source / "pictures").mkdir()
    for name, picture in {**what.pictures, "icon.png": _ICON}.items():
        shutil.copy(picture, source / "pictures" / name)
    shutil.copytree(_HERE / "static", source / "static")
    shutil.copy(_HERE / "conf.py", source)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
