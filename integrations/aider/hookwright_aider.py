"""Aider with hooks: `hookwright-aider` starts Aider, and a project's hooks have their say in what it does."""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any, Literal, TypeVar

from aider.coders import Coder
from aider.main import main as aider
from aider.run_cmd import run_cmd
from hookwright_aider_edits import Edit, calls_of, changed

from hookwright import HookService
from hookwright.dialects import by_id
from hookwright.engine.hooks import Permission, permission
from hookwright.engine.service_options import ServiceOptions
from hookwright.engine.stages import BLOCKED, HEADING
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Audience, Decision
from hookwright.readers.folders import repository_of
from hookwright.readers.search import dialect_in_use, hook_paths

T = TypeVar("T")

_MOST_CONTINUATIONS = 3


@dataclass(frozen=True, slots=True)
class Judged:
    """A tool call as the hooks have left it; `refused` says why it is not made, None if it may be."""

    name: str
    use_id: str
    input: dict[str, Any]
    decision: Decision | None = None
    changed: bool = False
    refused: str | None = None


class Hooks:
    """The hooks of one session of Aider, which has no event loop of its own."""

    def __init__(self, opening: Coroutine[Any, Any, HookService]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="hooks", daemon=True)
        self._thread.start()
        self._service = self._wait(opening)

    def fire(self, event: str, coder: Any = None, /, **payload: Any) -> Outcome:  # noqa: ANN401
        """The outcome of an event; Ctrl-C ends its hooks.  The user sees at once what the hooks have for them."""
        outcome = self._wait(self._service.dispatch(event, payload))
        for message in outcome.messages if coder is not None else ():
            if message.to is Audience.USER:
                coder.io.tool_warning(message.text)
        return outcome

    def judge(self, coder: Any, name: str, given: dict[str, Any]) -> Judged:  # noqa: ANN401
        """Whether a tool may run, and with which input; where a hook wants the user asked, they are."""
        use_id = os.urandom(8).hex()
        outcome = self.fire("PreToolUse", coder, tool_name=name, tool_use_id=use_id, tool_input=given)
        folded = outcome.folded
        now = given if folded.updated_input is None else dict(folded.updated_input)
        judged = functools.partial(Judged, name, use_id, now, changed=now != given)
        if folded.blocked or folded.decision is Decision.DENY or folded.stop_agent:
            return judged(refused=folded.reason or folded.stop_reason or BLOCKED)
        if folded.decision is not Decision.ASK:
            return judged(decision=folded.decision)
        subject = now.get("command") or now.get("file_path")
        if coder.io.confirm_ask(folded.reason or f"{name}?", subject=subject, explicit_yes_required=True):
            return judged(decision=Decision.ALLOW)
        return judged(refused=folded.reason or "The user said no.")

    def after(self, coder: Any, call: Judged, response: dict[str, Any], failed: str | None) -> Outcome:  # noqa: ANN401
        """What the hooks say once a tool has run, or has failed."""
        about = {"tool_name": call.name, "tool_use_id": call.use_id, "tool_input": call.input}
        if failed is None:
            return self.fire("PostToolUse", coder, **about, tool_response=response)
        return self.fire("PostToolUseFailure", coder, **about, error=failed)

    def close(self) -> None:
        """No hook runs any more afterwards."""
        self._wait(self._service.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise


class Gates:
    """What comes around the methods in which Aider does what hooks judge; each gets the method as `go_on`."""

    def __init__(self, hooks: Hooks) -> None:
        self._hooks = hooks
        self._begun = False
        self._context: list[str] = []
        self._prompted = False
        self._edits: list[tuple[Edit, list[Judged]]] = []
        self._refused: list[str] = []

    def preproc_user_input(self, coder: Any, go_on: Callable[[str], str | None], inp: str) -> str | None:  # noqa: ANN401
        """The text for the model, with the hooks' context; None if there is none, or where they refuse."""
        if not inp or coder.commands.is_command(inp):
            return go_on(inp)
        if not self._begun:
            self._begun = True
            self._context += _for_model(self._hooks.fire("SessionStart", coder, source="startup"))
        outcome = self._hooks.fire("UserPromptSubmit", coder, prompt=inp)
        folded = outcome.folded
        if folded.blocked or folded.stop_agent:
            coder.io.tool_error(folded.reason or folded.stop_reason or BLOCKED)
            return None
        message = go_on(inp if folded.updated_prompt is None else folded.updated_prompt)
        if message is None:
            return None
        context, self._context, self._prompted = [*self._context, *_for_model(outcome)], [], True
        return "\n\n".join((message, HEADING, *context)) if context else message

    def close(self) -> None:
        """No hook runs any more afterwards."""
        if self._begun:
            self._hooks.fire("SessionEnd", reason="other")
        self._hooks.close()

    def run_one(self, coder: Any, go_on: Callable[[str, bool], None], user_message: str, preproc: bool) -> None:  # noqa: ANN401
        """A prompt and everything that comes of it, until the hooks let it end."""
        if not preproc:
            # The editor of an architect is part of the architect's turn.
            return go_on(user_message, preproc)
        self._prompted = False
        go_on(user_message, preproc)
        for number in range(_MOST_CONTINUATIONS + 1 if self._prompted else 0):
            payload = {"stop_reason": "end_turn", "stop_hook_active": number > 0}
            folded = self._hooks.fire("Stop", coder, **payload).folded
            if not folded.must_continue or folded.stop_agent or number == _MOST_CONTINUATIONS:
                break
            go_on(folded.reason or BLOCKED, False)  # noqa: FBT003
        return None

    def prepare_to_edit(self, coder: Any, go_on: Callable[[list[Edit]], list[Edit]], edits: list[Edit]) -> list[Edit]:  # noqa: ANN401
        """The edits that may be made, as the hooks have changed them."""
        admitted: list[tuple[Edit, list[Judged]]] = []
        for edit in edits:
            calls = [self._hooks.judge(coder, *it) for it in calls_of(edit, coder.abs_root_path)]
            left, why = _left_of(edit, calls, coder.get_rel_fname)
            if left is not None:
                admitted.append((left, calls))
            else:
                self._refused.append(f"{edit[0]}: {why}")
                coder.io.tool_error(self._refused[-1])
        prepared = go_on([it for it, _ in admitted])
        self._edits = [(edit, calls) for edit, calls in admitted if any(edit is it for it in prepared)]
        return prepared

    def apply_updates(self, coder: Any, go_on: Callable[[], set[str]]) -> set[str]:  # noqa: ANN401
        """What the model reads of edits that were made, that failed, and that were refused."""
        self._edits, self._refused = [], []
        edited = go_on()
        failed: str | None = coder.reflected_message
        outcomes = [
            self._hooks.after(coder, call, {"success": True}, failed) for _, calls in self._edits for call in calls
        ]
        if context := [it.folded.additional_context for it in outcomes if it.folded.additional_context]:
            _tell(coder, "\n\n".join((HEADING, *context)))
        refused = [f"A hook refused this edit, and it was not made. {it}" for it in self._refused]
        objections = [text for it in outcomes for text in it.objections()]
        # What Aider asks the model next.
        if told := [*([failed] if failed else []), *refused, *objections]:
            coder.reflected_message = "\n\n".join(told)
        return edited

    def run_shell_commands(self, coder: Any, go_on: Callable[[], str]) -> str:  # noqa: ANN401
        """What was refused makes Aider ask the model again, which must not run the other commands once more."""
        told = go_on()
        coder.shell_commands = []
        return told

    def handle_shell_commands(self, coder: Any, _: Callable[..., str | None], commands_str: str, group: Any) -> None:  # noqa: ANN401
        """Runs each line that may run, as the method does that this replaces; the model reads the results."""
        lines = [it for line in commands_str.splitlines() if (it := line.strip()) and not it.startswith("#")]
        for line in lines:
            call = self._permitted(coder, line, group)
            if call is None:
                continue
            if call.refused is not None:
                coder.io.tool_error(f"{line}: {call.refused}")
                _tell(coder, f"A hook refused this command, and it did not run: {line}\n\n{call.refused}")
                coder.reflected_message = "Go on without the commands that were refused."
                continue
            output = self._run(coder, call)
            if coder.io.confirm_ask("Add command output to the chat?", allow_never=True):
                _tell(coder, output)

    def summarize_start(self, coder: Any, go_on: Callable[[], None]) -> None:  # noqa: ANN401
        """Keeps a history that is too long from being compacted, where the hooks say so."""
        messages = coder.done_messages
        if coder.summarizer.too_big(messages):
            tokens = sum(count for count, _ in coder.summarizer.tokenize(messages))
            size = {"pre_tokens": tokens, "message_count": len(messages)}
            if self._hooks.fire("Compaction", coder, **size).folded.blocked:
                return
        go_on()

    def _permitted(self, coder: Any, line: str, group: Any) -> Judged | None:  # noqa: ANN401
        """The command as the hooks have left it; None if the user does not want it."""
        call = self._hooks.judge(coder, "Bash", {"command": line})
        if call.refused is not None or call.decision is Decision.ALLOW:
            return call
        outcome = self._hooks.fire("PermissionRequest", coder, tool_name="Bash", tool_input=call.input)
        match permission(outcome):
            case Permission.APPROVE:
                return call
            case Permission.DENY:
                return Judged(call.name, call.use_id, call.input, refused=outcome.folded.reason or BLOCKED)
        how = {"explicit_yes_required": True, "group": group, "allow_never": True}
        return call if coder.io.confirm_ask("Run shell command?", subject=call.input["command"], **how) else None

    def _run(self, coder: Any, call: Judged) -> str:  # noqa: ANN401
        command = call.input["command"]
        coder.io.tool_output(f"Running {command}")
        status, output = run_cmd(command, error_print=coder.io.tool_error, cwd=coder.root)
        failed = (output or f"exit code {status}") if status else None
        outcome = self._hooks.after(coder, call, {"stdout": output, "exit_code": status}, failed)
        output = _result_of(outcome, output or "")
        return "\n".join((f"Output from {command}", output or "", *_for_model(outcome)))


_METHODS = (
    "preproc_user_input",
    "run_one",
    "prepare_to_edit",
    "apply_updates",
    "run_shell_commands",
    "handle_shell_commands",
    "summarize_start",
)


def attach(gates: Gates, kind: type[Any] = Coder) -> None:
    """Puts the gates around Aider's methods.

    Raises AttributeError if this Aider lacks one of them, so that nothing is left ungated in silence.
    """
    around = {name: _around(getattr(kind, name), getattr(gates, name)) for name in _METHODS}
    for name, method in around.items():
        setattr(kind, name, method)


@contextmanager
def session(
    project: str, dialect: Dialect, *, trusted: bool, failure_policy: Literal["agent", "closed"] = "agent"
) -> Iterator[Gates]:
    """The hooks of a project for one session; if it is not trusted, those of the user alone."""
    places = hook_paths(dialect, project, Host.real())
    users = [path for scope, path in places if scope is Scope.USER and os.path.exists(path)]
    files = None if trusted else users
    modules: Literal[True, "user"] = True if trusted else "user"
    options = ServiceOptions(dialect=dialect.id, config_files=files, modules=modules, failure_policy=failure_policy)
    gates = Gates(Hooks(HookService.open(project, **options)))
    try:
        yield gates
    finally:
        gates.close()


def main() -> int | None:
    """Takes three options of its own, and Aider's."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--hooks-dialect")
    parser.add_argument("--trust-hooks", action="store_true")
    parser.add_argument("--hooks-failure-policy", choices=["agent", "closed"], default="agent")
    own, others = parser.parse_known_args()
    project = repository_of(os.getcwd()) or os.getcwd()
    dialect = by_id(own.hooks_dialect) if own.hooks_dialect else dialect_in_use(project, Host.real())
    if not own.trust_hooks and any(os.path.exists(path) for _, path in hook_paths(dialect, project)):
        sys.stderr.write("The hooks of this project do not run; if you trust them, start with --trust-hooks\n")
    policy = own.hooks_failure_policy
    with session(project, dialect, trusted=own.trust_hooks, failure_policy=policy) as gates:
        attach(gates)
        status: int | None = aider(others)
        return status


def _around(original: Callable[..., Any], gate: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def method(coder: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401
        return gate(coder, functools.partial(original, coder), *given, **named)

    return method


def _left_of(edit: Edit, calls: list[Judged], relative: Callable[[str], str]) -> tuple[Edit | None, str]:
    """The edit as it is to be made; None, and why, if it is not."""
    if not calls:
        return None, "hookwright-aider does not know this form of edits"
    for call in calls:
        if call.refused is not None:
            return None, call.refused
    if not any(it.changed for it in calls):
        return edit, ""
    left = changed(edit, calls[0].input, relative) if len(calls) == 1 else None
    return left, "A hook has changed this edit in a way that its format cannot express."


def _tell(coder: Any, text: str) -> None:  # noqa: ANN401
    """Has the model read a text with what it is asked next, as Aider does with the output of commands."""
    coder.cur_messages += [{"role": "user", "content": text}, {"role": "assistant", "content": "Ok."}]


def _result_of(outcome: Outcome, output: str) -> str:
    """What the model reads of a command: what hooks put in the place of its output."""
    changed = outcome.folded.updated_result
    if changed is None:
        return output
    text = changed.get("stdout") if isinstance(changed, dict) else changed
    return text if isinstance(text, str) else json.dumps(changed, ensure_ascii=False)


def _for_model(outcome: Outcome) -> list[str]:
    context = outcome.folded.additional_context
    return [*([context] if context else []), *outcome.objections()]


if __name__ == "__main__":
    sys.exit(main())
