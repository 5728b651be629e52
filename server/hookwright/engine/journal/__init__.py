"""The journal: what was dispatched and run, kept in a database in the user's state folder.

`place` knows where it lies, `records` what is kept.  `writer` takes records from the event loop into a thread of its
own, where `keeper` bears with a database that is busy or broken and `store` writes, by `schema` and `retention`.
`reading` opens it for `history` and `statistics`.
"""

from __future__ import annotations
