"""The fields of the JSON object that Claude Code reads from a hook's stdout: common ones and usual decisions."""

from __future__ import annotations

from hookwright.dialects.fields import decides, decision, event_name, specific_path
from hookwright.model.reaction import Effect, OutputField, Reaction
from hookwright.model.shape import TEXT, Shape

_QUIET = (
    OutputField(("suppressOutput",), "Accepted, but has no effect", kind="boolean"),
    OutputField(("systemMessage",), "A note for the user", Effect.MESSAGE),
    OutputField(("terminalSequence",), "A terminal escape sequence to send: OSC 0, 1, 2, 9, 99, 777, or BEL"),
    OutputField(
        ("async",),
        "On the first line, `true` announces that the hook goes on in the background",
        Effect.ANNOUNCES,
        kind="boolean",
        checked=False,
    ),
    OutputField(("asyncTimeout",), "How long a hook in the background may go on", kind="number", checked=False),
)

_STOPPING = (
    OutputField(("continue",), "`false` stops everything, whatever the other fields say", Effect.CONTINUE, "boolean"),
    OutputField(("stopReason",), "Shown to the user when `continue` is `false`", Effect.STOP_REASON),
)

COMMON = (*_STOPPING, *_QUIET)
STOPPING_AFTERWARDS = (
    OutputField(
        ("continue",),
        "`false` ends the turn, but the call runs before, unless a decision refuses it",
        Effect.CONTINUE,
        "boolean",
        afterwards=True,
    ),
    *COMMON[1:],
)
"""Those of an event that happens anyway."""
WITHOUT_STOPPING = _QUIET
TERMINAL_ONLY = tuple(it for it in _QUIET if it.path == ("terminalSequence",))


def specific(event: str, *fields: OutputField) -> tuple[OutputField, ...]:
    """The fields inside `hookSpecificOutput` on that event, the compulsory `hookEventName` first."""
    return (event_name(event, required=True), *fields)


def context(doc: str = "Added to the context of the model", whatever_it_says: Reaction | None = None) -> OutputField:
    """`hookSpecificOutput.additionalContext`, with what any text in it does to the event."""
    return OutputField(specific_path("additionalContext"), doc, Effect.CONTEXT, whatever_it_says=whatever_it_says)


def note(key: str, doc: str, kind: str = "string") -> OutputField:
    """A field of `hookSpecificOutput` that the agent reads and the engine has nothing to do with."""
    return OutputField(specific_path(key), doc, kind=kind)


def result(key: str, doc: str, *, like: bool = False, served: bool = False) -> OutputField:
    """A field of `hookSpecificOutput` that takes the place of the tool's result."""
    return OutputField(specific_path(key), doc, Effect.UPDATED_RESULT, "any", like_result=like, served=served)


def watched_paths() -> OutputField:
    """`hookSpecificOutput.watchPaths`."""
    doc = "Absolute paths to watch: changes of them fire `FileChanged`"
    return OutputField(specific_path("watchPaths"), doc, kind="array", items=(TEXT,))


def block(doc: str, reaction: Reaction) -> tuple[OutputField, ...]:
    """The top-level `decision: "block"` with its `reason`."""
    return decides(doc, {"block": reaction})


def permission(doc: str, words: dict[str, Reaction]) -> tuple[OutputField, ...]:
    """`hookSpecificOutput.permissionDecision` with its reason."""
    reason = specific_path("permissionDecisionReason")
    return (
        decision(specific_path("permissionDecision"), reason, doc, words),
        OutputField(reason, "Reason: shown to the model on `deny`, to the user on `ask`, to nobody on `allow`"),
    )


_DESTINATION = Shape("string", ("userSettings", "projectSettings", "localSettings", "session", "cliArg"))
_RULES = Shape("array", items=(Shape("object", keys={"toolName": TEXT}, optional={"ruleContent": TEXT}),))
_MODES = ("acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan")


def _update(*types: str, **keys: Shape) -> Shape:
    return Shape("object", keys={"type": Shape("string", types), **keys, "destination": _DESTINATION})


PERMISSION_UPDATES = (
    _update(
        "addRules",
        "replaceRules",
        "removeRules",
        rules=_RULES,
        behavior=Shape("string", ("allow", "deny", "ask")),
    ),
    _update("setMode", mode=Shape("string", _MODES)),
    _update("addDirectories", "removeDirectories", directories=Shape("array", items=(TEXT,))),
)
"""What can be changed of the user's permissions along with a permission."""
