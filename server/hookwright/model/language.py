"""What a matcher language is: whether a text is a wildcard, names or a pattern, and how a pattern is matched."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Pattern(StrEnum):
    """What a text is that is neither a wildcard nor a plain name."""

    NONE = "only names"
    PERMISSION = "permission rule, such as `Bash(git:*)`"
    REGEX = "JavaScript regular expression"
    GLOB = "glob over a path"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A matcher language, as data.

    `wildcards` match everything.  A text made only of name characters (`[A-Za-z0-9_]` and `name_characters`) and
    `separators` is a list of names, each compared exactly, trimmed where `trims`.  Any other text is a `pattern`,
    held against the `whole` subject or searched in it.  Where the language has no `names`, every text is a pattern.
    """

    doc: str
    wildcards: frozenset[str] = frozenset({"", "*"})
    separators: str = ""
    name_characters: str = "-"
    trims: bool = False
    names: bool = True
    pattern: Pattern = Pattern.REGEX
    whole: bool = True
