"""How an agent keeps which hooks its user has approved: it runs no other."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from hookwright.model.hook import Scope


class Approval(Struct, frozen=True, kw_only=True):
    """Where they are: the TOML file at `path`, in the agent's folder below the user's home, has them in a `table`.

    A hook's key there is the path of its file, its event in lower case with underscores, and the numbers of its group
    and of the hook in it, joined by colons.  Its digest is at `digest`: SHA-256 of the hook as JSON, with the keys that
    a hook may have (`keys`, with their usual values); with others it is not known.  The hook is off where `switch` is
    false.  Hooks of the `scopes` need one; the user gives it with the `command` of the agent.
    The table `projects` has an object for each project, by its path, that says at `trust` whether its user trusts it:
    what a project has is not read where that is `distrusted`.
    """

    path: str
    table: tuple[str, ...]
    digest: str
    switch: str
    keys: Mapping[str, object] = field(default_factory=dict)
    scopes: frozenset[Scope] = frozenset({Scope.USER, Scope.PROJECT, Scope.LOCAL})
    command: str = ""
    projects: str = "projects"
    trust: str = ""
    distrusted: str = ""
