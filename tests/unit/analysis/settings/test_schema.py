"""The schema of `hookwright.json` accepts what is read without a word, and refuses what is told."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from hookwright.analysis.settings.file import read_settings
from hookwright.analysis.settings.schema import settings_schema


def test_it_is_a_schema() -> None:
    jsonschema_rs.meta.validate(settings_schema())


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"$schema": "x", "rules": {"unknown-event": "off", "HW303": "hint"}, "exclude": ["a/**"]}',
        '{"ignore": [{"rule": "HW202", "file": "a", "pointer": "/hooks/**"}], "_note": 1}',
        '{"dialects": {"a/*.json": "cursor", "//": "why"}}',
        '{"dialects": {"a/*.json": "curser"}}',
        '{"dialects": {"a/*.json": null}}',
        '{"dialects": []}',
        '{"rules": {"unknown-evnt": "off"}}',
        '{"rules": {"unknown-event": "none"}}',
        '{"rule": {}}',
        '{"rules": []}',
        '{"exclude": [1]}',
        '{"ignore": [{"file": "a"}]}',
        '{"ignore": [{"rule": "HW202", "pointers": "/a"}]}',
        "[]",
    ],
)
def test_schema_and_reader_agree(text: str) -> None:
    accepted = jsonschema_rs.validator_for(settings_schema()).is_valid(json.loads(text))
    assert accepted == (read_settings(text, "/project").diagnostics == ())
