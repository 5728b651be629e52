"""What a command lacks that is cut out of a pattern, and which commands have no effect that a guard could mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hookwright.attacking.forms.dangers import Program, programs
from hookwright.attacking.forms.policies import call_of
from hookwright.attacking.texts.lacking import OPEN, with_needs
from hookwright.attacking.texts.mending import is_mixed, mended, of_other
from hookwright.patterns import late_pattern

_SIZE = late_pattern(r" (?:-\w*[sr]|--size|--reference)")
"""How `truncate` is told how long the file is to be."""
_TO_ANOTHER = frozenset({"cp", "install", "ln", "mv", "rsync", "scp"})
"""Programs that do nothing with one operand."""
NO_WORDS = _TO_ANOTHER | {"chmod", "chown", "dd", "mkdir", "patch", "rm", "rmdir", "tee", "touch", "truncate"}
"""Programs that do nothing without an operand."""
_OF_WINDOWS = late_pattern(
    r"(?i)(?:(?:del|erase|rd|rmdir|deltree|copy|xcopy|move) (?:.* )?/[a-z](?= |$)|format [a-z]:)"
)
"""Commands of Windows, which the shells of agents do not run."""
_ONLY_OPTIONS = late_pattern(r"[\w.+-]+( -\S*)+")
"""A program with no other words than options."""
_IN_CONTAINER = late_pattern(
    r"(docker(?: compose| container)? exec(?: -\S+)*) ((?:printenv|env|sh|bash|psql|mysql|redis-cli|mongosh)\b.*)"
)
"""A command for a container, without the name of one."""
_UPDATE = late_pattern(r"git merge(?: -\S+)* (?:origin/)?(?:main|master|develop)")
"""It brings a branch up to date, which a pattern for merges into that branch matches as well."""
_NAMELESS = late_pattern(r"docker(?: container)? inspect(?: -\S+)* \.[\w.]+")
"""It asks about an object of no name: the pattern is about the template of what is printed."""
_OF_NO_PACKAGE = late_pattern(
    r"((?:npm|pnpm|yarn|bun)(?: global)? (?:install|i|add|dlx|x)|npx|bunx|pnpx) \.|((?:uv )?pip3? install) \."
)
"""What a pattern with any text for the name of a package matches: the project itself, which nobody means."""
_OF_NO_GLOBAL = late_pattern(
    r"((?:npm|pnpm|yarn|bun)(?: global)? (?:install|i|add))(?= )(?=.* (?:-g|--global)(?: |$))(?: -\S+)+"
)
"""A package that is installed for all projects, of which a pattern has no more than the option."""
_RUN_BY = {"manage.py": "python", "artisan": "php"}
"""Files of a project that are programs, and what runs them."""
_RUNS = {"py": "python3", "sh": "bash", "js": "node", "mjs": "node"}
"""What runs a script, by the ending of its name."""
_OF_ANY_SCRIPT = late_pattern(r"(python3?|node) (?:script|file|foo|example|x)\.(?:py|[cm]?js)")
"""A program with a file of no special name, which stands for any call of it."""
_OF_ANY_MODULE = late_pattern(r"(python3? -m) x")
_OF_ANY_SUBCOMMAND = late_pattern(r"(pip3?) x")
"""What a pattern has of a program that it leaves the module or the subcommand of open."""
_RUNS_PACKAGES = frozenset({"npx", "bunx", "pnpx"})
"""Programs that download a package, and run it."""
_TAKES_ITS_OPTIONS = frozenset({"docker", "npm", "pnpm", "podman", "yarn"})
"""Those of which a usual subcommand takes the options that guards are about."""
_SETTING = late_pattern(r"git config( --(?:global|local|system))?( --add)? [\w-]+\.[\w.-]+")
"""It only prints the setting, as it has no value for it."""
_VALUE = "notes"
_GLUED = late_pattern(
    r"(?:git|docker|npm|pnpm|yarn|kubectl) (?:[a-z]+(?:\.|--|-[A-Za-z]{1,2}(?= |$))|-{0,2} )\S*(?: .*)?"
    r"|git (?:push|merge(?!tool)|checkout|switch)[a-z]\S*(?: .*)?|find(?: .*)? -(?:exec|ok)(?:dir)?"
)
"""A subcommand with what belongs to the next word, or none, which no program has; or an option without its program."""
_NO_SUBCOMMAND = late_pattern(r"(?:uv )?pip3? (?:add|remove|update|upgrade)(?: .*)?|poetry uninstall(?: .*)?")
"""What a pattern for several programs makes of the subcommands of others."""
_WORDS_OF_INTERPRETER = late_pattern(
    r"(?:python3?|perl|ruby|node|bash|sh|zsh)(?: (?!\S+\.(?:py|pl|rb|[cm]?js|sh)(?: |$))[A-Za-z_][\w.]*){2,}"
    r"|\S+(?: -\S+)* /dev/tcp|xargs .*"
    r"|(?:python3?|perl|ruby|node)(?: -\S+)* -[cep] [A-Za-z_]+"
)
"""What a text says of an interpreter, or begins with it, and what has no input to add to its words."""
_TO_FOLDER = late_pattern(r"(?:tee(?: -\S+)* |dd(?: \S+)* of=|(?:cat|echo|printf)\b[^>]*>{1,2} ?)(?P<folder>\S*/)")
"""A command that writes a file, of which a pattern has no more than the folder."""
_OF_MACHINE, _OF_PROJECT = "etc/hosts", "notes.md"
"""A file in the root folder, and one in a folder of the project."""
_GLUED_END = late_pattern(r"(?<= )--(?=\.(?: |$))")
"""The end of options, with the folder behind it that a pattern joins to it."""
_PRUNES = late_pattern(r"(docker|podman) (?=prune(?: |$))")
"""These have no subcommand of that name by itself."""
_ELSEWHERE = late_pattern(r"\Agit -C x ")
"""Git in a folder that a pattern leaves open."""
_TO_HOST = late_pattern(r"((?:scp|rsync)(?: -\S+)*) ([\w./~-]+?)x?:")
"""A copy of a file to a host, of which a pattern has no more than the colon; what it leaves open is no name."""
_TO_NO_HOST = late_pattern(r"((?:nc|ncat|netcat)(?: -\S+)*)( ?< ?\S+)")
"""A file that is sent to a host, of which a pattern has nothing."""
_TO_NO_ADDRESS = late_pattern(r"gh api (?:-X|--method)[ =]?(POST|PUT|PATCH|DELETE)")
"""A request to GitHub, of which a pattern has nothing but the method."""
_OF_NO_REPOSITORY = late_pattern(r"gh (?:api )?((?:-X|--method)[ =]?(?:POST|PUT|PATCH|DELETE)) (/[a-z]\w+)")
"""A request to GitHub, of which a pattern has the method and the end of the address."""
_OF_BRANCH = "/protection"
_TO_NO_BRANCH = late_pattern(r"git push(?: -\S+)* [\w./-]+ :")
"""The deletion of a branch on a server, of which a pattern has no more than the colon."""
_ADDRESSES = {
    "POST": "repos/ada/shop/issues -f title=x",
    "PUT": "repos/ada/shop/pulls/7/merge",
    "PATCH": "repos/ada/shop/issues/7 -f state=closed",
    "DELETE": "repos/ada/shop/issues/comments/7",
}
_NO_END = late_pattern(r"find(?: [^;+]*)? -(?:exec|execdir|ok|okdir) [^;+{}]+")
"""What `find` starts, without the files and the end that it needs."""
_OF_FOLDER = late_pattern(
    r"rm( -[^rR ]+)* (?:\S*/|~|\.\.?|(?:\S*/)?(?:node_modules|\.git|\.claude|\.cursor|\.github|\.vscode|\.idea|\.husky"
    r"|\.ssh|\.aws|\.kube|\.dvc|\.next|\.cache|\.venv|venv|dist|src|docs|tests)|/(?:bin|boot|dev|etc|home|lib|opt|proc|root|sbin|srv|sys|usr|var))"
)
"""The deletion of a folder without the option that this needs."""
_OF_DEVICES = late_pattern(r"(?:mkfs(?:\.\w+)?|mke2fs|mkswap|wipefs|fdisk|sfdisk|parted|blkdiscard)(?: -\S+)* /dev/")
"""What is done to a disk, of which a pattern has no more than the folder."""
_OF_DOTS = late_pattern(r"(rm(?: -\S+)* \.\.?)/")
"""`rm` refuses to delete `./`, and not what is in it."""


def completed(command: str) -> str:
    """The command with what it lacks to have an effect; as it is, if nothing is known to be lacking or to fit."""
    command = mended(command)
    plain = f"rm -rf{command[2:].removeprefix(' -f')}" if _OF_FOLDER.fullmatch(command) else command
    plain = f"{plain}*" if _OF_DOTS.fullmatch(plain) else plain
    plain = f"{plain}sda1" if _OF_DEVICES.fullmatch(plain) else plain
    plain = _PRUNES.sub(r"\1 system ", _GLUED_END.sub("-- ", _ELSEWHERE.sub("git -C . ", plain)))
    return with_needs(_of_program(plain)) or command


def _of_program(command: str) -> str:
    """The command with what its program lacks: a usual subcommand before its options, a value, or a name."""
    if whole := _with_usual(command):
        return whole
    if _SETTING.fullmatch(command):
        return f"{command} {_VALUE}"
    if package := _with_package(command):
        return package
    if named := _with_name(command):
        return named
    needs = _needs(command)
    if needs:
        return f"{command}{needs}"
    name, _, options = command.partition(" ")
    runner = _RUN_BY.get(name) or _RUNS.get(name.rpartition(".")[1] and name.rpartition(".")[2])
    if runner:
        return f"{runner} {command}"
    usual = (call_of(name) or "").split(" ") if name in _TAKES_ITS_OPTIONS else []
    if _ONLY_OPTIONS.fullmatch(command) and usual[1:]:
        return " ".join((*usual[:2], options, *usual[2:]))
    return command


def _with_usual(command: str) -> str:
    """A usual call for one of which a pattern leaves open what the program is to do; empty if it does not."""
    if any_script := _OF_ANY_SCRIPT.fullmatch(command):
        return call_of(any_script[1]) or ""
    if any_module := _OF_ANY_MODULE.fullmatch(command):
        return f"{any_module[1]} unittest"
    found = _OF_ANY_SUBCOMMAND.fullmatch(command)
    return (call_of("pip") or "").replace("pip", found[1], 1) if found else ""


def _with_package(command: str) -> str | None:
    """The command with the name of a package; None if it needs none, or has it."""
    if command.partition(" ")[0] in _RUNS_PACKAGES and _ONLY_OPTIONS.fullmatch(command):
        return f"{command} cowsay"
    if _OF_NO_GLOBAL.fullmatch(command):
        return f"{command} left-pad"
    found = _OF_NO_PACKAGE.fullmatch(command)
    return found and (f"{found[1]} left-pad" if found[1] else f"{found[2]} requests")


def _with_name(command: str) -> str:
    """The command with the container, the host, the files or the address that a pattern has nothing of; or nothing."""
    if inside := _IN_CONTAINER.fullmatch(command):
        return f"{inside[1]} shop_db {inside[2]}"
    if copied := _TO_HOST.fullmatch(command):
        return f"{copied[1]} {copied[2]} example.com:"
    if sent := _TO_NO_HOST.fullmatch(command):
        return f"{sent[1]} example.com 9000{sent[2]}"
    if _NO_END.fullmatch(command):
        return f"{command} {{}} +"
    if written := _TO_FOLDER.fullmatch(command):
        return f"{command}{_OF_MACHINE if written['folder'] == '/' else _OF_PROJECT}"
    if request := _TO_NO_ADDRESS.fullmatch(command):
        return f"{command} {_ADDRESSES[request[1]]}"
    if ending := _OF_NO_REPOSITORY.fullmatch(command):
        branch = "/branches/main" if ending[2] == _OF_BRANCH else ""
        return f"gh api {ending[1]} repos/ada/shop{branch}{ending[2]}"
    if _TO_NO_BRANCH.fullmatch(command):
        return f"{command}feature"
    return ""


def _needs(command: str) -> str:
    """What a command of a known program lacks behind it: the rest of a name such as `delete-user`, and operands."""
    known = _by_all_names()
    if command not in known and (other := of_other(command)) in known:
        command = other
    longer = "" if command in known else next((it for it in known if _goes_on(it, command)), "")
    words = (longer or command).split(" ")
    count = next((it for it in range(len(words), 1, -1) if " ".join(words[:it]) in known), 0)
    rest = words[count:]
    if not count or "--all" in rest or not all(it.startswith("-") for it in rest):
        return ""
    needs = " ".join(it for it in known[" ".join(words[:count])].needs.split(" ") if it not in rest)
    return longer.removeprefix(command) + (f" {needs}" if needs else "")


def _goes_on(name: str, begun: str) -> bool:
    """Whether the name begins so, with more parts of its last word behind that."""
    rest = name.removeprefix(begun)
    is_begun = rest != name and " " in begun and " " not in rest
    return is_begun and (rest.startswith("-") or begun.endswith("-") or rest[:1].isupper())


@lru_cache(maxsize=1)
def _by_all_names() -> Mapping[str, Program]:
    """The programs and their subcommands, also by their other names."""
    return {**{name: it for it in programs().values() for name in it.names}, **programs()}


def is_without_effect(command: str) -> bool:
    """Whether a command has no effect that a guard could mean: an operand is missing, or only Windows has it."""
    if is_mixed(command) or any(it.fullmatch(command) for it in (_GLUED, _NO_SUBCOMMAND, _WORDS_OF_INTERPRETER)):
        return True
    if " " in command and with_needs(command) is None:
        return True
    if command.startswith("sudo ") and command.split(" ")[1] in NO_WORDS:
        return command.count(" ") == 1 or is_without_effect(command.removeprefix("sudo "))
    name, *arguments = command.split(" ")
    operands = [it for it in arguments if not it.startswith("-")]
    # What a pattern leaves open in the place of a subcommand is none.
    if OPEN in arguments[: _depth(name)]:
        return True
    if (len(operands) < _depth(name) and command not in programs()) or (not operands and arguments[-1:] == ["--"]):
        return True
    if name in NO_WORDS and arguments and ("-" in arguments or not operands):
        return True
    if (name == "dd" and "of=" not in command) or (name == "truncate" and not _SIZE.search(command)):
        return True
    if _UPDATE.fullmatch(command) or _NAMELESS.fullmatch(command):
        return True
    # Without a colon, a name with `@` is that of a file here.
    if name in ("scp", "rsync") and "@" in command and ":" not in command:
        return True
    # GNU and BSD refuse to delete the folder that one is in.
    is_of_dots = name == "rm" and bool(operands) and {*operands} <= {".", ".."}
    return is_of_dots or (name in _TO_ANOTHER and len(operands) < 2) or bool(_OF_WINDOWS.match(command))


def _depth(name: str) -> int:
    """How many words of a subcommand the program needs."""
    return programs()[name].depth if name in programs() else 0
