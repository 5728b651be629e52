"""What Python code says it does, read from its syntax: what it starts, loads by name, and opens as data."""

from __future__ import annotations

import ast
import os.path
import warnings
from collections.abc import Iterator

from msgspec import Struct, field

from hookwright.reach.python_names import (
    DATA_FUNCTIONS,
    DATA_METHODS,
    DATA_OWNERS,
    METHODS,
    OF_SYS,
    RENAMED,
    STARTERS,
    loads,
)
from hookwright.reach.steps import Program, ShellText, Step
from hookwright.scripts.python.library import SAME_PATH

_MOST_NODES = 100_000


class PythonReading(Struct):
    """What code says: the `steps` of what it starts, and `folders` that it adds to those of modules.

    `loads` names what may load or run something else, `modules` those that it imports, by their first name.  `data` are
    texts that only name what is opened; `told` are those of the arguments of what is started.
    """

    steps: list[Step] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    loads: dict[str, None] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    data: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)


def read_python(text: str, script: str | None, folder: str | None) -> PythonReading | None:
    """What the code says; None if it cannot be parsed.

    `script` is the path of the file that it is in, `folder` the one that it is run in.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    nodes = [*ast.walk(tree)]
    if len(nodes) > _MOST_NODES:
        return None
    return _Reader(nodes, script, folder).all()


class _Reader:
    """The nodes of a tree, with what is around each."""

    def __init__(self, nodes: list[ast.AST], script: str | None, folder: str | None) -> None:
        self.nodes, self.script, self.folder = nodes, script, folder
        self.parents = {child: it for it in nodes for child in ast.iter_child_nodes(it)}
        self.values = _assigned_once(nodes)
        self.reads: dict[str, list[ast.AST]] = {}
        for it in nodes:
            if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Load):
                self.reads.setdefault(it.id, []).append(it)
        self.found = PythonReading()
        self.understood: set[ast.AST] = set()

    def all(self) -> PythonReading:
        for it in self.nodes:
            if isinstance(it, ast.Import):
                self.found.modules |= {each.name.partition(".")[0] for each in it.names}
            elif isinstance(it, ast.ImportFrom) and not it.level:
                self.found.modules.add((it.module or "").partition(".")[0])
            elif isinstance(it, ast.Call):
                self._call(it)
        for it in self.nodes:
            if it not in self.understood:
                self._notice(it)
        if not self.found.loads:
            self.found.data = self._data()
        return self.found

    def _call(self, call: ast.Call) -> None:
        name = _dotted(call.func)
        if name in ("sys.path.insert", "sys.path.append") and call.args:
            added = self._path(call.args[-1])
            if added is not None:
                self.found.folders.append(added)
                self.understood.add(call.func.value)  # type: ignore[attr-defined]
        elif name in ("os.system", "os.popen", "subprocess.getoutput") and len(call.args) == 1 and not call.keywords:
            self._shell_text(call)
        elif name.startswith("subprocess.") and name.partition(".")[2] in STARTERS and call.args:
            self._start(call)

    def _shell_text(self, call: ast.Call) -> None:
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
            self.found.steps.append(ShellText(call.args[0].value))
            self.found.told.add(call.args[0].value)
            self.understood.add(call.func)

    def _start(self, call: ast.Call) -> None:
        """What `subprocess` is given, where it is a list, and nothing changes its folder, variables or program."""
        options = {it.arg: it.value for it in call.keywords}
        if None in options or not {"cwd", "env", "executable", "stdin", "input", "preexec_fn"}.isdisjoint(options):
            return
        given = call.args[0]
        shell = options.get("shell")
        is_shell = isinstance(shell, ast.Constant) and shell.value is True
        if shell is not None and not isinstance(shell, ast.Constant):
            return
        if is_shell:
            if len(call.args) == 1:
                self._shell_text(call)
        elif isinstance(given, (ast.List, ast.Tuple)):
            words = [_text(it) or self._path(it) for it in given.elts]
            if any(isinstance(it, ast.Starred) for it in given.elts) or not words or words[0] is None:
                return
            self.found.steps.append(Program(words, "subprocess"))
            self.found.told.update(filter(None, words))
            self.understood.add(call.func)

    def _notice(self, node: ast.AST) -> None:
        """Takes in what may load or run something that is not seen."""
        match node:
            case ast.Name(id=name) if loads(name):
                self._load(name)
            case ast.Attribute():
                self._attribute(node)
            case ast.ImportFrom(module=module, names=names):
                for it in names:
                    starts = module == "subprocess" and it.name in STARTERS
                    if loads(it.name) or it.name == "*" or starts or (module, it.name) in OF_SYS:
                        self._load(f"from {module or '.'} import {it.name}")
            case ast.Import(names=names):
                for it in (each for each in names if each.asname and each.name in RENAMED):
                    self._load(f"import {it.name} as {it.asname}")
            case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=owner), named, *_]):
                if owner in self.found.modules and not isinstance(named, ast.Constant):
                    self._load(f"getattr({owner}, …)")

    def _attribute(self, node: ast.Attribute) -> None:
        name, owner = node.attr, node.value.id if isinstance(node.value, ast.Name) else ""
        if (owner, name) in OF_SYS or (owner == "subprocess" and name in STARTERS):
            self._load(f"{owner}.{name}")
        elif (owner, name) == ("os", "environ"):
            self._environment(node)
        elif name not in METHODS and loads(name):
            self._load(name)

    def _environment(self, node: ast.AST) -> None:
        """A variable that is set decides what the programs load that are started later; one that is read does not."""
        around = self.parents.get(node)
        read = isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Load)
        named = isinstance(around, ast.Attribute) and around.attr in ("get", "copy", "items", "keys")
        if not read and not named and not isinstance(around, ast.Compare):
            self._load("os.environ")

    def _load(self, what: str) -> None:
        self.found.loads[f"`{what}`"] = None

    def _path(self, node: ast.AST, depth: int = 0) -> str | None:
        """The path that an expression comes to, as far as it is made of `__file__`, texts and the usual functions."""
        if depth > 12:
            return None
        match node:
            case ast.Constant(value=str(text)):
                return text if os.path.isabs(text) else None if self.folder is None else _joined(self.folder, text)
            case ast.Name(id="__file__"):
                return self.script
            case ast.Name(id=name) if name in self.values:
                return self._path(self.values[name], depth + 1)
            case ast.Call(func=func, args=args):
                return self._called(func, args, depth + 1)
            case ast.Attribute(value=value, attr="parent"):
                return _up(self._path(value, depth + 1))
            case ast.Subscript(value=ast.Attribute(value=value, attr="parents"), slice=ast.Constant(value=int(number))):
                path = self._path(value, depth + 1)
                for _ in range(min(number, 50) + 1):
                    path = _up(path)
                return path
            case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=str(text))):
                return _joined(self._path(left, depth + 1), text)
        return None

    def _called(self, func: ast.AST, args: list[ast.expr], depth: int) -> str | None:
        name = _dotted(func)
        if name in ("os.getcwd", "Path.cwd", "pathlib.Path.cwd"):
            return self.folder
        if isinstance(func, ast.Attribute) and func.attr in ("resolve", "absolute") and not args:
            return self._path(func.value, depth)
        if not args:
            return None
        first = self._path(args[0], depth)
        if name in ("str", "Path", "pathlib.Path", "os.path.join") and all(map(_text, args[1:])):
            return _joined(first, *(_text(it) or "" for it in args[1:]))
        if name in SAME_PATH:
            return first
        return _up(first) if name in ("os.path.dirname", "dirname") else None

    def _data(self) -> set[str]:
        """The texts that are nothing but the names of what is opened, asked for, written or removed."""
        uses: dict[str, list[bool]] = {}
        if any(name in DATA_FUNCTIONS for it in self.nodes for name in _bound(it)):
            return set()
        for it in self.nodes:
            if isinstance(it, ast.Constant) and isinstance(it.value, str):
                uses.setdefault(it.value, []).append(self._is_opened(it))
        return {text for text, found in uses.items() if all(found)}

    def _is_opened(self, node: ast.AST, depth: int = 0) -> bool:
        around = self.parents.get(node)
        match around:
            case ast.Call(func=func, args=[first, *_]) if first is node:
                name = _dotted(func).rpartition(".")[2]
                if name == "Path":
                    user = self.parents.get(around)
                    return isinstance(user, ast.Attribute) and user.attr in DATA_METHODS
                return name in DATA_FUNCTIONS and _dotted(func).rpartition(".")[0] in DATA_OWNERS
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node and name in self.values:
                reads = self.reads.get(name, [])
                return depth == 0 and bool(reads) and all(self._is_opened(it, 1) for it in reads)
        return False


def _assigned_once(nodes: list[ast.AST]) -> dict[str, ast.AST]:
    """The values of the names that are bound in one place only, by a plain assignment."""
    values: dict[str, ast.AST] = {}
    bound: dict[str, int] = {}
    for it in nodes:
        for name in _bound(it):
            bound[name] = bound.get(name, 0) + 1
        if isinstance(it, ast.Assign) and len(it.targets) == 1 and isinstance(it.targets[0], ast.Name):
            values[it.targets[0].id] = it.value
    return {name: it for name, it in values.items() if bound[name] == 1}


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (it.asname or it.name.partition(".")[0] for it in names)
        case ast.Global(names=every) | ast.Nonlocal(names=every):
            yield from every


def _dotted(node: ast.AST) -> str:
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else "." + ".".join(reversed(names))


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _joined(path: str | None, *more: str) -> str | None:
    return None if path is None else os.path.normpath(os.path.join(path, *more))


def _up(path: str | None) -> str | None:
    return None if path is None else os.path.dirname(path)
