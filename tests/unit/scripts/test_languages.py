"""Tests of `hookwright.scripts.languages`."""

from __future__ import annotations

import pytest

from hookwright.scripts.effects import Language
from hookwright.scripts.languages import language_of


@pytest.mark.parametrize(
    ("path", "first_line", "interpreter", "language"),
    [
        ("x.py", "#!/bin/sh", "", Language.SHELL),
        ("x", "#!/usr/bin/env -S python3 -u", "", Language.PYTHON),
        ("x", "#!/usr/bin/env bun", "", Language.JAVASCRIPT),
        ("x.sh", "#!/bin/bash", "/usr/bin/python3.12", Language.PYTHON),
        ("x", "", "zsh", Language.SHELL),
        ("x.mts", "import x", "", Language.JAVASCRIPT),
        ("x.bash", "", "", Language.SHELL),
        ("x.sh", "#!/usr/bin/env fish", "", None),
        ("x.sh", "", "fish", None),
        ("x.py", "#!/usr/bin/perl", "", None),
        ("x.rb", "", "", None),
        ("x.rb", "", "ruby", None),
        ("x", "echo", "", None),
        ("x.json", "{", "", None),
    ],
)
def test_language(path: str, first_line: str, interpreter: str, language: Language | None) -> None:
    assert language_of(path, first_line, interpreter) is language
