"""Every configuration on the pages about editors is run in its editor, or can be read and is said to be untried."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.pages import EDITORS

# Where a test runs them in the editor itself: page, language.
_RUN = {("neovim.md", "lua"), ("emacs.md", "elisp")}
# The extension of a stranger, and the walks through VS Code.
_IN_VSCODE = {("vscode.md", "sh"), ("vscode.md", "ts"), ("vscode-api.md", "ts")}
_READERS: dict[str, Callable[[str], object]] = {"toml": tomllib.loads, "json": json.loads}


def _sections() -> list[tuple[str, str, str, str]]:
    """Page, language, text of the section, block."""
    found = []
    for page in sorted(EDITORS.glob("*.md")):
        for section in re.split(r"^(?=## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
                found.append((page.name, language, section, block))
    return found


_OTHERS = [it for it in _sections() if it[:2] not in _RUN | _IN_VSCODE]


def test_there_are_some_of_each_kind() -> None:
    assert {it[:2] for it in _sections()} >= _RUN | _IN_VSCODE
    assert len(_OTHERS) > 1


@pytest.mark.parametrize(("page", "language", "section", "block"), _OTHERS, ids=lambda it: it[:20].split("\n")[0])
def test_what_is_not_tried_says_so_and_can_be_read(page: str, language: str, section: str, block: str) -> None:
    assert "\nNot tried.\n" in section, f"{page} does not say whether this was tried"
    assert _READERS[language](block), f"{page} has an empty configuration"


@pytest.mark.skipif(
    shutil.which("nvim") is None, reason="Neovim is not installed, so its configurations are not parsed"
)
def test_the_configuration_for_every_neovim_can_be_read(tmp_path: Path) -> None:
    for number, (page, language, _, block) in enumerate(_sections()):
        if (page, language) == ("neovim.md", "lua"):
            file = tmp_path / f"{number}.lua"
            file.write_text(block, encoding="utf-8")
            check = (
                f"lua local read, why = loadfile('{file}'); if not read then io.stderr:write(why) vim.cmd('cquit') end"
            )
            done = subprocess.run(
                ["nvim", "--headless", "-u", "NONE", "-n", "-i", "NONE", "-c", check, "-c", "qall"],
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, "")
