"""Files that the texts which a pattern matches may stand for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence

from hookwright.attacking.forms.policies import policies
from hookwright.attacking.texts.examples import GAP
from hookwright.attacking.texts.places import LESS_MEANT, PAGE, Places
from hookwright.attacking.texts.project_files import in_order
from hookwright.attacking.texts.read_files import of_system
from hookwright.patterns import late_pattern

OF_CODE = late_pattern(r"(os|sys|shutil|subprocess|pathlib|fs|process|child_process)\.\w+\.?( .*)?")
"""A function of Python or Node, which is no command and no file."""
_PATH = late_pattern(r"[\w.@+/\0-]+")
HOST = late_pattern(r"(?:[\w\0-]+\.)+(?:com|co|in|io|net|org|dev|app|ai|cloud|test|local)(?:/.*)?")
_ENDING = late_pattern(r"\0?\.[a-z0-9]{2,5}")
_BEGUN = late_pattern(r"(?:\.[\w.-]*[A-Za-z]{2}[\w-]*[._-]|[\w-]*[A-Za-z]{2}[\w-]*[_-])\0(?:\.[a-z0-9]{1,5})?")
"""The name of a file whose beginning is a part with letters, before what a pattern leaves open."""
KEY = late_pattern(r"(?=.*(\w)\1{7})[A-Za-z][\w.+/=-]{15,200}")
"""A text with a run of one letter, as an example of a pattern for keys has it."""
_FEW_LETTERS = 2
"""A text of so few letters is no key: the pattern may be about anything long."""
_DELETES_FOLDER = late_pattern(r"rm(?: -\S+)* -(?:\w*[rR]\w*|-recursive)(?: -\S+)* [\w./-]*/")
"""The deletion of a folder with all that is in it."""
NEW_FILE = "notes.txt"
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
WHOLE_NAMES = frozenset(
    {
        *(".env", ".git", ".ssh", ".aws", ".kube", ".npmrc", ".netrc", ".gitconfig"),
        *(".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv"),
    }
)
"""Names that begin with a dot; of others, a pattern may only name the ending."""
_OF_HOME = frozenset({".aws", ".azure", ".docker", ".gnupg", ".kube"})
"""Folders that a guard names for what is in the home folder, though a project can have one of the same name."""
OF_PAYLOAD = late_pattern(
    r"\.?(?:tool_(?:input|name|response|use_id|calls?)|hook_event_name|hookSpecificOutput"
    r"|(?:file|notebook|transcript)_path|(?:session|agent)_id|(?:old|new)_string|permission_mode|__\w+__)\b"
)
"""Where `jq` finds a part of the payload, or what Python has for itself: this is not a file and not a name."""
_TEMPLATE = late_pattern(r"(?:.*/)?\.?env(?:\.\w+)*\.(?:example|sample|template|dist)")
"""A file with the names of variables, which guards let pass: none is about it alone."""
_VERSION = late_pattern(r"[\d.]+\Z")
_MOST_OF_FILES = 24
"""How many texts that one pattern matches are looked at for files."""


def is_key(text: str) -> bool:
    """Whether a text is an example of a key, which is no path."""
    return KEY.fullmatch(text) is not None and len({*text}) > _FEW_LETTERS


def first_written(every: Iterable[str], places: Places) -> str | None:
    """The first file that a command of the pattern writes; where a whole folder goes, files in it may be changed."""
    commands = (it for it in every if not _DELETES_FOLDER.fullmatch(it))
    return next(filter(None, map(places.of_command, commands)), None)


def files_of(every: Sequence[str], project: str, places: Places) -> Iterator[str]:
    """The files that the examples of one pattern may stand for; only such as are there if one is the name of a host."""
    has_hosts = any(HOST.fullmatch(it.strip(f"{GAP}/ ")) for it in every)
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
    if _TEMPLATE.fullmatch(path) or is_key(path):
        return
    if path.strip("/") in _OF_HOME or OF_PAYLOAD.match(path) or of_system(text.strip(f"{GAP} "), project):
        return
    is_other = HOST.fullmatch(path) or OF_CODE.fullmatch(path)
    if is_other and not os.path.exists(os.path.join(project, path)):
        return
    folder, _, name = path.rpartition("/")
    if _ENDING.fullmatch(path) and path not in WHOLE_NAMES and not os.path.exists(os.path.join(project, path)):
        yield f"server{path.lstrip(GAP)}"
    elif os.path.isdir(os.path.join(project, path)):
        yield f"{path.rstrip('/')}/{_first_file(project, path, '') or NEW_FILE}"
    elif not name and GAP not in folder:
        yield f"{folder}/{NEW_FILE}"
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
        yield name.replace(GAP, "") if name.startswith(".") else NEW_FILE
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
