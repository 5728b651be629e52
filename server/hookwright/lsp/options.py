"""What the client said about itself and the workspace when it started the server."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types
from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.host import NOBODY, Host
from hookwright.model.guards import OnGuardLost
from hookwright.paths import absolute, is_in, path_of
from hookwright.readers.search import moved_globs

# Long enough to read what a command will do.
_CONSENT_SECONDS = 300.0


class Options(Struct, frozen=True):
    """The settings of one session.

    `trusted` is false unless said; then nothing is ever executed.  It is said of `folders` and `trusted_folders`, and
    of no other project.  `dialects` maps globs to dialect ids, `rules` rules to levels, and `agent_versions` ids of
    dialects to versions; of the last two, `hookwright.json` wins.  `host` is the machine with its user, `folders`
    are the paths of the workspace folders.  `answers_prompts`: the client has a model for prompt and agent hooks,
    `asks_users` dialogs of its own, `follows_runs` wants to be told how runs go on.
    `resolves_documentation`: it asks for what is to be said about a completion when the user looks at that.
    `lenses` and `hints` say which lenses and inlay hints the user wants, or does not want, by their names.
    `shows_lenses`: it has a place for lenses.
    `shows_questions` is false where it says that it cannot show `window/showMessageRequest`.
    `consent_seconds` is how long the user has to answer whether a command may run.
    `on_guard_lost` is what a handler of a hook module decides that gives no answer.
    `suggests`: it has the command `editor.action.triggerSuggest`, which opens the completions of a place.
    `watches_files`: it watches the files of the folders that it is asked to watch.
    `links_codes`, `shows_related` and `tags` say what it shows of a diagnostic: links, other places, and which tags.
    `pulls_diagnostics`: it asks for diagnostics, and can be told to ask again.
    `links_definitions` and `nests_symbols`: it takes links for definitions, and a tree of symbols.
    `versions_edits`, `applies_edits` and `file_operations` say how edits are sent to it: with the versions of
    documents, as requests of ours, and which of `create` and `rename` it does.
    `refreshes` is what it can be told to ask again for.
    `tools` and `failure_policy` are those of an agent in the editor, as it has said them: dispatches look at them.
    """

    trusted: bool = False
    on_guard_lost: OnGuardLost = OnGuardLost.DENY
    dialects: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    agent_versions: Mapping[str, str] = field(default_factory=dict)
    host: Host = NOBODY
    folders: tuple[str, ...] = ()
    trusted_folders: tuple[str, ...] = ()
    shows_documents: bool = False
    shows_progress: bool = False
    takes_snippets: bool = False
    resolves_documentation: bool = False
    answers_prompts: bool = False
    asks_users: bool = False
    shows_questions: bool = True
    suggests: bool = False
    consent_seconds: float = _CONSENT_SECONDS
    follows_runs: bool = False
    watches_files: bool = False
    shows_lenses: bool = False
    lenses: Mapping[str, bool] = field(default_factory=dict)
    hints: Mapping[str, bool] = field(default_factory=dict)
    links_codes: bool = False
    shows_related: bool = False
    tags: frozenset[int] = frozenset()
    pulls_diagnostics: bool = False
    links_definitions: bool = False
    nests_symbols: bool = False
    versions_edits: bool = False
    applies_edits: bool = False
    file_operations: frozenset[str] = frozenset()
    refreshes: frozenset[str] = frozenset()
    tools: object = None
    failure_policy: object = None

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
    can, host = params.capabilities, Host.real()
    options = Options(
        host=host,
        dialects=moved_globs(host),
        folders=_folders(params),
        shows_documents=bool(can.window and can.window.show_document and can.window.show_document.support),
        shows_progress=bool(can.window and can.window.work_done_progress),
    )
    options = _with_documents(options, can.text_document or types.TextDocumentClientCapabilities())
    options = _with_workspace(options, can.workspace or types.WorkspaceClientCapabilities())
    given = params.initialization_options
    return _with_settings(options, given) if given else options


def _with_settings(options: Options, given: object) -> Options:
    # Importing pydantic takes a quarter as long as the whole server: whoever sets nothing need not wait for it.
    from hookwright.lsp.settings import read_settings

    settings = read_settings(given)
    return replace(
        options,
        trusted=settings.trusted,
        on_guard_lost=OnGuardLost(settings.on_guard_lost),
        dialects={**settings.dialects, **options.dialects},
        rules=settings.rules,
        agent_versions=settings.agent_versions,
        host=replace(options.host, home=absolute(settings.user_home)) if settings.user_home else options.host,
        trusted_folders=tuple(map(absolute, settings.trusted_folders)),
        answers_prompts=settings.client.model,
        asks_users=settings.client.ui,
        shows_questions=settings.client.questions,
        suggests=settings.client.suggests,
        follows_runs=settings.client.ui or settings.client.runs,
        consent_seconds=settings.consent_timeout_seconds or options.consent_seconds,
        lenses=settings.code_lens,
        hints=settings.inlay_hints,
        tools=settings.tools,
        failure_policy=settings.failure_policy,
    )


def _with_documents(options: Options, can: types.TextDocumentClientCapabilities) -> Options:
    item = can.completion and can.completion.completion_item
    pulled, pushed = can.diagnostic, can.publish_diagnostics
    shown = [it for it in (pulled, pushed) if it is not None]
    # One who asks for them says there what it shows, and one who says nothing there has said it elsewhere.
    tags = next((it.tag_support.value_set for it in reversed(shown) if it.tag_support), ())
    return replace(
        options,
        takes_snippets=bool(item and item.snippet_support),
        resolves_documentation=bool(
            item and item.resolve_support and "documentation" in item.resolve_support.properties
        ),
        shows_lenses=can.code_lens is not None,
        links_codes=any(it.code_description_support for it in shown),
        shows_related=any(it.related_information for it in shown),
        tags=frozenset(int(it) for it in tags),
        pulls_diagnostics=pulled is not None,
        links_definitions=bool(can.definition and can.definition.link_support),
        nests_symbols=bool(can.document_symbol and can.document_symbol.hierarchical_document_symbol_support),
    )


def _with_workspace(options: Options, can: types.WorkspaceClientCapabilities) -> Options:
    edit = can.workspace_edit or types.WorkspaceEditClientCapabilities()
    refreshes = {"codeLens": can.code_lens, "inlayHint": can.inlay_hint}
    asked_again = bool(can.diagnostics and can.diagnostics.refresh_support)
    return replace(
        options,
        # Any other client is pushed to, and promised no answers, as some ask all the same and show everything twice.
        pulls_diagnostics=options.pulls_diagnostics and asked_again,
        watches_files=bool(can.did_change_watched_files and can.did_change_watched_files.dynamic_registration),
        versions_edits=bool(edit.document_changes),
        applies_edits=bool(can.apply_edit),
        file_operations=frozenset(str(getattr(it, "value", it)) for it in edit.resource_operations or ()),
        refreshes=frozenset(name for name, it in refreshes.items() if it is not None and it.refresh_support),
    )


def _folders(params: types.InitializeParams) -> tuple[str, ...]:
    uris = [it.uri for it in params.workspace_folders or ()]
    if not uris and params.root_uri is not None:
        uris = [params.root_uri]
    paths = [path_of(it) for it in uris]
    if not paths and params.root_path is not None:
        paths = [absolute(params.root_path)]
    return tuple(it for it in paths if it)
