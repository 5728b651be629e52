"""Language server, command line and engine for the hook files of coding agents."""

from __future__ import annotations

__version__ = "0.1.0"
