"""What programs do with their arguments, as far as it decides what else is run: one table for each way."""

from __future__ import annotations

import re
from dataclasses import dataclass

_VERSION = re.compile(r"(?<=[a-z])\d+(?:\.\d+)*\Z")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpreter:
    """How one is told what to run: `code` are the letters and options before code, `loads` those before files.

    `valued` are the other options with a value, `module` is the letter of a module's name; `stdin` says that it reads
    its standard input where it is told nothing.
    """

    shell: bool = False
    code: frozenset[str] = frozenset()
    loads: frozenset[str] = frozenset()
    valued: frozenset[str] = frozenset()
    module: str = ""
    verbs: frozenset[str] = frozenset()


_SHELL = Interpreter(shell=True, code=_words("-c"), loads=_words("--rcfile --init-file"), valued=_words("-o -O +o +O"))
_NODE = Interpreter(
    code=_words("-e -p --eval --print"),
    loads=_words("-r --require --import --loader --experimental-loader --env-file"),
    valued=_words("-C --conditions --title"),
    verbs=_words("run"),
)
_PERL = Interpreter(code=_words("-e -E"), valued=_words("-I -r -M"))

INTERPRETERS = {
    **dict.fromkeys(_words("sh bash dash ksh mksh zsh ash fish"), _SHELL),
    **dict.fromkeys(_words("python pypy"), Interpreter(code=_words("-c"), valued=_words("-W -X"), module="m")),
    **dict.fromkeys(_words("node nodejs tsx ts-node bun"), _NODE),
    "deno": Interpreter(code=_words("eval"), valued=_words("-c --config"), verbs=_words("run")),
    **dict.fromkeys(_words("ruby perl lua luajit tclsh wish osascript Rscript groovy"), _PERL),
    "php": Interpreter(code=_words("-r"), valued=_words("-d -c")),
}

WRAPPERS: dict[str, tuple[frozenset[str], int]] = {
    "sudo": (_words("-u -g -h -p -C -T"), 0),
    "doas": (_words("-u -C"), 0),
    "env": (_words("-u --unset"), 0),
    "timeout": (_words("-k --kill-after -s --signal"), 1),
    "nice": (_words("-n --adjustment"), 0),
    "ionice": (_words("-c -n -p"), 0),
    "exec": (_words("-a"), 0),
    "stdbuf": (_words("-i -o -e"), 0),
    "xargs": (_words("-I -i -n -P -d -L -s -a -E"), 0),
    **dict.fromkeys(
        _words("command builtin nohup setsid time caffeinate chronic unbuffer busybox"),
        (frozenset[str](), 0),
    ),
}
"""What runs the program that is named after it: its options with a value, and how many words come before."""

BUILTINS = _words(
    "[ [[ test : . source eval trap alias enable hash exec command builtin true false echo printf cd pushd popd pwd"
    " exit return export unset set shift read local declare typeset readonly wait umask ulimit type getopts let break"
    " continue jobs kill"
)
"""What a shell does itself, whatever is on the PATH."""

DATA_ONLY = BUILTINS | _words(
    "cat sleep date uname"
    " hostname id whoami mkdir rmdir rm cp mv ln touch chmod chown ls stat file basename dirname realpath readlink"
    " mktemp head tail wc uniq cut tr tee comm join paste rev nl fold seq grep egrep fgrep jq yq diff cmp"
    " md5sum sha1sum sha256sum shasum base64 xxd od gzip gunzip notify-send say afplay paplay tput which nproc"
    " ps df du logger"
)
"""What reads, writes or prints, and runs nothing that it is given."""

RUNNERS = _words(
    "make gmake bmake just task rake npm npx pnpm pnpx yarn bunx cargo go gradle mvn ant sbt tox nox poetry pdm uv uvx"
    " pipenv hatch rye pre-commit prek lefthook husky lint-staged composer bundle mix rebar3 ninja cmake ctest bazel"
    " bazelisk buck2 pants docker docker-compose podman vagrant invoke inv fab doit scons meson gulp grunt turbo nx"
    " lerna webpack vite rollup jest vitest mocha eslint prettier stylelint pytest py.test phpunit rspec rubocop dotnet"
    " msbuild direnv mise asdf nix nix-shell nix-build devbox moon dagger act earthly claude parallel ssh at batch"
    " crontab systemd-run screen tmux pip pipx java kotlin scala mypy pylint flake8 terraform tofu ansible"
    " ansible-playbook sphinx-build mkdocs coverage jupyter ipython"
)
"""What runs what the project, or somebody else, says elsewhere."""

GIT_READS = _words(
    "rev-parse status diff log show ls-files ls-tree branch describe blame grep cat-file merge-base rev-list shortlog"
    " symbolic-ref for-each-ref remote config check-ignore diff-index diff-tree diff-files hash-object name-rev var"
)
"""The commands of git that run nothing but what `.git/config` says."""

LOADERS = _words(
    "PATH BASH_ENV LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH PYTHONPATH"
    " PYTHONSTARTUP PYTHONHOME NODE_OPTIONS NODE_PATH PERL5LIB PERL5OPT RUBYOPT RUBYLIB SHELL SHELLOPTS BASHOPTS EDITOR"
    " VISUAL PAGER GIT_PAGER GIT_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_CONFIG GIT_CONFIG_GLOBAL"
    " GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_DIR GIT_EXEC_PATH PROMPT_COMMAND PS4 MAKEFLAGS MAKEFILES JAVA_TOOL_OPTIONS"
    " CLASSPATH LUA_INIT PHPRC"
)
"""The variables that decide what is loaded or run."""


def known_as(word: str) -> str:
    """The name of a program without its folder and the version at its end: `python3.11` is `python`."""
    return _VERSION.sub("", word.rpartition("/")[2])
