"""What the server says it can do: sent before pygls is imported, and again what pygls answers.

Plain dictionaries in the protocol's own spelling. A method registered in the FEATURES table has its line here.
"""

from __future__ import annotations

from hookwright import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMMANDS = {
    "hookwright.fire": "fire",
    "hookwright.fireScratch": "fire_scratch",
    "hookwright.explain": "explain",
    "hookwright.makeExecutable": "make_executable",
    "hookwright.changeScript": "change_script",
    "hookwright.status": "status",
    "hookwright.list": "list",
}
"""What `workspace/executeCommand` runs: the name of each command, and of its file in `commands`."""

CAPABILITIES: dict[str, Any] = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2, "save": True},
    "completionProvider": {"triggerCharacters": ['"', ":", "|", ",", "$", "{"]},
    "hoverProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentLinkProvider": {"resolveProvider": False},
    "documentSymbolProvider": True,
    "workspaceSymbolProvider": True,
    "foldingRangeProvider": True,
    "selectionRangeProvider": True,
    "renameProvider": {"prepareProvider": True},
    "codeLensProvider": {"resolveProvider": False},
    "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll", "hookwright.run"]},
    "executeCommandProvider": {"commands": list(COMMANDS)},
    "workspace": {
        "workspaceFolders": {"supported": True, "changeNotifications": True},
        "fileOperations": {"willRename": {"filters": [{"scheme": "file", "pattern": {"glob": "**"}}]}},
    },
}

SERVER_INFO = {"name": "hookwright", "version": __version__}


def initialize_result() -> dict[str, Any]:
    """The result of `initialize`."""
    return {"capabilities": CAPABILITIES, "serverInfo": SERVER_INFO}
