"""What an attack reads of a guard: patterns that are put together from variables, and scripts that a command names."""

from __future__ import annotations

from pathlib import Path

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.texts.candidates import candidates
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.constants import with_constants
from hookwright.attacking.texts.examples import examples
from hookwright.attacking.texts.joined import joined
from hookwright.attacking.texts.meant import by_text
from hookwright.attacking.texts.script_names import scripts_named

_KNOWN = dangers()
_IN_SHELL = """WS='[[:space:]]'
FLAGS="(-[a-z]+$WS+)*-[a-z]*r" # any flags
DELETES="(^|$WS)rm$WS+$FLAGS"
[[ $COMMAND =~ $DELETES ]] && exit 2
"""
_IN_PYTHON = """GAP = r"[^;|]*"
RULES = [rf"git{GAP}push{GAP}--force"]
"""
_IN_JAVASCRIPT = """const blank = '\\\\s+';
const rule = new RegExp(`git${blank}reset${blank}--hard`);
"""


@every(
    ("text", "name", "seed"),
    [
        (_IN_SHELL, "deletion", "rm"),
        (_IN_PYTHON, "history", "force push"),
        (_IN_JAVASCRIPT, "history", "reset"),
    ],
)
def test_patterns_that_are_put_together_say_what_a_guard_is_meant_to_stop(text: str, name: str, seed: str) -> None:
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    assert found is not None
    assert (name, seed) in [(it.name, each.name) for it in found.aims for each in it.seeds]


def test_a_variable_that_is_set_twice_stays_as_it_is() -> None:
    text = "a='x'\na='y'\necho $a $b\n"
    assert composed(text) == text


def test_texts_that_a_shell_joins_are_one() -> None:
    text = """PROT='(docs/notes/|(^|[[:space:]"'"'"'/])key[[:space:]])'
FILES='(rm|cp)[[:space:]][^;&|]*'"$PROT"
[[ "$rel" == docs/notes/* && "$rel" != docs/notes/a.md ]] && echo no
"""
    found = {it for of_one in examples(composed(text)) for it in of_one}
    assert {"docs/notes/", "rm \0docs/notes/", "cp \0docs/notes/", "docs/notes/\0"} <= found


@every(
    "text",
    [
        'PROTECTED="\ndocs/rules/\ndb/migrations/\n"\n',
        "while read -r it; do check; done <<'EOF'\ndocs/rules/\ndb/migrations/\nEOF\n",
        'PROTECTED="docs/rules/,db/migrations/"\n',
        '[ "${f#docs/rules/}" != "$f" ] || [ "${f#db/migrations/}" != "$f" ] && exit 2\n',
    ],
)
def test_lists_of_the_shell_are_read(text: str) -> None:
    assert {"docs/rules/", "db/migrations/"} <= {it for of_one in examples(text) for it in of_one}


def test_a_variable_of_itself_ends() -> None:
    assert len(composed("a='$a$a$a'\n" + "$a " * 50)) < 20_000


@every(
    ("text", "name", "seed"),
    [
        ("{ id: 'rm-env', regex: /\\brm\\b.*\\.env/ }", "deletion", "rm"),
        ("/\\bcurl\\b[^;|&]*(-d\\s*@|-F)[^;|&]*\\.pem/", "downloads", "curl to a shell"),
        ("{ id: 'truncate-secrets', reason: 'Truncating a file' }", "production", "rows"),
        ("/(?:^|\\/)\\.aws\\/credentials$/", "production", "aws"),
    ],
)
def test_a_mention_of_a_program_says_nothing(text: str, name: str, seed: str) -> None:
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    aims = found.aims if found is not None else ()
    assert (name, seed) not in [(it.name, each.name) for it in aims for each in it.seeds]


@every(
    "command",
    [
        'h="$ROOT/hooks/guard.py"; [ -f "$h" ] && python3 "$h"',
        "run-hook hooks/guard.py --strict || exit 0",
        'bash -c "exec python3 $PWD/hooks/guard.py"',
    ],
)
def test_a_script_that_a_command_names_anywhere_is_read(command: str, tmp_path: Path) -> None:
    script = tmp_path / "hooks" / "guard.py"
    script.parent.mkdir(exist_ok=True)
    script.write_text("print()\n")
    assert list(scripts_named(command, str(tmp_path))) == [str(script)]


