"""An editor for the tests: pytest-lsp's client that keeps everything it was told and can wait for what it needs."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.protocol import JsonRPCResponseMessage, default_converter
from pytest_lsp import LanguageClient, LanguageClientProtocol, client_capabilities
from pytest_lsp.client import register_lsp_features
from tests.e2e.workspace import PATIENCE, Workspace

from hookwright.ide.code_lens import LensKind

Found = TypeVar("Found")

BARE = "bare"
"""The profile of a client that says nothing about what it can do."""

PULLS = "+pulls"
"""What makes of a profile that of a client which asks for diagnostics itself."""

REFRESHES = "+refreshes"
"""What makes of a profile that of a client which shows inlay hints and can be told to ask for them again."""

EVERY_LENS = {"codeLens": {it.value: True for it in LensKind}}
"""The options of a user who has every lens shown."""

_REFRESHES = (
    types.WORKSPACE_DIAGNOSTIC_REFRESH,
    types.WORKSPACE_INLAY_HINT_REFRESH,
    types.WORKSPACE_CODE_LENS_REFRESH,
)


class _Protocol(LanguageClientProtocol):
    def handle_message(self, message: Any) -> None:
        super().handle_message(message)
        if isinstance(self._server, Editor):
            self._server.wake()


class Editor(LanguageClient):
    """One editor with its own server process; `published` are all diagnostics it was sent, in their order.

    `registered` is what the server has asked it to do, `refreshed` the methods that told it to ask again, `questions`
    what it has asked its user, who agrees to everything as long as `agrees`.
    """

    def __init__(self) -> None:
        super().__init__(protocol_cls=_Protocol, converter_factory=_converter)
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.refreshed: list[str] = []
        self.questions: list[str] = []
        self.agrees = True
        self._news = asyncio.Event()
        self._request_ids = iter(range(1, 1 << 30))
        register_lsp_features(self)
        self.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(_keep_diagnostics)
        self.feature(types.CLIENT_REGISTER_CAPABILITY)(_keep_registrations)
        self.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(_answer_question)
        for method in _REFRESHES:
            self.protocol.fm.features.pop(method, None)
            self.feature(method)(_keep_refresh(method))
        self.feature("hookwright/ui/confirm")(_confirm)

    @property
    def process(self) -> Process:
        """The server's process."""
        assert self._server is not None
        return self._server

    def wake(self) -> None:
        """Lets those look again who wait for something."""
        self._news.set()
        self._news = asyncio.Event()

    async def begin(
        self, workspace: Workspace, profile: str, *, trusted: bool = True, options: dict[str, Any] | None = None
    ) -> types.InitializeResult:
        """Shakes hands as the client of that profile does."""
        folder = types.WorkspaceFolder(uri=workspace.project.as_uri(), name="project")
        return await self.initialize_session(
            types.InitializeParams(
                capabilities=_capabilities(profile),
                process_id=os.getpid(),
                root_uri=folder.uri,
                workspace_folders=[folder],
                initialization_options={"trusted": trusted, "userHome": str(workspace.home), **(options or {})},
            )
        )

    async def end(self) -> None:
        """Shuts the server down, where it is still there."""
        if self.process.returncode is None and self.capabilities is None:
            self.process.kill()
        elif self.process.returncode is None and not self.stopped:
            await self.shutdown_session()

    async def ask(self, method: str, params: Any) -> Any:
        """The result of a request; raises pygls' JsonRpcException where the server answers an error."""
        return await asyncio.wait_for(self._send(method, params, next(self._request_ids)), PATIENCE)

    def begin_to_ask(self, method: str, params: Any) -> tuple[int, asyncio.Task[Any]]:
        """A request that goes on while the test does other things: its id, and its result to come."""
        number = next(self._request_ids)
        return number, asyncio.ensure_future(self._send(method, params, number))

    async def _send(self, method: str, params: Any, number: int) -> Any:
        return await self.protocol.send_request_async(method, params, number)  # type: ignore[no-untyped-call]

    async def until(self, look: Callable[[], Found | None], what: str) -> Found:
        """What `look` finds, as soon as messages from the server make it find something."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (found := look()):
                    assert self.process.returncode is None, f"the server ended and never sent {what}"
                    await self._news.wait()
                return found
        except TimeoutError:
            shown = {uri: codes(found) for uri, found in self.diagnostics.items()}
            raise AssertionError(f"the server never sent {what}; its diagnostics are {shown}") from None

    def open(self, file: Path, text: str | None = None, version: int = 1) -> str:
        """Opens the file as it is on disk, or with another text; its URI."""
        shown = file.read_bytes().decode() if text is None else text
        document = types.TextDocumentItem(file.as_uri(), "json", version, shown)
        self.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return document.uri

    def change(self, uri: str, version: int, *changes: types.TextDocumentContentChangeEvent) -> None:
        """Sends one `didChange`."""
        document = types.VersionedTextDocumentIdentifier(version, uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, list(changes)))

    def replace(self, uri: str, version: int, text: str) -> None:
        """Sends one `didChange` with the whole text."""
        self.change(uri, version, types.TextDocumentContentChangeWholeDocument(text))

    @contextmanager
    def in_one_write(self) -> Iterator[None]:
        """What is sent inside the block arrives together."""
        writer, held = self.protocol.writer, _Held()
        assert writer is not None
        self.protocol.writer = held
        try:
            yield
        finally:
            self.protocol.writer = writer
        writer.write(bytes(held.data))

    async def lenses(self, uri: str) -> list[types.CodeLens]:
        """The code lenses of a document."""
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        return list(await self.ask("textDocument/codeLens", params) or ())

    async def server_exit(self, server: Process) -> None:
        """Called by pygls."""
        await super().server_exit(server)
        self.wake()

    async def hover(self, uri: str, position: types.Position) -> types.Hover | None:
        """What is said about a place of a document."""
        params = types.HoverParams(types.TextDocumentIdentifier(uri), position)
        found: types.Hover | None = await self.ask("textDocument/hover", params)
        return found

    async def run(self, lens: types.CodeLens) -> Any:
        """The result of a lens's command."""
        assert lens.command is not None
        params = types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
        return await self.ask("workspace/executeCommand", params)

    async def problems(self, uri: str, version: int = 1) -> list[types.Diagnostic]:
        """The diagnostics of that version of a document."""
        found = await self.until(lambda: self.publications(uri, version), f"diagnostics of version {version} of {uri}")
        return list(found[-1].diagnostics)

    def codes(self, uri: str) -> list[str]:
        """The codes of what the editor shows for a document, sorted; `nothing yet` before it does."""
        return codes(self.diagnostics[uri]) if uri in self.diagnostics else ["nothing yet"]

    def publications(self, uri: str, version: int | None = None) -> list[types.PublishDiagnosticsParams]:
        """What was published about a document, or about one version of it."""
        return [it for it in self.published if it.uri == uri and version in (None, it.version)]


