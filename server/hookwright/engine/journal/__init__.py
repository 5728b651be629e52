"""The journal: what was dispatched and run, kept in a database in the user's state folder.

`place` knows where it is, `records` what is kept.  `writer` takes records from the event loop to a thread of its own,
where `store` writes the `rows` and copes with a database that is busy or broken.  `schema` has the tables and opens
them for `history` and `statistics`.  `payloads` are those that agents gave to the recorder, which writes them itself.
"""

from __future__ import annotations