def test_a_script_is_found_in_the_folders_of_the_one_that_runs_it(tmp_path: Path) -> None:
    folder = tmp_path / "plugin" / "scripts" / "hooks"
    folder.mkdir(parents=True)
    for it in ("run.js", "quality.js"):
        (folder / it).write_text("")
    command = 'node "${CLAUDE_PLUGIN_ROOT}/scripts/hooks/run.js" "pre:commit" "scripts/hooks/quality.js"'
    found = list(scripts_named(command, str(tmp_path), [str(folder / "run.js")]))
    assert found == [str(folder / "run.js"), str(folder / "quality.js")]


def test_what_is_not_there_is_not_named(tmp_path: Path) -> None:
    assert list(scripts_named("python3 hooks/other.py; node /nowhere/x.js", str(tmp_path))) == []


@every("name", ["guard.py", "guard"])
def test_a_script_that_another_one_runs_by_its_name_is_found(name: str, tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "hooks"
    folder.mkdir(parents=True, exist_ok=True)
    for it in ("run.sh", "guard.py", "other.py"):
        (folder / it).write_text("")
    command = f'bash "$CLAUDE_PROJECT_DIR/.claude/hooks/run.sh" {name}'
    assert list(scripts_named(command, str(tmp_path))) == [str(folder / "run.sh"), str(folder / "guard.py")]


@every(
    ("text", "danger", "command"),
    [
        ("truncate\\s+table", "production: rows", "psql -h db.production.example.com shop -c 'TRUNCATE TABLE orders'"),
        ("docker compose down -v", "production: docker", "docker compose down -v"),
        ("docker volume rm", "production: docker", "docker volume rm shop_data"),
    ],
)
def test_an_attack_starts_from_the_command_that_the_guard_names(text: str, danger: str, command: str) -> None:
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    assert found is not None
    assert {f"{aim.name}: {it.name}": it.command for aim in found.aims for it in aim.seeds}[danger] == command


@every(
    ("text", "commands", "names", "paths"),
    [
        ('INPUT=$(cat)\nTOOL=$(echo "$INPUT" | grep -o \'"tool_name"[^,]*\' | head -1)\n', (), (), ()),
        ('#!/usr/bin/env node\n// As `kubectl apply` does, node waits.\nconst it = input["tool_input"];\n', (), (), ()),
        ("SAFE = [r'git\\s+reset\\s+--soft', 'docs/notes/']\nskip = path != 'app/.env.example'\n", (), (), ()),
        ("'This would make all files readable'\n", (), (), ()),
        ("RE = r'ghp_[A-Za-z0-9]{36}'\n", (), (), ()),
        ("RULES = [r'^make\\s']  # reset\nNEVER = ['docs/notes/']", ("make build",), (), ("docs/notes/notes.txt",)),
        ("# Never run `docker push shop`.\n", ("docker push shop", "docker run --rm alpine ls"), (), ()),
    ],
)
def test_what_the_guard_allows_or_does_itself_names_no_candidates(
    text: str, commands: tuple[str, ...], names: tuple[str, ...], paths: tuple[str, ...], tmp_path: Path
) -> None:
    found = candidates([text], str(tmp_path))
    assert (tuple(it for one in found.commands for it in one), found.names, found.paths) == (commands, names, paths)


_CONDITIONS = (
    ("[[ $C =~ $NET ]] && [[ $C =~ (evil\\.example|bad)\\.io ]] && exit 2\n", "curl -sS https://evil.example.io/"),
    ("if re.search(r'\\bpytest\\b', c) and 'journey' in c:\n    deny()\n", "pytest journey"),
    (
        "if c.startswith('gh pr create'):\n    # main\n    if re.search(r'--base[=\\s]+main', c):\n",
        "gh pr create --fill --base main",
    ),
    ("const ADDS = /git add/;\nif (ADDS.test(c) && /\\.env$/.test(c)) deny();\n", "git add .env"),
    (
        'echo "$C" | grep -q "kubectl delete" && echo "$C" | grep -qE -- "-n (prod|live)"\n',
        "kubectl delete deployment shop -n prod",
    ),
    (
        (
            'if echo "$C" | grep -qE "^git[[:space:]]+rebase"; then\n'
            '  if echo "$C" | grep -qE -- " (-i|--interactive)" && echo "$C" | grep -qE "origin/main"; then\n'
        ),
        "git rebase -i origin/main",
    ),
)


@every(("text", "command"), _CONDITIONS)
def test_conditions_that_all_have_to_be_met_are_one_command(text: str, command: str, tmp_path: Path) -> None:
    whole = composed(f"NET='curl|wget'\n{text}")
    assert command in {it for of_one in candidates([whole], str(tmp_path)).commands for it in of_one}


@every(
    "text",
    [
        "if re.search('git commit', c) or 'journey' in c:\n",
        "if re.search('git commit', c) and not re.search('journey', c):\n",
        "[[ $C =~ 'git commit' ]] && [[ $BRANCH == 'main' ]] && exit 2\n",
        "grep -q 'git commit' && exit 0\ngrep -q 'journey' && exit 2\n",
    ],
)
def test_conditions_that_are_not_about_one_command_are_not_joined(text: str) -> None:
    assert list(joined(text)) == []


_MADE = r"""import re
HOSTS = ["evil.example.com", "bad.io"]
BIN = r"(?:~|/opt)/tool/bin"
HOST = re.compile("|".join(re.escape(it) for it in HOSTS))
RULES = [re.compile(r"\bcp\b.*" + BIN), re.compile(rf"rm\s+-f\s+{BIN}/x")]
if re.search(r"(git|hg)"
             r"\s+forget", c) or f"{name} {c}":
    deny("a" f"{c} 'b'")
"""


def test_texts_of_python_that_are_made_of_constants_stand_in_their_place() -> None:
    found = with_constants(_MADE)
    assert r'HOST = re.compile("evil\.example\.com|bad\.io")' in found
    assert (
        r'RULES = [re.compile("\bcp\b.*(?:~|/opt)/tool/bin"), re.compile("rm\s+-f\s+(?:~|/opt)/tool/bin/x")]' in found
    )
    assert r're.search("(git|hg)\s+forget"' in found
    assert 'f"{name} {c}"' in found
    assert """deny("a" f"{c} 'b'")""" in found
    assert found.count("\n") == _MADE.count("\n")
    assert with_constants("if [ 1 ]; then\n") == "if [ 1 ]; then\n"


@every(
    ("pattern", "command"),
    [
        (r">\s*/etc/", "echo x > /etc/hosts"),
        (r">>?\s*~/Library/", "echo x > ~/Library/notes.md"),
        (r">\s*/dev/sd", "echo x > /dev/sda"),
        (r"\bsudo\b|\bdoas\b", "doas ls /root"),
        (r"\beval\s+", 'eval "$(cat notes.txt)"'),
        (r"DETACH\s+DELETE", 'cypher-shell "MATCH (n) DETACH DELETE n"'),
        (r"(rm|truncate)\s+shop\.db", "truncate -s 0 shop.db"),
        (r"\bcp\b.*~/\.cargo/bin/shop", "cp README.md ~/.cargo/bin/shop"),
        (r"/opt/shop", "ls /opt/shop"),
    ],
)
def test_what_is_no_plain_command_is_put_into_one(pattern: str, command: str, tmp_path: Path) -> None:
    found = candidates([f"if re.search(r'{pattern}', c):"], str(tmp_path))
    assert command in {it for of_one in found.commands for it in of_one}


def test_a_folder_of_the_machine_is_no_file_of_the_project(tmp_path: Path) -> None:
    found = candidates(["'/opt/shop' '/Users/ada/notes' '/srv/www/index.html' 'secrets'"], str(tmp_path))
    assert found.paths == ("secrets.json",)
