"""README as the page of the package: links and pictures that lead into the repository, at the tag of the version.

The build runs this file alone, so it uses nothing else of the project.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_REPOSITORY = "hookwright/hookwright"
_LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def package_readme(text: str, version: str) -> str:
    """The text with absolute links, and without comments."""

    def absolute(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        words = _LINK.sub(absolute, words)
        host = "raw.githubusercontent.com" if mark else "github.com"
        where = f"{_REPOSITORY}/v{version}" if mark else f"{_REPOSITORY}/blob/v{version}"
        return f"{mark}[{words}](https://{host}/{where}/{target})"

    return _LINK.sub(absolute, _COMMENT.sub("", text))


class PackageReadme(MetadataHookInterface):
    """Has the build ask for the text."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the `readme` of the package."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        page = package_readme(text, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
