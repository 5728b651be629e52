"""Commands of rules with several conditions: one pattern has the program, and another one the rest of the command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hookwright.attacking.forms.dangers import programs
from hookwright.attacking.forms.policies import call_of, policies
from hookwright.attacking.texts.completing import completed, is_without_effect
from hookwright.attacking.texts.examples import GAP, examples_of
from hookwright.patterns import late_pattern

_COMMENT = late_pattern(r"(?m)^[ \t]*(?:#|//).*\n")
_LITERAL = late_pattern(
    r"""(?P<quote>["'])(?P<text>(?:\\.|(?!(?P=quote))[^\\\n]){2,600})(?P=quote)"""
    r"""|(?<![\w)/*<])/(?P<js>(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+)/[dgimsuvy]*(?=\.test\()"""
    r"""|=~[ \t]+(?P<bare>[^\s"'][^\n]*?)[ \t]+(?=\]\]|&&)"""
)
"""A text between quotes, a regular expression of JavaScript, or what `[[` of a shell compares with, without quotes."""
_ASKS = late_pattern(
    r"(?:\bgrep\b[^|&;\n]*|=~[ \t]*\*?|[^=!]==?[ \t]*\*?"
    r"|\b(?:search|match|fullmatch|compile|RegExp|includes|startswith|startsWith|endswith|endsWith)\(\s*[rRbBfF]{0,2}"
    r"|\b(?:has|matches|match|contains)[ \t]+)\Z"
)
"""What is before a text that a command is compared with."""
_IS_IN = late_pattern(r"[ \t]+in\b(?![ \t]*\()")
_PLAIN = r"(?:(?!\|\||\bor\b|\bnot\b|!|\b(?:return|exit|else|elif|deny|block|done|fi)\b)[^;{}])"
_BOTH = (
    late_pattern(rf"{_PLAIN}{{0,140}}?(?:&&|\band\b){_PLAIN}{{0,140}}"),
    late_pattern(rf"(?:(?!\band\b|&&|\n){_PLAIN}){{0,100}}(?::|\{{|;[ \t]*then)\s*\bif\b(?:(?!\n){_PLAIN}){{0,100}}"),
    late_pattern(r"[^\n;|&]{0,40}\|[ \t]*grep\b[^\n|&;]{0,40}"),
)
"""What is between two conditions that both have to be met: a word, an `if` right in another one, or a pipe."""
_FAR = 320
"""How many characters are between two such conditions at most."""
_HOST = late_pattern(r"(?:[\w-]+\.)+[a-z]{2,10}(?:/[\w./-]*)?")
_NAMES_FILE = late_pattern(
    r".*\.(?:py|[jt]sx?|sh|json|ya?ml|toml|lock|env|pem|key|db|md|txt|log|cfg|ini|sql|tf|html|css)"
)
_TO_HOST = {"curl": "curl -sS https://{}/", "wget": "wget https://{}/", "ssh": "ssh {}", "ping": "ping -c 1 {}"}
_REST = late_pattern(
    r"[\w@+~.][\w@%+=:,./~-]*(?: [\w@%+=:,./~-]+){0,4}|-{1,2}[A-Za-z][\w-]*(?:[ =][\w@%+=:,./~-]+)*|/[\w./-]+"
)
"""What may be the rest of a command: words, or an option."""
_BRANCH = late_pattern(r"main|master|develop|trunk|release|production|prod|staging|HEAD")
_OF_BRANCHES = late_pattern(r"git (?:push|merge|rebase|checkout|switch|branch|reset)\b.*")
_LONG = late_pattern(r"(--[a-z]+?)[a-z]+(?: .*)?")
_OF_NAME = late_pattern(
    r"(?m)^[ \t]*(?:export )?(?:const|let|var) (\w+)\s*=\s*"
    r"(/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[dgimsuvy]*)"
)
"""A regular expression of JavaScript that has a name."""
_TESTED = late_pattern(r"\b([A-Za-z_]\w*)(?=\.test\()")
_PAIR = 2
_MOST_HEADS, _MOST_RESTS, _MOST_EXAMPLES = 4, 8, 60
"""How many programs and operands of one rule are joined, and how many texts of a pattern are looked at."""


def joined(text: str) -> Iterator[tuple[str, ...]]:
    """The commands of each two conditions of a script which both have to be met, and of more in a row."""
    plain = _COMMENT.sub("\n", text)
    named: dict[str, str] = dict(_OF_NAME.findall(plain))
    plain = _TESTED.sub(lambda it: named.get(it[1], str(it[1])), plain) if named else plain
    for row in _rows([it for it in _LITERAL.finditer(plain) if _is_asked(it, plain)], plain):
        every = [_texts(it) for it in row]
        found = [tuple(dict.fromkeys(_of_pair(first, second))) for first, second in pairwise(every)]
        if len(row) > _PAIR:
            found.append(tuple(_of_row(every)))
        yield from filter(None, found)


def _rows(asked: Sequence[re.Match[str]], text: str) -> Iterator[list[re.Match[str]]]:
    """The conditions of a script, those together that all have to be met."""
    row = list(asked[:1])
    for first, second in pairwise(asked):
        if _are_both(text[first.end() : second.start()]):
            row.append(second)
        else:
            yield row
            row = [second]
    yield row


def _of_row(every: Sequence[Sequence[str]]) -> Iterator[str]:
    """The command of the first condition that has a program, with what each of the others has behind that."""
    number = next((index for index, texts in enumerate(every) if any(map(_is_program, texts))), None)
    if number is None or not all(every):
        return
    rests = [texts[0] for texts in (*every[:number], *every[number + 1 :])]
    rest = " ".join(sorted(rests, key=lambda it: not it.startswith("-")))
    command = completed(f"{next(filter(_is_program, every[number]))} {rest}")
    if _REST.fullmatch(rest) and not any(map(_is_program, rests)) and not is_without_effect(command):
        yield command


def _are_both(between: str) -> bool:
    return len(between) <= _FAR and any(it.fullmatch(between) for it in _BOTH)


def _is_asked(found: re.Match[str], text: str) -> bool:
    """Whether a literal is a text or a pattern that a command is compared with."""
    if found["text"] is None:
        return True
    before = text[max(0, found.start() - 80) : found.start()]
    is_variable = found["text"].startswith("$") and " " not in found["text"]
    return not is_variable and bool(_ASKS.search(before) or _IS_IN.match(text, found.end()))


def _texts(found: re.Match[str]) -> list[str]:
    """What a literal matches, without options that a pattern joins to their values."""
    pattern = (found["text"] or found["js"] or found["bare"]).replace("\\\\", "\\")
    every = (" ".join(it.replace(GAP, " ").split()).strip("(;&| ") for it in examples_of(pattern, _MOST_EXAMPLES))
    return [it for it in dict.fromkeys(every) if it and not _is_glued(it, pattern)]


def _is_glued(text: str, pattern: str) -> bool:
    """Whether a text is a long option with its value at once, of which the pattern has the option alone."""
    word = text.split(" ", 1)[0]
    starts = (word[:end] for end in range(4, len(word))) if _LONG.fullmatch(text) and word not in pattern else ()
    return any(re.search(re.escape(it) + r"[^\w-]", pattern) for it in starts)


def _of_pair(first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    first_has_program = any(map(_is_program, first))
    heads, rests = (first, second) if first_has_program else (second, first)
    heads = [it for it in heads if _is_program(it)]
    pairs = [(heads[0], it) for it in rests[:_MOST_RESTS]] if heads else []
    pairs += [(it, rests[0]) for it in heads[1:_MOST_HEADS]] if rests else []
    commands = (_whole(head, rest) for head, rest in pairs)
    return (it for it in commands if it and not is_without_effect(it))


def _is_program(text: str) -> bool:
    program = text.split(" ", 1)[0]
    return program in policies() or program in programs()


def _whole(head: str, rest: str) -> str:
    """The command of the program with the rest behind it; empty if they are none together."""
    if _HOST.fullmatch(rest) and not _NAMES_FILE.fullmatch(rest):
        return _TO_HOST[head].format(rest.rstrip("/")) if head in _TO_HOST else ""
    is_of_branch = _BRANCH.fullmatch(rest) and not _OF_BRANCHES.fullmatch(head)
    is_of_message = head == "git commit" and not rest.startswith("-")
    if not _REST.fullmatch(rest) or _is_program(rest) or is_of_branch or is_of_message:
        return ""
    text = f"{head} {rest}"
    whole, plain = completed(text), call_of(head) or completed(head)
    return f"{plain} {rest}" if whole == text and rest.startswith("-") else whole
