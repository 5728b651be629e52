"""Harmless calls with what a guard's own patterns find anywhere: it is a name, a key, or a part of a text in them.

A guard that looks for `deploy` in the whole command also refuses to show `docs/deploy.md` and to search for the word.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from hookwright.attacking.forms.dangers import programs
from hookwright.attacking.forms.mentions import slug
from hookwright.attacking.forms.model import SHELL, Change, Label, Variant
from hookwright.attacking.forms.policies import policies
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.examples import GAP, examples
from hookwright.attacking.texts.named_commands import IN_WORDS
from hookwright.attacking.texts.project_scripts import Names
from hookwright.attacking.texts.statements import command_of
from hookwright.patterns import late_pattern

OWN_WORDS = "own words"
"""The name in the place of a danger's: no file can have it, as it has a blank."""
_PHRASE = late_pattern(r"(?=.*[A-Za-z]{2})[\w./~-][\w./~:-]{1,23}(?: [\w./~:-]{1,24}){0,3}")
_WORD = late_pattern(r"[A-Za-z][\w-]{2,23}")
_NAME = late_pattern(r"[A-Za-z][\w-]*(?: [\w-]+){0,2}")
_KEYLIKE = late_pattern(r"(\w)\1{4}|(?=\w*\d)(?=\w*[A-Z])\w{10}")
_UNFIT = late_pattern(
    r"(?i)secret|passw|token|credential|api.?key|private|begin |co.?author|generated with|claude|anthropic|copilot"
    r"|sign.?off|tool.?(input|name)|hook|pretool|permission|decision|^(bash|write|edit|read|grep|glob|multiedit)$"
)
"""What a guard may keep out of any text, and the words of payloads and answers."""
_OF_MESSAGES = late_pattern(r"(?i)commit.?(message|msg)|co-?authored|conventional commit")
"""A guard with such a text may be about messages."""
_MORE_PROGRAMS = frozenset(
    {
        *("ansible-playbook", "chown", "crontab", "dropdb", "fdisk", "iptables", "kill", "killall", "mkfs", "mount"),
        *("mysql", "parted", "pg_dump", "pkill", "poweroff", "psql", "pulumi", "reboot", "rsync", "shred", "shutdown"),
        *("sqlite3", "su", "truncate", "umount", "unlink"),
    }
)
"""Programs of which nothing else is known."""
_MOST_ASKED, _MOST_FOUND = 60, 6
_NEUTRAL = "notes"
"""What stands in the place of the words in the control."""


def phrases(texts: Iterable[str]) -> tuple[str, ...]:
    """What the patterns in the texts of a guard match, if it is a few plain words, and then the words of these."""
    every = (it for text in texts for of_one in examples(composed(text)) for it in of_one)
    spaced = (" ".join(it.replace(GAP, " ").split()).strip("|;&() ") for it in every)
    whole = [it for it in dict.fromkeys(spaced) if _PHRASE.fullmatch(it) and _is_fit(it)]
    words = (word for it in whole for word in it.split() if " " in it and _WORD.fullmatch(word) and _is_fit(word))
    found = dict.fromkeys(it.casefold() if it.isupper() else it for it in (*whole, *words))
    return tuple(islice(found, _MOST_ASKED))


def _is_fit(text: str) -> bool:
    is_sentence = IN_WORDS.search(text) and command_of(text) is None
    return not (is_sentence or _KEYLIKE.search(text) or _UNFIT.search(text))


def asking(phrase: str) -> str:
    """A command that does nothing with the words: a guard that refuses it finds them anywhere."""
    return f"true {phrase} x"


def found(every: Iterable[str], refused: Collection[str]) -> tuple[str, ...]:
    """Those of the phrases that the guard refuses anywhere, the shortest of each pattern, if it is not all of them."""
    if asking(_NEUTRAL) in refused:
        return ()
    kept: list[str] = []
    for it in sorted((it for it in every if asking(it) in refused), key=len):
        if not any(one.casefold() in it.casefold() for one in kept):
            kept.append(it)
    # What is a name as well can have all roles.
    return tuple(sorted(kept, key=lambda it: (not _NAME.fullmatch(it), len(it.split()) > 1))[:_MOST_FOUND])


def neutral() -> str:
    """The command that a guard refuses only if it refuses all of them."""
    return asking(_NEUTRAL)


def calls(every: Sequence[str], names: Names, texts: Iterable[str]) -> list[Variant]:
    """Harmless calls with these phrases in each role; each has as its control the same call with another word."""
    in_messages = not any(map(_OF_MESSAGES.search, texts))
    has_word = any(" " not in it for it in every)
    return [
        call
        for it in every
        for call in _roles(it, names, in_messages=in_messages, as_names=" " not in it or not has_word)
    ]


