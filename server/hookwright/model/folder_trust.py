"""How an agent keeps which folders its user trusts: in others, it runs no hooks of the project."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from hookwright.model.hook import Scope


class FolderTrust(Struct, frozen=True, kw_only=True):
    """Where that is: the JSON file at `path`, in the agent's folder below the user's home, or what `variable` names.

    It has a word for each of some folders, which counts for all that is below: one of those that trust it,
    `trusting`, or those that trust the folder around it, `trusting_around`, or that do not, `distrusting`.  It
    counts only if the `switch` is true in the settings of the machine or the user, `is_on` if they do not say, or
    if it is true in those of the project.  Every folder is trusted if one of the variables `trusted_by` has its
    value.  Hooks of the `scopes` need trust, and the user changes it with the `command` of the agent.
    """

    path: str
    variable: str
    switch: tuple[str, ...]
    is_on: bool
    command: str
    trusting: frozenset[str] = frozenset({"TRUST_FOLDER"})
    trusting_around: frozenset[str] = frozenset({"TRUST_PARENT"})
    distrusting: frozenset[str] = frozenset({"DO_NOT_TRUST"})
    trusted_by: Mapping[str, str] = field(default_factory=dict)
    scopes: frozenset[Scope] = frozenset({Scope.PROJECT, Scope.LOCAL})
