"""Aider's edits as calls of the tools that hooks know, and back; each of its edit formats has a form of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Edit = tuple[Any, ...]
ToolCall = tuple[str, dict[str, Any]]
"""The name of a tool, and its input."""


def calls_of(edit: Edit, absolute: Callable[[str], str]) -> list[ToolCall]:
    """The tool calls that an edit amounts to; none if its form is not known."""
    match edit:
        case (str(path), str(old), str(new)):
            return [_edit(absolute(path), old, new)]
        case (str(path), _, list(lines)):
            return [_write(absolute(path), "".join(lines))]
        case (str(path), list(hunk)):
            return [_edit(absolute(path), *_sides(hunk))]
        case (str(path), action) if hasattr(action, "chunks"):
            return _of_patch(absolute(path), action, absolute)
    return []


def changed(edit: Edit, given: Mapping[str, Any], relative: Callable[[str], str]) -> Edit | None:
    """The edit with the input that a hook has changed; None if this form of edits cannot express it."""
    try:
        path = relative(given["file_path"])
        match edit:
            case (_, str(), str()):
                return (path, given["old_string"], given["new_string"])
            case (_, source, list()):
                return (path, source, given["content"].splitlines(keepends=True))
            case (_, list()):
                removed = [f"-{it}" for it in given["old_string"].splitlines(keepends=True)]
                added = [f"+{it}" for it in given["new_string"].splitlines(keepends=True)]
                return (path, removed + added)
    except (KeyError, TypeError, AttributeError):
        # What the hook has made of it is no such call any more.
        return None
    return None


def _edit(path: str, old: str, new: str) -> ToolCall:
    return "Edit", {"file_path": path, "old_string": old, "new_string": new}


def _write(path: str, content: str) -> ToolCall:
    return "Write", {"file_path": path, "content": content}


def _sides(hunk: list[str]) -> tuple[str, str]:
    """What a hunk of a unified diff finds, and what it puts there."""
    old = "".join(it[1:] if it[:1] in {" ", "-"} else it for it in hunk if it[:1] != "+")
    new = "".join(it[1:] if it[:1] in {" ", "+"} else it for it in hunk if it[:1] != "-")
    return old, new


def _of_patch(path: str, action: Any, absolute: Callable[[str], str]) -> list[ToolCall]:  # noqa: ANN401  Aider's own
    """A file that is removed counts as emptied, and one that is moved as written where it comes to be."""
    if action.new_content is not None or not action.chunks:
        return [_write(path, action.new_content or "")]
    calls = [_edit(path, "\n".join(it.del_lines), "\n".join(it.ins_lines)) for it in action.chunks]
    if action.move_path:
        inserted = "\n".join(line for it in action.chunks for line in it.ins_lines)
        calls.append(_write(absolute(action.move_path), inserted))
    return calls
