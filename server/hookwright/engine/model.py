"""What answers hooks in place of a command: the model that is asked (D5), and the agent that runs some itself."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Coroutine, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.process import Command, run
from hookwright.host import Host
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.outcome import HookIdentity, Result
from hookwright.patterns import late_pattern

_ARGUMENTS = "$ARGUMENTS"
_FENCED = late_pattern(r"\s*```[^\n`]*\n(.*?)\n?```\s*", re.DOTALL)
_LONGEST = 24 * 3600.0


class NoAnswer(Exception):
    """Whoever was asked gave no answer that can be used; `str()` says why, for the user."""


class ModelFailed(NoAnswer):
    """The model gave no answer."""


class Model(Protocol):
    """Something that answers prompts."""

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """The answer to a prompt as text; raises ModelFailed if there is none.

        `model` is the one that the hook names, None for any.  With `tools`, the model may use the agent's tools, for as
        many steps as it takes (D4).  Being cancelled, it has to give up: the hook's time is over.
        """


class Question(Struct, frozen=True, kw_only=True):
    """What a model is asked; `timeout` in seconds."""

    prompt: str
    model: str | None
    tools: bool
    session_id: str
    timeout: float


def question_of(hook: Hook, kind: HookType, arguments: str, session_id: str, timeout: float) -> Question:
    """What the hook has a model asked about the event, which is JSON, and how the model is to answer."""
    named = hook.values.get("model") if kind.field("model") is not None else None
    answer = kind.reading.model
    return Question(
        prompt=prompt_of(hook, kind, arguments) + (f"\n\n{answer.ask}" if answer is not None else ""),
        model=named if isinstance(named, str) else None,
        tools=kind.by is Performer.MODEL_WITH_TOOLS,
        session_id=session_id,
        timeout=timeout,
    )


def prompt_of(hook: Hook, kind: HookType, arguments: str) -> str:
    """The hook's prompt with the event as JSON in the place of `$ARGUMENTS` (D4); no shell ever sees it.

    A type that has a label for it puts the event behind a prompt that does not name that place.
    """
    if kind.label and _ARGUMENTS not in hook.body:
        return f"{hook.body}\n\n{kind.label}{arguments}"
    return hook.body.replace(_ARGUMENTS, arguments)


async def ask(model: Model, question: Question) -> Result:
    """The answer as the stdout of a command that succeeded, or why there is none as the stderr of one that failed."""
    answer = model.complete(question.prompt, model=question.model, tools=question.tools, session_id=question.session_id)
    found = await answered(answer, question.timeout)
    return replace(found, stdout=_bare(found.stdout))


async def answered(
    work: Coroutine[Any, Any, str],
    timeout: float,  # noqa: ASYNC109  the result says so
    who: str = "the model",
) -> Result:
    """What somebody else answers, as the stdout of a command.

    Where the time is over, the work is cancelled.  Every exception is in the result (D8).
    """
    started_at, begin = datetime.now(UTC), time.perf_counter()
    answer: str | None = None
    fault = ""
    limit = asyncio.timeout(timeout)
    try:
        async with limit:
            answer = await work
    except NoAnswer as failed:
        fault = str(failed)
    except Exception as error:  # noqa: BLE001  what is broken must not take the dispatch with it
        fault = "" if limit.expired() else f"{who} failed: {str(error) or type(error).__name__}"
    return Result(
        exit_code=None if answer is None else 0,
        timed_out=answer is None and limit.expired(),
        stdout=answer or "",
        stderr=fault,
        started_at=started_at,
        duration=time.perf_counter() - begin,
    )


def _bare(answer: str) -> str:
    """The answer out of the code block that models like to put around JSON."""
    fenced = _FENCED.fullmatch(answer)
    return fenced[1] if fenced else answer


class CommandModel(Struct, frozen=True):
    """Asks a shell command of the user's, which is run in `cwd`.

    `HOOKWRIGHT_MODEL` in its environment is the model that the hook names, empty for any, and `HOOKWRIGHT_MODEL_TOOLS`
    is `1` where the model may use tools, else `0`.
    """

    text: str
    host: Host
    cwd: str

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """What the command prints; raises ModelFailed if it fails.  Being cancelled ends it with all it started."""
        added = {
            "HOOKWRIGHT_MODEL": model or "",
            "HOOKWRIGHT_MODEL_TOOLS": str(int(tools)),
            "HOOKWRIGHT_SESSION_ID": session_id or "",
        }
        command = Command(
            ("/bin/sh", "-c", self.text),
            self.cwd,
            {**self.host.environ, **added},
            prompt.encode("utf-8", "replace"),
            # The caller sets the time limit and cancels.
            _LONGEST,
        )
        ended = await run(command)
        if ended.exit_code == 0:
            return ended.stdout.decode("utf-8", "replace")
        raise ModelFailed(f"the model's command {_how(ended.start_error, ended.exit_code, ended.signal, ended.stderr)}")


def _how(problem: str | None, code: int | None, signal: int | None, stderr: bytes) -> str:
    if problem is not None:
        return f"could not be run: {problem}"
    said = stderr.decode("utf-8", "replace").strip()
    how = f"was killed by signal {signal}" if signal is not None else f"exited {code}"
    return f"{how}: {said}" if said else f"{how} and wrote nothing to stderr"


class Delegated(Struct, frozen=True, kw_only=True):
    """A hook that the agent is asked to run.

    `prompt` is its prompt with the event in the place of `$ARGUMENTS`, None for a hook without one; `config` is how the
    file has it, `stdin` the JSON that a command hook would read, `timeout` in seconds.
    """

    hook: HookIdentity
    config: Mapping[str, Any]
    prompt: str | None
    stdin: str
    session_id: str
    timeout: float


class Delegate(Protocol):
    """Runs hooks of some types in place of the engine."""

    @property
    def types(self) -> frozenset[str]:
        """The types of the hooks that it runs, as the dialect names them."""

    async def run(self, delegated: Delegated) -> str:
        """What a command hook would have printed; raises ModelFailed.  Being cancelled, it has to give up."""
