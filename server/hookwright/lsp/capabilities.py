"""What the server says it can do, beside what pygls works out from the methods that are registered."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

Message = dict[str, Any]

COMMANDS = {
    "hookwright.fire": "fire",
    "hookwright.fireScratch": "fire_scratch",
    "hookwright.explain": "explain",
    "hookwright.lastReport": "last_report",
    "hookwright.disableHook": "disable_hook",
    "hookwright.enableHook": "enable_hook",
    "hookwright.makeExecutable": "make_executable",
    "hookwright.changeScript": "change_script",
    "hookwright.newSample": "new_sample",
    "hookwright.replay": "replay",
    "hookwright.status": "status",
    "hookwright.list": "list",
}
"""What `workspace/executeCommand` runs: the name of each command, and of its file in `commands`."""

# In the order of the numbers that the client is sent.
TOKEN_TYPES = (
    *("event", "class", "enumMember", "function", "namespace", "variable", "parameter", "keyword", "operator"),
    *("string", "number", "comment", "regexp"),
)
TOKEN_MODIFIERS = ("defaultLibrary", "deprecated", "modification")

OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(
        trigger_characters=['"', ":", "|", ",", "$", "{", "/"], resolve_provider=True
    ),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: types.SemanticTokensLegend(TOKEN_TYPES, TOKEN_MODIFIERS),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=["quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll", "hookwright.run"]
    ),
    types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(
        identifier="hookwright", inter_file_dependencies=True, workspace_diagnostics=True
    ),
    types.WORKSPACE_WILL_RENAME_FILES: types.FileOperationRegistrationOptions(
        [types.FileOperationFilter(types.FileOperationPattern("**"), scheme="file")]
    ),
}
"""What a method promises beside that it is answered."""


def pulls_diagnostics(initialize_params: Message) -> bool:
    """Whether the client asks for diagnostics itself, and can be told to ask again when scripts change.

    Any other client is pushed to, and promised no answers, as some ask all the same and show everything twice.
    """
    can = _object(initialize_params.get("capabilities"))
    asks = isinstance(_object(can.get("textDocument")).get("diagnostic"), dict)
    return asks and _object(_object(can.get("workspace")).get("diagnostics")).get("refreshSupport") is True


def _object(value: object) -> Message:
    return value if isinstance(value, dict) else {}
