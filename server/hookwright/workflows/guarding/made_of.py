"""Names of a script that come to nothing but what is known, through whatever other names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet


def made_of(known: AbstractSet[str], parts: Mapping[str, AbstractSet[str] | None]) -> frozenset[str]:
    """The known names, and those whose `parts` are among the result; None stands for parts that nobody knows."""
    left = {name: it - known for name, it in parts.items() if it is not None}
    users = defaultdict[str, list[str]](list)
    for name, it in left.items():
        for part in it:
            users[part].append(name)
    missing = {name: len(it) for name, it in left.items()}
    found = set(known)
    ready = [name for name, count in missing.items() if not count]
    while ready:
        name = ready.pop()
        found.add(name)
        for user in users.pop(name, ()):
            missing[user] -= 1
            if not missing[user]:
                ready.append(user)
    return frozenset(found)
