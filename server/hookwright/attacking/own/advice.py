"""Commands that a guard's own messages recommend: it must let them pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, programs
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.policies import policies
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.named_commands import IN_WORDS
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell

_RECOMMENDED = late_pattern(
    r"""(?i)(?<![\w-])(?:use|run|try|instead)\b[ \t]*:?[ \t]*(?:\\?(?P<quote>[`'])(?P<quoted>[^`'\n]{3,80})(?P=quote)"""
    r"""|:[ \t]+(?P<line>[a-z][^\n`]{3,80}))(?P<rest>[^\n]{0,24})"""
)
"""What comes behind `use` in quotes, or behind a colon up to the end of the line."""
_CONDITION = late_pattern(r"(?i)\W*(?:only|with|without|if|unless|when|after|before|for|in|from|on|and|but)\b")
"""What is behind a command that is recommended on a condition."""
_NEGATED = late_pattern(r"(?i)(?:\b(?:not|never|no|cannot|must|why|who|to|instead of)|n't)\W*\Z")
_END = late_pattern(r"""\\n.*|[;)].*|, .*|["']? (?:>&2|1>&2).*|\s+(?:#|//|-{2} |or |and ).*""")
"""What ends a command that is no longer in quotes."""
_PLACE = late_pattern(r"<[\w-]+>|\[[\w-]+\]")
_OPEN = late_pattern(r"[$…{}<>]|\.{3}|\b[A-Z]{4,}\b")
"""What stands for something else in a command."""
_NEAR, _MOST = 24, 6


def recommended(texts: Iterable[str]) -> tuple[str, ...]:
    """The commands that the messages of a guard recommend, each once; at most six."""
    return tuple(dict.fromkeys(it for text in texts for it in _in_text(text)))[:_MOST]


def _in_text(text: str) -> Iterator[str]:
    for it in _RECOMMENDED.finditer(text):
        if _NEGATED.search(text, max(0, it.start() - _NEAR), it.start()):
            continue
        if it["quoted"] and _CONDITION.match(it["rest"]):
            continue
        said = it["quoted"] or _END.sub("", _unquoted(text, it.start(), it["line"]))
        command = _PLACE.sub("shop", said.replace('\\"', '"')).strip(" .,:")
        if _is_command(command):
            yield command


def _unquoted(text: str, at: int, line: str) -> str:
    """The rest of a line as far as the text goes on that it is in, if one has begun on this line."""
    before = text[text.rfind("\n", 0, at) + 1 : at].replace('\\"', "").replace("\\'", "")
    opened = [it for it in "\"'" if before.count(it) % 2]
    for quote in opened:
        line = re.split(rf"(?<!\\){quote}", line, maxsplit=1)[0]
    return line


def _is_command(text: str) -> bool:
    words = text.split()
    known = {it.split(" ", 1)[0] for it in (*policies(), *programs())}
    if len(words) < 2 or words[0] not in known or _OPEN.search(text) or IN_WORDS.search(text):
        return False
    shell = read_shell(text)
    return shell.readable and shell.fault is None


def with_recommended(meant: Meant, texts: Iterable[str]) -> Meant:
    """The same, with what the guard recommends as harmless calls of the first aim about commands."""
    found = recommended(texts)
    first = next((it for it in meant.aims if SHELL in it.danger.tools and it.seeds), None)
    if first is None or not found:
        return meant
    known = {seed.command for seed in first.seeds}
    why = "The guard's own message recommends it."
    calls = (
        Call(why, command=it, seed=first.seeds[0].name, kind=f"recommended: {it}") for it in found if it not in known
    )
    danger = replace(first.danger, harmless=(*first.danger.harmless, *calls))
    return replace(meant, aims=tuple(replace(it, danger=danger) if it is first else it for it in meant.aims))
