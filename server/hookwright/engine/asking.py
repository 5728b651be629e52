"""A hook that is a prompt: what the model is asked, and its answer in the form in which commands end."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from hookwright.engine.model import Model, ModelFailed
from hookwright.model.grammar import HookType, Performer
from hookwright.model.hook import Hook
from hookwright.model.outcome import Result

_ARGUMENTS = "$ARGUMENTS"
_FENCED = re.compile(r"\s*```[^\n`]*\n(.*?)\n?```\s*", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a model is asked; `timeout` in seconds."""

    prompt: str
    model: str | None
    tools: bool
    session_id: str
    timeout: float


def question_of(hook: Hook, kind: HookType, arguments: str, session_id: str, timeout: float) -> Question:
    """The hook's prompt with the event as JSON in the place of `$ARGUMENTS` (D4); no shell ever sees it."""
    named = hook.values.get("model") if kind.field("model") is not None else None
    return Question(
        prompt=hook.body.replace(_ARGUMENTS, arguments),
        model=named if isinstance(named, str) else None,
        tools=kind.by is Performer.MODEL_WITH_TOOLS,
        session_id=session_id,
        timeout=timeout,
    )


async def ask(model: Model, question: Question) -> Result:
    """The answer as the stdout of a command that succeeded, or why there is none as the stderr of one that failed.

    Where the time is over, the model is cancelled.  Whatever it raises is in the result (D8).
    """
    started_at, begin = datetime.now(UTC), time.perf_counter()
    answer: str | None = None
    fault = ""
    limit = asyncio.timeout(question.timeout)
    try:
        async with limit:
            answer = await model.complete(
                question.prompt, model=question.model, tools=question.tools, session_id=question.session_id
            )
    except ModelFailed as failed:
        fault = str(failed)
    except Exception as error:  # noqa: BLE001  a broken model must not take the dispatch with it
        fault = "" if limit.expired() else f"the model failed: {str(error) or type(error).__name__}"
    return Result(
        exit_code=None if answer is None else 0,
        timed_out=answer is None and limit.expired(),
        stdout=_bare(answer or ""),
        stderr=fault,
        started_at=started_at,
        duration=time.perf_counter() - begin,
    )


def _bare(answer: str) -> str:
    """The answer out of the code block that models like to put around JSON."""
    fenced = _FENCED.fullmatch(answer)
    return fenced[1] if fenced else answer
