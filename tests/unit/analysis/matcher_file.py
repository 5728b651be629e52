"""A matcher, read from a hook file that holds nothing else."""

from __future__ import annotations

import json

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope


def matcher(text: str, dialect: str = "claude-code", event: str = "PreToolUse") -> MatcherText:
    """The matcher of the only group under the event."""
    file = read_hook_file("x.json", json.dumps({"hooks": {event: [{"matcher": text}]}}), by_id(dialect), Scope.PROJECT)
    (found,) = matcher_texts(file)
    return found
