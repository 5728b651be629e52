"""A proxy between a client and an agent of the Agent Client Protocol, in which hooks have their say.

It stands on the protocol's Python SDK for what it writes, the names of methods, and the shapes of tool calls.  What
hooks have no say in passes as the bytes that came, if every program reads them alike, and is refused if not: the SDK's
own connections would number requests anew, drop what they do not know, and lose the order of notifications.
"""

from __future__ import annotations
