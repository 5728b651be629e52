"""What every answer is, and the words that several of them share."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from hookwright.lsp.methods import camel

Status = Literal["succeeded", "failed", "blocked", "timed-out", "skipped", "cannot-start", "running"]
Severity = Literal["error", "warning", "information", "hint"]
Order = Literal[
    "parallel", "serial", "serial within a group, groups in parallel", "in the background, after the answer"
]


class Answer:
    """The base of all: no member may be missing, and none may be there that is not named."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "forbid", "strict": True}
