"""Harmless calls that a guard lets pass, written in other usual ways, which mean the same."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from hookwright.attacking.forms.dangers import programs
from hookwright.attacking.forms.groups import strangeness
from hookwright.attacking.forms.model import Variant, everyday_call
from hookwright.attacking.forms.spelling import Spelled, simple_words, spelled_in

_FORMS = (
    ("{} 2>&1", "It only joins what the command prints.", "joined outputs"),
    ("{} 2>/dev/null", "It only hides errors.", "hidden errors"),
    ("{} | head -n 20", "It only shortens what is printed.", "behind a pipe"),
    ("{} || true", "It only hides that the command fails.", "hidden failure"),
    ("{} # as before", "A comment changes nothing.", "comment"),
    ("{} && echo done", "The second command only prints a word.", "command behind"),
    ("{}; ls", "The second command only lists files.", "command behind a semicolon"),
    ("{}\nls docs", "The next line only lists files.", "next line"),
    ("cd . && {}", "`cd .` stays in the folder.", "behind `cd`"),
    ("LC_ALL=C {}", "The variable only says how it prints.", "variable"),
    ("time {}", "`time` only says how long it takes.", "behind `time`"),
)
_KINDS = ("quotes in later", "blanks", "lines", "order", "options before", "flags with values", "other name", "flags ")
_SKIPS = "--no-verify"
"""It pushes and commits the same, but guards forbid it for itself."""
_OF_PACKAGES = (
    ("{head} '{last}@^1.0.0'", "The quotes only keep the version from the shell.", "version in quotes"),
    ("{head} {last}@next", "It is a tag of the same package.", "tag of the package"),
    ("{head} {last}@latest", "It is a tag of the same package.", "tag of the package"),
)
_WORKSPACES = {"npm": "--workspace web", "pnpm": "--filter web", "yarn": "--cwd web", "bun": "--cwd web"}
_TEMPORARY, _NOTES = "/tmp/hookwright-notes", "hookwright-notes"
"""What is deleted in an everyday call, and the same in the project."""
_INSTALLS = frozenset({"install", "add", "i"})


def rewritten(command: str, said: str = "") -> Iterator[Variant]:
    """The command that a guard lets pass, each in another way; `said` is why it is harmless."""
    for form, why, kind in _FORMS:
        yield _call(command, form.format(command), f"{said} {why}", kind)
    of_family = {change.family: (text, change.why) for text, change in _spelled(command)}
    for family, (text, why) in of_family.items():
        yield _call(command, text, f"{said} {why}", family)
    words = simple_words(command)
    if len(words) > 2:
        text = " \\\n  ".join((" ".join(words[:2]), *words[2:]))
        yield _call(command, text, f"{said} A backslash at the end of a line joins it with the next one.", "lines")
    if len(words) > 2 and words[0] in _WORKSPACES and words[1] in _INSTALLS:
        given = {"head": " ".join(words[:-1]), "last": words[-1]}
        for form, why, kind in _OF_PACKAGES:
            yield _call(command, form.format(**given), f"{said} {why}", kind)
        why = "The option only says which package of the project it is for."
        yield _call(command, f"{command} {_WORKSPACES[words[0]]}", f"{said} {why}", "option with a value")


def _spelled(command: str) -> Iterator[Spelled]:
    """The command with its words written in other ways that people use, on one line."""
    every = (it for it in spelled_in(command, programs()) if it[1].family.startswith(_KINDS))
    usual = (it for it in every if strangeness([it[1].family]) <= 1 and ";" not in it[0])
    return (it for it in usual if _SKIPS not in it[0] or _SKIPS in command)


def with_operand(command: str, words: Iterable[str]) -> Iterator[str]:
    """The command with each of the words in the place of its last one, if that is no option."""
    every = simple_words(command)
    if len(every) > 1 and not every[-1].startswith("-"):
        yield from (" ".join((*every[:-1], shlex.quote(it))) for it in words if it != every[-1])


def _call(command: str, text: str, why: str, kind: str) -> Variant:
    # Who refuses this deletion of any other folder, too, means it in this form only.
    elsewhere = text.replace(_TEMPORARY, _NOTES) if command.startswith("rm ") else text
    return everyday_call(f"in another way: {kind}", why.strip(), text, command if elsewhere == text else elsewhere)
