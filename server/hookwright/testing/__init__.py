"""Hook tests: files that say what a hook must decide, and the code that checks it.

`case` is what a test says, `read` reads it from YAML, `hookassert` from that tool's fixtures, `run` fires it for real,
`expect` compares, and `reports` presents the results.  `schema` describes the files.
"""

from __future__ import annotations
