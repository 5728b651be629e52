"""Formatters, which write the files that they format: a guard of files may only know commands that copy or edit."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.attacking.forms.dangers import Rewording
from hookwright.patterns import late_pattern

FORMATTER = "formatter"
"""The kind of a known form that has a formatter write a file, be it one of that sort or not."""
_SORTS = (
    (r"\.pyi?$", ("ruff format {}", "black -q {}", "isort {}"), "ruff check --fix {}"),
    (r"\.(?:[cm]?[jt]sx?|vue)$", ("npx prettier --write {}", "npx eslint --fix {}"), "npx eslint --fix {}"),
    (r"\.(?:json5?|s?css|less|html|mdx?|ya?ml|graphql)$", ("npx prettier --write {}",), "npx prettier --write {}"),
    (r"\.go$", ("gofmt -w {}", "goimports -w {}"), "gofmt -w {}"),
    (r"\.rs$", ("rustfmt {}",), ""),
    (r"\.(?:tf|tfvars)$", ("terraform fmt {}",), "terraform fmt -recursive {}"),
    (r"\.(?:sh|bash)$", ("shfmt -w {}",), "shfmt -w {}"),
    (r"\.rb$", ("bundle exec rubocop -a {}",), "bundle exec rubocop -a {}"),
    (r"\.php$", ("vendor/bin/php-cs-fixer fix {}",), "vendor/bin/php-cs-fixer fix {}"),
    (r"\.(?:c|h|cc|cpp|hpp|proto)$", ("clang-format -i {}",), ""),
    (r"\.sql$", ("sqlfluff fix --dialect ansi {}",), "sqlfluff fix --dialect ansi {}"),
    (r"\.dart$", ("dart format {}",), "dart format {}"),
    (r"\.exs?$", ("mix format {}",), ""),
)
"""How the names of files end; the commands that format one; and the command for a folder, empty if there is none."""
_OF = tuple((late_pattern(ends), of_file, of_folder) for ends, of_file, of_folder in _SORTS)


def formatted(path: str) -> Iterator[Rewording]:
    """Commands that format the file at the path, or the folder that it is in."""
    folder = path.rpartition("/")[0]
    for ends, of_file, of_folder in _OF:
        if ends.search(path):
            for it in of_file:
                yield Rewording(it.format(path), "The formatter writes the file.", FORMATTER)
            if folder and of_folder:
                why = "The formatter writes each such file of the folder."
                yield Rewording(of_folder.format(folder), why, f"{FORMATTER} of the folder")
