"""Harmless calls with the words of a stopped command, which belong to another program beside a plain call."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from hookwright.attacking.forms.milder import plain_of, with_all_words
from hookwright.attacking.forms.model import Variant, everyday_call
from hookwright.patterns import late_pattern

_HAVE_VERSION = frozenset(
    {
        *("psql", "mysql", "sqlite3", "mongosh", "redis-cli", "pg_restore", "pg_dump", "python", "python3", "pip"),
        *("npm", "npx", "yarn", "pnpm", "node", "docker", "cargo", "gh", "aws", "gcloud", "curl", "wget", "rsync"),
        *("find", "sed", "sqlx", "prisma", "alembic", "rails", "php", "composer", "make", "git", "sf", "uv"),
        *("rm", "mv", "cp", "chmod", "chown", "dd"),
    }
)
"""Programs of which `--version` prints the version."""
_VERSION = {"kubectl": "kubectl version --client", **{it: f"{it} version" for it in ("az", "go", "helm", "terraform")}}
"""How others print it."""
_NAME = late_pattern(r"[A-Za-z][\w-]{1,29}")
_HIDDEN, _PATH = late_pattern(r"(?<![\w.])\.[a-z]"), late_pattern(r"[/~]|\w\.\w")
_NOTES = "notes"
_FORMS = (
    ("{plain} && grep -n -e {words} README.md", "The words belong to `grep`, which searches for them.", "words behind"),
    ("{plain} | grep -i -e {words}", "The words belong to `grep`, which searches for them.", "words in a pipe"),
    (
        "{plain}\ngrep -n -e {words} README.md",
        "The words belong to `grep`, on the next line.",
        "words on the next line",
    ),
    ("grep -n -e {words} README.md && {plain}", "The words belong to `grep`, which searches for them.", "words before"),
    ("{plain}; ls docs/{name}.md", "The word is a part of the name of a file, which `ls` only lists.", "name behind"),
)
_OF_WORDS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "update": (("sudo apt-get update && {plain}", "sudo apt-get check && {plain}", "`update` belongs to `apt-get`."),),
    "upgrade": (
        (
            "git config --get alias.upgrade; {plain}",
            "git config --get alias.notes; {plain}",
            "`upgrade` is a part of the name of a setting.",
        ),
    ),
    "install": (
        (
            "install -d /tmp/hookwright-notes && {plain}",
            "mkdir -p /tmp/hookwright-notes && {plain}",
            "`install` is a program here, which makes a folder.",
        ),
    ),
    "-rf": (("cp -rf docs /tmp/hookwright-notes && {plain}", "cp docs/a /tmp && {plain}", "`-rf` belongs to `cp`."),),
    "-r": (("cp -r docs /tmp/hookwright-notes && {plain}", "cp docs/a /tmp && {plain}", "`-r` belongs to `cp`."),),
    "main": (("{plain} && git log --oneline main..HEAD", "{plain} && git log", "`main` belongs to `git log`."),),
}
"""Usual commands that have a word of their own, the same without it, and why they are harmless."""


def apart(command: str) -> Iterator[Variant]:
    """The calls for a command that a guard stops; none if it names a hidden file, which may be kept out of any call."""
    if _HIDDEN.search(command):
        return
    for it in with_all_words(command):
        yield everyday_call(it.kind, it.why, it.command, it.unless)
    words = _words(command)
    plain = _plain(command, words)
    if not plain:
        return
    rest = [it for it in words[1:] if it not in plain.split() and not _PATH.search(it)]
    for one in dict.fromkeys(filter(None, (*rest, " ".join(rest)))):
        name = one if _NAME.fullmatch(one) else ""
        for form, why, kind in _FORMS:
            if name or "{name}" not in form:
                text = form.format(plain=plain, words=shlex.quote(one), name=name)
                yield everyday_call(kind, why, text, form.format(plain=plain, words=_NOTES, name=_NOTES))
        for form, other, why in _OF_WORDS.get(one.lower(), ()):
            yield everyday_call("word of another program", why, form.format(plain=plain), other.format(plain=plain))


def _words(command: str) -> list[str]:
    """The words of a command without their quotes, of which a text with blanks is several; none if it has a line."""
    try:
        words = shlex.split(command) if "\n" not in command else []
    except ValueError:
        return []
    first = 1 if len(words) > 1 and words[0] in ("sudo", "npx", "bunx") else 0
    return [*words[first : first + 1], *(it for word in words[first + 1 :] for it in (word.split()))]


def _plain(command: str, words: list[str]) -> str:
    """A harmless call of the program; empty if none is known."""
    program = words[0] if words else ""
    version = f"{program} --version" if program in _HAVE_VERSION else ""
    return plain_of(command) or _VERSION.get(program, version)
