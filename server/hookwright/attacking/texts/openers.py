"""Files that the text of a guard names, and with which the guard may let pass what it stops: the state of a gate.

Which of them opens the gate, only the guard can say: each is written into a copy of the project, and it is asked.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from hookwright.attacking.texts.composed import composed
from hookwright.patterns import late_pattern

_PATH = late_pattern(r"(?:~|\$\{?\w+\}?|\.\.?)?(?:/?[\w@.-]*(?:\$\{?\w+\}?|\{\w+\})?[\w@.-]*)+")
_JOINED = late_pattern(r"(?:\b(?:join|resolve|Path)\(|[\w)] */ *(?=f?[\"']))([^\n]{4,200})")
"""Behind this, a line has the parts of a path, as Python and JavaScript put them together."""
_PART = late_pattern(r"(?:(\w+)\s*\+\s*)?f?[\"'`]([\w@./{}$-]{1,80})[\"'`]")
_LITERAL = late_pattern(r"[\"'`]([\w@./{}$-]{1,80})[\"'`]")
_URL = late_pattern(r"\w+://\S+")
_ROOT = late_pattern(r"^(?:\$\{?\w+\}?|\{\w+\}|\.)?/+")
"""A variable that a path begins with, which is the folder of the project or of the guard."""
_VARIABLE = late_pattern(r"\$\{?\w+\}?|\{\w+\}")
_STATE = late_pattern(
    r"(?i)(^|[/._-])(state|status|marker|stamp|pass(ed)?|ok|done|verif\w*|review\w*|approv\w*|test(s|ed)?|check(s|ed)?"
    r"|gate\w*|ready|green|lint\w*|build|result\w*|allow\w*|sentinel|flag|qa|evidence|last)([/._-]|$)"
)
"""What the name of such a file says."""
_OF_CODE = late_pattern(
    r"\.(sh|bash|py|m?[jt]sx?|cjs|md|toml|ya?ml|rb|go|rs|lock)$|^(?:usr|bin|etc|dev|opt|proc|tmp|var)/"
)
_KEY = late_pattern(r"\.get\([\"'](\w+)[\"']|\[[\"'](\w+)[\"']\]|[\w)?]\.([a-z]\w+)|[\"' (|]\.(\w+)")
_COMPARED = late_pattern(r"(?:===?|!==?|-eq|\beq\b|\bin\b|=)\s*[\[({]?\s*[\"']([A-Za-z][\w-]{1,20})[\"']")
_SEARCHED = late_pattern(r"(?:grep|includes|search|test|match|startswith)\W[^\n\"']{0,30}[\"']([\w: =-]{2,40})[\"']")
_COMMIT = late_pattern(r"(?i)(^|_)(head|sha|commit|hash|rev)(_|$)|(Head|Sha|Commit|Hash)$")
_BRANCH = late_pattern(r"(?i)branch")
_CHECKS = late_pattern(
    r"(?i)\b(tests?|tested|verif\w+|checks?|review\w*|lint\w*|builds?|valid\w+|typecheck|coverage)\b"
)
_TIME = late_pattern(r"(?i)^(at|ts|time|date|when|epoch)$|time|stamp|_at$|At$|date")
_WORD = late_pattern(r"(?i)status|verdict|result|state|outcome|conclusion|decision")
_USUAL = ("head", "commit", "sha", "branch", "status", "verdict", "result", "passed", "ok", "timestamp")
_WORDS = ("pass", "passed", "ok", "approved", "success", "green")
_MOST_PATHS, _MOST_WORDS, _MOST_KEYS = 8, 3, 30


class Where(Struct, frozen=True):
    """What a file may have to name: the commit and the branch that are checked out, and the time in seconds."""

    commit: str
    branch: str
    now: float = 0.0


def state_files(texts: Iterable[str], scripts: Sequence[str], branch: str) -> list[str]:
    """Paths of such files in the project, the likely ones first; `scripts` are those of the guard, from the project."""
    found: dict[str, None] = {}
    for text in map(composed, texts):
        for path in _named(text):
            it = _in_project(path, scripts, branch)
            if it and not _OF_CODE.search(it) and it not in scripts:
                found[it] = None
    files = [it for it in found if not any(other.startswith(f"{it}/") for other in found)]
    return sorted(files, key=lambda it: not _STATE.search(it))[:_MOST_PATHS]


def _named(text: str) -> Iterator[str]:
    lines = "\n".join(_URL.sub("", it) for it in text.split("\n") if not it.lstrip().startswith(("#!", "//")))
    for it in _JOINED.finditer(lines):
        parts = [f"${name}{part}" if name else part for name, part in _PART.findall(it[1])]
        yield "/".join(part for part in parts if part != "." and not part.isupper() and "_DIR" not in part)
    yield from (it[0] for it in _PATH.finditer(lines) if "/" in it[0])
    yield from (it for it in _LITERAL.findall(lines) if it.startswith("."))


def _in_project(path: str, scripts: Sequence[str], branch: str) -> str:
    """The path from the project, with the branch in the place of a variable; empty if it is none."""
    is_beside = path.startswith("../") or "/../" in path
    rest = _ROOT.sub("", path)
    if is_beside and scripts:
        rest = os.path.normpath(os.path.join(os.path.dirname(scripts[0]), rest))
    rest = _VARIABLE.sub(branch.replace("/", "-"), rest).rstrip(".")
    is_file = bool(rest) and not rest.startswith(("~", "..", "/", "-")) and not rest.endswith("/")
    has_letters = any(it.isalpha() for it in os.path.basename(rest))
    return rest if is_file and has_letters and (len(rest) > 4) else ""


def contents(texts: Iterable[str], where: Where) -> list[str]:
    """What such a file may have to contain, the simplest first: nothing, the commit, a word, or an object."""
    text = "\n".join(texts)
    words = list(dict.fromkeys((*_COMPARED.findall(text), *_WORDS)))
    searched = list(dict.fromkeys(_SEARCHED.findall(text)))
    keys = dict.fromkeys(key for it in _KEY.findall(text) for key in it if key)
    named = [*islice(keys, _MOST_KEYS), *(it for it in _USUAL if it not in keys)]
    now = where.now or time.time()
    iso = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    objects = [
        json.dumps({key: _value(key, word, moment, where) for key in named})
        for word in words[:_MOST_WORDS]
        for moment in (int(now), int(now * 1000), iso)
    ]
    plain = ["", where.commit, str(int(now)), "\n".join((*searched, *words, where.branch))]
    return [f"{it}\n" if it else it for it in (*plain[:2], *objects, *plain[2:])]


def _value(key: str, word: str, moment: float | str, where: Where) -> object:
    if _COMMIT.search(key):
        return where.commit
    if _BRANCH.search(key):
        return where.branch
    if _TIME.search(key):
        return moment
    return word if _WORD.search(key) else True


def is_about_checks(texts: Iterable[str]) -> bool:
    """Whether the guard speaks of tests or other checks, which say nothing of what was changed after them."""
    return any(map(_CHECKS.search, texts))
