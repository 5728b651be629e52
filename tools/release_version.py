"""Says whether all parts of a release have the version of its tag: `python tools/release_version.py v1.2.0`.

It runs before anything is installed, so it uses nothing but the standard library.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
_PACKAGES = ("editor-extension", "clients/typescript", "integrations/opencode")


def versions(root: Path = ROOT) -> dict[str, str]:
    """The version that each file of the repository names."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    module = (root / "server/hookwright/__init__.py").read_text(encoding="utf-8")
    packages = {it: json.loads((root / it / "package.json").read_text(encoding="utf-8"))["version"] for it in _PACKAGES}
    return {
        "pyproject.toml": project,
        "server/hookwright/__init__.py": _found(r'__version__ = "(.+?)"', module),
        **{f"{it}/package.json": version for it, version in packages.items()},
        "CHANGELOG.md": _topmost(root)[0],
    }


def problems(tag: str, root: Path = ROOT) -> list[str]:
    """What keeps the tag from being released, a sentence each."""
    wanted = tag.removeprefix("v")
    found = [f"{file} has version {it}, not {wanted}" for file, it in versions(root).items() if it != wanted]
    if not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        found.insert(0, f"`{tag}` is not a tag such as v1.2.0")
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", _topmost(root)[1]):
        found.append("the topmost version of CHANGELOG.md has no date")
    return found


def _topmost(root: Path) -> tuple[str, str]:
    """The version and the date of the changelog's first heading; both empty if it has another form."""
    heading = re.search(
        r"^## \[(.+?)\](?: - (\S+))?$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    return (heading[1], heading[2] or "") if heading else ("", "")


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""


if __name__ == "__main__":
    wrong = problems(sys.argv[1])
    sys.exit("\n".join(wrong) if wrong else 0)
