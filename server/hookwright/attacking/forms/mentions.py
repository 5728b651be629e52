"""Harmless calls that only mention a command: its text is a message, a pattern, a comment, or the text of a file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from hookwright.attacking.forms.dangers import Seed, programs
from hookwright.attacking.forms.model import Change
from hookwright.attacking.forms.policies import whole_program
from hookwright.attacking.forms.spelling import Spelled, simple_words
from hookwright.patterns import late_pattern

_FORMS = (
    ("message", "git commit -m {}", "docs: explain why {} is dangerous", "It is the text of a commit message."),
    ("message", "git commit -m 'Refuse it' -m {}", "{}", "It is the text of a commit message."),
    ("search", "grep -rn {} docs", "{}", "It searches for the text."),
    ("history", "git log --oneline --grep={}", "{}", "It searches the history for the text."),
    ("print", "echo {}", "never run {} here", "It prints the text."),
    ("print", "printf '%s\\n' {}", "{}", "It prints the text."),
    ("file", "echo {} >> docs/notes.md", "{}", "It adds the text to a file of documentation."),
    ("separator", "echo {}", "stop here; {}", "It prints the text: the quotes keep the `;` in it."),
    ("separator", "grep -rnE {} docs", "sudo|{}", "It searches for texts: the quotes keep each `|` in the pattern."),
    ("separator", "git commit -m {}", "docs: explain a && {}", "The quotes keep the `&&` in the commit message."),
    ("word", "echo {} | wc -c", "{}", "It counts the characters of the text."),
    ("word", "wc -c <<< {}", "{}", "It counts the characters of the text."),
    ("word", "note={}", "{}", "It sets a variable, and runs nothing."),
    ("word", "test -n {}", "{}", "It asks whether the text is empty."),
    (
        "pull request or issue",
        "gh issue create --body '' --title {}",
        "{} is not refused",
        "It is the title of an issue.",
    ),
    (
        "word",
        "python3 -c 'import sys; print(len(sys.argv[1]))' {}",
        "{}",
        "Python counts the characters of the text.",
    ),
)

_OF_BRANCHES = late_pattern(r"git (?:checkout|switch|branch|worktree) (?:-q )?(?:-[bBcC]\b|--create|[a-z])[^&;|]*$")
"""What makes a branch, or switches to one: who forbids that forbids it with each name."""
_SUBCOMMAND = late_pattern(r"[a-z][a-z-]*")
"""How subcommands look, and files and hosts with a dot do not."""
_PRINTED = late_pattern(r"[\w./:@=+~-]+")
"""A word that `echo` prints as it is, or as the path of the home folder."""


def mentions(seed: Seed) -> Iterator[Spelled]:
    """Commands that have the seed's command in them and do not run it."""
    text = seed.command
    for family, form, said, why in _FORMS:
        yield form.format(shlex.quote(said.format(text))), Change(f"mention {family}", why)
    if not re.search(r'["$`\\!]', text):
        why = "It is the text of a commit message."
        yield f'git commit -m "docs: explain {text}"', Change("mention message", why)
        if "'" not in text:
            why = "The quotes with a backslash are a part of the message."
            yield f'git commit -m "docs: explain \\"true; {text}\\" here"', Change("mention quoted message", why)
            why = "It is the text of a commit message."
        yield f'grep -rn "{text}" docs', Change("mention search", "It searches for the text.")
    yield f"true # not {text}", Change("mention comment", "A comment is not run.")
    yield f"# {text}\ntrue", Change("mention comment", "A comment is not run.")
    why = "The here-document becomes a file of documentation."
    yield f"cat > docs/dangers.md <<'END'\nNever run {text} here.\nEND", Change("mention file", why)
    yield f"cat > docs/dangers.md <<'END'\nDangers:\n\n{text}\nEND", Change("mention line", why)
    yield f"cat >> docs/dangers.md <<'END'\n\t{text}\nEND", Change("mention line", why)
    why = "It is a line of a commit message: the quotes keep it."
    body = f"docs: explain the rule\n\n{text} is what it stops"
    yield f"git commit -m {shlex.quote(body)}", Change("mention text of several lines", why)
    why = "The here-document is the message of a commit."
    yield f"git commit -m \"$(cat <<'END'\n{body}\nEND\n)\"", Change("mention substituted message", why)
    yield f"git commit -F - <<'END'\nRefuse {text}\nEND", Change("mention message from a here-document", why)
    if not _OF_BRANCHES.match(text):
        yield f"git checkout -b docs/no-{slug(text)}", Change("mention branch", "It is a part of the name of a branch.")
    yield f"ls docs/no-{slug(text)}.md", Change("mention file name", "It is a part of the name of a file.")
    yield (
        f"grep -rn {shlex.quote(f'x{text}')} docs",
        Change("mention longer word", "It is a part of a longer word, in a search."),
    )
    words = simple_words(text)
    if whole_program(text) is not None:
        why = "It searches for two words: the backslash keeps the `|` in the pattern."
        program = text.partition(" ")[0]
        yield f"grep -rn notes\\|{program} docs", Change("mention alternative in a search", why)
    if len(words) > 1 and all(map(_PRINTED.fullmatch, words)):
        why = "It says where the program is, and prints the other words."
        yield f"command -v {words[0]} && echo {' '.join(words[1:])}", Change("mention apart", why)
    yield from _help(words, is_whole=whole_program(text) is not None)


def written(seed: Seed) -> Iterator[tuple[str, str, str, Change]]:
    """Calls of tools that write a text with the seed's command: the tool, the path, what is written, and the change."""
    why = "It writes a page of documentation that has the text."
    path = "{project}/docs/dangers.md"
    yield "Write", path, f"Never run this:\n\n    {seed.command}\n", Change("mention written", why)
    why = "It writes a test that has the text and does not run it."
    content = f"def test_a_rule_refuses_it() -> None:\n    assert is_refused({seed.command!r})\n"
    yield "Edit", "{project}/tests/test_dangers.py", content, Change("mention written, in a test", why)


def slug(text: str) -> str:
    """The words of a text in one that can be a part of a name."""
    return re.sub(r"\W+", "-", text).strip("-")[:40]


def behind_help(seed: Seed) -> tuple[str, str, Change] | None:
    """A search of the program's help for the other words of the seed, the same for another word, and the change."""
    words = simple_words(seed.command)
    head = _head(words)
    rest = words[len(head.split()) :]
    if not head or not rest or whole_program(seed.command) is not None or not all(map(_PRINTED.fullmatch, rest)):
        return None
    why = "It only searches the help, and the other words belong to `grep`."
    text = f"{head} --help | grep {' '.join(f'-e {it}' for it in rest)}"
    return text, f"{words[0]} --help | grep -e notes", Change("mention behind the help", why)


def _head(words: Sequence[str]) -> str:
    """The program of a command with its subcommand; empty if its words are not known."""
    program = programs().get(words[0]) if words else None
    if program is None:
        return ""
    has_subcommand = program.portable and len(words) > 1 and _SUBCOMMAND.fullmatch(words[1])
    return " ".join(words[:2]) if has_subcommand else words[0]


def _help(words: Sequence[str], *, is_whole: bool) -> Iterator[Spelled]:
    """Commands that only show what the program does, or where it is.

    If the `whole` program is what must not run, its help does not either.
    """
    head = _head(words)
    if not head:
        return
    if not is_whole:
        yield f"{head} --help", Change("mention help", "It only shows the help.")
    yield f"man {words[0]}", Change("mention help", "It only shows the manual.")
    yield f"command -v {words[0]}", Change("mention help", "It only says where the program is.")
