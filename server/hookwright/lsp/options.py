"""What the client said about itself and the workspace when it started the server."""

from __future__ import annotations

import math
import os.path
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hookwright.paths import absolute, is_in, path_of

# Long enough to read what a command will do.
_CONSENT_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of one session.

    `trusted` is false unless said; then nothing is ever executed.  `dialects` maps globs to dialect ids, `rules` rules
    to levels, as `hookwright.json` does, which wins.  `home` is the user's home directory, `folders` the workspace
    folders, both as file paths.  `answers_prompts`: the client has a model for prompt and agent hooks,
    `asks_users` dialogs of its own, `follows_runs` wants to be told how runs go on.
    `resolves_documentation`: it asks for what is to be said about a completion when the user looks at that.
    `lenses` and `hints` say which lenses and inlay hints the user wants, or does not want, by their names.
    `shows_lenses`: it has a place for lenses.
    `consent_seconds` is how long the user has to answer whether a command may run.
    `suggests`: it has the command `editor.action.triggerSuggest`, which opens the completions of a place.
    `watches_files`: it watches the files of the folders that it is asked to watch.
    `links_codes`, `shows_related` and `tags` say what it shows of a diagnostic: links, other places, and which tags.
    """

    trusted: bool = False
    dialects: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    home: str = ""
    folders: tuple[str, ...] = ()
    shows_documents: bool = False
    shows_progress: bool = False
    takes_snippets: bool = False
    resolves_documentation: bool = False
    answers_prompts: bool = False
    asks_users: bool = False
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

    def project_of(self, path: str) -> str | None:
        """The innermost workspace folder that holds the file."""
        holders = [it for it in self.folders if is_in(path, it)]
        return max(holders, key=len, default=None)


def read_options(params: Mapping[str, Any]) -> Options:
    """The options out of the params of `initialize`; whatever is missing or of a wrong type keeps its default."""
    given = _object(params.get("initializationOptions"))
    capabilities = _object(params.get("capabilities"))
    window = _object(capabilities.get("window"))
    watched = _object(_object(capabilities.get("workspace")).get("didChangeWatchedFiles"))
    completion = _object(_object(capabilities.get("textDocument")).get("completion"))
    documents = _object(capabilities.get("textDocument"))
    published = {**_object(documents.get("diagnostic")), **_object(documents.get("publishDiagnostics"))}
    home = given.get("userHome")
    return Options(
        trusted=given.get("trusted") is True,
        dialects=_words(given.get("dialects")),
        rules=_words(given.get("rules")),
        home=absolute(home) if isinstance(home, str) and home else os.path.expanduser("~"),
        folders=_folders(params),
        shows_documents=_object(window.get("showDocument")).get("support") is True,
        shows_progress=window.get("workDoneProgress") is True,
        takes_snippets=_object(completion.get("completionItem")).get("snippetSupport") is True,
        resolves_documentation="documentation" in _resolved(_object(completion.get("completionItem"))),
        answers_prompts=_object(given.get("client")).get("model") is True,
        asks_users=_object(given.get("client")).get("ui") is True,
        consent_seconds=_seconds(given.get("consentTimeoutSeconds"), _CONSENT_SECONDS),
        suggests=_object(given.get("client")).get("suggests") is True,
        follows_runs=any(_object(given.get("client")).get(it) is True for it in ("ui", "runs")),
        watches_files=watched.get("dynamicRegistration") is True,
        shows_lenses=isinstance(documents.get("codeLens"), dict),
        lenses=switches(given, "codeLens"),
        hints=switches(given, "inlayHints"),
        links_codes=published.get("codeDescriptionSupport") is True,
        shows_related=published.get("relatedInformation") is True,
        tags=_numbers(_object(published.get("tagSupport")).get("valueSet")),
    )


def switches(settings: Mapping[str, Any], section: str) -> dict[str, bool]:
    """What a section of the settings switches on and off, by name."""
    return {name: it for name, it in _object(settings.get(section)).items() if isinstance(it, bool)}


def _folders(params: Mapping[str, Any]) -> tuple[str, ...]:
    folders = params.get("workspaceFolders")
    uris = [it.get("uri") for it in folders if isinstance(it, dict)] if isinstance(folders, list) else []
    paths = [path_of(uri) for uri in [*uris, *([] if uris else [params.get("rootUri")])] if isinstance(uri, str)]
    root = params.get("rootPath")
    if not paths and isinstance(root, str):
        paths = [absolute(root)]
    return tuple(path for path in paths if path)


def _words(value: object) -> dict[str, str]:
    return {key: it for key, it in _object(value).items() if isinstance(it, str)}


def _resolved(item: Mapping[str, Any]) -> tuple[object, ...]:
    """What of a completion the client asks for later."""
    properties = _object(item.get("resolveSupport")).get("properties")
    return tuple(properties) if isinstance(properties, list) else ()


def _seconds(value: object, default: float) -> float:
    return float(value) if isinstance(value, int | float) and 0 < value < math.inf else default


def _numbers(value: object) -> frozenset[int]:
    return frozenset(it for it in value if isinstance(it, int)) if isinstance(value, list) else frozenset()


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
