"""Converts hook files from one dialect to another, and lists everything that is lost.

`convert` converts files and hooks, `matchers` their matchers.
"""

from __future__ import annotations
