"""What a guard is meant to stop is read from its own words, and nothing else is asked of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import destructive
from hookwright.attacking.texts.branches import checked_out
from hookwright.attacking.texts.meant import by_text, with_switches
from hookwright.attacking.texts.tool_names import judged

_KNOWN = dangers()


def _aims(text: str) -> set[str]:
    """The seeds that a guard with that text is meant to stop, each behind its danger."""
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    return {f"{it.name}: {seed.name}" for it in found.aims for seed in it.seeds} if found is not None else set()


@every(
    ("text", "aims"),
    [
        (r"re.search(r'^git\s+commit\b.*--no-verify', command)", {"checks: commit"}),
        ("grep -qE 'git (commit|push).*--no-verify'", {"checks: commit", "checks: push"}),
        ('*"git commit"*--no-verify*) exit 2;;', {"checks: commit"}),
        ("Do not use --no-verify.", {"checks: commit"}),
        (r"/core\.hooksPath/i", {"checks: path of the hooks"}),
        ("if 'HUSKY=0' in command:", {"checks: husky"}),
        ("Never skip the Husky hooks", {"checks: husky"}),
        ("LEFTHOOK=0", {"checks: lefthook"}),
        ("grep -qE 'SKIP=.*git commit'", {"checks: skip"}),
        ("deny: changes of .git/hooks are blocked", {"checks: file of a hook"}),
        ("rm .git/hooks/pre-commit", {"checks: file of a hook"}),
        ("git filter-branch", {"history: rewrite"}),
        (r"git\s+branch\s+-D\s+(main|master)", {"history: main branch"}),
        (r"git\s+branch\s+-D\b", {"history: branch"}),
        (r"git\s+push\s+\S+\s+--delete", {"history: branch on the server"}),
        (r"[[ $cmd =~ git\ branch\ -[dD]\ (main|master) ]]", {"history: main branch"}),
        (r"[[ $cmd =~ git\ branch\ -[dD] ]]", {"history: branch"}),
        ("if sub == 'reset' and '--hard' in words:", {"history: reset"}),
        ("if sub == 'stash' and words[2] in ('drop', 'clear'):", {"history: stash"}),
        ("if (sub === 'reflog' && ['expire', 'delete'].includes(words[2]))", {"history: reflog"}),
        ("if (sub === 'gc' && words.includes('--prune=now'))", {"history: reflog"}),
        ("if (sub === 'checkout' && part.includes(' -- '))", {"history: discard"}),
        ("# Block committing while main is checked out", {"protected: commit"}),
        ("echo 'never commit directly to main' >&2", {"protected: commit"}),
        (r":\(\)\s*\{\s*:\|:&\s*\};:", {"machine: fork bomb"}),
        ("// Fork bomb", {"machine: fork bomb"}),
        (r"base64[[:space:]]+-d[[:space:]]*\|[[:space:]]*(sh|bash)", {"encoded: decoded text to a shell"}),
        ("(shutdown|reboot|halt)", {"machine: shutdown"}),
        ("sudo shutdown now", {"machine: shutdown"}),
        ("grep -qi 'Co-Authored-By.*claude'", {"conventions: signature"}),
        ("deny 'AI attribution is not allowed'", {"conventions: signature"}),
        (r"/^(feat|fix|docs)(\(.+\))?: .+/", {"conventions: message"}),
        ("Messages follow the conventional commit format", {"conventions: message"}),
        (r"/^(feature|feat)\/.+/, /^(fix|bugfix)\/.+/", {"conventions: name of a branch"}),
        ("Branch does not follow the naming convention", {"conventions: name of a branch"}),
        (r"/console\.(log|debug)\(/", {"leftovers: debugging"}),
        ("grep -q -- '--dangerously-skip-permissions'", {"agents: permissions"}),
        ("if '--yolo' in command:", {"agents: permissions"}),
        (r"[[ $command =~ gh\ release\ create ]]", {"publishing: gh"}),
        (r"[[ $command =~ (npm|pnpm|yarn)\ publish ]]", {"publishing: npm"}),
        ("for word in ['| sh', '| bash']:", {"downloads: curl to a shell"}),
        (r"r'//\s*TODO\b'", {"leftovers: unfinished"}),
        (r"/\b(it|test)\.skip\(/", {"leftovers: skipped tests"}),
        (r"/\b(describe|it)\.only\(/", {"leftovers: focused tests"}),
        ("grep -q 'cat .*key\\.properties'", {"signing: passwords"}),
    ],
)
def test_words_of_a_guard_name_what_it_is_meant_to_stop(text: str, aims: set[str]) -> None:
    assert _aims(text) == aims


@every(
    ("text", "tools", "is_of_changes"),
    [
        ("# Blocks reading of .env files", {SHELL}, False),
        ("# Blocks reading of .env files", {SHELL, "Read"}, False),
        ("# Blocks reading of .env files", {SHELL, "Read", "Write"}, True),
        ("# Blocks reading and writing of .env files", {SHELL}, True),
        ("# Reads the event, and blocks .env files", {SHELL}, True),
        ("# Blocks .env files", {SHELL, "Read"}, True),
    ],
)
def test_a_guard_that_only_speaks_of_reading_may_not_refuse_a_new_line(
    text: str, tools: set[str], *, is_of_changes: bool
) -> None:
    found = by_text((text,), _KNOWN, frozenset(tools))

    assert found is not None
    harmless = [call.command for it in found.aims for call in it.danger.harmless]
    assert ("protected" in [it.name for it in found.aims]) is is_of_changes
    assert (">> .env" in " ".join(harmless)) is not is_of_changes


@every(
    "text",
    [
        "git commit --no-verify -m checkpoint",
        "  git push --no-verify origin HEAD",
        "if (process.env.GUARD_OFF) process.exit(0);",
        "const mode = import.meta.env.MODE;",
        "const set = process?.env ?? {};",
        "const kept = config.env || {};",
        "fetch(url, { headers: { Authorization: `Bearer ${API_TOKEN}` } });",
        "token = os.environ['GITHUB_TOKEN']",
        "const token = process.env.GITHUB_TOKEN;",
        "executor.shutdown(wait=False)",
        "# TODO: ask about links as well",
        "only the first one counts",
        "function branchOf(name) { return name; }",
    ],
)
def test_what_a_guard_does_itself_is_not_what_it_is_meant_to_stop(text: str) -> None:
    assert _aims(f"# The guard of the shop.\n{text}") == set()


@every(
    "text",
    [
        'echo "Tests failed. Fix them, or commit with --no-verify." >&2',
        'print("To bypass this check, run: git commit --no-verify")',
        'echo "  git commit --no-verify -m wip" >&2',
        "# Use git push --no-verify in an emergency.",
        'reason = "Run the tests first (or use --no-verify to skip them)."',
        'echo "To skip the hooks: HUSKY=0 git commit" >&2',
    ],
)
def test_a_guard_that_recommends_to_skip_the_checks_is_not_against_it(text: str) -> None:
    assert _aims(f"# Runs the tests first.\n{text}") == set()


@every(
    "text",
    [
        '(r"--no-verify", "Committing with --no-verify skips the checks"),',
        "echo 'BLOCKED: never use --no-verify' >&2",
        """if "--no-verify" in command: refuse("Run the hooks instead")""",
        "echo \"$command\" | grep -q 'git commit.*--no-verify' && exit 2",
    ],
)
def test_a_guard_that_refuses_to_skip_the_checks_is_against_it(text: str) -> None:
    assert "checks: commit" in _aims(text)


@every(
    ("text", "is_meant"),
    [("git push", True), (r"git\s+push\b", True), ("git push.*-f", False), ("git push +-f", False)],
)
def test_a_guard_against_forced_pushes_is_not_against_every_push(text: str, *, is_meant: bool) -> None:
    assert ("protected: every push" in _aims(f"'{text}'")) is is_meant


@every(
    ("text", "commands"),
    [
        (r"\.netrc", {"cat ~/.netrc"}),
        (r"\.npmrc|\.pypirc", {"cat ~/.npmrc"}),
        (r"\.aws/credentials", {"cat ~/.aws/credentials"}),
        ("git-credentials", {"cat ~/.git-credentials"}),
    ],
)
def test_a_guard_is_asked_about_the_files_that_it_names(text: str, commands: set[str]) -> None:
    found = by_text((text,), _KNOWN, frozenset({SHELL, "Read"}))
    assert found is not None
    (aim,) = (it for it in found.aims if it.name == "secrets")
    assert {it.command for it in aim.seeds} == commands
    made = {it.text for seed in aim.seeds for it in destructive(aim, seed)}
    names = (".aws", ".netrc", ".npmrc", ".git-credentials", ".docker", ".kube", "hosts.yml", "tfstate", "pgpass")
    assert {name for name in names if any(name in it for it in made)} == {
        name for name in names if name in text or name.lstrip(".") in text
    }


@every(
    ("text", "tools"),
    [
        ("if data['tool_name'] not in ('Write', 'Edit'): sys.exit(0)", {"Bash", "Write", "Edit"}),
        ('case "$TOOL_NAME" in\n  Write|Edit|MultiEdit) ;;\n  *) exit 0 ;;\nesac', {"Bash", "Write", "Edit"}),
        ('const WRITERS = new Set([\n  "Write",\n  "Edit",\n]);', {"Bash", "Write", "Edit"}),
        ("if (toolName === 'Read') check(path);", {"Bash", "Read"}),
        ("if tool == 'Bash': check(command)", {"Bash", "Read", "Write", "Edit"}),
        ("print('Use the tool `Grep` for that')", {"Bash", "Read", "Write", "Edit"}),
        ("# the tools 'Write' and 'Edit'", {"Bash", "Read", "Write", "Edit"}),
    ],
)
def test_a_script_that_looks_for_tools_by_name_judges_these(text: str, tools: set[str]) -> None:
    names = {it: it for it in ("Bash", "Read", "Write", "Edit", "MultiEdit")}
    assert judged(frozenset({"Bash", "Read", "Write", "Edit"}), (text,), names) == tools


def test_a_guard_that_is_only_asked_about_written_files_is_against_writing_them() -> None:
    found = by_text((r"re.search(r'\.env\b', path)",), _KNOWN, frozenset({"Write", "Edit"}))
    assert found is not None
    assert {it.name for it in found.aims} == {"protected"}


@every("text", [r"\.env\b", "(^|/)\\.env$", "['.env', '.pem']", "*.env)"])
def test_a_file_of_variables_is_one(text: str) -> None:
    assert {"secrets: env file", "protected: env file"} <= _aims(text)


@every(
    ("text", "switches"),
    [
        ("if 'SKIP_GUARD=1' in command: sys.exit(0)", ("SKIP_GUARD=1",)),
        (r"/ALLOW_RM\s*=\s*true/.test(command)", ("ALLOW_RM=true",)),
        ("[[ $command == *CONFIRM_DELETE=yes* ]] && exit 0", ("CONFIRM_DELETE=yes",)),
        ("DEBUG=1", ()),
        ("SKIP=eslint", ()),
        ("""case "$command" in *"# yes-destroy"*) exit 0 ;; esac""", ("yes-destroy",)),
        ("if (command.includes('# allow-force')) process.exit(0)", ("allow-force",)),
        ("if re.search(r'#\\s*override', command): sys.exit(0)", ("override",)),
        ("# Skip what is no command.", ()),
        ("grep -q git # skip the rest", ()),
        ("A_SKIP=1 B_SKIP=1 C_SKIP=1 D_SKIP=1", ("A_SKIP=1", "B_SKIP=1", "C_SKIP=1")),
    ],
)
def test_variables_that_may_switch_a_guard_off(text: str, switches: tuple[str, ...]) -> None:
    meant = by_text(("rm -rf",), _KNOWN, frozenset({SHELL}))
    assert meant is not None
    assert {it.switches for it in with_switches(meant, (text,)).aims} == {switches}


@pytest.mark.parametrize(
    ("files", "branch"),
    [
        ({".git/HEAD": "ref: refs/heads/main\n"}, "main"),
        ({".git/HEAD": "ref: refs/heads/feature/cart\n"}, "feature/cart"),
        ({".git": "gitdir: kept/worktree\n", "kept/worktree/HEAD": "ref: refs/heads/fix\n"}, "fix"),
        ({".git/HEAD": "0123456789abcdef0123456789abcdef01234567\n"}, None),
        ({}, None),
    ],
)
def test_the_branch_of_a_project(files: dict[str, str], branch: str | None, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert checked_out(str(tmp_path)) == branch
