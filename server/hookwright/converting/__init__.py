"""Converts hook files from one dialect to another, and lists everything that is lost.

`convert` converts files, `hooks` each of their hooks, `moments` finds its events, `matchers` its matchers and
`variables` the folders in its texts.  `scripts` finds out whether it still refuses, and `writing` writes the new file.
"""

from __future__ import annotations
