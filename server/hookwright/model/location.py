"""Where an agent looks for files with hooks, and how the files there are written."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct, field

from hookwright.model.hook import OwnerKind, Scope

if TYPE_CHECKING:
    from hookwright.model.grammar import Grammar


class Format(StrEnum):
    """How a file is written; front matter is YAML between two lines of `---` at the head of a Markdown file.

    A script is not a file of hooks: it is one, for the event that it is called after.
    """

    JSON = "json"
    TOML = "toml"
    FRONT_MATTER = "markdown"
    SCRIPT = "script"

    @property
    def label(self) -> str:
        """Its name in a sentence."""
        return {"markdown": "Markdown", "script": "scripts"}.get(self.value, self.value.upper())


class Location(Struct, frozen=True):
    """A place where the dialect's agent looks for a file: relative to the user's home, the project or a plugin.

    `path` may be a glob (`*` within a folder, `**` across them); that of files of the machine is absolute, and
    `variable` is an environment variable that holds another one.
    In a `manifest` the key of the hooks may also hold
    the path of a file with hooks, or a list of paths and hooks; its other keys are not about hooks.  `grammar` is the
    shape of the files here if it is not the dialect's, `format` how they are written.  A `borrowed` place is another
    agent's, whose files this one reads too.  One that is looked for `upwards` is also in the folders above the project,
    as far as the repository that it is in, whose files apply first.
    The hooks of a file with an `owner` hold while what the file describes is
    in use; of several whose owners have one name, only the first is known, or the last where that is what counts
    (`last_counts`).  `events` says which of its hooks' events are read as another there; `ignored` says that, and why,
    its hooks never run.
    Where files are `unversioned`, one with a number for its version has another agent's form.
    Below a glob that is `visible`, what is called like a hidden file is passed over.  The files of one that is
    `backwards` apply in the reverse order of their names, those of the folders in it behind its own.
    Where other programs use the name of the file, too (`shared`), it is one only if it speaks of hooks.
    If there are `endings`, a file is a hook for the event that is its name before one of these.
    """

    scope: Scope
    path: str
    manifest: bool = False
    grammar: Grammar | None = None
    format: Format = Format.JSON
    borrowed: bool = False
    upwards: bool = False
    owner: OwnerKind | None = None
    events: Mapping[str, str] = field(default_factory=dict)
    ignored: str = ""
    last_counts: bool = False
    unversioned: bool = False
    variable: str = ""
    visible: bool = False
    backwards: bool = False
    shared: bool = False
    endings: tuple[str, ...] = ()

    @property
    def below_home(self) -> bool:
        """Whether `path` is relative to the user's home rather than to the project."""
        return self.scope is Scope.USER


class Import(Struct, frozen=True):
    """A place of another agent whose files this one reads too, `where` a setting says so; `is_usual` where it is on.

    These hooks are not run here: what becomes of them is this agent's own affair.
    """

    location: Location
    where: str
    is_usual: bool = False


class HomeVariable(Struct, frozen=True):
    """The environment variable with the folder that stands for `folder` below the user's home, or for the home."""

    name: str
    folder: str = ""
