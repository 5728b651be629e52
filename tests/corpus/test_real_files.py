"""Files that people wrote: no rule fails on them, and what is known to be wrong with them is found at its own piece."""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Rule, Subject
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.readers.case import Ground
from hookwright.readers.choice import readers
from hookwright.readers.folders import project_of

FOLDERS = {"claude-code": Scope.PROJECT, "claude-plugin": Scope.PLUGIN, "claude-wrong-place": Scope.PROJECT}
# What is in the folders of other agents; GitHub Copilot and VS Code share a place.
OTHERS = {
    "codex": {"codex"},
    "copilot": {"copilot-cli", "vscode"},
    "cursor": {"cursor"},
    "factory-droid": {"factory-droid"},
    "gemini-cli": {"gemini-cli"},
    "kiro": {"kiro", "kiro-cli"},
    "windsurf": {"windsurf"},
}

# The labels for which hooks are refused, never run, do not do what they say or not everywhere, and their rules.
RULES = {
    "A00": {"HW001"},
    "A03": {"HW103"},
    "A04": {"HW201", "HW202"},
    "A05": {"HW103", "HW107"},
    "A06": {"HW104"},
    "A10": {"HW106"},
    "A12": {"HW703"},
    "A18": {"HW402"},
    "B02": {"HW305"},
    "B03": {"HW314"},
    "B06": {"HW302"},
    "B07": {"HW315"},
    "C01": {"HW403"},
    "C04": {"HW403"},
    "D01": {"HW506"},
    "D10": {"HW515"},
    "D11": {"HW511"},
    "D12": {"HW512"},
    "B08b": {"HW317"},
    "D03": {"HW507"},
    "D03b": {"HW507"},
    "D05": {"HW605"},
    "E01": {"HW501"},
}
# Of these, the label tells the piece: the last of its words.
TELLING = ("B02", "B03", "C01", "D01")
# The labels have every use of a variable, the rule says it once a command.
ONCE = ("D01",)

# Labels that are wrong, by class and a part of the file's name: the reason, and how many of them are.
WRONG: Mapping[tuple[str, str], tuple[str, int]] = {
    ("A12", "Kamesuta"): ("it is another program's file, without any hooks", 1),
    ("D01", "subagent-lifecycle-logger"): ("the variable has a default, so the command can do without it", 1),
    ("D05", "antisofisme"): ("the paths are on another disk of one machine, but in nobody's home", 5),
    ("B08b", "agent-teams-pipeline"): ("`TeamCreate` is a tool of today", 2),
    ("B06", "slack-quote-formatter"): ("`.*` matches everything, which is what an ignored matcher does", 1),
}

# Read and judged: these are wrong, most of them on purpose, and the labels pass them over.
ERRORS_WITHOUT_LABEL = {
    ("invalid-hooks-event.json", "HW201"),
    ("invalid-hooks-matcher.json", "HW006"),
    ("invalid-hooks-matcher.json", "HW103"),
    ("sample-plugin__hooks__hooks.json", "HW102"),
    ("disler__claude-code-hooks-mastery__.claude__settings@1af7ccf.json", "HW603"),
}


