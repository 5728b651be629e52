"""Measures hookwright beside its peers; nothing here is a test, and nothing here is part of the product."""

from __future__ import annotations
