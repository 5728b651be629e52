"""Reads a shell command as a shell does, as far as a guard needs it, and lists every program that it would start.

`commands(text)` finds programs behind `sudo` and `env`, in `bash -c`, `$(...)`, loops, functions and here-documents,
and knows the values of variables that the text sets itself.  It runs nothing and needs only the standard library.
It raises `Unreadable` for a text that no shell accepts: a guard refuses that.
"""

from __future__ import annotations

from .command import Command
from .commands import commands
from .other_code import given_code, texts_of
from .tokens import UNKNOWN, Unreadable

__all__ = ["UNKNOWN", "Command", "Unreadable", "commands", "given_code", "texts_of"]
