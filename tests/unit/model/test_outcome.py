"""An outcome has the keys that docs/engine.md shows, in their order."""

from __future__ import annotations

import json
import re

from tests.pages import ROOT, blocks

from hookwright.model.outcome import HookIdentity, Message, Outcome, Reading, Run
from hookwright.model.reaction import Audience, Level, Status

_HOOK = HookIdentity(id="1", source="f", scope="user", pointer="", name=None, type="command", command="true")


def test_the_documentation_shows_every_key() -> None:
    run = Run(hook=_HOOK, reading=Reading(status=Status.SUCCEEDED))
    message = Message(Audience.USER, Level.INFO, "", "")
    outcome = Outcome(dispatch_id="1", event="Stop", dialect="ai-agents", messages=(message,), runs=(run,))
    shown = [json.loads(re.sub(r" //.*", "", it)) for it in blocks(ROOT / "docs" / "engine.md", "jsonc", "The outcome")]

    assert [list(it) for it in shown] == [list(outcome.to_json()), list(run.to_json())]
    assert list(shown[0]["messages"][0]) == list(message.to_json())
    assert list(shown[1]["hook"]) == list(_HOOK.to_json())
