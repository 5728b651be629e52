"""Commands that the texts which a pattern matches are or stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from hookwright.attacking.forms.dangers import head_of
from hookwright.attacking.forms.policies import call_of
from hookwright.attacking.texts.completing import completed, is_without_effect
from hookwright.attacking.texts.examples import GAP
from hookwright.attacking.texts.named_files import OF_CODE, WHOLE_NAMES
from hookwright.attacking.texts.statements import command_of
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
BUILT_IN = frozenset({"export", "declare", "typeset", "set", "source", ".", "eval", "alias", "cd", "read", "exec"})
"""Commands of the shell itself, which `sudo` and other programs cannot run."""
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
_MOST_OF_ONE, _MOST_BRANCHES = 4, 24
"""How many commands of one pattern are looked at, and how many with words that those have not."""


def commands_of(every: Iterable[str]) -> Iterator[str]:
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
    is_program = not name.endswith(".") and name not in BUILT_IN | _KEYWORDS and not OF_CODE.fullmatch(text)
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
    is_name = found["ending"] in WHOLE_NAMES | _HIDDEN_FOLDERS
    return text if is_name else f"{found['rest']} server{found['ending']}"
