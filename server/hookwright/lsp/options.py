"""What a session is like: what its client can do, what its user wants, and where it is."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types
from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.host import NOBODY, Host
from hookwright.lsp.settings import read_settings
from hookwright.model.guards import OnGuardLost
from hookwright.paths import absolute, is_in, path_of
from hookwright.readers.search import moved_globs

# Long enough to read what a command will do.
_CONSENT_SECONDS = 300.0


class DiagnosticAbilities(Struct, frozen=True):
    """What the client shows of a diagnostic: links, other places, and which tags.

    `pulls`: it asks for diagnostics, and can be told to ask again.
    """

    pulls: bool = False
    links_codes: bool = False
    shows_related: bool = False
    tags: frozenset[int] = frozenset()


class EditAbilities(Struct, frozen=True):
    """How edits are sent to the client: with the versions of documents, as requests of ours, and `create`, `rename`."""

    versions: bool = False
    applies: bool = False
    file_operations: frozenset[str] = frozenset()


class ClientAbilities(Struct, frozen=True, kw_only=True):
    """What the client can do, by its capabilities and by what it says of itself in `initializationOptions`.

    `answers_prompts`: it has a model for prompt and agent hooks, `asks_users` dialogs of its own, `follows_runs` wants
    to be told how runs go on.  `shows_questions` is false if it says that it cannot show
    `window/showMessageRequest`.  `suggests`: it has the command `editor.action.triggerSuggest`, which opens the
    completions of a place.  `checks_json`: it says itself where an open document is not JSON.
    `resolves_documentation`: it asks for what is to be said about a completion when the
    user looks at that.  `shows_lenses`: it has a place for lenses.  `links_definitions` and `nests_symbols`: it takes
    links for definitions, and a tree of symbols.  `watches_files`: it watches the files of the folders that it is asked
    to watch.  `opens_as_told`: it opens documents with the server that it is told of later.  `refreshes` is what it can
    be told to ask again for.
    """

    answers_prompts: bool = False
    asks_users: bool = False
    follows_runs: bool = False
    shows_questions: bool = True
    shows_documents: bool = False
    shows_progress: bool = False
    suggests: bool = False
    checks_json: bool = False
    takes_snippets: bool = False
    resolves_documentation: bool = False
    shows_lenses: bool = False
    links_definitions: bool = False
    nests_symbols: bool = False
    watches_files: bool = False
    opens_as_told: bool = False
    refreshes: frozenset[str] = frozenset()
    diagnostics: DiagnosticAbilities = DiagnosticAbilities()
    edits: EditAbilities = EditAbilities()


class SessionSettings(Struct, frozen=True, kw_only=True):
    """What the user wants.

    `trusted` is false unless said; then nothing is ever executed.  It is said of the workspace's folders and of
    `trusted_folders`, and of no other project.  `consent_seconds` is how long the user has to answer whether a command
    may run.  `dialects` maps globs to dialect ids, `rules` rules to levels, and `agent_versions` ids of dialects to
    versions; of the last two, `hookwright.json` wins.  `lenses` and `hints` say which lenses and inlay hints the user
    wants, or does not want, by their names.  `on_guard_lost` is what a handler of a hook module decides that gives no
    answer.  `tools` and `failure_policy` are those of an agent in the editor, as it has said them: dispatches look at
    them.
    """

    trusted: bool = False
    trusted_folders: tuple[str, ...] = ()
    consent_seconds: float = _CONSENT_SECONDS
    dialects: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    agent_versions: Mapping[str, str] = field(default_factory=dict)
    lenses: Mapping[str, bool] = field(default_factory=dict)
    hints: Mapping[str, bool] = field(default_factory=dict)
    on_guard_lost: OnGuardLost = OnGuardLost.DENY
    tools: object = None
    failure_policy: object = None


class Options(Struct, frozen=True):
    """One session: its client, what the user wants, the machine with its user, and the paths of the folders."""

    client: ClientAbilities = ClientAbilities()
    settings: SessionSettings = SessionSettings()
    host: Host = NOBODY
    folders: tuple[str, ...] = ()

    @property
    def home(self) -> str:
        """The user's home folder."""
        return self.host.home

    def project_of(self, path: str) -> str | None:
        """The innermost workspace folder that holds the file."""
        holders = [it for it in self.folders if is_in(path, it)]
        return max(holders, key=len, default=None)


