"""Which files the open documents depend on, and who watches them: the client where it offers to, else the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.config.hook_modules import FOLDER
from hookwright.config.view import HookFile
from hookwright.dialects.outlines import OUTLINES
from hookwright.lsp.documents import Document
from hookwright.lsp.file_watcher.watcher import FileWatcher
from hookwright.lsp.options import Options
from hookwright.lsp.stamps import Inspected, Stamp, stamps
from hookwright.readers.search import hook_paths

# No document has such a URI.
_TREE = "the tree of hooks"

MODULES = f"**/{'/'.join(FOLDER)}/*.py"
"""Where hook modules are."""


class WatchedFiles:
    """Follows what each open document was judged by: scripts that hooks run, and the files that say so.

    The client is asked to watch the hook files of its folders; scripts lie anywhere, so they are left to the server.
    """

    def __init__(self, server: LanguageServer, changed: Callable[[], None]) -> None:
        self.watcher = FileWatcher(changed)
        self._server = server
        self._beside: dict[str, dict[str, Stamp]] = {}
        self._registered = False

    def follow(self, document: Document, asked: Mapping[str, Stamp], options: Options) -> None:
        """Takes in what judging the document has `asked` about."""
        file = document.file
        if file is None and not document.is_run_by_hooks:
            self.forget(document.uri)
            return
        self._register(options)
        if document.uri not in self._beside:
            self._beside[document.uri] = stamps(_beside(file, options)) if file is not None else {}
        self.watcher.follow(document.uri, {**self._beside[document.uri], **asked})

    def follow_tree(self, looked: Inspected, options: Options, changed: Callable[[], None]) -> None:
        """Takes in what the tree of all hooks depends on; `changed` is called, from another thread, if that does."""
        self._register(options)
        left = {path: it for path, it in looked.places.items() if not _is_the_clients(path, options)}
        self.watcher.follow(_TREE, {**left, **looked.others}, changed)

    def _register(self, options: Options) -> None:
        if options.client.watches_files and not self._registered:
            self._registered = True
            self._server.client_register_capability(types.RegistrationParams([_registration(options)]))

    def forget(self, uri: str) -> None:
        """Follows nothing for the document any more."""
        self._beside.pop(uri, None)
        self.watcher.forget(uri)


def hook_file_globs(options: Options) -> tuple[str, ...]:
    """Where hook files, modules and lists of plugins are in a workspace, by the dialects and the user's own globs."""
    locations = (location for dialect in OUTLINES for location in dialect.locations)
    places = [it.path for it in locations if not it.scope.is_of_machine]
    places += [it.path.removeprefix("**/") for dialect in OUTLINES for it in dialect.guesses]
    lists = [it.plugins.marketplace for it in OUTLINES if it.plugins.marketplace]
    return tuple(
        dict.fromkeys([*(f"**/{it}" for it in (*places, *lists)), "**/hookwright.json", MODULES, *_relative(options)])
    )


def _relative(options: Options) -> Iterator[str]:
    for glob in options.settings.dialects:
        if not glob.startswith(("~", "/")):
            yield glob if glob.startswith("**/") else f"**/{glob}"


def _registration(options: Options) -> types.Registration:
    watchers = [types.FileSystemWatcher(it) for it in hook_file_globs(options)]
    watched = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    return types.Registration("hookwright-hook-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watched)


def _beside(file: HookFile, options: Options) -> Iterator[str]:
    """The file and those that apply with it, as far as the client does not watch them."""
    applying = (path for _, path in hook_paths(file.dialect, file.project, options.host))
    for path in (file.path, *applying):
        if not _is_the_clients(path, options):
            yield path


def _is_the_clients(path: str, options: Options) -> bool:
    """Whether the client watches the hook file."""
    return options.client.watches_files and options.project_of(path) is not None
