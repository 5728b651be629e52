"""The failures of hook tests as the workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.ide.hooktest.results import FileResults

_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def annotation_lines(every: Iterable[FileResults]) -> Iterator[str]:
    """One workflow command a complaint, without line ends."""
    for file in every:
        for line, title, message in file.complaints():
            place = f"file={file.file.path.translate(_IN_PROPERTIES)},line={line + 1}"
            yield f"::error {place},title={title.translate(_IN_PROPERTIES)}::{message.translate(_IN_MESSAGES)}"
