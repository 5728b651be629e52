"""A matcher names a tool that does not exist, but the name is close to one that does.

## What it does

Reports each name in a matcher that no known tool has, if a known tool has nearly the same name: in another case, or
with a spelling mistake. It applies to tool events of every agent whose tools are known.
In a regular expression, these are the alternatives, also those in groups and between `^` and `$`.

Also reports:

- a matcher that is written like a regular expression, for agents where a matcher is not one
- tools of an MCP server that comes with the plugin, if they are named as if the user had set the server up

Does not report names that are not close to any known tool, because agents can have tools of any name.
If the matcher also has the right name, the finding is a warning.

## Why

Agents compare names letter by letter, so the hook never runs for that tool. A guard lets every call of it through.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "write|edit", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write the names of the tools:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes the name of the known tool, or the beginning of the names that the plugin's tools have.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping

from hookwright.analysis.matchers.mistakes import joined, with_bars, without_blanks
from hookwright.analysis.matchers.texts import MatcherText, Word, matcher_texts, pieces, trimmed, words
from hookwright.analysis.rule import Disk, Fact, Finding, Rule, Subject
from hookwright.analysis.suggest import folded, nearest, slips
from hookwright.matching.expressions import remembered
from hookwright.matching.matcher import Form, Name, parse_matcher
from hookwright.model.language import Pattern
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import plain

_PLAIN = late_pattern(r"[A-Za-z0-9_-]+")
_BETWEEN = late_pattern(r"[^,|\s]+")
# What no tool's name has, and no glob.
_EXPRESSION = late_pattern(r"[|^$()\\+,]|\.\*")
_ODD = late_pattern(r"[][*+?^$\\{}]")


def _check(subject: Subject) -> Iterator[Finding]:
    dialect, texts = subject.file.dialect, matcher_texts(subject.file)
    served = dialect.servers.prefix
    bundled = bundled_servers(subject) if any(served in it.text for it in texts) else {}
    names = tuple([it.name for it in dialect.tools])
    for text in texts:
        if bundled and text.tools and served in text.text:
            yield from _of_plugin(bundled, served, text)
        if joined(text):
            continue
        if text.language.pattern is Pattern.PERMISSION and _is_no_name(text):
            yield _unreadable(text)
        elif text.language.pattern is Pattern.GLOB and text.tools and _EXPRESSION.search(text.text):
            yield _no_glob(text)
        else:
            known = names if text.tools is dialect.tools else tuple([it.name for it in text.tools])
            for word in _asked_for(text) if known else ():
                piece, meant = word.name, _meant(text, word, known, served)
                if meant is not None:
                    message = f"no tool is named `{piece.text}`, so it never matches; did you mean `{meant}`?"
                    # Where the right name is there as well, nothing is lost.
                    severity = Severity.WARNING if any(trimmed(it).text == meant for it in pieces(text)) else None
                    yield Finding(
                        text.place(piece.start, piece.end),
                        message,
                        (text.change(piece, _alone(text, word, meant, known)),),
                        severity,
                    )


def _alone(text: MatcherText, word: Word, meant: str, known: tuple[str, ...]) -> str:
    """A tool's name so that it does not match the tools whose names have it as a part."""
    is_part = text.searched and not word.whole and any(meant in it for it in known if it != meant)
    return f"^{meant}$" if is_part else meant


def _asked_for(text: MatcherText) -> Iterator[Word]:
    """The names that the matcher asks for, or was to ask for where what stands between them is wrong."""
    if with_bars(text) is None and without_blanks(text) is None:
        yield from words(text)
        return
    for found in _BETWEEN.finditer(text.text):
        yield Word(Name(found[0], found.start(), found.end()))


def _of_plugin(servers: Mapping[str, str], served: str, text: MatcherText) -> Iterator[Finding]:
    """The tools of the plugin's own servers, under names that they do not have."""
    bundled = {f"{served}{server}": prefix for server, prefix in servers.items()}
    for piece in pieces(text):
        begins = re.match(r"[\s^(]*", piece.text)
        start = begins.end() if begins else 0
        for named, prefix in bundled.items():
            rest = piece.text[start:].removeprefix(named)
            if len(rest) < len(piece.text) - start and (not rest or rest.startswith("__")):
                written = Name(
                    f"{named}{rest[:2]}", piece.start + start, piece.start + start + len(named) + len(rest[:2])
                )
                message = f"this plugin's tools are named `{prefix}…`, so `{written.text}` never matches them"
                yield Finding(text.place(written.start, written.end), message, (text.change(written, prefix),))


