"""Hook tests: files that say which decision a hook must come to, and what holds them to it.

`case` is what a test says, `read` reads it from YAML, `hookassert` from that tool's fixtures, `run` fires it for real,
`expect` compares, and `text`, `junit` and `github` tell the result.  `schema` describes the files.
"""

from __future__ import annotations
