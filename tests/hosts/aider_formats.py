"""Aider's edit formats: `python aider_formats.py FOLDER` has each make an edit that a hook has changed.

It prints the tools that each edit amounts to, and what is in the file once it was made.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from aider.coders import Coder
from aider.io import InputOutput
from aider.models import Model
from hookwright_aider_edits import calls_of, changed

REPLIES = {
    "diff": "one.txt\n```\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n```\n",
    "whole": "one.txt\n```\nnew\n```\n",
    "udiff": "```diff\n--- one.txt\n+++ one.txt\n@@ ... @@\n-old\n+new\n```\n",
    "patch": "*** Begin Patch\n*** Update File: one.txt\n@@\n-old\n+new\n*** End Patch\n",
}


def tried(folder: Path, form: str) -> dict[str, Any]:
    """What becomes of a reply in that format."""
    path = folder / "one.txt"
    path.write_text("old\n")
    io = InputOutput(yes=True, pretty=False, chat_history_file=None)
    coder = Coder.create(
        main_model=Model("openai/scripted"), edit_format=form, io=io, fnames=[str(path)], use_git=False, map_tokens=0
    )
    coder.partial_response_content = REPLIES[form]
    edit = coder.get_edits()[0]
    calls = calls_of(edit, coder.abs_root_path)
    renamed = {name: it.replace("new", "newer") for name, it in calls[0][1].items()}
    other = changed(edit, renamed, coder.get_rel_fname)
    coder.apply_edits([other or edit])
    return {"calls": calls, "changed": other is not None, "text": path.read_text()}


def main(folder: str) -> None:
    """Every format, as JSON."""
    os.chdir(folder)
    sys.stdout.write(f"\n{json.dumps({it: tried(Path(folder), it) for it in REPLIES})}\n")


if __name__ == "__main__":
    main(sys.argv[1])
