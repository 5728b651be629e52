"""Code of other languages that runs a command: as one text, which they give to a shell, or as a list of words."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Sequence

from hookwright.attacking.forms.model import Change
from hookwright.attacking.forms.spelling import BUILTINS, Spelled
from hookwright.patterns import late_pattern

_SPECIAL = late_pattern(r'["$`\\]')
_BARE = late_pattern(r"[\w./:@=+^%,-][\w./:@=+^%,~-]*")
_QUOTED = late_pattern(r"'([^'\n]*)'|\"([^\"$`\\!\n]*)\"")
_HOME = late_pattern(r"~(/[\w./-]*)?")
_Expression = Callable[[str], str]


def in_languages(command: str, words: Sequence[str]) -> Iterator[Spelled]:
    """Code that runs the command, which `sh` can read; `words` are its words if it is one simple command."""
    yield from _as_text(command)
    if words and words[0] not in BUILTINS:
        yield from _as_words(words)


def _as_text(command: str) -> Iterator[Spelled]:
    python = shlex.quote(f"import os; os.system({command!r})")
    yield f"python3 -c {python}", Change("language python", "Python gives the command to a shell.")
    node = shlex.quote(f'require("child_process").execSync({json.dumps(command)}, {{stdio: "inherit"}})')
    yield f"node -e {node}", Change("language node", "Node gives the command to a shell.")
    alias = shlex.quote(f"alias.run=!{command}")
    yield f"git -c {alias} run", Change("language git", "An alias of git that begins with `!` is for a shell.")
    if not _SPECIAL.search(command) and not any(it in command for it in "'\n@"):
        perl, awk = f'system("{command}")', f'BEGIN {{ system("{command}") }}'
        # Perl itself starts a command without special characters, and knows no words of the shell.
        if command.split(maxsplit=1)[0] not in BUILTINS:
            yield f"perl -e {shlex.quote(perl)}", Change("language perl", "Perl runs the command.")
        yield f"awk {shlex.quote(awk)}", Change("language awk", "`awk` gives the command to a shell.")


def _as_words(words: Sequence[str]) -> Iterator[Spelled]:
    """Code with the words in a list."""
    python = _listed(words, json.dumps, lambda it: f"os.path.expanduser({json.dumps(it)})")
    if python:
        why = "Python runs the program with these words."
        modules = "os, subprocess" if "os.path" in python else "subprocess"
        code = f"import {modules}; subprocess.run([{python}])"
        yield f"python3 -c {shlex.quote(code)}", Change("language python words", why)
    node = _listed(words[1:], json.dumps, lambda it: f'require("os").homedir() + {json.dumps(it[1:])}')
    if node:
        code = f'require("child_process").spawnSync("{words[0]}", [{node}], {{stdio: "inherit"}})'
        yield f"node -e {shlex.quote(code)}", Change("language node words", "Node runs the program with these words.")
    perl = _listed(words, lambda it: f'"{it}"', lambda it: f'"$ENV{{HOME}}{it[1:]}"')
    if perl and not any(it in perl.replace("$ENV", "") for it in "$@"):
        why = "Perl runs the program with these words."
        yield f"perl -e {shlex.quote(f'system({perl})')}", Change("language perl words", why)
    if all(_BARE.fullmatch(it) or _HOME.fullmatch(it) for it in words):
        code = f'import os; os.system(" ".join({json.dumps(words)}))'
        yield f"python3 -c {shlex.quote(code)}", Change("language python joined", "Python joins the words by blanks.")


def _listed(words: Sequence[str], of_text: _Expression, of_home: _Expression) -> str:
    """The words as expressions of a language, with commas; empty if there are none, or one that the shell changes.

    `of_home` is given a path that begins with `~`.
    """
    found = []
    for it in words:
        quoted = _QUOTED.fullmatch(it)
        if quoted or _BARE.fullmatch(it):
            found.append(of_text((quoted[1] or quoted[2] or "") if quoted else it))
        elif _HOME.fullmatch(it):
            found.append(of_home(it))
        else:
            return ""
    return ", ".join(found)
