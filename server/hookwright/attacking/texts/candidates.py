"""Commands and files that the patterns of a guard name; whether it stops them, only the guard can say."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest

from msgspec import Struct

from hookwright.attacking.forms.policies import call_of, programs_in, whole_program
from hookwright.attacking.texts.code import InCode, in_code
from hookwright.attacking.texts.completing import NO_WORDS
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.constants import with_constants
from hookwright.attacking.texts.examples import FEW_EXAMPLES, GAP, examples
from hookwright.attacking.texts.instructions import forbidden
from hookwright.attacking.texts.joined import joined
from hookwright.attacking.texts.named_commands import BUILT_IN, IN_WORDS, commands_of
from hookwright.attacking.texts.named_files import HOST, KEY, NEW_FILE, OF_PAYLOAD, files_of, first_written, is_key
from hookwright.attacking.texts.places import Places
from hookwright.attacking.texts.read_files import at_its_place, of_system, print_of
from hookwright.attacking.texts.rules import labels
from hookwright.attacking.texts.shown import plain
from hookwright.attacking.texts.stated import as_ruled
from hookwright.attacking.texts.statements import means_rows
from hookwright.patterns import late_pattern

_REQUESTS = late_pattern(r"\b(?:curl|wget)\b")
_NO_HOSTS = (".local", ".test")
"""How names end that nobody has on the internet, or that files have."""
_MOST_HOSTS = 4
_NAME = late_pattern(r"(?=.{5,80}$)(?:~/|/)?\w[\w-]*(?:[/_][\w-]+)+|~/[\w-]{3,40}")
"""A path without an ending, or a name with an underscore."""
_MOST_NAMES, _MOST_KEYS = 8, 6
_BRANCHES = frozenset({"main", "master", "trunk", "develop", "release", "production", "staging"})
"""Usual names of branches, which no program has."""
_OWN_CODE = late_pattern(
    r"(?<!\\)\|(?:[ \t]+(?=\w+[ \t]*\))|[ \t]*(?=\w+[ \t]+[\"'$-]))"
    r"(?:grep|sed|awk|head|tail|tr|cut|sort|uniq|wc|jq|cat|xargs|python3?|node)\b"
    r"|\$\([ \t]*(?:cat|cd|date|dirname|basename|head|jq|git|pwd|mktemp|realpath|sed|grep|python3?|node)\b"
)
"""How a shell calls a program that the guard itself needs."""
_VERB = late_pattern(
    r"(?i)\b(?:would|will|to|can|could|may|must|should|you|we|they)[ ]"
    r"(?:make|watch|find|go|head|touch|kill|cut|sort|split|test|time|install|look|cat)\b"
    r"|\b(?:make|watch|find|go|look|head|touch|cut|sort|split)[ ](?:a|an|the|this|it|sure|for|to|your|any|that)\b"
    r"|\b(?:a|an)[ ](?:node|head|tail|test|time|make|go)\b"
)
"""Where a sentence has a word that is the name of a program as well."""
_MOST_COMMANDS, _MOST_PATHS, _MOST_PROGRAMS, _MOST_WORDS = 48, 32, 24, 12
"""How many patterns are looked at, and how many files, programs and other words."""
_MOST_NEW = 3
"""How many folders are looked at that the project has not."""
_MOST_OF_SYSTEM = 3
"""How many files of the machine the guard is asked about."""
_MOST_EXAMPLES = 60
"""How many texts that one pattern matches are looked at."""
_TRUNCATE = "truncate"
"""A program whose name is a statement of SQL as well."""
_WORD = late_pattern(r"([a-z][a-z0-9_+-]{1,20})[ \0]+")
"""A word with something behind it, as a pattern has it for the name of a program."""


class Candidates(Struct, frozen=True):
    """What the patterns of a guard name: of each, `commands`; and `paths` in the project.  It may stop them or not.

    `names` are words that may be what a command is about, such as the path of a folder, and `words` such as may be the
    program of one; `keys` are examples of keys.  `in_code` are files that they name behind a function that deletes.
    `new` are those of the paths that stand for a folder that the project has not, and that commands may not write into.
    """

    commands: tuple[tuple[str, ...], ...] = ()
    paths: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    in_code: tuple[InCode, ...] = ()
    new: tuple[str, ...] = ()


def candidates(texts: Iterable[str], project: str) -> Candidates:
    """Commands and files that the patterns in the texts of a guard match; reads the disk, where files may be there."""
    whole = tuple(texts)
    every_text = tuple(composed(as_ruled(with_constants(it))) for it in whole)
    branches = dict.fromkeys(it for text in every_text for it in examples(text, labels(text), _MOST_EXAMPLES))
    found = dict.fromkeys(it[:FEW_EXAMPLES] for it in branches)
    places = Places(project)
    written = {every: it for every in found if (it := first_written(every, places))}
    others = (it for it in branches if it[:FEW_EXAMPLES] not in written)
    of_conditions = [it for text in every_text for it in joined(text)]
    every_one = (*of_conditions, *map(commands_of, others), *_to_hosts(found, every_text, of_conditions))
    placed = (tuple(dict.fromkeys(places.deletion(at_its_place(one, project)) for one in it)) for it in every_one)
    named = list(dict.fromkeys(filter(None, placed)))
    # A guard's own code has many a name of a program, so what has more words comes first.
    commands = sorted(named, key=lambda it: whole_program(it[0]) is not None)[:_MOST_COMMANDS]
    seen = {it for every in commands for it in every}
    commands += [(it,) for it in _whole_programs(every_text) if it not in seen]
    commands += [(it,) for it in _prints(found, project) if it not in seen]
    if means_rows("\n".join(map(plain, every_text))):
        commands = [kept for every in commands if (kept := tuple(it for it in every if it != call_of(_TRUNCATE)))]
    folders = ((it, places.folder_of_command(it)) for every in found for it in every)
    new = dict.fromkeys(f"{folder}/{NEW_FILE}" for it, folder in folders if folder and not places.of_command(it))
    paths = dict.fromkeys((*written.values(), *new))
    paths |= dict.fromkeys(path for every in branches for path in files_of(every, project, places))
    paths |= dict.fromkeys(forbidden(whole, project)[1])
    there = sorted(paths, key=lambda it: not os.path.exists(os.path.join(project, it)))
    names = dict.fromkeys(
        it
        for every in found
        for it in every
        if _NAME.fullmatch(it) and not (OF_PAYLOAD.fullmatch(it) or KEY.fullmatch(it))
    )
    of_patterns = [[it for it in every if is_key(it)] for every in found]
    keys = dict.fromkeys(it for turn in zip_longest(*of_patterns) for it in turn if it)
    words = dict.fromkeys(it[1] for every in found for it in map(_WORD.fullmatch, every) if it and _is_word(it[1]))
    return Candidates(
        tuple(commands),
        tuple(there[:_MOST_PATHS]),
        tuple(names)[:_MOST_NAMES],
        tuple(keys)[:_MOST_KEYS],
        tuple(words)[:_MOST_WORDS],
        in_code((it for every in found for it in every), project),
        tuple(new)[:_MOST_NEW],
    )


def _to_hosts(
    found: Iterable[Sequence[str]], texts: Iterable[str], before: Iterable[Sequence[str]]
) -> Iterator[tuple[str, ...]]:
    """Requests to the hosts that patterns name, where the guard names a program that makes requests."""
    if not any(map(_REQUESTS.search, texts)):
        return
    hosts = dict.fromkeys(it.strip(f"{GAP}/ ") for every in found for it in every)
    plain = (it for it in hosts if HOST.fullmatch(it) and GAP not in it and not it.endswith(_NO_HOSTS))
    seen = {one for it in before for one in it}
    requests = (f"curl -sS https://{it}/" for it in plain)
    yield tuple(islice((it for it in requests if it not in seen), _MOST_HOSTS))


def _prints(found: Iterable[Sequence[str]], project: str) -> list[str]:
    """Commands that print the files of the machine that patterns name."""
    paths = (of_system(it.strip(f"{GAP} "), project) for every in found for it in every[:1])
    commands = (print_of(it) for it in paths if it)
    return list(dict.fromkeys(it for it in commands if it))[:_MOST_OF_SYSTEM]


def _whole_programs(texts: Iterable[str]) -> list[str]:
    clean = (_VERB.sub("", _OWN_CODE.sub("", it)) for it in texts)
    return list(dict.fromkeys(it for text in clean for it in programs_in(text)))[:_MOST_PROGRAMS]


def _is_word(word: str) -> bool:
    return call_of(word) is None and word not in BUILT_IN | NO_WORDS | _BRANCHES and not IN_WORDS.search(word)
