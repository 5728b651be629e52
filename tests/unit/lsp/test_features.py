"""Each method has its handler, and finding one imports neither the protocol library nor the others."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hookwright.lsp.features import FEATURES, feature


@pytest.mark.parametrize("method", FEATURES)
def test_every_feature_is_there(method: str) -> None:
    assert callable(feature(method))
    assert feature(method) is feature(method)


def test_no_other_method_has_one() -> None:
    assert feature("textDocument/declaration") is None


def test_no_feature_needs_the_protocol_library() -> None:
    code = (
        "import sys; from hookwright.lsp.features import FEATURES, feature; list(map(feature, FEATURES)); "
        "import hookwright.lsp.diagnostics; sys.exit(bool({'pygls', 'lsprotocol', 'pydantic'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_dispatch_needs_no_rules() -> None:
    code = (
        "import sys, hookwright.lsp.conversation; from hookwright.lsp.features import feature; "
        "feature('hookwright/dispatch'); sys.exit('hookwright.analysis.rules' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
