"""What `--payload` takes: a file, an object as it is, or standard input."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hookwright.cli.options import read_payload
from hookwright.errors import UnreadableInput


def test_an_object_is_read_from_a_file_from_the_option_and_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "{payload}.json"
    file.write_text('{"a": 1}', encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"a": 2}')))

    assert [read_payload(it) for it in (str(file), ' {"a": 3}', "-", None)] == [{"a": 1}, {"a": 3}, {"a": 2}, None]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('{"a": }', "The payload in `--payload` is not valid JSON"),
        ("nowhere.json", "`nowhere.json` does not exist"),
        ("-", "The payload in standard input is not a JSON object"),
    ],
)
def test_what_is_none_is_said_with_its_place(source: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[]")))
    with pytest.raises(UnreadableInput, match="^" + message):
        read_payload(source)
