"""A script that is a hook by its name, as the tree of a file that has this hook alone."""

from __future__ import annotations

from hookwright.syntax.tree import Kind, Member, Node, Notation, PlacedString, Tree

COMMAND = "command"
"""The key under which the hook has its command."""


def script_tree(text: str, event: str, command: str) -> Tree:
    """The tree of `{EVENT: [{"command": COMMAND}]}`; all of it is at the first line of the text."""
    end = len(text.partition("\n")[0].rstrip("\r"))
    root, hooks, hook = (Node(kind, 0, end) for kind in (Kind.OBJECT, Kind.ARRAY, Kind.OBJECT))
    # Nothing of the command is in the text, so that each of its characters is at the beginning, and its end at the end.
    body = PlacedString(0, end, command, [*([0] * len(command)), end])
    hook.members.append(Member(Node(Kind.STRING, 0, end, COMMAND), body, COMMAND))
    hooks.items.append(hook)
    root.members.append(Member(Node(Kind.STRING, 0, end, event), hooks, event))
    return Tree(text, root, notation=Notation.SCRIPT)
