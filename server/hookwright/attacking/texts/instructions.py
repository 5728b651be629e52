"""What `CLAUDE.md` or `AGENTS.md` of a project forbids, where the messages of a guard refer to that file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hookwright.attacking.forms.dangers import programs
from hookwright.attacking.forms.policies import policies
from hookwright.files import read_start
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell

_FILE = late_pattern(r"(?<![\w-])(?:CLAUDE|AGENTS|GEMINI)\.md\b")
_FOLDERS = ("", ".claude")
_FORBIDS = late_pattern(r"(?i)\b(?:never|do not|don't|must not|may not|must never)\b(?P<what>[^\n]*)")
_END = late_pattern(
    r"(?i)\.(?=\s|$)|;|\s[—–-]\s|\b(?:without|unless|until|before|instead|except|but|if|when|while|because|use|after)\b"
)
"""What ends what is forbidden: the end of the sentence, or a condition or advice behind it."""
_QUOTED = late_pattern(r"`([^`\n]{2,80})`")
_PATH = late_pattern(r"(?:[\w.@-]+/)+(?:[\w.@-]+)?|[\w-]*\.\w[\w.-]*")
_OPEN = late_pattern(r"[<>…*{}$]|\.{3}")
_MOST, _MOST_BYTES = 8, 128 * 1024
_NEW = "notes.txt"


def forbidden(texts: Iterable[str], project: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The commands and the paths of files that a file for agents forbids, if the texts name it; reads the disk."""
    names = dict.fromkeys(it[0] for text in texts for it in _FILE.finditer(text))
    paths = (os.path.join(project, folder, it) for it in names for folder in _FOLDERS)
    quoted = list(dict.fromkeys(it for path in paths for it in _quoted(_text(path)) if not _OPEN.search(it)))
    commands = [it for it in quoted if _is_command(it)]
    files = [_file(it, project) for it in quoted if _PATH.fullmatch(it)]
    return tuple(commands[:_MOST]), tuple(files[:_MOST])


def _quoted(text: str) -> Iterator[str]:
    for it in _FORBIDS.finditer(text):
        # A dot in a quoted name ends no sentence.
        what = _QUOTED.sub(lambda one: one[0].replace(".", "\0").replace("-", "\1"), it["what"])
        end = _END.search(what)
        for one in _QUOTED.findall(what[: end.start()] if end else what):
            yield one.replace("\0", ".").replace("\1", "-").strip()


def _is_command(text: str) -> bool:
    words = text.split()
    known = {it.split(" ", 1)[0] for it in (*policies(), *programs())}
    if len(words) < 2 or words[0] not in known:
        return False
    shell = read_shell(text)
    return shell.readable and shell.fault is None


def _file(path: str, project: str) -> str:
    """The file that a path names, or one in the folder that it names."""
    whole = os.path.join(project, path)
    if os.path.isdir(whole):
        first = next((it.name for it in sorted(os.scandir(whole), key=lambda it: it.name) if it.is_file()), _NEW)
        return f"{path.rstrip('/')}/{first}"
    return f"{path}{_NEW}" if path.endswith("/") else path


def _text(path: str) -> str:
    try:
        return read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
