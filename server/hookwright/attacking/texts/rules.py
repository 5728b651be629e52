"""The rules of a guard, as far as its text shows them: what each says when it refuses, and the patterns before that."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from hookwright.attacking.texts.examples import GAP, examples_of
from hookwright.attacking.texts.literals import placed_literals
from hookwright.patterns import late_pattern

_TEXT = r"""[rf]{0,2}(?P<quote>["'`])(?P<said>(?:\\.|(?!(?P=quote))[^\\\n]){4,400})(?P=quote)"""
_CALLED = late_pattern(
    r"\b(?:deny|denied|block|blocked|refuse|reject|forbid|fail|die|abort|violation)(?:_?[A-Za-z]{0,12})?[ \t]*\(?\s*"
    rf"{_TEXT}"
)
"""What a function of the guard that refuses is given."""
_NAMED = late_pattern(
    r"""["']?\b(?:permissionDecisionReason|reason|message|msg|guidance|description|desc|label|error|why)["']?\s*"""
    rf"[:=]\s*\(?\s*{_TEXT}"
)
"""What has a name such as `reason`."""
_REMARKED = late_pattern(rf"""["']?\b(?:reason|why|message|msg|description|desc|label)["']?\s*:\s*{_TEXT}\s*,?\s*\}}""")
"""What an entry with names says at its end, where its pattern is before that."""
_PRINTED = late_pattern(
    rf"(?:echo[ \t]+(?:-e[ \t]+)?|printf[ \t]+|print\(|console\.error\(|std(?:err|out)\.write\()\s*{_TEXT}"
)
"""What is printed; it is what a rule says if the guard ends with 2 then."""
_ENTERED = late_pattern(
    r"""[(\[]\s*(?:re\.compile\(\s*|new RegExp\(\s*)?r?(?P<mark>["'/])"""
    r"""(?:\\.|\[(?:\\.|[^\]\\\n])*\]|(?!(?P=mark))[^\\\n])+"""
    rf"(?P=mark)[a-z]{{0,3}}(?:,\s*re\.\w+)?\)?,\s*{_TEXT}\s*,?\s*[)\]]"
)
"""An entry of a list: a pattern, and what it is called."""
_LEVEL = late_pattern(r"""\b(?:level|severity|action|mode)["']?\s*:\s*["'](\w+)""")
_LIST_ENDS = late_pattern(r"(?m)^[ \t]*\]")
_LONG = late_pattern(r"""(?:\"{3}|'{3})\s*\W{0,4}(?P<said>(?:BLOCKED|DENIED|REFUSED|FORBIDDEN)\b[^\n]{4,200})""")
"""The first line of a text of several lines."""
_IS_PATTERN = late_pattern(r"[\[(]\s*(?:re\.compile|new RegExp|r[\"']|/)|[^\n]*\\\\?[sbwd.]")
"""How an entry begins whose first part is surely a pattern."""
_REFUSED = late_pattern(r"\bexit[ \t]+2\b|\bexit\(2\)|\b[Ee]xit[Cc]ode[ \t]*=[ \t]*2\b")
_PASSED = late_pattern(r"\bexit[ \t]+[01]\b|\bexit\([01]\)")
_ALLOWED = late_pattern(r"(?i)(?<!!)(?<!\bnot )\b(?:approve|allow)d?\b")
_DENIED = late_pattern(r"(?i)\b(?:deny|denied|block|ask)\w*")
_OF_PAYLOAD = late_pattern(
    r"(?i)\b(?:json|parse|stdin|payload|invalid input|not installed|not found|is required|usage"
    r"|hook (?:error|failed))\b"
)
"""Words of what a guard says where it cannot decide."""
_CHANGING = late_pattern(r"\$\{[^}]*\}|\$\w+|\{[^}]*\}|%[sd]|\\.")
"""What is not the same in each message."""
_AFTER_WORD = late_pattern(r"\A\S+")
_WORDS = late_pattern(r"[A-Za-z]{2,}.*\s\W*[A-Za-z]{2,}")
"""What a note can name a rule by."""
_LEAST = 6
"""How many letters of a message are the same at least."""
_FAR, _NEAR = 900, 24
"""How many characters before a message its patterns are looked for."""
_MOST_RULES, _MOST_PATTERNS = 60, 6
_LONG_PATTERN = 300
_MOST_NAMED, _LONGEST = 8, 60
"""How many rules a note names, and how much it says of each."""
_NO_PATTERN = late_pattern(
    r"(?i)\W*|\w|[\"']\].*|.*\b(?:tool_\w+|hook\w*|stdin|utf-?8|empty)\b.*|\$.*|-[a-zA-Z]{1,3}|\.?command|bash|write|edit|multiedit|read"
    r"|deny|block|allow|approve|name|reason|message|critical|severity|decision"
)
"""Texts of a script that are no patterns of a rule."""
_NAMING = late_pattern(r"""\b(?:name|id|key|rule|code|category|title)["']?\s*[:=]\s*\Z""")
"""What is before a text that only names a rule."""
_DEFINED = late_pattern(
    r"(?:\A|[\s;])(?P<name>[A-Za-z_]\w{2,40})(?:[ \t]*:[^=\n]{1,40})?[ \t]*=[ \t]*"
    r"(?:(?:re\.compile|new RegExp)\(\s*)?[rR]?\Z"
)
"""What is before a pattern that gets a name."""
_IS_OF_PATTERN = late_pattern(r"\\|[(\[|*^$]")
_OF_NAME = 80
"""How many characters before a pattern its name is looked for, and what excepts calls that it matches."""
_EXCEPTED = late_pattern(
    r"(?:&&|\band)\s+(?:!|not\b)\s*(?:[\w.]+\(\s*[rR]?|\[\[[^\]\n]*"
    r"|(?:(?:echo|printf)[^\n|&;]*\|\s*)?grep[^\n|&;'\"]*)?[\"$({]*\Z"
)
"""What is before a pattern that a call must not match, to be refused."""


class Rule(Struct, frozen=True):
    """What the guard `says` when it refuses, as far as it is always the same, and the `line` of that.

    `texts` are what the patterns before it match: some texts of each, in their order.
    """

    says: str
    line: int
    texts: tuple[tuple[str, ...], ...] = ()


def rules(texts: Iterable[str]) -> tuple[Rule, ...]:
    """The rules that the texts of a guard show, each once, at most 60."""
    found: dict[str, Rule] = {}
    for text in texts:
        for it in _rules_in(text):
            found.setdefault(folded(it.says), it)
    return tuple(found.values())[:_MOST_RULES]


def reached(rule: Rule, said: Iterable[str]) -> bool:
    """Whether one of the reasons that a guard gave is that of the rule."""
    return any(folded(rule.says) in folded(it) for it in said)


def without_echo(said: str, text: str, every: Iterable[Rule]) -> str:
    """The reason that a guard gave, without the text of the call, if that has in it what one of the rules says."""
    words = folded(text)
    is_like_rule = any(folded(it.says) in words and folded(it.says) != words for it in every)
    return said.replace(text, "") if is_like_rule else said


def unreached(texts: Iterable[str], said: Iterable[str]) -> Iterator[str]:
    """What to say of the rules whose reason the guard did not give; nothing if it gave that of no rule."""
    every, reasons = [it for it in rules(texts) if _WORDS.search(it.says)], tuple(dict.fromkeys(said))
    left = [it for it in every if not reached(it, reasons)]
    if not left or len(left) == len(every):
        return
    names = [f"`{it.says[:_LONGEST]}`" for it in left[:_MOST_NAMED]]
    names += [f"{len(left) - _MOST_NAMED} more"] if len(left) > _MOST_NAMED else []
    which = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    yield (
        f"{len(left)} of {len(every)} rules of the guard were not attacked, as it gave their reasons for none of the"
        f" dangerous calls: {which}. `--danger` attacks a command that you name"
    )


def folded(text: str) -> str:
    """The text in small letters, with one blank for several."""
    return " ".join(text.casefold().split())


def _rules_in(text: str) -> Iterator[Rule]:
    messages = sorted(_messages(text))
    literals = _in_use(text)
    before = 0
    for start, at, end, said in messages:
        says = _constant(said)
        if len(says) < _LEAST or _OF_PAYLOAD.search(says):
            continue
        since = max(before, start - _FAR) if at == start else start
        near = [it for it in literals if it[0] < at - 1 and since <= _end(*it) and not _NO_PATTERN.fullmatch(it[1])]
        patterns = (it for place, it in near if not _is_no_part(text, place))
        texts = map(examples_of, dict.fromkeys(patterns))
        yield Rule(says, text.count("\n", 0, at) + 1, tuple(filter(None, map(_shown, texts)))[-_MOST_PATTERNS:])
        before = end


def _end(place: int, pattern: str) -> int:
    """Where a long pattern ends; a short one counts where it begins, as it may be part of what was said before."""
    return place + len(pattern) if len(pattern) > _LONG_PATTERN else place


def _in_use(text: str) -> list[tuple[int, str]]:
    """The texts and patterns in a script, each with its place; one that gets a name is where the name is used."""
    found: list[tuple[int, str]] = []
    named: dict[str, tuple[int, str]] = {}
    for place, it in sorted(placed_literals(text)):
        name = _DEFINED.search(text, max(0, place - _OF_NAME), place)
        if name and _IS_OF_PATTERN.search(it):
            named.setdefault(name["name"], (place, it))
        else:
            found.append((place, it))
    uses: dict[str, list[int]] = {}
    for word in re.finditer(r"(?<![\w.])[A-Za-z_]\w{2,40}\b(?!\s*:?=[^=~])", text):
        if word[0] in named and word.start() > named[word[0]][0]:
            uses.setdefault(word[0], []).append(word.start())
    found += ((place, it) for name, (at, it) in named.items() for place in uses.get(name, [at]))
    return sorted(found)


def _is_no_part(text: str, place: int) -> bool:
    """Whether what has that place only names the rule, or excepts calls from it."""
    return bool(
        _NAMING.search(text, max(0, place - _NEAR), place) or _EXCEPTED.search(text, max(0, place - _OF_NAME), place)
    )


def _shown(every: Sequence[str]) -> tuple[str, ...]:
    """The texts that a pattern matches, with one blank for what may be anything."""
    clean = (" ".join(it.replace(GAP, " ").split()) for it in every)
    return tuple(dict.fromkeys(filter(None, clean)))


def _messages(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Where what a rule says begins: the place of its entry, that of the message, and its end; and the message.

    A message that is no part of an entry is its own entry.
    """
    seen: set[int] = set()
    for it in _entries(text):
        seen.add(it.start("said"))
        yield it.start(), it.start("said"), it.end(), it["said"]
    for it in _LONG.finditer(text):
        yield it.start("said"), it.start("said"), it.end(), it["said"]
    for it in (*_CALLED.finditer(text), *_NAMED.finditer(text)):
        at = it.start("said")
        if at not in seen and not _allows(text, at):
            seen.add(at)
            yield at, at, it.end(), it["said"]
    ends: set[int] = set()
    for it in _PRINTED.finditer(text):
        if len(_constant(it["said"])) < _LEAST:
            continue
        at, end = it.start("said"), _REFUSED.search(text, it.end(), it.end() + _FAR)
        if end is None or _PASSED.search(text, it.end(), end.start()):
            continue
        if end.start() not in ends and at not in seen:
            yield at, at, it.end(), it["said"]
        ends.add(end.start())


def labels(text: str) -> frozenset[str]:
    """What the entries of lists in a text call their patterns, where that has several words."""
    every = (*_entries(text), *_REMARKED.finditer(text))
    return frozenset(it["said"] for it in every if " " in it["said"])


def refusing_labels(texts: Iterable[str], said: Iterable[str]) -> frozenset[str]:
    """What the entries of lists are called, where the guard gave another entry of the list as its reason.

    Where entries have levels, each level is a list of its own: a guard may only warn of one of them.
    """
    reasons = tuple(map(folded, dict.fromkeys(said)))
    lists: dict[tuple[int, int, str], list[str]] = {}
    for number, text in enumerate(texts):
        ends = [it.start() for it in _LIST_ENDS.finditer(text)]
        for it in (*_entries(text), *_REMARKED.finditer(text)):
            level = _LEVEL.findall(text, text.rfind("{", 0, it.start() + 1) + 1, it.end("said"))
            key = number, bisect(ends, it.start()), "".join(level)
            lists.setdefault(key, []).append(it["said"])
    return frozenset(
        label
        for every in lists.values()
        if any(folded(label) in reason for label in every for reason in reasons)
        for label in every
    )


def _entries(text: str) -> Iterator[re.Match[str]]:
    for it in _ENTERED.finditer(text):
        is_pattern = _IS_PATTERN.match(it[0]) and not it["said"].startswith("\\") and r"\b" not in it["said"]
        # Of two plain texts, both may be commands; only a sentence says what the first one is.
        if is_pattern or (it[0].startswith("(") and " " in it["said"] and it["said"][0].isupper()):
            yield it


def _allows(text: str, at: int) -> bool:
    """Whether the message is one of a call that passes: what is said nearest before it is that."""
    near = text[max(0, at - 160) : at]
    allowed = max((it.start() for it in _ALLOWED.finditer(near)), default=-1)
    return allowed > max((it.start() for it in _DENIED.finditer(near)), default=-1)


def _constant(said: str) -> str:
    """The longest part of the first line of a message that is always the same."""
    first = next(filter(None, (it.strip() for it in said.replace(r"\n", "\n").split("\n"))), "")
    begin, *others = _CHANGING.split(first)
    # After what changes, the rest of a word may come, such as the `s` of a plural.
    return max((it.strip(" :.,;-") for it in (begin, *(_AFTER_WORD.sub("", it) for it in others))), key=len)
