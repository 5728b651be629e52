"""The environment variables that code inside of a command reads, where it has nothing to fall back on."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.inline_code import InlineCode
from hookwright.patterns import late_pattern
from hookwright.shell.code_words import JAVASCRIPT, PYTHON

_NAME = r"(?P<quote>['\"])(?P<name>[A-Za-z_]\w*)(?P=quote)"
# That the variable is set there, or asked for before.
_NO_ASSIGNMENT = r"(?!\s*=(?!=))"
_READS = {
    PYTHON: (
        late_pattern(rf"\b(?:os\.)?environ\s*\[\s*{_NAME}\s*\]{_NO_ASSIGNMENT}"),
        late_pattern(
            rf"\b(?:os\.)?(?:environ\.get|getenv)\(\s*{_NAME}\s*"
            r"(?:,\s*(?:''|\"\"|'\{\}'|\"\{\}\"|None)\s*)?\)(?P<rest>\s*or\b)?"
        ),
    ),
    JAVASCRIPT: (
        late_pattern(
            rf"\bprocess\.env(?:\.(?P<bare>[A-Za-z_]\w*)|\[\s*{_NAME}\s*\]){_NO_ASSIGNMENT}"
            r"(?P<rest>\s*(?:\|\||\?\?)(?!\s*(?:''|\"\"|'\{\}'|\"\{\}\")))?"
        ),
    ),
}
_READS_STDIN = late_pattern(r"\bstdin\b|(?<![\w.])input\(|\breadFileSync\(\s*0|\bopen\(\s*0")
_CATCHES = late_pattern(r"\bexcept\b|\bcatch\b")


def variables_read(code: InlineCode) -> Iterator[str]:
    """The names, each once.

    What is asked for with another value for the case that it is missing is left out, and so is what may be missing as
    the code catches that, or reads its input as well.
    """
    text, seen = code.text, set[str]()
    if "env" not in text:
        return
    for index, form in enumerate(_READS[code.language]):
        raises = index == 0 and code.language == PYTHON
        if (_CATCHES if raises else _READS_STDIN).search(text):
            continue
        for found in form.finditer(text):
            groups = found.groupdict()
            name = groups["name"] or groups.get("bare") or ""
            if name in seen or groups.get("rest") or _asks_first(text, name):
                continue
            seen.add(name)
            yield name


def _asks_first(text: str, name: str) -> bool:
    return any(f"{quote}{name}{quote} in " in text for quote in "'\"")
