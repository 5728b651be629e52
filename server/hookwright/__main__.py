"""The `hookwright` command."""

from __future__ import annotations

import sys

# What editors start; they wait for the first answer, so the command line's library is not even imported.
_EDITOR_STARTS = (["lsp"], ["lsp", "--stdio"])


def main() -> None:
    """Runs the command line and exits with its code."""
    if sys.argv[1:] in _EDITOR_STARTS:
        from hookwright.lsp.serve import main as serve

        serve()
    else:
        from hookwright.cli import main as run

        run()


if __name__ == "__main__":
    main()
