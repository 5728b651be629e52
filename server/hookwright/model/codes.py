"""The codes of messages, and of what kept a hook from having its say; programs may rely on them, and none changes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from msgspec import Struct

from hookwright.model.outcome_json import DegradedJson


class Code(StrEnum):
    """What a message is about; `FAULTS` and `OTHERS` say what each means."""

    TIMED_OUT = "timed-out"
    COULD_NOT_START = "could-not-start"
    KILLED = "killed"
    FAILED = "failed"
    OUTPUT_INVALID = "output-invalid"
    OUTPUT_TOO_LARGE = "output-too-large"
    OUTPUT_DROPPED = "output-dropped"
    MATCHER_ABANDONED = "matcher-abandoned"
    CONDITION_FAILED = "condition-failed"
    NOT_SUPPORTED = "not-supported"
    NO_MODEL = "no-model"
    NO_NETWORK = "no-network"
    HTTP_FAILED = "http-failed"
    MCP_FAILED = "mcp-failed"
    MODEL_FAILED = "model-failed"
    HANDLER_FAILED = "handler-failed"
    BROKEN_FILE = "broken-file"
    MISSING_FILE = "missing-file"
    FILE_NOT_READ = "file-not-read"
    LAST_GOOD_VERSION = "last-good-version"
    HOOK_LEFT_OUT = "hook-left-out"
    PLUGIN_LEFT_OUT = "plugin-left-out"
    MODULE_NOT_LOADED = "module-not-loaded"
    MODULES_NOT_RUNNING = "modules-not-running"
    GUARD_LOST = "guard-lost"
    PAYLOAD_INCOMPLETE = "payload-incomplete"

    REFUSED = "refused"
    FAILED_CLOSED = "failed-closed"
    OBJECTED = "objected"
    GOES_ON = "goes-on"
    STOPPED = "stopped"
    SAID = "said"
    INPUT_NOT_TAKEN = "input-not-taken"
    KEY_IGNORED = "key-ignored"
    UNKNOWN_EVENT = "unknown-event"
    PAYLOAD_MISNAMED = "payload-misnamed"

    @property
    def degrades(self) -> bool:
        """Whether a hook that should have had a say had none, or not the one that its file gives it now."""
        return self in FAULTS


FAULTS: Mapping[Code, str] = {
    Code.TIMED_OUT: "The hook took longer than its time limit, and was killed.",
    Code.COULD_NOT_START: "The hook could not be started: its program was not found or cannot be run.",
    Code.KILLED: "A signal killed the hook, or it crashed.",
    Code.FAILED: "The hook failed: it exited with a code that does not block, or its handler raised an exception.",
    Code.OUTPUT_INVALID: "The agent does not accept what the hook printed, and ignores all of it or what decides.",
    Code.OUTPUT_TOO_LARGE: "The hook printed a JSON object that is too large to be read.",
    Code.OUTPUT_DROPPED: "The decision of the hook holds, but its output nests too deeply to be sent on.",
    Code.MATCHER_ABANDONED: "The matcher of the hook takes too long to decide, so nobody knows whether it matches.",
    Code.CONDITION_FAILED: "The command that decides whether the hook runs gave no answer.",
    Code.NOT_SUPPORTED: "hookwright does not run hooks of this type, or not on this event.",
    Code.NO_MODEL: "The hook is a question for a model, and there is no model.",
    Code.NO_NETWORK: "The hook needs the network, which nothing on a copy of the workspace may use.",
    Code.HTTP_FAILED: "The web service could not be called, may not be called, or did not answer with a success.",
    Code.MCP_FAILED: "The MCP server could not be used, or its tool failed.",
    Code.MODEL_FAILED: "The model gave no answer.",
    Code.HANDLER_FAILED: "The agent, which runs hooks of this type itself, did not run it.",
    Code.BROKEN_FILE: "The hook file cannot be read or understood, so none of its hooks run.",
    Code.MISSING_FILE: "A hook file that was named does not exist.",
    Code.FILE_NOT_READ: "The agent does not read the file as it is or where it is, so none of its hooks run.",
    Code.LAST_GOOD_VERSION: "The file is broken, and what was there when it was last whole runs in its place.",
    Code.HOOK_LEFT_OUT: "An entry of the hook file is wrong, so its hook does not run.",
    Code.PLUGIN_LEFT_OUT: "The agent does not load the plugin, so none of its hooks run.",
    Code.MODULE_NOT_LOADED: "The hook module could not be loaded, so its handlers do not run.",
    Code.MODULES_NOT_RUNNING: "The process that hook modules run in could not be started.",
    Code.GUARD_LOST: "The hook module was loaded, and does not answer any more.",
    Code.PAYLOAD_INCOMPLETE: "The payload does not name the tool, so hooks for certain tools do not run.",
}
"""What each fault means: a hook that should have decided did not, in any agent."""

OTHERS: Mapping[Code, str] = {
    Code.REFUSED: "A hook refused what the event announces.",
    Code.FAILED_CLOSED: "A hook had no say, which counts as a refusal where `failurePolicy` is `closed`.",
    Code.OBJECTED: "A hook objects to what has happened already.",
    Code.GOES_ON: "A hook keeps the agent from stopping.",
    Code.STOPPED: "A hook stops the agent.",
    Code.SAID: "A hook has something to say.",
    Code.INPUT_NOT_TAKEN: "The tool does not take the input that a hook gave it, so the call is refused.",
    Code.KEY_IGNORED: "A key or a setting is wrong, and the hooks run without it.",
    Code.UNKNOWN_EVENT: "The agent has no such event, so nothing runs.",
    Code.PAYLOAD_MISNAMED: "A member of the payload looks like a misspelt one of the event.",
}
"""What the codes of the other messages mean."""


class FailurePolicy(StrEnum):
    """What it means that a hook had no say: what the agent makes of that, or a refusal of what can be refused."""

    AGENT = "agent"
    CLOSED = "closed"


TOLERATED = frozenset({Code.OUTPUT_DROPPED, Code.FILE_NOT_READ, Code.PLUGIN_LEFT_OUT})
"""The faults that `FailurePolicy.CLOSED` refuses nothing for: the hook has decided, or its agent never runs it."""


class Notice(str):
    """A sentence for the user about hook files or modules, with its code.

    `source` is the path of the file it is about.  One with an `event` is about the hooks of that event only.
    """

    __slots__ = ("code", "event", "source")

    code: Code
    source: str | None
    event: str | None

    def __new__(cls, text: str, code: Code, source: str | None = None, event: str | None = None) -> Self:
        """The notice with that text."""
        notice = super().__new__(cls, text)
        notice.code, notice.source, notice.event = code, source, event
        return notice

    def __getnewargs__(self) -> tuple[str, Code, str | None, str | None]:  # type: ignore[override]
        """What makes the same notice again, where one is copied or sent to another process."""
        return str(self), self.code, self.source, self.event


class Fault(Struct, frozen=True):
    """Why a hook that ran, or should have, had no say; `text` says how it ended."""

    code: Code
    text: str


class Degraded(Struct, frozen=True):
    """A way in which hooks that should have had a say had none, with one of the codes of `FAULTS`.

    `source` is the path of the hook file or module, `hook` the id of the hook; None if no single one is known.
    """

    code: Code
    source: str | None
    hook: str | None
    text: str

    def to_json(self) -> DegradedJson:
        """As clients receive it; docs/engine.md describes it."""
        return {"code": self.code, "source": self.source, "hook": self.hook, "text": self.text}
