"""The language server: the only package that knows the protocol."""

from __future__ import annotations