def read_options(params: types.InitializeParams) -> Options:
    """The options out of the params of `initialize`."""
    host, given = Host.real(), params.initialization_options
    settings = SessionSettings(dialects=moved_globs(host))
    options = Options(_abilities(params.capabilities), settings, host, _folders(params))
    return _with_settings(options, given) if given else options


def _with_settings(options: Options, given: object) -> Options:
    read = read_settings(given)
    client = replace(
        options.client,
        answers_prompts=read.client.model,
        asks_users=read.client.ui,
        shows_questions=read.client.questions,
        suggests=read.client.suggests,
        checks_json=read.client.checks_json,
        follows_runs=read.client.ui or read.client.runs,
    )
    settings = SessionSettings(
        trusted=read.trusted,
        trusted_folders=tuple(map(absolute, read.trusted_folders)),
        consent_seconds=read.consent_timeout_seconds or _CONSENT_SECONDS,
        dialects={**read.dialects, **options.settings.dialects},
        rules=read.rules,
        agent_versions=read.agent_versions,
        lenses=read.code_lens,
        hints=read.inlay_hints,
        on_guard_lost=OnGuardLost(read.on_guard_lost),
        tools=read.tools,
        failure_policy=read.failure_policy,
    )
    host = replace(options.host, home=absolute(read.user_home)) if read.user_home else options.host
    return Options(client, settings, host, options.folders)


def _abilities(can: types.ClientCapabilities) -> ClientAbilities:
    window, document = can.window, can.text_document or types.TextDocumentClientCapabilities()
    workspace = can.workspace or types.WorkspaceClientCapabilities()
    item = document.completion and document.completion.completion_item
    resolved = item.resolve_support.properties if item and item.resolve_support else ()
    watched, refreshes = (
        workspace.did_change_watched_files,
        {"codeLens": workspace.code_lens, "inlayHint": workspace.inlay_hint},
    )
    symbols, opened = document.document_symbol, document.synchronization
    return ClientAbilities(
        shows_documents=bool(window and window.show_document and window.show_document.support),
        shows_progress=bool(window and window.work_done_progress),
        takes_snippets=bool(item and item.snippet_support),
        resolves_documentation="documentation" in resolved,
        shows_lenses=document.code_lens is not None,
        links_definitions=bool(document.definition and document.definition.link_support),
        nests_symbols=bool(symbols and symbols.hierarchical_document_symbol_support),
        watches_files=bool(watched and watched.dynamic_registration),
        opens_as_told=bool(opened and opened.dynamic_registration),
        refreshes=frozenset(name for name, it in refreshes.items() if it is not None and it.refresh_support),
        diagnostics=_diagnostics(document, workspace),
        edits=_edits(workspace),
    )


def _diagnostics(
    document: types.TextDocumentClientCapabilities, workspace: types.WorkspaceClientCapabilities
) -> DiagnosticAbilities:
    pulled, pushed = document.diagnostic, document.publish_diagnostics
    shown = [it for it in (pulled, pushed) if it is not None]
    # One who asks for them says there what it shows, and one who says nothing there has said it elsewhere.
    tags = next((it.tag_support.value_set for it in reversed(shown) if it.tag_support), ())
    return DiagnosticAbilities(
        # Any other client is pushed to, and promised no answers, as some ask anyway and show everything twice.
        pulls=pulled is not None and bool(workspace.diagnostics and workspace.diagnostics.refresh_support),
        links_codes=any(it.code_description_support for it in shown),
        shows_related=any(it.related_information for it in shown),
        tags=frozenset(int(it) for it in tags),
    )


def _edits(workspace: types.WorkspaceClientCapabilities) -> EditAbilities:
    edit = workspace.workspace_edit or types.WorkspaceEditClientCapabilities()
    return EditAbilities(
        versions=bool(edit.document_changes),
        applies=bool(workspace.apply_edit),
        file_operations=frozenset(str(getattr(it, "value", it)) for it in edit.resource_operations or ()),
    )


def _folders(params: types.InitializeParams) -> tuple[str, ...]:
    uris = [it.uri for it in params.workspace_folders or ()]
    if not uris and params.root_uri is not None:
        uris = [params.root_uri]
    paths = [path_of(it) for it in uris]
    if not paths and params.root_path is not None:
        paths = [absolute(params.root_path)]
    return tuple(it for it in paths if it)
