"""The keys of a test file: what each holds, in one table for the reader and the schema."""

from __future__ import annotations

from dataclasses import dataclass

TEXT = "text"
"""A string that must be contained, an object with one way to compare, or null where there must be no text."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: the name of the value in `case`, the kind of its value, and what it means."""

    attribute: str
    kind: str
    doc: str


FILE = {
    "dialect": Key("dialect", "string", "The dialect of the hooks; by default that of the project's files."),
    "hooks": Key("hooks", "strings", "The hook files, from this file's folder; by default the project's."),
    "tests": Key("tests", "list", "The tests."),
}
TEST = {
    "name": Key("name", "string", "What the test checks; by default its event and number."),
    "event": Key("event", "string", "The event that is fired, as the dialect spells it."),
    "dialect": Key("dialect", "string", "The dialect of the hooks; by default the file's."),
    "hooks": Key("hooks", "strings", "The hook files; by default the file's."),
    "at": Key("at", "string", "A JSON pointer: fires just the hooks there, whatever their matchers say."),
    "sample": Key("sample", "string", "The sample payload to start from; `hookwright samples EVENT` lists them."),
    "tool": Key("tool", "string", "The tool that is called; its sample payload is used."),
    "input": Key("tool_input", "json object", "The tool's input, in place of the sample's."),
    "payload": Key("payload", "json object", "Members of the payload, in place of the sample's."),
    "cwd": Key("cwd", "string", "The agent's working directory, relative to the project's folder."),
    "env": Key("environment", "strings by name", "Environment variables for the hooks, beside those of the dialect."),
    "scratch": Key("scratch", "boolean", "Fires on a copy of the workspace, as tests with `changes` always do."),
    "skip": Key("skip", "string", "Skips the test; the text says why."),
    "expect": Key("expect", "object", "What is expected."),
}
EXPECT = {
    "decision": Key("decision", "decision", "`allow`, `deny`, `ask`, or `none` if no hook decides."),
    "blocked": Key("blocked", "boolean", "Whether the hooks block the event."),
    "mustContinue": Key("must_continue", "boolean", "Whether the agent must go on, on events like `Stop`."),
    "stopAgent": Key("stop_agent", "boolean", "Whether a hook stops the agent."),
    "reason": Key("reason", TEXT, "The deciding hook's text."),
    "stopReason": Key("stop_reason", TEXT, "Why the agent is stopped."),
    "context": Key("context", TEXT, "The context that is added for the model."),
    "updatedInput": Key("updated_input", "json", "The whole tool input afterwards; null where no hook changes it."),
    "fires": Key("fires", "count", "How many hooks run, or whether any does."),
    "exitCode": Key("exit_code", "integer", "The exit code of the hook; of several hooks, of one of them."),
    "stdout": Key("stdout", TEXT, "What the hook prints; of several hooks, all of it."),
    "stderr": Key("stderr", TEXT, "What the hook prints on standard error; of several hooks, all of it."),
    "timedOut": Key("timed_out", "boolean", "Whether a hook runs out of time."),
    "fails": Key(
        "fails", "boolean", "Whether a hook fails without deciding: by its exit code, or because it cannot start."
    ),
    "changes": Key("changes", "changes", "Every file that the hooks create, change or delete; fires on a copy."),
}
KINDS_OF_CHANGE = ("created", "changed", "deleted")