def _is_no_name(text: MatcherText) -> bool:
    """Whether it is neither a name that a tool can have nor a rule about one."""
    return text.matcher.fault is not None or (text.matcher.form is Form.NAMES and bool(_ODD.search(text.text)))


def _unreadable(text: MatcherText) -> Finding:
    written = text.text.strip().removeprefix("^").removesuffix("$")
    name = written.rstrip("*+").removesuffix(".")
    candidates = (f"{written})" if "(" in written else "", name, "" if name else "*")
    meant = next((it for it in candidates if it and _is_known(text, it)), None)
    message = f"`{text.text}` is not a tool's name, and a matcher is not a regular expression here, so it never matches"
    if meant is None:
        return Finding(text.place(), f"{message}; write a name, `*` or `Tool(pattern)`")
    return Finding(text.place(), f"{message}; did you mean `{meant}`?", (text.rewrite(meant),))


def _no_glob(text: MatcherText) -> Finding:
    """A regular expression, or several names, where one name or a glob is read."""
    meant = text.text.strip().removeprefix("^").removesuffix("$").replace(".*", "*")
    message = f"`{text.text}` never matches: a matcher is one name or a glob here, not a regular expression or a list"
    if _EXPRESSION.search(meant):
        return Finding(text.place(), f"{message}; write an entry for each name")
    return Finding(text.place(), f"{message}; did you mean `{meant}`?", (text.rewrite(meant),))


def _is_known(text: MatcherText, meant: str) -> bool:
    matcher = parse_matcher(text.language, meant)
    return matcher.form is Form.WILDCARD or any(it.name == name.text for it in text.tools for name in matcher.names)


def _meant(text: MatcherText, asked: Word, known: tuple[str, ...], served: str) -> str | None:
    piece = asked.name
    word = trimmed(piece).text
    if not _PLAIN.fullmatch(word) or (served and word.startswith(served)):
        return None
    # Blanks around an alternative belong to it, unless the language takes them away.
    written = word if text.is_regex and text.matcher.names else piece.text
    return _slip_of(known, written, searched=text.searched and not asked.whole)


@remembered(maxsize=1024)
def _slip_of(known: tuple[str, ...], written: str, *, searched: bool) -> str | None:
    """The tool that is meant by a name that is none of those known, nor a part of one where parts are found."""
    if any(written in it if searched else written == it for it in known):
        return None
    word = written.strip()
    meant = nearest(word, known)
    return meant if meant is not None and _is_slip(word, meant) else None


def _is_slip(word: str, meant: str) -> bool:
    """Whether it can hardly be another tool's name: stricter than elsewhere, as agents can be given any tool."""
    if folded(word) == folded(meant):
        return True
    allowed = 0 if len(word) < 3 else 1 if len(word) < 8 else 2
    return slips(word.lower(), meant.lower(), allowed + 1) <= allowed


def bundled_servers(subject: Subject) -> Mapping[str, str]:
    """By a server's name, the beginning of its tools' names; nothing for a file that is not a plugin's."""
    told = subject.file.dialect.plugins.servers
    folder = subject.file.plugin if told is not None else None
    if told is None or folder is None:
        return {}
    manifest = _object(subject.disk, os.path.join(folder, told.manifest))
    name = manifest.get("name")
    if not isinstance(name, str) or not name:
        return {}
    beside = _object(subject.disk, os.path.join(folder, told.file))
    named = manifest.get(told.key)
    if isinstance(named, str):
        named = _object(subject.disk, os.path.normpath(os.path.join(folder, named))).get(told.key)
    # The file may hold the servers themselves, without the key around them.
    servers = {**_mapping(beside.get(told.key, beside)), **_mapping(named)}
    return {it: told.prefix(name, it) for it in servers}


def _object(disk: Disk, path: str) -> Mapping[str, object]:
    text = disk.text(path)
    root = parse(text).root if text else None
    return _mapping(plain(root)) if root is not None else {}


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


RULE = Rule(
    "HW303",
    "matcher-never-matches",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
