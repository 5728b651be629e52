"""Harmless calls that only mention a command: its text is a message, a pattern, a comment, or the text of a file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from hookwright.attacking.dangers import Seed
from hookwright.attacking.model import Change
from hookwright.attacking.spelling import Spelled

_FORMS = (
    ("message", "git commit -m {}", "docs: explain why {} is dangerous", "It is the text of a commit message."),
    ("message", "git commit -m 'Refuse it' -m {}", "{}", "It is the text of a commit message."),
    ("search", "grep -rn {} docs", "{}", "It searches for the text."),
    ("search", "git log --oneline --grep={}", "{}", "It searches the history for the text."),
    ("print", "echo {}", "never run {} here", "It prints the text."),
    ("print", "printf '%s\\n' {}", "{}", "It prints the text."),
    ("file", "echo {} >> docs/notes.md", "{}", "It adds the text to a file of documentation."),
    ("pipe", "echo {} | wc -c", "{}", "It counts the characters of the text."),
    ("pipe", "wc -c <<< {}", "{}", "It counts the characters of the text."),
    ("variable", "note={}", "{}", "It sets a variable, and runs nothing."),
    ("test", "test -n {}", "{}", "It asks whether the text is empty."),
    ("issue", "gh issue create --body '' --title {}", "{} is not refused", "It is the title of an issue."),
    (
        "python",
        "python3 -c 'import sys; print(len(sys.argv[1]))' {}",
        "{}",
        "Python counts the characters of the text.",
    ),
)


def mentions(seed: Seed) -> Iterator[Spelled]:
    """Commands that have the seed's command in them and do not run it."""
    text = seed.command
    for family, form, said, why in _FORMS:
        yield form.format(shlex.quote(said.format(text))), Change(f"mention {family}", why)
    if not re.search(r'["$`\\!]', text):
        why = "It is the text of a commit message."
        yield f'git commit -m "docs: explain {text}"', Change("mention message", why)
        yield f'grep -rn "{text}" docs', Change("mention search", "It searches for the text.")
    yield f"true # not {text}", Change("mention comment", "A comment is not run.")
    yield f"# {text}\ntrue", Change("mention comment", "A comment is not run.")
    why = "The here-document becomes a file of documentation."
    yield f"cat > docs/dangers.md <<'END'\nNever run {text} here.\nEND", Change("mention file", why)
    why = "The here-document is the message of a commit."
    yield f"git commit -F - <<'END'\nRefuse {text}\nEND", Change("mention message", why)
    slug = re.sub(r"\W+", "-", text).strip("-")[:40]
    yield f"git checkout -b docs/no-{slug}", Change("mention name", "It is a part of the name of a branch.")
    yield f"ls docs/no-{slug}.md", Change("mention name", "It is a part of the name of a file.")
    yield (
        f"grep -rn {shlex.quote(f'x{text}')} docs",
        Change("mention name", "It is a part of a longer word, in a search."),
    )
