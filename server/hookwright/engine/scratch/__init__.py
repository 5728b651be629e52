"""Firing on a copy of the workspace: the hooks change the copy, and what they changed is told.

`folder` makes the scratch folder and takes it away, `listing` says which files are copied, `copying` copies them,
`repository` brings git's own data along, `cage` keeps hooks from the rest of the disk where bubblewrap is installed,
`changes` compares the copy with what it was.  `stage` puts them together.
"""

from __future__ import annotations
