"""The shapes of hookwright's own answers, which clients' types are made from.

`base` is what all of them are.  `outcome` is what an event came to, `inquiries` what is said of hooks without a run,
`places` where something stands in a document.  `hook_tree`, `firing` and `hook_tests` are each a view of the editor's.
"""

from __future__ import annotations
