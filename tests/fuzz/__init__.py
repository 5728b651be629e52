"""What must hold for every input, tried on generated ones: a little in every test run, and for minutes by hand."""

from __future__ import annotations
