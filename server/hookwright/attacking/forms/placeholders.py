"""What stands in the data of dangers for a key, for the name of a secret, and for many equal letters."""

from __future__ import annotations

import base64
import re

from hookwright.patterns import late_pattern

KEY, NAME = f"ghp_{'A' * 36}", "password"
"""An example that nobody takes for a real key, and a usual name."""
_LETTERS = late_pattern(r"\{(\w{1,2}):(\d+)\}")
"""A letter or two, and how many there are in all."""
_RUN = late_pattern(r"(.)\1*")


def filled(text: str, key: str = KEY, name: str = NAME) -> str:
    """A text with the key, its parts and other forms of it, the name, and the letters in their places."""
    start, rest = parts(key)
    values = {
        "key": key,
        "key_start": start,
        "key_rest": rest,
        "key_base64": base64.b64encode(key.encode()).decode(),
        "key_reversed": key[::-1],
        "key_hex": f"{ord(key[0]):02x}",
        "key_tail": key[1:],
        "name": name,
        "NAME": name.upper(),
        "camel": re.sub(r"_(\w)", lambda it: it[1].upper(), name),
    }
    for word, value in values.items():
        text = text.replace(f"{{{word}}}", value)
    return _LETTERS.sub(lambda it: (it[1] * int(it[2]))[: int(it[2])], text)


def parts(key: str) -> tuple[str, str]:
    """What a key begins with, and the letters behind it, which are not the key without it; none is empty."""
    start = max(_RUN.finditer(key), key=lambda it: len(it[0])).start()
    middle = start or len(key) // 2
    return key[:middle], key[middle:]
