"""Other ways to start a command of git, which every command allows: its own programs, and aliases."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import takewhile

from hookwright.attacking.forms.model import Change
from hookwright.patterns import late_pattern

_PLAIN = late_pattern(r"[\w./:@=^~+-]+")
_SUBCOMMAND = late_pattern(r"[a-z][a-z-]+")
_SCRIPTS = frozenset({"filter-branch", "filter-repo"})
"""What only git itself can start."""
_ALIAS, _FROM_VARIABLES = "alias of git", "alias of git from variables"
_STANDS = "The alias stands for the same words."
_LOCKS = late_pattern(
    r"\bgit (?:-[cC] \S+ |-\S+ )*"
    r"(?:add|am|checkout|cherry-pick|commit|merge|mv|pull|rebase|reset|restore|revert|rm|stash(?! list)"
    r"|status|switch)\b"
)


def of_git(words: Sequence[str]) -> Iterator[tuple[str, Change]]:
    """The command of git by the program that git runs for it, and by aliases; nothing for another program."""
    if len(words) < 2 or words[0] != "git" or not _SUBCOMMAND.fullmatch(words[1]):
        return
    rest = " ".join(("", *words[2:]))
    if words[1] not in _SCRIPTS:
        why = f"It is `git {words[1]}` by another name."
        yield f'"$(git --exec-path)/git-{words[1]}"{rest}', Change("other program of git", why)
        yield f"$(git --exec-path)/git-{words[1]}{rest}", Change("other program of git", why)
    flags = [*takewhile(lambda it: it.startswith("-") and it != "--" and _PLAIN.fullmatch(it), words[2:])]
    for count in dict.fromkeys((len(flags), 0)):
        named = shlex.quote(" ".join(words[1 : 2 + count]))
        rest = " ".join(("", *words[2 + count :]))
        yield f"git config alias.run {named} && git run{rest}", Change(_ALIAS, _STANDS)
        yield f"git -c alias.run={named} run{rest}", Change(_ALIAS, _STANDS)
        set_here = f"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.run GIT_CONFIG_VALUE_0={named}"
        yield f"{set_here} git run{rest}", Change(_FROM_VARIABLES, f"Git reads settings from variables. {_STANDS}")


def takes_lock(command: str) -> bool:
    """Whether a command takes the lock of the index or of a branch; `git status` does so to keep what it has read."""
    return bool(_LOCKS.search(command))
