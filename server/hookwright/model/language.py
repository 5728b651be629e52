"""What a matcher language is: whether a text is a wildcard, names or a pattern, and how a pattern is matched."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from hookwright.model.event import MatchSubject
from hookwright.model.field import Field, JsonType


class Pattern(StrEnum):
    """What a text is that is neither a wildcard nor a plain name."""

    NONE = "only names"
    PERMISSION = "permission rule, such as `Bash(git:*)`"
    REGEX = "regular expression"
    GLOB = "glob over a path"


class Flavor(StrEnum):
    """Whose regular expressions they are: those of Rust and of Go have neither look-around nor back-references."""

    JAVASCRIPT = "JavaScript"
    RUST = "Rust"
    GO = "Go"
    PYTHON = "Python"


LINEAR = (Flavor.RUST, Flavor.GO)
"""Its search takes time in proportion to the length of the text, for every expression."""


class Invalid(StrEnum):
    """What becomes of a regular expression that is not valid."""

    NEVER = "it matches nothing"
    LITERAL = "it is compared as plain text"


class OtherNames(StrEnum):
    """How a matcher is compared with the other names that a tool answers to."""

    ALL = "like its own"
    EXACT = "as plain names only"
    NEVER = "not at all"


class Language(Struct, frozen=True, kw_only=True):
    """A matcher language, as data.

    `wildcards` match everything.  A text made only of name characters (`[A-Za-z0-9_]` and `name_characters`) and
    `separators` is a list of names, each compared exactly, trimmed where `trims`.  Any other text is a `pattern`,
    held against the `whole` subject or searched in it.  Where the language has no `names`, every text is a pattern; if
    it has `separators` anyway, an alternative between them that is exactly the subject matches too, and blanks
    around the alternatives are no part of the expression, unless the text begins with `^` or `(`.
    `flavor` says whose regular expressions they are, `invalid` what becomes of one that is none, and `other_names` how
    a text is compared with the other names of a tool.
    Where it `strips`, blanks around the whole text are no part of it.
    The names of MCP servers' tools begin with the `server_mark`, if there is one: a text that is such a server's
    name covers all its tools, and the text `builtin` those of no server.
    A text that begins with the `served_mark` is about tools of MCP servers alone, which are those that are not in
    `own_tools`: what follows is compared with their names, `*` covers all of them.
    """

    doc: str
    wildcards: frozenset[str] = frozenset({"", "*"})
    separators: str = ""
    name_characters: str = "-"
    trims: bool = False
    strips: bool = False
    names: bool = True
    pattern: Pattern = Pattern.REGEX
    whole: bool = True
    flavor: Flavor = Flavor.JAVASCRIPT
    invalid: Invalid = Invalid.NEVER
    other_names: OtherNames = OtherNames.ALL
    server_mark: str = ""
    builtin: str = ""
    served_mark: str = ""
    own_tools: frozenset[str] = frozenset()


class Criterion(Struct, frozen=True):
    """One key of a structured matcher: what its text is compared with, and the language that it is read in."""

    subject: MatchSubject
    language: Language


class Matchers(Struct, frozen=True, kw_only=True):
    """How groups are matched: by one string in one language, or by an object of several criteria.

    `criteria` are the keys of a structured matcher, all of which have to hold; empty if a matcher is a string.
    `narrow` are the languages that some events use instead, by event name.  `beside` are keys next to the matcher that
    have to hold as well, where the call has what they are about.
    """

    language: Language
    criteria: Mapping[str, Criterion] = field(default_factory=dict)
    narrow: Mapping[str, Language] = field(default_factory=dict)
    beside: Mapping[str, Criterion] = field(default_factory=dict)

    def for_event(self, event: str) -> Language:
        """The language in which matchers of that event are read."""
        return self.narrow.get(event, self.language)

    @property
    def tool_key(self) -> str | None:
        """The key of a structured matcher that is about the tool's name; None if a matcher is a string."""
        return next((name for name, it in self.criteria.items() if it.subject is MatchSubject.TOOL), None)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The keys of a structured matcher, as a file has them."""
        return tuple(Field(name=name, kind=JsonType.STRING, doc=it.language.doc) for name, it in self.criteria.items())
