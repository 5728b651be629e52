"""The state of a run together with what is done for each kind of node: tables that `program.py` fills in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from hookwright.scripts.javascript.machine import Machine
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import UNDEFINED, Args, Closure, Record, Ref, Scope, Thing
from hookwright.scripts.source import Source
from hookwright.scripts.values import UNKNOWN, Literal, Spot

_UNCLEAR = ("ERROR", "jsx_element", "jsx_self_closing_element", "internal_module", "module")
# Declared before the statements of a block are done, or of no effect.
_SILENT = frozenset(
    (
        "function_declaration",
        "generator_function_declaration",
        "interface_declaration",
        "type_alias_declaration",
        "ambient_declaration",
        "function_signature",
        "import_alias",
        "empty_statement",
        "debugger_statement",
    )
)
Evaluator: TypeAlias = Callable[["Interpreter", Node], Thing]
Executor: TypeAlias = Callable[["Interpreter", Node], None]
Caller: TypeAlias = Callable[["Interpreter", Thing, Args, Spot, Thing | None], Thing]
Evaluators: TypeAlias = Mapping[str, Evaluator]
Executors: TypeAlias = Mapping[str, Executor]


class Rules(Struct, frozen=True):
    """How code is gone through: each kind of expression and of statement, and calls."""

    evaluators: Evaluators
    executors: Executors
    caller: Caller


class Interpreter(Machine):
    """The state, and what is done with code in it.

    `calls` are the functions that are being called, each with what was `pruned` before; `after` is what the next of
    them is to do at each of its returns.  `later` is what is called when an event comes, and `guards` what is called
    for a failure that nothing catches.  `thrown` has what the innermost of the `catching` attempts may catch.
    `exports` is the cell with what the file exports.
    """

    def __init__(self, source: Source, rules: Rules) -> None:
        super().__init__()
        self.source = source
        self.rules = rules
        self.scope = Scope({})
        self.this: Thing = UNDEFINED
        self.after: Callable[[Thing], object] | None = None
        self.calls: dict[Node, int | None] = {}
        self.later: list[tuple[str, Thing, Spot]] = []
        self.guards: list[tuple[Closure, Spot]] = []
        self.thrown: list[Thing] = []
        self.catching = 0
        self.files: list[str] = []
        self.imported: dict[str, Thing] = {}
        self.inside_import = False
        self.variables: dict[str, Thing] = {}
        self.exit_code = self.new(Literal(0))
        self.exports = self.new(Ref(self.new(Record({}))))

    def evaluate(self, node: Node) -> Thing:
        """What an expression comes to; its effects are written down."""
        if not self.enter():
            return UNKNOWN
        try:
            found = self.rules.evaluators.get(node.kind)
            if found is not None:
                return found(self, node)
            if node.kind in _UNCLEAR:
                self.vague()
            return UNKNOWN
        finally:
            self.back()

    def execute(self, node: Node) -> None:
        """Does a statement."""
        if not self.alive or not self.enter():
            return
        try:
            found = self.rules.executors.get(node.kind)
            if found is not None:
                found(self, node)
            elif node.kind not in _SILENT:
                self.vague()
        finally:
            self.back()

    def call(self, thing: Thing, args: Args, spot: Spot, this: Thing | None = None) -> Thing:
        """What a call comes to; its effects are written down."""
        return self.rules.caller(self, thing, args, spot, this)
