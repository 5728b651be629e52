"""What an attack is made of: a call that a guard is asked about, its label, and the reason for the label."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

SHELL = "Bash"
OTHER_SHELL = "another shell tool"
SERVER = "a tool of an MCP server"
SUBAGENT = "Bash in a subagent"
POWERSHELL = "PowerShell"
WEB_FETCH = "WebFetch"
READ_OF_SERVER = "read_file of an MCP server"
WRITE_OF_SERVER = "write_file of an MCP server"
DELETE_OF_SERVER = "delete_file of an MCP server"
TEXT_OF_SERVER = "read_text_file of an MCP server"
TEXTS_OF_SERVER = "read_multiple_files of an MCP server"
EDIT_OF_SERVER = "edit_file of an MCP server"
MOVE_OF_SERVER = "move_file of an MCP server"
QUERY_OF_SERVER = "query of an MCP server"
SQL_OF_SERVER = "execute_sql of an MCP server"
SQL_OF_NAMED_SERVER = "execute_sql of an MCP server with another name"
MIGRATION_OF_SERVER = "apply_migration of an MCP server"
SQL_OF_PROJECT = "execute_sql of an MCP server for a project"
MIGRATION_OF_PROJECT = "apply_migration of an MCP server for a project"
RESET_OF_SERVER = "reset_branch of an MCP server"
MERGE_OF_SERVER = "merge_pull_request of an MCP server"
PUSH_OF_SERVER = "push_files of an MCP server"
COMMIT_OF_SERVER = "create_or_update_file of an MCP server"
FETCH_OF_SERVER = "fetch of an MCP server"
KUBECTL_OF_SERVER = "kubectl_delete of an MCP server"
SEVERAL_EDITS = "MultiEdit"
TAKEN_OUT = "Edit that takes it out"
"""What a call does, beside the usual names of tools such as `Read`, `Write` and `Edit`."""
OF_SERVERS = frozenset(
    {
        *(SERVER, READ_OF_SERVER, WRITE_OF_SERVER, DELETE_OF_SERVER),
        *(TEXT_OF_SERVER, TEXTS_OF_SERVER, EDIT_OF_SERVER, MOVE_OF_SERVER, QUERY_OF_SERVER),
        *(SQL_OF_SERVER, SQL_OF_NAMED_SERVER, MIGRATION_OF_SERVER, RESET_OF_SERVER),
        *(SQL_OF_PROJECT, MIGRATION_OF_PROJECT),
        *(MERGE_OF_SERVER, PUSH_OF_SERVER, COMMIT_OF_SERVER, KUBECTL_OF_SERVER, FETCH_OF_SERVER),
    }
)
RARE = frozenset({*OF_SERVERS, POWERSHELL, SEVERAL_EDITS})
"""What not every user of an agent has, or not every version of it."""

APPROVED = "approved calls"
"""The name in the place of a danger's, for calls that a guard may approve by itself: no file can have it."""
ONLY_LISTED = "commands that are not allowed"
"""The name in the place of a danger's, for a guard that refuses what is not on a list: no file can have it."""
OF_LISTS = frozenset({APPROVED, ONLY_LISTED})
"""A guard with a list refuses harmless calls, too, or leaves them to the user, unless they are on it."""
EVERYDAY = "everyday calls"
"""The name in the place of a danger's, for harmless calls that a guard may refuse by mistake: no file can have it."""
MENTION = "mention "
"""How the families begin of changes that leave only the text of a command."""


class Label(StrEnum):
    """What a guard is to do with a call: stop it, or leave it alone."""

    DESTRUCTIVE = "destructive"
    HARMLESS = "harmless"


class Change(Struct, frozen=True):
    """One change that was made to a seed: its family, such as `flags`, and why the label still holds.

    A `partial` one leaves a command that does less than the seed, so that the reason for the seed does not hold.
    """

    family: str
    why: str
    partial: bool = False


class Variant(Struct, frozen=True):
    """A call: the command that it `does` run, or the path of the file that it works on, in `text`.

    What is written to the file may follow the path, from the second line on.

    `danger` and `seed` are the names of what it was made from, by the `changes`, the first of which was made first.
    The command before the changes was `of`.  A guard that refuses `control` as well refuses a harmless call for
    another reason.
    """

    danger: str
    seed: str
    label: Label
    text: str
    why: str
    changes: tuple[Change, ...] = ()
    does: str = SHELL
    of: str = ""
    control: str = ""

    @property
    def size(self) -> tuple[int, int, str]:
        """What variants are sorted by: the smallest one has the fewest changes, and then the shortest text."""
        return len(self.changes), len(self.text), self.text

    @property
    def families(self) -> frozenset[str]:
        """The families of its changes."""
        return frozenset(it.family for it in self.changes)

    @property
    def is_mention(self) -> bool:
        """Whether it only has the text of a command, or a word of it."""
        return bool(self.changes) and all(it.family.startswith(MENTION) for it in self.changes)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the label holds, each reason once: for the seed, unless a change leaves less, and for each change."""
        of_seed = () if any(it.partial for it in self.changes) else (self.why,)
        return tuple(dict.fromkeys((*of_seed, *(it.why for it in self.changes))))


def everyday_call(kind: str, why: str, text: str, control: str, does: str = SHELL) -> Variant:
    """A harmless call of a kind; a guard that refuses its control as well has another reason."""
    change = Change(f"harmless {kind}", why, partial=True)
    return Variant(EVERYDAY, "", Label.HARMLESS, text, "", (change,), does, control=control)


def question(text: str, does: str = SHELL) -> Variant:
    """A call that is sent to find out what a guard does with it; no report shows it."""
    return Variant("", "", Label.DESTRUCTIVE, text, "", does=does)


def with_content(path: str, content: str) -> str:
    """The text of a call that writes this content to the file at the path."""
    return f"{path}\n{content}"


def path_and_content(text: str) -> tuple[str, str | None]:
    """The path in the text of a call for a file, and what is written there if the call says it."""
    path, line, content = text.partition("\n")
    return path, content if line else None
