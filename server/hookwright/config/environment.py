"""The variables that settings files put into the environment of the agent, and so of every hook that it runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.syntax.tree import Kind, Node, child, plain


def settings_environment(dialect: Dialect, files: Sequence[HookFile]) -> Mapping[str, str]:
    """The variables that the files set together, in the order in which they apply: the last of them counts.

    Empty if the agent has no such setting.  Files that it skips, and those of plugins, set none.
    """
    return dict(pair for file in files for pair in _of_file(dialect, file))


def variable_nodes(dialect: Dialect, file: HookFile) -> Iterator[tuple[str, Node]]:
    """Each variable that the agent takes from a file, by name, with its value's place."""
    settings, root = dialect.running.settings_environment, file.tree.root
    if settings is None or root is None or file.scope is Scope.PLUGIN or file.voided or file.owner is not None:
        return
    node = child(root, settings.key)
    for it in node.members if node is not None and node.kind is Kind.OBJECT else ():
        refused = it.name in settings.only_user and file.scope in (Scope.PROJECT, Scope.LOCAL)
        if it.name not in settings.own and not refused and _is_name(it.name):
            yield it.name, it.value


def _of_file(dialect: Dialect, file: HookFile) -> Iterator[tuple[str, str]]:
    for name, node in variable_nodes(dialect, file):
        text = as_text(plain(node))
        if "\0" not in text:
            yield name, text


def _is_name(name: str) -> bool:
    return bool(name) and "=" not in name and "\0" not in name


def as_text(value: Any) -> str:  # noqa: ANN401  any value of JSON
    """The value as JavaScript writes it into an environment."""
    match value:
        case str():
            return value
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case float() if value.is_integer():
            return str(int(value))
        case list():
            return ",".join("" if it is None else as_text(it) for it in value)
        case dict():
            return "[object Object]"
    return str(value)
