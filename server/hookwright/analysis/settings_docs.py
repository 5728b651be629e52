"""What the keys of `hookwright.json` are for, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping

GLOB_DOC = "A glob from this file's folder on: `*`, `?`, `**`, `[…]` and `{a,b}`."

KEY_DOCS: Mapping[str, str] = {
    "rules": "How much each rule matters, by its name or code.",
    "exclude": "Files of which nothing is said.",
    "ignore": "Findings that are kept back.",
}

IGNORE_DOCS: Mapping[str, str] = {
    "rule": "The rule, by its name or code.",
    "file": GLOB_DOC,
    "pointer": "A glob of JSON pointers, such as `/hooks/Stop/**`.",
}
