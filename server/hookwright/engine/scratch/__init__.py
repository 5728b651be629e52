"""Firing on a copy of the workspace: the hooks change the copy, and the user sees what they changed.

`folder` makes the scratch folder and removes it, `copying` copies the workspace, `cage` keeps hooks from the rest of
the disk where bubblewrap is installed, `changes` compares the copy with what it was.  `stage` puts them together.
"""

from __future__ import annotations
