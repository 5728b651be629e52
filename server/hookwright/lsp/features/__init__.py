"""What the server answers: every method in one table, with its handler, which is imported when it is first needed.

A handler is called as `handler(services, params)` with the protocol's own types, and gives one, or is a coroutine
function; with hookwright's own methods the params are those of the table, and the results typed dictionaries of JSON.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from msgspec import Struct

from hookwright.embedding.methods import params_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.embedding.params import Params


class Feature(Struct, frozen=True):
    """A method, its handler as `module.function` in this package, and what is promised beside that it is answered."""

    method: str
    handler: str
    options: Any = None


class OwnMethod(Struct, frozen=True):
    """A method of hookwright's own, its handler, and the name of what its params are read as."""

    method: str
    handler: str
    reads: str

    @property
    def params(self) -> type[Params]:
        """What its params are read as."""
        return params_named(self.reads)


# In the order of the numbers that the client is sent.
TOKEN_TYPES = (
    *("event", "class", "enumMember", "function", "namespace", "variable", "parameter", "keyword", "operator"),
    *("string", "number", "comment", "regexp"),
)
TOKEN_MODIFIERS = ("defaultLibrary", "deprecated", "modification")

# All in the order of the specification.
NOTIFICATIONS = (
    Feature(types.INITIALIZED, "initialized.initialized"),
    Feature(types.TEXT_DOCUMENT_DID_OPEN, "synchronization.did_open"),
    Feature(types.TEXT_DOCUMENT_DID_CHANGE, "synchronization.did_change"),
    Feature(types.TEXT_DOCUMENT_DID_SAVE, "synchronization.did_save"),
    Feature(types.TEXT_DOCUMENT_DID_CLOSE, "synchronization.did_close"),
    Feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION, "synchronization.did_change_configuration"),
    Feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, "synchronization.did_change_watched_files"),
    Feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, "synchronization.did_change_workspace_folders"),
)
REQUESTS = (
    Feature(types.TEXT_DOCUMENT_DEFINITION, "navigation.definition"),
    Feature(types.TEXT_DOCUMENT_REFERENCES, "navigation.references"),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, "navigation.document_link"),
    Feature(types.TEXT_DOCUMENT_HOVER, "hover.hover"),
    Feature(types.TEXT_DOCUMENT_CODE_LENS, "annotations.code_lens"),
    Feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        "annotations.semantic_tokens_full",
        types.SemanticTokensLegend(TOKEN_TYPES, TOKEN_MODIFIERS),
    ),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, "annotations.semantic_tokens_range"),
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, "annotations.inlay_hint"),
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, "structure.folding_range"),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, "structure.selection_range"),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "structure.document_symbol"),
    Feature(
        types.TEXT_DOCUMENT_COMPLETION,
        "completion.completion",
        types.CompletionOptions(
            trigger_characters=['"', ":", "|", ",", "$", "{", "/", ".", "'"], resolve_provider=True
        ),
    ),
    Feature(types.COMPLETION_ITEM_RESOLVE, "completion.completion_item_resolve"),
    Feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        "diagnostic.diagnostic",
        types.DiagnosticOptions(identifier="hookwright", inter_file_dependencies=True, workspace_diagnostics=True),
    ),
    Feature(types.WORKSPACE_DIAGNOSTIC, "diagnostic.workspace_diagnostic"),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "code_action.code_action",
        types.CodeActionOptions(
            code_action_kinds=["quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll", "hookwright.run"]
        ),
    ),
    Feature(types.TEXT_DOCUMENT_FORMATTING, "formatting.formatting"),
    Feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, "formatting.range_formatting"),
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, "rename.prepare_rename"),
    Feature(types.TEXT_DOCUMENT_RENAME, "rename.rename"),
    Feature(types.WORKSPACE_SYMBOL, "structure.workspace_symbol"),
    Feature(
        types.WORKSPACE_WILL_RENAME_FILES,
        "rename.will_rename_files",
        types.FileOperationRegistrationOptions(
            [types.FileOperationFilter(types.FileOperationPattern("**"), scheme="file")]
        ),
    ),
)
OWN_METHODS = (
    OwnMethod("hookwright/explainHook", "fire.explain_hook", "lsp.methods.FireParams"),
    OwnMethod("hookwright/plan", "fire.plan", "lsp.methods.FireParams"),
    OwnMethod("hookwright/fire", "fire.fire", "lsp.methods.FireParams"),
    OwnMethod("hookwright/prove", "prove.prove", "lsp.methods.ProveParams"),
    OwnMethod("hookwright/attack", "attack.attack", "lsp.methods.AttackParams"),
    OwnMethod("hookwright/dangers", "attack.dangers", "lsp.methods.AttackedParams"),
    OwnMethod("hookwright/createAttackTest", "attack.create_attack_test", "lsp.methods.CreateAttackTestParams"),
    OwnMethod("hookwright/launch", "fire.launch", "lsp.methods.FireParams"),
    OwnMethod("hookwright/replay", "fire.replay", "lsp.methods.ReplayParams"),
    OwnMethod("hookwright/samples", "samples.samples", "lsp.methods.SamplesParams"),
    OwnMethod("hookwright/saveSample", "samples.save_sample", "lsp.methods.SaveSampleParams"),
    OwnMethod("hookwright/keepSample", "samples.keep_sample", "lsp.methods.KeepSampleParams"),
    OwnMethod("hookwright/history", "reports.history", "lsp.methods.HistoryParams"),
    OwnMethod("hookwright/seen", "seen.seen", "lsp.methods.SeenParams"),
    OwnMethod("hookwright/hooks", "hooks.hooks", "lsp.methods.HooksParams"),
    OwnMethod("hookwright/tests", "hook_tests.tests", "lsp.methods.TestsParams"),
    OwnMethod("hookwright/runTests", "hook_tests.run_tests", "lsp.methods.RunTestsParams"),
    OwnMethod("hookwright/createTest", "hook_tests.create_test", "lsp.methods.CreateTestParams"),
    OwnMethod("hookwright/moduleTypes", "hooks.module_types", "lsp.methods.HooksParams"),
    OwnMethod("hookwright/addGuards", "guards.add_guards", "lsp.methods.AddGuardsParams"),
    OwnMethod("hookwright/record", "recording.record", "lsp.methods.RecordParams"),
    OwnMethod("hookwright/convert", "hooks.convert_hooks", "lsp.methods.ConvertParams"),
)
