"""Asks a guard in a scratch copy: what it stops, on which branch, with which excuse, and what if it cannot decide."""
