"""Performs a hook: starts the command of its condition and its own, or asks a service, a model or the agent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from hookwright.engine.commands import argv_of, folder_of, make_data_folder, shell_argv
from hookwright.engine.plan import Step
from hookwright.engine.process import Command, Finished, run
from hookwright.engine.setting import Setting
from hookwright.matching.verdict import quoted
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.outcome import Result, identity

if TYPE_CHECKING:
    from hookwright.engine.model import Delegate

_CONDITION_SECONDS = 1.0
_OBJECT_BYTES = 8 << 20
_PROMPT = "prompt"


class Unmet(Struct, frozen=True):
    """Why a condition keeps its hook from running; `failed`: it did not come to an answer, which the user is told."""

    because: str
    failed: bool


async def unmet(setting: Setting, step: Step) -> Unmet | None:
    """Why the hook's own condition keeps it from running, None if it has none or it is met (B8)."""
    dialect, kind = setting.plan.request.dialect, setting.kind_of(step)
    text = step.hook.values.get(kind.keys.precondition) if kind is not None and kind.keys.precondition else None
    if not isinstance(text, str):
        return None
    argv = shell_argv(dialect, step.hook, text, setting.host)
    if isinstance(argv, str):
        return Unmet(f"its condition could not be run: {argv}", failed=True)
    cwd = folder_of(kind, step.hook, setting.plan, setting.host)
    command = (*setting.host.cage, *argv)
    ended = await run(Command(command, cwd, setting.environment_of(step), setting.stdin_of(step), _CONDITION_SECONDS))
    if ended.exit_code == 0 and not ended.timed_out:
        return None
    failed = ended.timed_out or ended.start_error is not None or ended.signal is not None
    return Unmet(f"its condition {quoted(text)} {_how(ended)}", failed)


def _how(ended: Finished) -> str:
    if ended.timed_out:
        return f"took longer than {_CONDITION_SECONDS:g} s"
    if ended.start_error is not None:
        return f"could not be run: {ended.start_error}"
    return f"exited {ended.exit_code}" if ended.signal is None else f"was killed by signal {ended.signal}"


async def result_of(setting: Setting, step: Step, on_output: Callable[[str, bytes], None] | None) -> Result:
    """The result of the hook: of its command, or of the service, the model or the agent that performs it."""
    plan, kind = setting.plan, setting.kind_of(step)
    if setting.delegate is not None and setting.delegates(step):
        return await _delegated(setting, setting.delegate, step)
    if kind is not None and kind.by.is_model and setting.model is not None:
        # Few hooks are prompts.
        from hookwright.engine.model import ask, question_of

        context = setting.stdin_of(step).decode()
        return await ask(setting.model, question_of(step.hook, kind, context, plan.facts.session_id, step.timeout))
    if kind is not None and kind.by in (Performer.HTTP, Performer.MCP_TOOL):
        return await _called(setting, step, kind)
    cwd, environment = folder_of(kind, step.hook, plan, setting.host), setting.environment_of(step)
    argv = argv_of(plan, step.hook, setting.host, environment, cwd)
    if isinstance(argv, str):
        return not_started(argv)
    make_data_folder(plan, step.hook, setting.host)
    command = Command(
        (*setting.host.cage, *argv),
        cwd,
        environment,
        setting.stdin_of(step),
        step.timeout,
        kept_object_bytes=_OBJECT_BYTES,
        grace=plan.request.dialect.running.grace,
    )
    return _decoded(await run(command, on_output))


async def _called(setting: Setting, step: Step, kind: HookType) -> Result:
    """What a web service, or a tool of an MCP server, answers."""
    plan, host, hook = setting.plan, setting.host, step.hook
    if kind.by is Performer.HTTP:
        from hookwright.engine.http_hooks import Allowed, Post, headers_of, post

        allowed = Allowed(plan.urls, plan.variables)
        if not allowed.url(hook.body):
            return not_started(f"`{plan.request.dialect.http.urls}` does not allow {hook.body}")
        headers = headers_of(hook, kind, host.environ, allowed)
        return await post(
            Post(
                url=hook.body,
                headers=headers,
                body=setting.stdin_of(step),
                timeout=step.timeout,
                only_object=kind.reading.only_object,
                media_type=kind.reading.media_type,
            )
        )
    from hookwright.engine.mcp_hooks import call, tool_call

    asked = tool_call(plan, step, kind, host, setting.stdin_of(step))
    return not_started(asked) if isinstance(asked, str) else await call(asked, host)


async def _delegated(setting: Setting, delegate: Delegate, step: Step) -> Result:
    from hookwright.engine.model import Delegated, answered, prompt_of

    facts, kind, stdin = setting.plan.facts, setting.kind_of(step), setting.stdin_of(step).decode()
    asked = None
    if kind is not None and kind.body == _PROMPT:
        asked = prompt_of(step.hook, kind, stdin)
    delegated = Delegated(
        hook=identity(step.hook),
        config=step.hook.values,
        prompt=asked,
        stdin=stdin,
        session_id=facts.session_id,
        timeout=step.timeout,
    )
    return await answered(delegate.run(delegated), step.timeout)


def not_started(problem: str) -> Result:
    """The result of a hook that could not be started."""
    return Result(exit_code=None, problem=problem, started_at=datetime.now(UTC), duration=0.0)


def _decoded(finished: Finished) -> Result:
    return Result(
        exit_code=finished.exit_code,
        signal=finished.signal,
        timed_out=finished.timed_out,
        problem=finished.start_error,
        stdout=finished.stdout.decode("utf-8", "replace"),
        stderr=finished.stderr.decode("utf-8", "replace"),
        stdout_left_out=finished.stdout_total - len(finished.stdout),
        stderr_left_out=finished.stderr_total - len(finished.stderr),
        started_at=finished.started_at,
        duration=finished.duration,
    )
