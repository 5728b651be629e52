"""hookwright, which notes the files that it opens, the Python texts that it parses, and what it imports."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

_CODE = """\
import os, sys
log = os.open(os.path.join(os.environ["HOME"], "noted"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        os.write(log, f"read {os.path.realpath(arguments[0])}\\n".encode())
    elif event == "compile" and isinstance(arguments[0], bytes):
        os.write(log, b"parse " + arguments[0].partition(b"\\n")[0] + b"\\n")
    elif event == "import":
        os.write(log, f"import {arguments[0]}\\n".encode())

sys.addaudithook(note)
sys.argv[0] = "hookwright"
from hookwright.__main__ import main
main()
"""


def noting(*arguments: str) -> list[str]:
    """The command that starts it."""
    return [sys.executable, "-c", _CODE, *arguments]


def noted(home: Path) -> Counter[str]:
    """How often it has opened each file, `read PATH`, parsed each text, `parse FIRST LINE`, and looked for modules."""
    return Counter((home / "noted").read_text(encoding="utf-8", errors="replace").splitlines())
