"""Commands and files that the patterns of a guard name; whether it stops them, only the guard can say."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest

from msgspec import Struct

from hookwright.attacking.forms.dangers import head_of
from hookwright.attacking.forms.policies import call_of, policies, programs_in, whole_program
from hookwright.attacking.texts.code import InCode, in_code
from hookwright.attacking.texts.completing import NO_WORDS, completed, is_without_effect
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.constants import with_constants
from hookwright.attacking.texts.examples import FEW_EXAMPLES, GAP, examples
from hookwright.attacking.texts.instructions import forbidden
from hookwright.attacking.texts.joined import joined
from hookwright.attacking.texts.places import LESS_MEANT, PAGE, Places
from hookwright.attacking.texts.project_files import in_order
from hookwright.attacking.texts.read_files import at_its_place, of_system, print_of
from hookwright.attacking.texts.rules import labels
from hookwright.attacking.texts.shown import plain
from hookwright.attacking.texts.stated import as_ruled
from hookwright.attacking.texts.statements import command_of, means_rows
from hookwright.patterns import late_pattern

_COMMAND = late_pattern(r"(?!.*\w: )(?a:[a-z][\w.+-]*( [\w@%+=:,./~-]+){1,6})")
"""A command; a sentence may have a colon, and letters that no command has."""
_OF_ENDING = late_pattern(r"(?P<rest>.*) (?P<ending>\.[a-z0-9]{1,5})")
"""What ends with the ending of a file: it is a name in several parts, such as `service account .json`, or a command."""
_TO_FILES = late_pattern(
    r"(?:rm|rmdir|shred|unlink|truncate|cat|less|more|head|tail|bat|nl|cp|mv|tee|sed|grep|strings|xxd|base64"
    r"|git (?:add|rm))(?: -\S+)*"
)
"""A program for files, with options and no file."""
_HIDDEN_FOLDERS = frozenset(
    {".git", ".husky", ".ssh", ".aws", ".kube", ".venv", ".dvc", ".next", ".nuxt", ".vscode", ".idea", ".cache"}
)
"""Hidden folders whose names could be the endings of files."""
IN_WORDS = late_pattern(
    r"(?i)(?<![\w-])(a|an|and|are|as|be|block(ed)?|by|can|cannot|denied|do|does|file|for|forbidden|from|in|into|is|it"
    r"|must|not|of(?!=)|on|only|or|please|that|the|this|to|use|with|would|you|your|against|bypass(es)?|deletes|destroys|detectado"
    r"|detected|discards|expected|passes|rewrites|through|untracked|without)\b"
)
"""Words of sentences, which are no commands."""
_OF_CODE = late_pattern(r"(os|sys|shutil|subprocess|pathlib|fs|process|child_process)\.\w+\.?( .*)?")
"""A function of Python or Node, which is no command and no file."""
BUILT_IN = frozenset({"export", "declare", "typeset", "set", "source", ".", "eval", "alias", "cd", "read", "exec"})
"""Commands of the shell itself, which `sudo` and other programs cannot run."""
_PATH = late_pattern(r"[\w.@+/\0-]+")
_HOST = late_pattern(r"(?:[\w\0-]+\.)+(?:com|co|in|io|net|org|dev|app|ai|cloud|test|local)(?:/.*)?")
_REQUESTS = late_pattern(r"\b(?:curl|wget)\b")
_NO_HOSTS = (".local", ".test")
"""How names end that nobody has on the internet, or that files have."""
_MOST_HOSTS = 4
_ENDING = late_pattern(r"\0?\.[a-z0-9]{2,5}")
_BEGUN = late_pattern(r"(?:\.[\w.-]*[A-Za-z]{2}[\w-]*[._-]|[\w-]*[A-Za-z]{2}[\w-]*[_-])\0(?:\.[a-z0-9]{1,5})?")
"""The name of a file whose beginning is a part with letters, before what a pattern leaves open."""
_NAME = late_pattern(r"(?=.{5,80}$)(?:~/|/)?\w[\w-]*(?:[/_][\w-]+)+|~/[\w-]{3,40}")
"""A path without an ending, or a name with an underscore."""
_KEY = late_pattern(r"(?=.*(\w)\1{7})[A-Za-z][\w.+/=-]{15,200}")
"""A text with a run of one letter, as an example of a pattern for keys has it."""
_FEW_LETTERS = 2
"""A text of so few letters is no key: the pattern may be about anything long."""
_DELETES_FOLDER = late_pattern(r"rm(?: -\S+)* -(?:\w*[rR]\w*|-recursive)(?: -\S+)* [\w./-]*/")
"""The deletion of a folder with all that is in it."""
_MOST_NAMES, _MOST_KEYS = 8, 6
_NEW = "notes.txt"
_DEEPEST = 5
"""How many folders deep a file is looked for."""
_OF_EACH_COMMIT = frozenset({"COMMIT_EDITMSG", "ORIG_HEAD", "index"})
"""Files that git writes again all the time, so that no guard is about them."""
_PLAIN_NAMES = frozenset(
    {"credentials", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "Makefile", "Dockerfile", "Jenkinsfile", "CODEOWNERS"}
)
"""Names of files that have no ending."""
_FILES_OF_WORDS = {"secret": "secret.json", "secrets": "secrets.json", "passwords": "passwords.txt"}
"""Files with such a word in their names, as a guard looks for it anywhere in a path."""
_WHOLE_NAMES = frozenset(
    {
        *(".env", ".git", ".ssh", ".aws", ".kube", ".npmrc", ".netrc", ".gitconfig"),
        *(".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv"),
    }
)
"""Names that begin with a dot; of others, a pattern may only name the ending."""
_OF_HOME = frozenset({".aws", ".azure", ".docker", ".gnupg", ".kube"})
"""Folders that a guard names for what is in the home folder, though a project can have one of the same name."""
_OF_PAYLOAD = late_pattern(
    r"\.?(?:tool_(?:input|name|response|use_id|calls?)|hook_event_name|hookSpecificOutput"
    r"|(?:file|notebook|transcript)_path|(?:session|agent)_id|(?:old|new)_string|permission_mode|__\w+__)\b"
)
"""Where `jq` finds a part of the payload, or what Python has for itself: this is not a file and not a name."""
_TEMPLATE = late_pattern(r"(?:.*/)?\.?env(?:\.\w+)*\.(?:example|sample|template|dist)")
"""A file with the names of variables, which guards let pass: none is about it alone."""
_BRANCHES = frozenset({"main", "master", "trunk", "develop", "release", "production", "staging"})
"""Usual names of branches, which no program has."""
_OWN_CODE = late_pattern(
    r"(?<!\\)\|[ \t]*(?:grep|sed|awk|head|tail|tr|cut|sort|uniq|wc|jq|cat|xargs|python3?|node)\b"
    r"(?=[ \t]+[\"'$-]|[ \t]*\))"
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
_WRAPPERS = late_pattern(r"(?:(?:sudo|command|builtin|env|exec|nohup|time) |[A-Za-z_]\w*=\S+ )+(?=[a-z])")
"""What a pattern lets stand before the program that it is about."""
_ALONE = {"sudo": "sudo ls /root", "doas": "doas ls /root", "eval": 'eval "$(cat notes.txt)"'}
"""What runs other commands, in a call that is about nothing else."""
_REDIRECTED = late_pattern(r"1?>{1,2} ?(?P<path>(?:~|/(?!dev/(?:null|std|tty|fd|zero|u?random|full)))[\w./~-]*)")
"""A redirection to a file of the machine or of the home folder."""
_KEYWORDS = frozenset({"while", "until", "for", "if", "elif", "else", "case", "select", "then", "do", "done", "fi"})
"""Words of the shell, which begin no whole command in a pattern."""
_OF_ARTISAN = late_pattern(r"migrate:(?:fresh|refresh|reset)|db:wipe")
"""Tasks that only Artisan has, so that a pattern needs no program for them."""
_IN_OPTION = late_pattern(r"(?<=[ \0]-)\0?([a-zA-Z])\0([a-zA-Z])(?=[ \0]|\Z)")
"""What a pattern leaves open among the letters of an option."""
_VERSION = late_pattern(r"[\d.]+\Z")
_MOST_COMMANDS, _MOST_OF_ONE, _MOST_PATHS, _MOST_PROGRAMS, _MOST_WORDS = 48, 4, 32, 24, 12
"""How many patterns are looked at, how many commands of one, and how many files, programs and other words."""
_MOST_NEW = 3
"""How many folders are looked at that the project has not."""
_MOST_OF_SYSTEM = 3
"""How many files of the machine the guard is asked about."""
_MOST_BRANCHES, _MOST_EXAMPLES, _MOST_OF_FILES = 24, 60, 24
"""How many other commands of one pattern are looked at, how many texts that it matches, and of these for files."""
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
    written = {every: it for every in found if (it := _first_written(every, places))}
    others = (it for it in branches if it[:FEW_EXAMPLES] not in written)
    of_conditions = [it for text in every_text for it in joined(text)]
    every_one = (*of_conditions, *map(_commands, others), *_to_hosts(found, every_text, of_conditions))
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
    new = dict.fromkeys(f"{folder}/{_NEW}" for it, folder in folders if folder and not places.of_command(it))
    paths = dict.fromkeys((*written.values(), *new))
    paths |= dict.fromkeys(path for every in branches for path in _files_of(every, project, places))
    paths |= dict.fromkeys(forbidden(whole, project)[1])
    there = sorted(paths, key=lambda it: not os.path.exists(os.path.join(project, it)))
    names = dict.fromkeys(
        it for every in found for it in every if _NAME.fullmatch(it) and not _is_of_own(it) and not _is_key(it)
    )
    of_patterns = [[it for it in every if _is_key(it)] for every in found]
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
    plain = (it for it in hosts if _HOST.fullmatch(it) and GAP not in it and not it.endswith(_NO_HOSTS))
    seen = {one for it in before for one in it}
    requests = (f"curl -sS https://{it}/" for it in plain)
    yield tuple(islice((it for it in requests if it not in seen), _MOST_HOSTS))


def _first_written(every: Iterable[str], places: Places) -> str | None:
    """The first file that a command of the pattern writes; where a whole folder goes, files in it may be changed."""
    commands = (it for it in every if not _DELETES_FOLDER.fullmatch(it))
    return next(filter(None, map(places.of_command, commands)), None)


def _is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None and len({*text}) > _FEW_LETTERS


def _prints(found: Iterable[Sequence[str]], project: str) -> list[str]:
    """Commands that print the files of the machine that patterns name."""
    paths = (of_system(it.strip(f"{GAP} "), project) for every in found for it in every[:1])
    commands = (print_of(it) for it in paths if it)
    return list(dict.fromkeys(it for it in commands if it))[:_MOST_OF_SYSTEM]


def _whole_programs(texts: Iterable[str]) -> list[str]:
    clean = (_VERB.sub("", _OWN_CODE.sub("", it)) for it in texts)
    return list(dict.fromkeys(it for text in clean for it in programs_in(text)))[:_MOST_PROGRAMS]


def _is_of_own(name: str) -> bool:
    """Whether a name is one of the payload, or an example of a key."""
    return bool(_OF_PAYLOAD.fullmatch(name) or _KEY.fullmatch(name))


def _is_word(word: str) -> bool:
    return call_of(word) is None and word not in BUILT_IN | NO_WORDS | _BRANCHES and not IN_WORDS.search(word)


def _commands(every: Iterable[str]) -> Iterator[str]:
    """Some commands of those that one pattern matches: the first ones, and others with a word that none before has."""
    words = (
        " ".join(_IN_OPTION.sub(r"\1\2", it).replace(GAP, " ").split()).lstrip("(;&| ").removesuffix(" ...")
        for it in every
    )
    alone = (word for it in words for word in dict.fromkeys((without_wrappers(it), it)))
    found = list(dict.fromkeys(it for word in alone for it in _command(word)))
    yield from found[:_MOST_OF_ONE]
    yield from islice(_with_new_words(found[_MOST_OF_ONE:], found[:_MOST_OF_ONE]), _MOST_BRANCHES)


def _with_new_words(commands: Iterable[str], before: Iterable[str]) -> Iterator[str]:
    """The commands that have a subcommand or a word that none before them has."""
    seen = {word for it in before for word in (subcommand(it), *it.split(" "))}
    for it in commands:
        words = {subcommand(it), *it.split(" ")}
        if not words <= seen:
            seen |= words
            yield it


def subcommand(command: str) -> str:
    """The first words of a command, which say what it does."""
    words = command.split(" ")
    return " ".join(words[: head_of(words)])


def without_wrappers(command: str) -> str:
    """The command without `sudo` and other words before the program."""
    return _WRAPPERS.sub("", command, count=1) if _WRAPPERS.match(command) else command


def _command(text: str) -> Iterator[str]:
    """The commands that a text is or stands for, a whole call first; none if it is none."""
    if written := _REDIRECTED.fullmatch(text):
        yield completed(f"echo x > {_file_in(written['path'])}")
        return
    whole = f"php artisan {text} --force" if _OF_ARTISAN.fullmatch(text) else _ALONE.get(text) or call_of(text)
    if whole is not None:
        yield whole
    statement = command_of(text)
    if statement is not None:
        yield from filter(None, (statement,))
        return
    name = text.split(" ", 1)[0]
    is_program = not name.endswith(".") and name not in BUILT_IN | _KEYWORDS and not _OF_CODE.fullmatch(text)
    named = _with_file(text)
    if named is None:
        return
    command = completed(named)
    if whole is not None and command != text:
        return
    if is_program and not is_without_effect(command) and _COMMAND.fullmatch(named) and not IN_WORDS.search(text):
        yield command


def _file_in(path: str) -> str:
    """The path, or that of a file in the folder that it is the path of."""
    return {"/etc/": "/etc/hosts", "/etc": "/etc/hosts"}.get(path, f"{path}notes.md" if path.endswith("/") else path)


def _with_file(text: str) -> str | None:
    """The text with a file in the place of an ending that a command for files has; None if it is no command."""
    found = _OF_ENDING.fullmatch(text)
    if found is None:
        return text
    if not _TO_FILES.fullmatch(found["rest"]):
        return None
    is_name = found["ending"] in _WHOLE_NAMES | _HIDDEN_FOLDERS
    return text if is_name else f"{found['rest']} server{found['ending']}"


def _files_of(every: Sequence[str], project: str, places: Places) -> Iterator[str]:
    """The files that the examples of one pattern may stand for; only such as are there if one is the name of a host."""
    has_hosts = any(_HOST.fullmatch(it.strip(f"{GAP}/ ")) for it in every)
    found = (path for it in every[:_MOST_OF_FILES] for path in _files(it, project, places))
    return (it for it in found if not has_hosts or os.path.exists(os.path.join(project, it)))


def _files(text: str, project: str, places: Places) -> Iterator[str]:
    """The file that a text may stand for: at its place, or else one that is elsewhere in the project, or a new one."""
    found = [it for it in _paths(text, project) if not _is_of_program(it, project)]
    name = text.strip(f"{GAP}/ ")
    if name in _OF_HOME or any(os.path.exists(os.path.join(project, it)) for it in found):
        yield from found
        return
    there = places.of(text)
    plain = _FILES_OF_WORDS.get(name.lower(), name if name in _PLAIN_NAMES else "")
    yield from [there] if there else found or filter(None, (plain,))


def _is_of_program(path: str, project: str) -> bool:
    """Whether a path that is not there is only what a pattern has for the path of a program."""
    name = _VERSION.sub("", path.rpartition("/")[2])
    return name in policies() and not os.path.exists(os.path.join(project, path))


def _paths(text: str, project: str) -> Iterator[str]:
    """The file that a text may stand for: one that is there, in a folder or with this ending, or else a new one."""
    path = text.strip().removeprefix("./").lstrip("/").replace("/./", "/")
    if not _PATH.fullmatch(path) or not re.search(r"[A-Za-z]{2}", path) or ".." in path or "//" in path:
        return
    if _TEMPLATE.fullmatch(path) or _is_key(path):
        return
    if path.strip("/") in _OF_HOME or _OF_PAYLOAD.match(path) or of_system(text.strip(f"{GAP} "), project):
        return
    is_other = _HOST.fullmatch(path) or _OF_CODE.fullmatch(path)
    if is_other and not os.path.exists(os.path.join(project, path)):
        return
    folder, _, name = path.rpartition("/")
    if _ENDING.fullmatch(path) and path not in _WHOLE_NAMES and not os.path.exists(os.path.join(project, path)):
        yield f"server{path.lstrip(GAP)}"
    elif os.path.isdir(os.path.join(project, path)):
        yield f"{path.rstrip('/')}/{_first_file(project, path, '') or _NEW}"
    elif not name and GAP not in folder:
        yield f"{folder}/{_NEW}"
    elif GAP in folder or not re.search(r"[./]", path) or path.endswith("."):
        return
    elif GAP in name or (folder and _ENDING.fullmatch(name)):
        yield from ("/".join(filter(None, (folder, it))) for it in _open_names(folder, name, project))
    else:
        yield path


def _open_names(folder: str, name: str, project: str) -> Iterator[str]:
    """A file in the folder for a name that a pattern leaves open in a part, or in all but its ending."""
    ending = name.rpartition(GAP)[2]
    if _BEGUN.fullmatch(name):
        yield name.replace(GAP, "local" if name.startswith(".env") else "1")
    elif not ending:
        yield name.replace(GAP, "") if name.startswith(".") else _NEW
    elif ending.startswith("."):
        yield _first_file(project, folder, ending) or f"server{ending}"


def _first_file(project: str, folder: str, ending: str) -> str | None:
    """The path of the first file with that ending in a folder of the project, from there; None if there is none."""
    first = next(os.walk(os.path.join(project, folder)), ("", [], []))
    only_pages = all(it.endswith(PAGE) for it in first[2])
    inside = next((sub for sub in sorted(first[1], key=in_order) if only_pages and _PATH.fullmatch(sub)), None)
    if inside is not None and folder.count("/") < _DEEPEST:
        found = _first_file(project, f"{folder.rstrip('/')}/{inside}", ending)
        if found or not first[2]:
            return found and f"{inside}/{found}"
    names = (it for it in first[2] if it.endswith(ending) and _PATH.fullmatch(it) and it not in _OF_EACH_COMMIT)
    return min(names, key=lambda it: (it.endswith(LESS_MEANT), in_order(it.lower())), default=None)
