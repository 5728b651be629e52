"""The failures of hook tests as the workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.analysis.reports.checked import relative
from hookwright.workflows.testing.results import FileResults

_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def annotation_lines(every: Iterable[FileResults], folder: str) -> Iterator[str]:
    """One workflow command a complaint, without line ends; paths are relative to the folder."""
    for file in every:
        path = relative(file.file.path, folder).translate(_IN_PROPERTIES)
        for line, title, message in file.complaints():
            place = f"file={path},line={line + 1}"
            yield f"::error {place},title={title.translate(_IN_PROPERTIES)}::{message.translate(_IN_MESSAGES)}"
