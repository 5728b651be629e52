"""Mistakes that are made in correct scripts: for each kind, every place where a script can have it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hookwright.scripts.effects import Language

STREAM = "stream"

# What is read from the payload, how each language reads it.
_FIELDS = "tool_input|tool_name|command|file_path|stop_hook_active|prompt|source"
_READS = {
    Language.SHELL: rf"(?<=\.)(?P<key>{_FIELDS})\b",
    Language.PYTHON: rf"(?<=[\[(]\")(?P<key>{_FIELDS})(?=\"[\]),])",
    Language.JAVASCRIPT: rf"(?:(?<=\.)|(?<=\{{ ))(?P<key>{_FIELDS})(?=[.;)? ]|: \{{ file|: path)",
}
_EXITS = {
    Language.SHELL: r"\bexit (?P<code>2)\b",
    Language.PYTHON: r"(?:sys\.exit\(|return )(?P<code>2)\b",
    Language.JAVASCRIPT: r"process\.exit\((?P<code>2)\)",
}
# What is written, and what instead.
_STREAMS = {
    Language.SHELL: ((r" >&2(?=[;\n])", ""), (r"\}'$", "}' >&2")),
    Language.PYTHON: (
        (r", file=sys\.stderr\)", ")"),
        (r"sys\.stderr\.write", "sys.stdout.write"),
        (r"(?<=print\(json\.dumps\()([^\n]*)\)\)$", r"\1), file=sys.stderr)"),
        (r"^( *)\}\)\)$", r"\1}), file=sys.stderr)"),
    ),
    Language.JAVASCRIPT: (
        (r"console\.error", "console.log"),
        (r"console\.log", "console.error"),
        (r"process\.stderr", "process.stdout"),
    ),
}
_INPUTS = {
    Language.SHELL: ((r"\$\(cat\)", '""'), (r"\$\(jq (-r '[^']*')\)", r"$(jq -n \1)")),
    Language.PYTHON: ((r"json\.load\(sys\.stdin\)", "{}"), (r"sys\.stdin\.read\(\)", '"{}"')),
    Language.JAVASCRIPT: (
        (r"\w*\.?readFileSync\(0, 'utf-?8'\)", "'{}'"),
        (r"input \+= chunk;", ""),
    ),
}
_WRAPPED = re.compile(r"[\"']?hookSpecificOutput[\"']?: \{")
_DECISION = re.compile(r"\{ ?(?=[\"']?(?:decision|permission)[\"']?:)")
_EVENT_NAME = re.compile(r"(hookEventName[\"']?: [\"'])(\w+)")


@dataclass(frozen=True)
class Mutant:
    """A script with one mistake: its kind, the line that has it, and the whole text."""

    kind: str
    line: int
    change: str
    text: str

    @property
    def words(self) -> str:
        """The mistake in a line of a report."""
        return f"{self.kind} in line {self.line}: {self.change}"


def mutants(text: str, language: Language) -> Iterator[Mutant]:
    """Every mistake of every kind, one at a time, in the order of kinds and of the text."""
    for kind, change in _KINDS.items():
        for start, end, instead in change(text, language):
            line = text.count("\n", 0, start) + 1
            yield Mutant(kind, line, f"`{text[start:end]}` → `{instead}`", text[:start] + instead + text[end:])


_Changes = Iterator[tuple[int, int, str]]


def _exit_codes(text: str, language: Language) -> _Changes:
    """Codes that refuse become 1, and 0."""
    for it in re.finditer(_EXITS[language], text):
        for code in ("1", "0"):
            yield (*it.span("code"), code)


def _payload_keys(text: str, language: Language) -> _Changes:
    """Keys of the payload in camelCase, and with two letters swapped."""
    for it in re.finditer(_READS[language], text):
        key = it["key"]
        first, *others = key.split("_")
        camel = first + "".join(map(str.title, others))
        middle = len(key) // 2
        swapped = key[: middle - 1] + key[middle] + key[middle - 1] + key[middle + 1 :]
        yield from ((*it.span("key"), instead) for instead in dict.fromkeys((camel, swapped)) if instead != key)


def _streams(text: str, language: Language) -> _Changes:
    """Reasons go to stdout, and objects to stderr."""
    yield from _replaced(text, _STREAMS[language])


def _levels(text: str, _: Language) -> _Changes:
    """What is in `hookSpecificOutput` goes to the root, and a decision of the root goes into it."""
    for it in _WRAPPED.finditer(text):
        end = _closing(text, it.end() - 1)
        yield it.start(), end + 1, text[it.end() : end].strip().rstrip(",")
    for it in _DECISION.finditer(text):
        end = _closing(text, it.start())
        yield it.start(), end + 1, '{"hookSpecificOutput": ' + text[it.start() : end + 1] + "}"


def _event_names(text: str, _: Language) -> _Changes:
    """`hookEventName` in another case, and with the name of another event."""
    for it in _EVENT_NAME.finditer(text):
        for name in (it[2].capitalize(), "PostToolUse" if it[2] != "PostToolUse" else "PreToolUse"):
            yield (*it.span(2), name)


def _inputs(text: str, language: Language) -> _Changes:
    """Nothing is read from stdin."""
    yield from _replaced(text, _INPUTS[language])


def _replaced(text: str, changes: tuple[tuple[str, str], ...]) -> _Changes:
    for pattern, instead in changes:
        for it in re.finditer(pattern, text, re.MULTILINE):
            yield (*it.span(), it.expand(instead))


def _closing(text: str, start: int) -> int:
    """Where the bracket ends that begins at `start`."""
    depth = 0
    for offset in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[offset], 0)
        if not depth:
            return offset
    message = f"nothing closes {text[start : start + 20]}"
    raise AssertionError(message)


_KINDS: dict[str, Callable[[str, Language], _Changes]] = {
    "exit code": _exit_codes,
    "payload key": _payload_keys,
    STREAM: _streams,
    "level of a key": _levels,
    "event name": _event_names,
    "no input": _inputs,
}
