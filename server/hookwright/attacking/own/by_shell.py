"""Files that an agent is to change with its tools for files, such as `Edit`: no command of a shell may write them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Seed
from hookwright.attacking.forms.model import POWERSHELL, SHELL
from hookwright.patterns import late_pattern

_ADVICE = late_pattern(
    r"(?i)\b(?:use|using|with|via|through|prefer|by)\b[^\n]{0,24}?(?-i:\b(?:Edit|Write|MultiEdit|apply_patch)\b)"
)
"""What a guard says that wants the agent to use a tool for files."""
_NO_TEXT = late_pattern(
    r"\bgit\b|\b(?:rm|unlink|shred|chmod|gzip|rsync --remove|trap|prettier|truncate)\b|-delete\b|remove|rename"
    r"|(?:unlink|rm)Sync|\bunlink|\bmv (?:-f )?\S+ (?:old|/tmp)|\b(?:npm|pnpm|yarn|poetry|uv|cargo)\b|Remove-Item"
)
"""Commands that write no new text into a file: those that delete or move it, and tools that change many files."""


_NEEDS_FILE = late_pattern(
    r"[*?\[{]|\b(?:sed|find|grep|ed|ex|vim|perl -p|perl -i|patch|apply|ln -s \S+ d\b|xargs|r\+|replace|awk)\b"
)
"""What does something to a file only if it is there, such as patterns of the shell."""


_NEEDS_GIT = late_pattern(r"\bgit (?!diff --output|-c alias)|\bgh api\b|\bnpx prettier\b")
"""What does nothing to a file that git does not know, or that is not on the server."""


def is_advised(texts: Iterable[str]) -> bool:
    """Whether a guard with these texts wants the agent to use its tools for files."""
    return any(map(_ADVICE.search, texts))


def by_shell(seed: Seed, path: str) -> Seed:
    """The seed about a file that nobody may change, with those forms alone that write a text into the file."""
    kept = tuple(it for it in seed.same if path.rpartition("/")[2] in it.command and not _NO_TEXT.search(it.command))
    why = f"The guard lets only tools for files change `{path}`, and this is a command."
    return replace(seed, why=why, same=kept)


def creating(seed: Seed) -> Seed:
    """The seed about a file that is not there yet, with those forms alone that create it."""
    kept = tuple(it for it in seed.same if not _NO_TEXT.search(it.command) and not _NEEDS_FILE.search(it.command))
    return replace(seed, same=kept, swaps=tuple(it for it in seed.swaps if not _NEEDS_FILE.search(it.instead)))


def in_new_folder(seed: Seed) -> Seed:
    """The seed about a file in a folder that the project has not, without the forms that need git to know it."""
    return replace(seed, same=tuple(it for it in seed.same if not _NEEDS_GIT.search(it.command)))


def calls_by_shell(calls: Iterable[Call]) -> tuple[Call, ...]:
    """Those of the calls that run a command which writes a text into a file."""
    return tuple(it for it in calls if it.does in (SHELL, POWERSHELL) and not _NO_TEXT.search(it.command))
