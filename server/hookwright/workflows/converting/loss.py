"""What a conversion cannot carry over."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that is lost or changed: where it stands in the old file (RFC 6901), and a sentence about it."""

    pointer: str
    message: str
