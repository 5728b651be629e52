"""What is drawn by lot for texts with secrets and without, the same each time."""

from __future__ import annotations

import random
import string
import uuid

LOT = random.Random(20_260_101)
LETTERS_AND_DIGITS = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = string.hexdigits[:16]
DIGITS = string.digits
OF_URLS = LETTERS_AND_DIGITS + "-_"


def drawn(size: int, alphabet: str = LETTERS_AND_DIGITS) -> str:
    """So many characters of the alphabet."""
    return "".join(LOT.choice(alphabet) for _ in range(size))


def drawn_uuid() -> str:
    """A UUID."""
    return str(uuid.UUID(int=LOT.getrandbits(128), version=4))
