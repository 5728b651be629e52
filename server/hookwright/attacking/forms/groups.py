"""Groups of kinds of changes that every command allows: a reader of a report takes those of one group for the same."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.patterns import late_pattern

_GROUPS = (
    ("path", r"path"),
    ("quotes of all arguments", r"quotes in all"),
    ("quotes of the program", r"quotes$"),
    ("quotes of later arguments", r"quotes in later"),
    ("quotes of options", r"quotes in flags"),
    ("quotes of settings", r"quotes around a setting"),
    ("quotes of values", r"quotes around a value"),
    ("quotes", r"quotes"),
    ("backslashes of later arguments", r"backslashes in later"),
    ("backslashes", r"backslashes"),
    ("escapes", r"escapes"),
    ("blanks in variables", r"blanks in"),
    ("blanks", r"blanks"),
    ("lines between arguments", r"lines (behind|before)"),
    ("lines", r"lines"),
    ("functions", r"variables in functions|place run"),
    ("parts of arguments in variables", r"variables in words of"),
    ("parts of words in variables", r"variables in words"),
    ("arguments in variables", r"variables in"),
    ("variables", r"variables"),
    ("substitution", r"substitution"),
    ("braces", r"braces"),
    ("xargs", r"wrapper xargs"),
    ("apostrophes", r"place .*it's"),
    ("behind", r"place (;t|\|c|&&t|>)"),
    ("in a group", r"place (\(|\{)"),
    ("in a substitution", r"place echo"),
    ("a variable before", r"wrapper assignment"),
    ("another line before", r"place ls\Z"),
    ("another command before", r"place (ls;|cd|true ?&&)"),
    ("another program before", r"wrapper (env|nice|nohup|sudo|time|timeout)\Z"),
    ("eval of several words", r"shell eval quoted"),
    ("eval", r"shell (eval|.*; ?eval|trap)"),
    ("text of a shell", r"shell .* -l?c\b"),
    ("input of a shell", r"shell"),
    ("encoded", r"encoded"),
    ("words in another language", r"language \w+ words"),
    ("another language", r"language"),
    ("another tool of the agent", r"tool another shell"),
    ("tool of a server", r"tool a tool of"),
    ("very long", r"long command"),
    ("mention in a message", r"mention message"),
    ("mention in a search", r"mention (search|history)"),
    ("mention behind a separator in quotes", r"mention separator"),
    ("mention as a line of a file", r"mention line"),
)
"""The name of each group, and how the families of its changes begin; the first that matches counts."""
_PATTERNS = tuple((name, late_pattern(begins)) for name, begins in _GROUPS)

_CONTRIVED = late_pattern(
    r"alias|backslashes|blanks in|braces|encoded|escapes|language (awk|git|perl)|lines in|renamed"
    r"|flags (in a variable|from xargs)|pattern of|quotes( in (flags|later)| inside|$)"
    r"|redirections|substitution|variables|shell (\.|bash <|busybox|c=|eval quoted|printf|read|source|trap|<<)"
    r"|place (case|for|run|while|echo \"it|# it|>&2|false|\{)|wrapper (at$|!)"
    r"|wrapper (find|flock|ionice|read|redirection|setsid|stdbuf)"
    r"|(same|other)\b.*\b(alias|braces|escape|odd|printf|promise|put together|rare|substitution|variables?)\b"
    r"|(same|other)\b.*\b(joined (in|texts|with)|(brackets|question mark) for|(pattern|quotes) in the name)\b"
    r"|(same|other)\b.*\b(brackets|question mark|encoded name|(sent|sourced|name|copy|list) by (a|two) patterns?"
    r"|pattern in the folder|stars for the folders)\b|other program of git"
)
_ARTIFICIAL = late_pattern(
    r"mention (apart|behind|comment|longer)|harmless words (before|behind|in a pipe|on the next line)"
)
_FIRST = late_pattern(
    r"flags [A-Z`]|order\Z|options before|other name |(same: |other )usual "
    r"|harmless (longer name|end of another name|.*\bname (begins|ends) so|.*\bof that name elsewhere)"
)
"""What people write every day, such as names that only begin as one that a guard keeps."""


def strangeness(families: Sequence[str]) -> int:
    """How strange the changes look to a reader: from 0, none, other flags or another order, which everybody writes.

    At 2 are those that nobody writes except to get past a guard.
    """
    if any(map(_CONTRIVED.match, families)):
        return 2
    return 0 if not families or any(map(_FIRST.match, families)) else 1


def is_unlikely(families: Sequence[str]) -> bool:
    """Whether hardly anybody writes such a call, if not to try a guard."""
    return strangeness(families) > 1 or any(map(_ARTIFICIAL.match, families))


def group(families: Sequence[str]) -> str | None:
    """The group that the first change belongs to; None for what is tried with one command before any other."""
    return next((name for name, begins in _PATTERNS if families and begins.match(families[0])), None)
