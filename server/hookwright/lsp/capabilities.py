"""What the server says it can do: sent before pygls is imported, and again what pygls answers.

Plain dictionaries in the protocol's own spelling. A method registered in the FEATURES table has its line here.
"""

from __future__ import annotations

from hookwright import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hookwright.lsp.shapes import Message

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

CAPABILITIES: dict[str, Any] = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2, "save": True},
    "completionProvider": {"triggerCharacters": ['"', ":", "|", ",", "$", "{", "/"], "resolveProvider": True},
    "hoverProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentLinkProvider": {"resolveProvider": False},
    "documentSymbolProvider": True,
    "workspaceSymbolProvider": True,
    "semanticTokensProvider": {
        "legend": {"tokenTypes": list(TOKEN_TYPES), "tokenModifiers": list(TOKEN_MODIFIERS)},
        "full": True,
        "range": True,
    },
    "inlayHintProvider": {"resolveProvider": False},
    "foldingRangeProvider": True,
    "selectionRangeProvider": True,
    "documentFormattingProvider": True,
    "documentRangeFormattingProvider": True,
    "renameProvider": {"prepareProvider": True},
    "codeLensProvider": {"resolveProvider": False},
    "codeActionProvider": {
        "codeActionKinds": ["quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll", "hookwright.run"]
    },
    "executeCommandProvider": {"commands": list(COMMANDS)},
    "diagnosticProvider": {"identifier": "hookwright", "interFileDependencies": True, "workspaceDiagnostics": True},
    "workspace": {
        "workspaceFolders": {"supported": True, "changeNotifications": True},
        "fileOperations": {"willRename": {"filters": [{"scheme": "file", "pattern": {"glob": "**"}}]}},
    },
}

SERVER_INFO = {"name": "hookwright", "version": __version__}


def pulls_diagnostics(initialize_params: Message) -> bool:
    """Whether the client asks for diagnostics itself, and can be told to ask again when scripts change.

    Any other client is pushed to, and promised no answers, as some ask all the same and show everything twice.
    """
    can = _object(initialize_params.get("capabilities"))
    asks = isinstance(_object(can.get("textDocument")).get("diagnostic"), dict)
    return asks and _object(_object(can.get("workspace")).get("diagnostics")).get("refreshSupport") is True


def initialize_result(params: Message) -> dict[str, Any]:
    """The result of `initialize`."""
    left_out = () if pulls_diagnostics(params) else ("diagnosticProvider",)
    promised = {key: it for key, it in CAPABILITIES.items() if key not in left_out}
    return {"capabilities": promised, "serverInfo": SERVER_INFO}


def _object(value: object) -> Message:
    return value if isinstance(value, dict) else {}
