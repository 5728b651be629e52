"""The mistakes that are made in the commands of hooks, and in the scripts that they name."""

from __future__ import annotations

import random
import re
import subprocess
from functools import lru_cache

from benchmarks.rules.sites import Edits, commands, misspelled
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.syntax.edit import replace_piece

# Before what is not split, quoted or not: the word of a case, a value that is assigned, what is inside `[[`.
_UNSPLIT = re.compile(r"(?:\bcase\s+|=|\[\[(?:(?!\]\]).)*)\Z", re.DOTALL)


def misspelled_scripts(subject: Subject, chance: random.Random) -> Edits:
    """Misspells a script that is there."""
    for script in hook_scripts(subject):
        if script.path is None or script.optional or not subject.disk.is_file(script.path):
            continue
        named = re.search(r"[A-Za-z_-]{4,}(?=\.\w+\W*\Z)", script.text)
        if named is not None:
            new = misspelled(named[0], chance)
            start = script.start + named.start()
            yield replace_piece(subject.file.tree, script.route, start, start + len(named[0]), new)


def left_out_quotes(subject: Subject, chance: random.Random) -> Edits:
    """Leaves out a quote of a command, if bash can no longer parse it."""
    for route, text in commands(subject.file):
        if _parses(text):
            for found in re.finditer(r"[\"']", text):
                if not _parses(text[: found.start()] + text[found.end() :]):
                    yield replace_piece(subject.file.tree, route, found.start(), found.end(), "")


def left_out_words(subject: Subject, chance: random.Random) -> Edits:
    """Leaves out a word or sign of the shell, if bash can no longer parse the command."""
    for route, text in commands(subject.file):
        if _parses(text):
            for found in re.finditer(r"\b(?:then|fi|do|done|esac)\b|[(){}]|\$\(|\[\[|\]\]", text):
                if not _parses(text[: found.start()] + text[found.end() :]):
                    yield replace_piece(subject.file.tree, route, found.start(), found.end(), "")


def misspelled_variables(subject: Subject, chance: random.Random) -> Edits:
    known = {it.name for it in subject.file.dialect.variables}
    for route, text in commands(subject.file):
        for found in re.finditer(r"(?<=\$)[A-Z_]{5,}|(?<=\$\{)[A-Z_]{5,}(?=\})", text):
            if found[0] in known and f"{found[0]}=" not in text and _is_expanded(text, found.start()):
                new = misspelled(found[0], chance)
                yield replace_piece(subject.file.tree, route, found.start(), found.end(), new)


def unquoted_variables(subject: Subject, chance: random.Random) -> Edits:
    known = "|".join(it.name for it in subject.file.dialect.variables)
    for route, text in commands(subject.file):
        for found in re.finditer(rf'"(\$(?:{known})|\$\{{(?:{known})\}})"', text) if known else ():
            if _is_expanded(text, found.start()) and not _UNSPLIT.search(text[: found.start()]):
                yield replace_piece(subject.file.tree, route, found.start(), found.end(), found[1])


def _is_expanded(command: str, offset: int) -> bool:
    """Whether no single quotes are around the place."""
    return command[:offset].count("'") % 2 == 0


@lru_cache(maxsize=4096)
def _parses(command: str) -> bool:
    """Whether bash can parse it; the judge of what is a mutant of the shell."""
    done = subprocess.run(("bash", "-n"), input=command.encode(errors="replace"), capture_output=True, check=False)
    return done.returncode == 0 and not done.stderr
