"""Which word of a command is Python or JavaScript code, as behind `python3 -c` or `node -e`."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.patterns import late_pattern
from hookwright.shell.programs import Interpreter
from hookwright.shell.tree import Word

PYTHON, JAVASCRIPT = "python", "node"

# Letters may be joined with the one before the code: `-Sc`, `-pe`.
_JOINED = {PYTHON: late_pattern(r"-[A-Za-z]*c\Z"), JAVASCRIPT: late_pattern(r"-p?e\Z|-p\Z")}


def has_code(interpreter: Interpreter) -> bool:
    """Whether it may be given code of those languages in a word."""
    return interpreter.language in _JOINED


def code_word(interpreter: Interpreter, words: Sequence[Word]) -> Word | None:
    """The word with the code among the arguments; None if a script, a module or stdin is run instead."""
    index = code_index(interpreter, words)
    return words[index] if index is not None else None


def code_index(interpreter: Interpreter, words: Sequence[Word]) -> int | None:
    """Which of the arguments is the code."""
    skipped = False
    for index, it in enumerate(words):
        word = it.bare or it.text
        if skipped:
            skipped = False
        elif word in interpreter.code or _JOINED[interpreter.language].match(word):
            return index + 1 if index + 1 < len(words) else None
        elif not word.startswith("-") or word == "-" or (interpreter.module and word.endswith(interpreter.module)):
            return None
        else:
            skipped = word in interpreter.valued or word in interpreter.loads
    return None