_TEXTS = (
    ("search", "grep -rn -e {} src", "{}", "It searches the source for the text."),
    ("search", "rg -n -e {} docs", "{}", "It searches the documentation for the text."),
    ("history", "git log --oneline --grep={}", "{}", "It searches the messages of commits for the text."),
    ("history", "git log --oneline -S{}", "{}", "It shows the commits that add or remove the text."),
    ("print", "echo {}", "Ask before {} again.", "It prints the text."),
)
"""A kind, a form with what is said about the text, and what the command does."""
_IN_MESSAGE = "It is a part of the message of a commit."
_MESSAGES = (
    ("message", "git commit --allow-empty -m {}", "docs: explain {} again", _IN_MESSAGE),
    (
        "pull request or issue",
        "gh pr create --title 'Explain a rule' --body {}",
        "It says when {} is refused.",
        "It is a part of the text of a pull request.",
    ),
    (
        "pull request or issue",
        "gh issue create --body '' --title {}",
        "Explain {}",
        "It is a part of the title of an issue.",
    ),
)
_LINES = "git commit --allow-empty -F - <<'END'\ndocs: explain {} again\nEND"
_NAMES = (
    ("file name", "cat docs/{dash}.md", "It prints the file of that name, if there is one."),
    ("branch", "git switch -c fix/{dash}-page", "It is a part of the name of a branch."),
)
_OF_WORDS = (
    ("test", "python3 -m pytest tests/test_{snake}.py", "It runs the tests in the file of that name."),
    ("pushed branch", "git push -u origin fix/{dash}-page", "It is a part of the name of a branch."),
    ("folder name", "ls -la src/{dash}", "It lists the folder of that name, if there is one."),
    ("name of a setting", "git config --get alias.{word}", "It shows the setting of that name, if there is one."),
    ("longer word", "grep -rn {snake}_button src", "It searches for a longer name, of which the word is a part."),
    ("longer word", "grep -rn use_{snake} src", "It searches for a longer name, of which the word is a part."),
    ("pattern of files", "git log --oneline -- '*{word}*'", "It shows the commits of files with that name."),
)
_PROGRAMS = (
    ("help", "type -a {word}", "It only says where the program is."),
    ("help", "man {word}", "It only shows the manual."),
)


def _roles(phrase: str, names: Names, *, in_messages: bool, as_names: bool) -> Iterator[Variant]:
    for kind, form, said, why in (*_TEXTS, *(_MESSAGES if in_messages else ())):
        text, control = (form.format(shlex.quote(said.format(it))) for it in (phrase, _NEUTRAL))
        yield _call(phrase, kind, text, control, why)
    if in_messages:
        text, control = (_LINES.format(it) for it in (phrase, _NEUTRAL))
        yield _call(phrase, "message from a here-document", text, control, _IN_MESSAGE)
    if not as_names or not _NAME.fullmatch(phrase):
        return
    is_word = " " not in phrase
    for kind, form, why in (*_NAMES, *(_OF_WORDS if is_word else ())):
        yield _call(phrase, kind, _named(form, phrase), _named(form, _NEUTRAL), why)
    if is_word:
        if policies().keys() | programs().keys() | _MORE_PROGRAMS >= {phrase}:
            for kind, form, why in _PROGRAMS:
                yield _call(phrase, kind, _named(form, phrase), _named(form, "true"), why)
        yield from _of_project(phrase, names)


def _of_project(word: str, names: Names) -> Iterator[Variant]:
    """Calls about what the project has of that name."""
    named = [it for it in names.files if word.casefold() in it.rpartition("/")[2].casefold()]
    for path in named[:1]:
        why = "It only prints a file of the project, which has the word in its name."
        yield _call(word, "file of the project", f"cat {shlex.quote(path)}", "cat docs/notes.md", why)
        why = "It only shows the commits of a file of the project, which has the word in its name."
        yield _call(word, "history of a file", f"git log --oneline -- {shlex.quote(path)}", "git log --oneline", why)
        why = "It only reads a file of the project, which has the word in its name."
        yield _call(
            word, "file of the project, by a tool", f"{{project}}/{path}", "{project}/docs/notes.md", why, "Read"
        )
    if names.has_package:
        why = "It prints the script of that name, if there is one, and does not run it."
        yield _call(word, "name of a script", f"npm pkg get scripts.{word}", f"npm pkg get scripts.{_NEUTRAL}", why)
        why = "It prints the member of that name, if there is one."
        member = f"'.[\"{word}\"]'" if "-" in word else f".{word}"
        text, control = f"jq {member} package.json", f"jq .{_NEUTRAL} package.json"
        yield _call(word, "name of a member", text, control, why)
    for it in [it for it in names.targets if word in it][:1]:
        why = "With `-n`, `make` only prints the commands."
        yield _call(word, "dry run of make", f"make -n {it}", "make -n", why)


def _call(phrase: str, kind: str, text: str, control: str, why: str, does: str = SHELL) -> Variant:
    change = Change(f"mention {kind}", why, partial=True)
    return Variant(OWN_WORDS, phrase, Label.HARMLESS, text, "", (change,), does, control=control)


def _named(form: str, text: str) -> str:
    dash = slug(text).lower()
    return form.format(dash=dash, snake=dash.replace("-", "_"), word=text)
