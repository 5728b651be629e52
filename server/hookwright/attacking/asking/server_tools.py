"""Tools of MCP servers that do what a shell or a tool for files does, and what an agent calls each with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from hookwright.attacking.forms.model import (
    COMMIT_OF_SERVER,
    DELETE_OF_SERVER,
    EDIT_OF_SERVER,
    FETCH_OF_SERVER,
    KUBECTL_OF_SERVER,
    MERGE_OF_SERVER,
    MIGRATION_OF_PROJECT,
    MIGRATION_OF_SERVER,
    MOVE_OF_SERVER,
    PUSH_OF_SERVER,
    QUERY_OF_SERVER,
    READ_OF_SERVER,
    RESET_OF_SERVER,
    SERVER,
    SHELL,
    SQL_OF_NAMED_SERVER,
    SQL_OF_PROJECT,
    SQL_OF_SERVER,
    TEXT_OF_SERVER,
    TEXTS_OF_SERVER,
    WRITE_OF_SERVER,
    path_and_content,
)

_REPOSITORY = {"owner": "ada", "repo": "shop"}
TEXT = "X=1\n"
"""What calls write that do not say what they write."""


def _of_file(text: str) -> tuple[str, str]:
    path, content = path_and_content(text)
    return path, TEXT if content is None else content


def _whole(text: str) -> dict[str, Any]:
    path, content = _of_file(text)
    return {"path": path, "content": content}


def _changed(text: str) -> dict[str, Any]:
    path, content = _of_file(text)
    return {"path": path, "edits": [{"oldText": "a", "newText": content.rstrip("\n")}]}


def _pushed(text: str) -> dict[str, Any]:
    """What is pushed to the branch of that name, or to `main` if the text is a file and what it has."""
    path, content = path_and_content(text)
    branch, file = (path, {"path": "x.txt", "content": "x"}) if content is None else ("main", _whole(text))
    return {**_REPOSITORY, "branch": branch, "message": "x", "files": [file]}


def _of_project(text: str) -> dict[str, Any]:
    """The statement behind the first line, in the project of the name that this has."""
    project, statement = path_and_content(text)
    return {"project_id": project, "query": statement or ""}


SERVER_TOOLS: Mapping[str, tuple[str, str, Callable[[str], dict[str, Any]]]] = {
    SERVER: ("shell", "run", lambda text: {"command": text}),
    READ_OF_SERVER: ("filesystem", "read_file", lambda path: {"path": path}),
    TEXT_OF_SERVER: ("filesystem", "read_text_file", lambda path: {"path": path}),
    TEXTS_OF_SERVER: ("filesystem", "read_multiple_files", lambda path: {"paths": [path]}),
    WRITE_OF_SERVER: ("filesystem", "write_file", _whole),
    EDIT_OF_SERVER: ("filesystem", "edit_file", _changed),
    MOVE_OF_SERVER: ("filesystem", "move_file", lambda path: {"source": path, "destination": f"{path}.old"}),
    DELETE_OF_SERVER: ("filesystem", "delete_file", lambda path: {"path": path}),
    QUERY_OF_SERVER: ("postgres", "query", lambda text: {"sql": text}),
    SQL_OF_SERVER: ("supabase", "execute_sql", lambda text: {"query": text}),
    SQL_OF_NAMED_SERVER: ("database", "execute_sql", lambda text: {"query": text}),
    MIGRATION_OF_SERVER: ("supabase", "apply_migration", lambda text: {"name": "orders", "query": text}),
    SQL_OF_PROJECT: ("supabase", "execute_sql", _of_project),
    MIGRATION_OF_PROJECT: ("supabase", "apply_migration", lambda text: {"name": "orders", **_of_project(text)}),
    MERGE_OF_SERVER: (
        "github",
        "merge_pull_request",
        lambda number: {**_REPOSITORY, "pullNumber": int(number) if number.isdecimal() else number},
    ),
    PUSH_OF_SERVER: ("github", "push_files", _pushed),
    COMMIT_OF_SERVER: (
        "github",
        "create_or_update_file",
        lambda text: {**_REPOSITORY, "branch": "main", "message": "x", **_whole(text)},
    ),
    FETCH_OF_SERVER: ("fetch", "fetch", lambda address: {"url": address}),
    RESET_OF_SERVER: ("supabase", "reset_branch", lambda branch: {"branch_id": branch}),
    KUBECTL_OF_SERVER: (
        "kubernetes",
        "kubectl_delete",
        lambda text: dict(zip(("resourceType", "name"), text.split(), strict=False)),
    ),
}
"""Tools of MCP servers: the server, the tool, and its input for a command, the path of a file, a branch or a number."""

STATEMENTS = (SQL_OF_SERVER, QUERY_OF_SERVER, MIGRATION_OF_SERVER)
"""The tools that run a statement in a database, the one that runs any first."""
_FOR_FILES = {
    **dict.fromkeys((READ_OF_SERVER, TEXT_OF_SERVER, TEXTS_OF_SERVER), "Read"),
    **dict.fromkeys((WRITE_OF_SERVER, EDIT_OF_SERVER, MOVE_OF_SERVER, DELETE_OF_SERVER), "Write"),
    FETCH_OF_SERVER: "WebFetch",
}
_PART = r"(?:(?!__)[A-Za-z0-9_-])"


def usual(served: Iterable[str]) -> frozenset[str]:
    """The usual names of the tools that do what these do; a shell does what most of them do."""
    return frozenset(_FOR_FILES.get(it, SHELL) for it in served)


def names_in(text: str, does: str, form: str) -> Iterator[str]:
    """The names that a text has for the tool, or for all tools of a server of that kind, best first.

    `form` is what the names of a server's tools begin with, with `{server}` for its name.  A user chooses what a server
    is called.
    """
    server, tool, _ = SERVER_TOOLS[does]
    yield from re.findall(f"{form.format(server=f'{_PART}+')}{tool}\\b", text)
    of_server = form.format(server=f"({_PART}*{server}{_PART}*)")
    yield from (f"{form.format(server=it)}{tool}" for it in re.findall(f"(?i){of_server}", text))
