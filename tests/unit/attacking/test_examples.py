"""What the patterns of a guard match."""

from __future__ import annotations

import re

from tests.every import every

from hookwright.attacking.texts.examples import GAP, examples
from hookwright.attacking.texts.finders import found_by


@every(
    ("text", "wanted"),
    [
        (r"re.search(r'\bshopctl\s+(stop|reset)', c)", {"shopctl stop", "shopctl reset"}),
        (r"const rule = /\bhelm\s+(?:un)?install\b/i;", {"helm install", "helm uninstall"}),
        ('case "$c" in\n  *"argocd app sync"*|*drain*)\n    exit 2 ;;\nesac', {"argocd app sync", "drain"}),
        ("[[ $c =~ ^velero[[:space:]]+restore ]] && exit 2", {"velero restore"}),
        ("grep -qE 'kubectl[[:blank:]]+[a-z]+' <<< x", {"kubectl a"}),
        (r'new RegExp("\\bpodman\\s+prune\\b")', {"podman prune"}),
        (r"r'.*\.pem$'", {f"{GAP}.pem"}),
        ("locked = ['infra/*.tf', 'docs/**/notes.md']", {f"infra/{GAP}.tf", "docs/notes.md"}),
        (r"r'[^/]+\.key'", {"x.key"}),
        (r"r'rm\s+(-[a-zA-Z]*)?r[a-zA-Z]*f'", {"rm -rf"}),
        (
            r"patterns=('dropdb\s+shop|||dropdb (deletes all)' 'vault\s+delete::::a reason')",
            {"dropdb shop", "vault delete"},
        ),
        (r"r'x{3}\d(?!y)[^x]'", {"xxx11"}),
    ],
)
def test_the_examples_of_a_pattern_match_it(text: str, wanted: set[str]) -> None:
    assert wanted <= {it for every in examples(text) for it in every}


def test_a_reason_behind_a_pattern_is_no_part_of_it() -> None:
    found = {it for every in examples(r"patterns=('dropdb\s+shop|||dropdb (deletes all)' 'a||b')") for it in every}
    assert "" not in found
    assert not any("all" in it for it in found)
    # A pattern with an empty alternative finds everything.
    calls = ["dropdb shop", "ls docs"]
    assert found_by([r"patterns=('dropdb\s+shop|||dropdb (deletes all)')"], calls)["ls docs"] == frozenset()


def test_letters_of_an_option_keep_their_dash() -> None:
    assert "rm rf" not in {it for every in examples(r"r'rm\s+(-[a-zA-Z]*)?r[a-zA-Z]*f'") for it in every}


def test_patterns_that_cannot_be_read_or_would_grow_give_nothing_long() -> None:
    found = examples(r"'([a' '(a{1000}){1000}\\.' '((((((x{99}){99}){99}){99}){99}){99})[z]'")
    assert max((len(it) for every in found for it in every), default=0) <= 400


def test_an_example_matches_the_pattern_that_it_is_of() -> None:
    pattern = r"\bgit\s+push\b[^\n]*(--force\b|\s-f\b)"
    (found,) = examples(f"r'{pattern}'")
    matches = [it for it in found if re.search(pattern, it.replace(GAP, " "))]
    assert matches[0].replace(GAP, " ") == "git push --force"
