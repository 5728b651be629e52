"""Converts hook files from one dialect to another, and lists everything that is lost.

`convert` converts files, `hooks` each of their hooks, `moments` finds its events and `matchers` its matchers; `writing`
writes the new file, and `scripts` says what the hooks' scripts have to be checked for.
"""

from __future__ import annotations
