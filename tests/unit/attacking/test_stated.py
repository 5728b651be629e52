"""What the text of a guard says besides its rules: advice, exceptions and warnings, of which a guard is only asked."""

from __future__ import annotations

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.texts.meant import by_text

_KNOWN = dangers()


def _seeds(text: str) -> dict[str, bool]:
    """The seeds that the text of a guard for commands shows, and whether each is one that the guard is asked about."""
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    return {f"{aim.name}: {it.name}": it.asked for aim in (found.aims if found else ()) for it in aim.seeds}


@every(
    ("text", "seed"),
    [
        ('block "Blocked: git reset --hard. Use git stash or git checkout -- FILE instead."', "history: discard"),
        ("deny('git reset --hard')\nconsole.log(JSON.stringify({ decision: 'block' }));", "leftovers: debugging"),
        ("deny(/git\\s+push\\s+.*-[a-zA-Z]*f[a-zA-Z]*\\s+.*(main|master)/)", "protected: branch"),
        ('curl\\s.*\\|\\s*sudo\' && block "Piping curl to sudo is forbidden"', "machine: root"),
        ("if re.search(r'>\\s*/etc/shadow', command): deny()", "secrets: passwords of the system"),
        ("if re.search(r'\\b(cat|less|head)\\b.*\\.env\\b', command): deny()", "protected: env file"),
        ("SECRET_FILES='(^|/)\\.env[a-z]*$'", "keys: password in a file"),
    ],
)
def test_what_no_rule_forbids_is_not_read(text: str, seed: str) -> None:
    assert seed not in _seeds(f"RULES='rm -rf '\n{text}")


@every(
    ("text", "seed"),
    [
        ("(r'git reset --hard', 'discards uncommitted changes')", "history: discard"),
        ("# `git push origin main` is safe\ndeny('git push --force')", "protected: branch"),
        ("PROTECTED_BRANCHES='main|master'", "protected: branch"),
        ("SAFE_PATTERNS = [r'git checkout -- \\.', r'(a|b)']\nRULES = [r'git reset --hard']", "history: discard"),
        ('case "$it" in\n  env|sudo|doas) continue ;;\nesac', "secrets: variable"),
        ('if grep -q "git checkout -- ."; then exit 0; fi', "history: discard"),
        ("deny('git push --no-verify')", "checks: commit"),
        (
            (
                "RISKY = [(r'git checkout -- .', 'lost')]\nfor it, why in RISKY:\n    if re.search(it, command):\n"
                "        print(f'WARNING: {why}', file=sys.stderr)\n        sys.exit(0)\n"
            ),
            "history: discard",
        ),
        (
            (
                "const RISKY = [/git checkout -- ./]\nfor (const it of RISKY) {\n  if (it.test(command)) {\n"
                "    warn(it)\n    return;\n  }\n}\n"
            ),
            "history: discard",
        ),
        (
            (
                "RISKY=('git checkout -- .')\nfor it in \"${RISKY[@]}\"; do\n"
                '  grep -q "$it" <<< "$command" && echo "warning: $it" >&2\ndone\n'
            ),
            "history: discard",
        ),
    ],
)
def test_a_guard_is_asked_what_only_a_hint_or_an_exception_shows(text: str, seed: str) -> None:
    assert _seeds(text)[seed]


@every(
    ("text", "seed"),
    [
        ("# Blocks:\n#   - git push to main\n#   - git checkout -- .\n", "history: discard"),
        ('"""Deny what loses work, as git checkout -- . does."""\n', "history: discard"),
        ("deny('Run git reset --hard yourself.')", "history: reset"),
        ("if ! grep -q 'git push origin main'; then exit 0; fi", "protected: branch"),
        ("case $it in\n  (env|printenv) exit 2 ;;\nesac", "secrets: variable"),
        ("SAFETY_RULES = ['git push origin main']", "protected: branch"),
        ("RULES = ['git push origin main']  # as in CONTRIBUTING", "protected: branch"),
        (
            (
                "RISKY = [r'git checkout -- .']\nfor it in RISKY:\n    if re.search(it, command):\n"
                "        print('warning', file=sys.stderr)\n        sys.exit(2)\n"
            ),
            "history: discard",
        ),
        (
            (
                "RISKY = [r'git checkout -- .']\nfor it in RISKY:\n    warn(it)\n"
                "if any(it in command for it in RISKY):\n    deny()\n"
            ),
            "history: discard",
        ),
    ],
)
def test_what_a_rule_or_a_statement_of_intent_shows_needs_no_question(text: str, seed: str) -> None:
    assert not _seeds(text)[seed]
