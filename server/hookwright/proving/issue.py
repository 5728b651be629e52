"""What somebody can send who found that an agent and the engine differ: without secrets, home paths and names."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from typing import Any

from hookwright import __version__
from hookwright.policies.redaction import redact, redact_json
from hookwright.proving.prove import Proof
from hookwright.proving.words import agent_name, effect_words, told_of_hooks
from hookwright.samples.payload_paths import without_user
from hookwright.wording.display import fence, pretty

_PROJECT = "/project"
_HIDDEN = "/run-of-the-agent"
_LONGEST = 4000


def issue_text(proof: Proof) -> str:
    """The text of an issue, in Markdown."""
    return "\n\n".join(_blocks(proof))


def _blocks(proof: Proof) -> Iterator[str]:
    plan = proof.wanted.plan
    dialect, row = plan.request.dialect, plan.row
    yield f"### {row.name}: {agent_name(proof)} does not do what hookwright {__version__} says"
    yield f"- system: {platform.system()} {platform.machine()}\n- cage: {'; '.join(proof.notes)}"
    for name, side in (("agent", proof.agent), ("engine", proof.engine)):
        ran = "not seen" if side.fired is None else str(len(side.fired))
        yield f"- {name}: {effect_words(dialect, row, side)}; hooks that ran: {ran}"
    for it in proof.differences:
        yield f"Different: {it.what}"
        yield fence(_clean(proof, f"agent:\n{it.agent}\n\nengine:\n{it.engine}"))
    yield "Hooks of the event:"
    yield fence(
        _clean(proof, pretty([_hook(it.hook.matcher, it.hook.values, it.hook.body) for it in plan.steps])), "json"
    )
    yield "Payload:"
    yield fence(_clean(proof, pretty(redact_json(dict(plan.facts.payload)))), "json")
    told = "\n".join(told_of_hooks(proof))
    if told:
        yield "What the model was told:"
        yield fence(_clean(proof, told))


def _hook(matcher: object, values: Mapping[str, Any], body: str) -> object:
    return redact_json({"matcher": matcher, "hook": dict(values) or body})


def _clean(proof: Proof, text: str) -> str:
    """The text without secrets, and without paths and names that are the user's."""
    request, host = proof.wanted.plan.request, proof.home
    text = text.replace(proof.folder, _HIDDEN)
    cleaned = without_user(redact(text), _PROJECT, request.project_dir, host)
    return str(cleaned)[:_LONGEST]
