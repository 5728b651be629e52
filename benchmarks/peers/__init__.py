"""What hookwright is measured beside."""

from __future__ import annotations
