"""Commands that do not quote the plugin's folder, read by a real shell."""

from __future__ import annotations

import subprocess

import pytest

from hookwright.dialects import by_id
from hookwright.shell.quoting import whole_words

PLUGIN = by_id("open-plugin")
ROOTS = ["/p/plug in", "/p/*", "/p/a\tb\nc", "/p/$(touch x);'\"`id` é", "/p/[a-z]?"]


def _printed(command: str, root: str) -> list[str]:
    environment = {"PLUGIN_ROOT": root}
    words = whole_words(PLUGIN, command, environment)
    ended = subprocess.run(["/bin/sh", "-c", words], env=environment, capture_output=True, check=True)
    return ended.stdout.decode().split("\0")[:-1]


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"printf '%s\0' ${PLUGIN_ROOT}/s.sh -x", ["{}/s.sh", "-x"]),
        (r"""printf '%s\0' "${PLUGIN_ROOT}/s.sh" a""", ["{}/s.sh", "a"]),
        (r"""printf '%s\0' "${PLUGIN_ROOT}"/s.sh""", ["{}/s.sh"]),
        (r"printf '%s\0' '${PLUGIN_ROOT}'", ["${{PLUGIN_ROOT}}"]),
        (r"printf '%s\0' \${PLUGIN_ROOT}", ["${{PLUGIN_ROOT}}"]),
        (r"""A=${PLUGIN_ROOT}; printf '%s\0' "$A" ${A:+${PLUGIN_ROOT}}""", ["{}", "{}"]),
        (r"""printf '%s\0' "a\"${PLUGIN_ROOT}\"" ${PLUGIN_ROOT}""", ['a"{}"', "{}"]),
        (r"""printf '%s\0' "$(printf %s ${PLUGIN_ROOT}/x)" a""", ["{}/x", "a"]),
        (r"""printf '%s\0' "`printf %s ${PLUGIN_ROOT}/x`" a""", ["{}/x", "a"]),
        (r"""for a in ${PLUGIN_ROOT}; do printf '%s\0' "$a"; done""", ["{}"]),
    ],
)
def test_d6_the_plugins_folder_is_one_word_whatever_its_path_holds(root: str, command: str, words: list[str]) -> None:
    assert _printed(command, root) == [it.format(root) for it in words]


@pytest.mark.parametrize(
    ("command", "root"),
    [
        ("${PLUGIN_ROOT}/s.sh", "/p/plain-1.0_b"),
        ("$PLUGIN_ROOT/s.sh ${OTHER}", "/p/plug in"),
        ('"$(cat "${PLUGIN_ROOT}/x")"', "/p/plug in"),
        ("cat <<E\n${PLUGIN_ROOT}\nE", "/p/plug in"),
    ],
)
def test_other_commands_reach_the_shell_as_they_are(command: str, root: str) -> None:
    assert whole_words(PLUGIN, command, {"PLUGIN_ROOT": root, "OTHER": "a b"}) == command


def test_other_dialects_are_left_alone() -> None:
    command = "${CLAUDE_PROJECT_DIR}/s.sh"
    assert whole_words(by_id("claude-code"), command, {"CLAUDE_PROJECT_DIR": "/a b"}) == command