class _Held:
    def __init__(self) -> None:
        self.data = bytearray()

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> None:
        raise AssertionError("nobody closes what is only held for a moment")


def codes(diagnostics: Sequence[types.Diagnostic]) -> list[str]:
    """Their codes, sorted."""
    return sorted(str(it.code) for it in diagnostics)


@cache
def _capabilities(profile: str) -> types.ClientCapabilities:
    if profile == BARE:
        return types.ClientCapabilities()
    # Others get the same object.
    capabilities = deepcopy(client_capabilities(profile.removesuffix(PULLS).removesuffix(REFRESHES)))
    if profile.endswith(REFRESHES):
        assert capabilities.workspace is not None
        capabilities.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    if profile.endswith(PULLS):
        assert capabilities.text_document is not None
        assert capabilities.workspace is not None
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
        capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    return capabilities


def _action_of(value: dict[str, Any], _: object) -> types.Command | types.CodeAction:
    # lsprotocol takes every action that carries a command for a bare command, and so loses its kind.
    kind = types.Command if isinstance(value.get("command"), str) else types.CodeAction
    found: types.Command | types.CodeAction = _converter().structure(value, kind)
    return found


def _keep_diagnostics(editor: Editor, params: types.PublishDiagnosticsParams) -> None:
    editor.published.append(params)
    editor.diagnostics[params.uri] = params.diagnostics


def _keep_registrations(editor: Editor, params: types.RegistrationParams) -> None:
    editor.registered += params.registrations


def _keep_refresh(method: str) -> Callable[..., None]:
    def keep(editor: Editor, *_: object) -> None:
        editor.refreshed.append(method)

    return keep


def _answer_question(editor: Editor, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
    editor.questions.append(params.message)
    assert params.actions
    return params.actions[0] if editor.agrees else params.actions[-1]


def _confirm(editor: Editor, params: Any) -> bool:
    editor.questions.append(f"{params.title}\n\n{params.message}")
    return editor.agrees


@cache
def _converter() -> Any:
    """pygls' converter, with the results of our own methods left as the JSON they are."""
    converter = default_converter()  # type: ignore[no-untyped-call]
    converter.register_structure_hook(JsonRPCResponseMessage, lambda message, kind: kind(**message))
    converter.register_structure_hook(types.Command | types.CodeAction, _action_of)
    return converter
