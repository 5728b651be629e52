"""Code of other languages in a command, such as `python -c`: what it deletes, and which commands it runs.

It knows the names of some functions and the texts in the code, and does not follow the code.
"""

from __future__ import annotations

import re

from shell_reader import UNKNOWN, Command, Unreadable, commands

from .places import Places
from .saying import ONLY_THE_USER, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Rule = Callable[[Command, Places], "str | None"]

# Interpreters, and the options with which each is given code.
_CODE = {
    "python": "-c",
    "pypy": "-c",
    "node": "-e --eval -p --print",
    "bun": "-e --eval",
    "deno": "eval",
    "perl": "-e -E",
    "ruby": "-e",
    "php": "-r",
    "osascript": "-e",
}
_CLUSTER = re.compile(r"-\w*[ceE]\Z")
_DELETES = re.compile(
    r"\b(?:rmtree|rmdir(?:Sync)?|rm_rf|rm_r|remove_dir|removedirs|remove_tree|unlink(?:Sync)?|rimraf|rmSync|emptyDirSync|"
    r"os\.remove|fs\.rm|FileUtils\.rm\w*|File\.delete|shutil\.move)\b"
)
_RUNS = re.compile(r"system|popen|spawn|exec|subprocess|Popen|run\(|`|%x|qx|do shell script")
_UNKNOWN_PLACE = re.compile(r"\b(?:home|expanduser|homedir|environ|HOME|argv)\b")
_TEXT = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`([^`]*)`|%x[({\[]([^)}\]]*)|qx[({\[]([^)}\]]*)")
_DELETERS = frozenset(("rm", "rmdir"))


def given_code(command: Command) -> str | None:
    """The code in the arguments or the input of an interpreter; None where there is none, or only a run can tell."""
    name = re.sub(r"[\d.]+\Z", "", command.name)
    flags = _CODE.get(name)
    if flags is None:
        return None
    for at, word in enumerate(command.arguments[:-1]):
        if word in flags.split() or (name in ("perl", "python", "ruby") and _CLUSTER.match(word)):
            return command.arguments[at + 1]
    stdin = command.stdin
    has_script = any(it != "-" for it in command.operands)
    return stdin if stdin and UNKNOWN not in stdin and not has_script else None


def reason_in_code(command: Command, places: Places, rule: Rule) -> str | None:
    """Why code that a command contains is refused; a `rule` judges the commands that it hands to a shell."""
    code = given_code(command)
    if code is None:
        return None
    return _deletes(code, command, places) or _runs(code, command, places, rule)


def _deletes(code: str, command: Command, places: Places) -> str | None:
    if not _DELETES.search(code):
        return None
    texts = list(texts_of(code))
    for it in [it for it in texts if it.startswith(("/", "~", ".")) or "/" in it]:
        path = command.path(places.home + it[1:] if it.startswith("~") else it)
        if path is None or not places.may_change(path):
            return f"the code deletes `{named(it)}`, which is outside the project; {ONLY_THE_USER}"
    if not texts or _UNKNOWN_PLACE.search(code):
        return "only a run can tell what the code deletes; use `rm` with the paths"
    return None


def _runs(code: str, command: Command, places: Places, rule: Rule) -> str | None:
    """Each text of code that starts programs is read as a command, and all of them as the words of one."""
    if not _RUNS.search(code):
        return None
    texts = list(texts_of(code))
    for text in texts:
        try:
            inner = commands(text, command.folder, {"HOME": places.home})
        except Unreadable:
            continue
        for it in inner:
            reason = rule(it, places)
            if reason is not None:
                return reason
    words = [*texts]
    while words and words[0] not in _DELETERS:
        words.pop(0)
    return rule(Command(words, command.folder), places) if words else None


def texts_of(code: str) -> Iterator[str]:
    """The texts between quotes in code of most languages."""
    for found in _TEXT.findall(code):
        yield next((it for it in found if it), "").replace("\\'", "'").replace('\\"', '"')