def _fail(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error


def _places(corpus: Path) -> dict[str, str]:
    lines = (corpus / "index.jsonl").read_text(encoding="utf-8").splitlines()
    return {it["file"]: it["path"] for it in map(json.loads, lines) if "path" in it}


def _read(corpus: Path, name: str) -> str:
    return (corpus / name).read_bytes().decode("utf-8")


@cache
def _found(corpus: Path) -> dict[str, tuple[HookFile, tuple[Diagnostic, ...]]]:
    """Every file of the dialect that is known, with what the rules say of it at the place it has in its repository."""
    found = {}
    for name, place in _places(corpus).items():
        scope = FOLDERS.get(name.partition("/")[0])
        if scope is not None:
            path = f"/nowhere/project/{place}"
            text = _read(corpus, name)
            # What marks a plugin is not among the files.
            grounds = [Ground.PLUGIN] if scope is Scope.PLUGIN else [it.ground for it in readers(path, text)]
            file = replace(read_hook_file(path, text, by_id("claude-code"), scope), ground=next(iter(grounds), None))
            subject = Subject(file, project_of(file.dialect, path), RealDisk("/nowhere/home"))
            found[name] = (file, check_file(subject, on_defect=_fail))
    return found


@cache
def _labels(corpus: Path) -> dict[str, list[tuple[str, str]]]:
    labels = defaultdict(list)
    for line in (corpus / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        labels[label["file"]].append((label["category"].split()[0], str(label["detail"])))
    return labels


def _said_once(labels: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [it for index, it in enumerate(labels) if it[0] not in ONCE or it not in labels[:index]]


def _piece(detail: str) -> str:
    """What a label points at: the matcher of a pair, else all of it; a label may be cut."""
    try:
        return str(ast.literal_eval(detail)[-1]) if detail.startswith("(") else detail
    except SyntaxError:
        return str(ast.literal_eval(detail + "')")[-1])


def _tokens(file: HookFile, found: tuple[Diagnostic, ...], codes: set[str]) -> list[str]:
    raw = [file.tree.text[it.span.start : it.span.end] for it in found if it.rule.code in codes]
    return [json.loads(f'"{it}"') if not it.startswith('"') else json.loads(it) for it in raw]


def test_every_label_that_matters_is_found_or_known_to_be_wrong(corpus: Path) -> None:
    missed, wrong = [], Counter[tuple[str, str]]()
    for name, labels in _labels(corpus).items():
        if name not in _found(corpus):
            continue
        _, diagnostics = _found(corpus)[name]
        matter = [code for code, _ in _said_once(labels) if code in RULES]
        # Of a file that is not read nothing else is worth saying.
        for label, wanted in Counter([it for it in matter if it == "A12"] or matter).items():
            number = sum(it.rule.code in RULES[label] for it in diagnostics)
            key = next((it for it in WRONG if it[0] == label and it[1] in name), None)
            if key is not None:
                wrong[key] += wanted - number
            elif number < wanted:
                missed.append((label, name, wanted, number))
    assert missed == []
    assert dict(wrong) == {key: number for key, (_, number) in WRONG.items()}


def test_they_are_found_at_their_own_piece(corpus: Path) -> None:
    seen = 0
    for name, labels in _labels(corpus).items():
        if name not in _found(corpus):
            continue
        file, diagnostics = _found(corpus)[name]
        for label in TELLING:
            wanted = [_piece(detail) for code, detail in labels if code == label]
            for token in _tokens(file, diagnostics, RULES[label]) if wanted else ():
                text = str(token)
                assert any(text in it or it in text for it in wanted), (name, label, text)
                seen += 1
    assert seen > 190


def test_files_without_a_label_that_matters_have_no_error(corpus: Path) -> None:
    marked = {name for name, labels in _labels(corpus).items() if any(code in RULES for code, _ in labels)}
    clean = [it for it in _found(corpus) if it not in marked]
    assert len(clean) > 50
    errors = {(name, code) for name in clean for code in _errors(corpus, name)}
    known = {it for it in errors if any(it[0].endswith(name) and it[1] == code for name, code in ERRORS_WITHOUT_LABEL)}
    assert errors == known
    assert len(known) == len(ERRORS_WITHOUT_LABEL)


def _errors(corpus: Path, name: str) -> list[str]:
    return [it.rule.code for it in _found(corpus)[name][1] if it.severity is Severity.ERROR]


def test_the_files_of_other_agents_are_told_from_ours(corpus: Path) -> None:
    others = [(name, place) for name, place in _places(corpus).items() if name.partition("/")[0] in OTHERS]
    assert len(others) > 80
    for name, place in others:
        known = OTHERS[name.partition("/")[0]]
        told = {it.dialect.id for it in readers(f"/nowhere/project/{place}", _read(corpus, name))[:1]}
        assert told <= known, name
