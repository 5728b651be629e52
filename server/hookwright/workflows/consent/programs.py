"""What programs do with their arguments, as far as it decides what else is run: one table for each way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTool:
    """How one is told what to do with the files that it reads: its first operand is a program, the others are data.

    `code` are the options before a program, `loads` those before a file that holds one, `valued` the others with the
    number of their values, and `letters` those without.  `plain` matches the whole of a program that runs, loads and
    writes nothing; with the option `writes` it changes the files.
    """

    plain: re.Pattern[str]
    code: frozenset[str] = frozenset()
    loads: frozenset[str] = frozenset()
    valued: Mapping[str, int] = field(default_factory=dict)
    letters: str = ""
    writes: str = ""


_BLANKS = r"(?>[ \t]*)"
_ADDRESS = r"(?:\d+|\$|/(?>(?:\\.|[^/\\\n])*)/)"
_HALF = r"(?>(?:\\.|(?!\1)[^\\\n])*)\1"
_OF_SED = (
    rf"{_BLANKS}(?:{_ADDRESS}(?:,\+?{_ADDRESS})?{_BLANKS}!?)?{_BLANKS}"
    rf"(?:[dDgGhHnNpPqQx=]|s([^\w\s\\]){_HALF}{_HALF}[gpIi\d]*)?{_BLANKS}"
)
_JQ = TextTool(
    plain=re.compile(r"(?>(?:(?!\b(?:import|include|system)\b).)*)", re.DOTALL),
    loads=_words("-f --from-file"),
    valued={"--arg": 2, "--argjson": 2, "--slurpfile": 2, "--rawfile": 2, "--indent": 1},
    letters="rncsSCMaejRP",
)
TEXT_TOOLS = {
    **dict.fromkeys(
        _words("sed gsed"),
        TextTool(
            plain=re.compile(rf"(?>(?:{_OF_SED}(?:[;\n]|\Z))*)"),
            code=_words("-e --expression"),
            loads=_words("-f --file"),
            valued={"-l": 1, "--line-length": 1},
            letters="nErsuzi",
            writes="i",
        ),
    ),
    **dict.fromkeys(
        _words("awk gawk mawk nawk"),
        TextTool(
            plain=re.compile(r"(?>(?:(?!system|getline|@)(?:\|\||>=|[^|>]))*)"),
            code=_words("-e --source"),
            loads=_words("-f --file -E --exec -i --include -l --load"),
            valued={"-F": 1, "-v": 1},
        ),
    ),
    **dict.fromkeys(_words("jq gojq jaq yq"), _JQ),
}
"""What reads data, and is told by a small program what to do with it."""

BUILTINS = _words(
    "[ [[ test : . source eval trap alias enable hash exec command builtin true false echo printf cd pushd popd pwd"
    " exit return export unset set shift read local declare typeset readonly wait umask ulimit type getopts let break"
    " continue jobs kill"
)
"""What a shell does itself, whatever is on the PATH."""

DATA_ONLY = BUILTINS | _words(
    "cat sleep date uname"
    " hostname id whoami mkdir rmdir rm cp mv ln touch chmod chown ls stat file basename dirname realpath readlink"
    " mktemp head tail wc uniq cut tr tee comm join paste rev nl fold seq grep egrep fgrep diff cmp"
    " md5sum sha1sum sha256sum shasum base64 xxd od notify-send say afplay paplay tput which nproc"
    " ps df du logger"
)
"""What reads, writes or prints, and runs nothing that it is given."""

COPIERS = _words("cp mv ln install tee")
"""What writes the files that it is given."""

FETCHERS = _words("curl wget http https xh aria2c rsync scp sftp tar unzip 7z bsdtar patch")
"""What writes files that its arguments name with contents that they do not show."""

EVALUATORS = _words("[ [[ test printf read let declare typeset local export readonly unset wait mapfile readarray ((")
"""The builtins that run what is substituted in a subscript, however it is quoted."""

RUNNERS = _words(
    "make gmake bmake just task rake npm npx pnpm pnpx yarn bunx cargo go gradle mvn ant sbt tox nox poetry pdm uv uvx"
    " pipenv hatch rye pre-commit prek lefthook husky lint-staged composer bundle mix rebar3 ninja cmake ctest bazel"
    " bazelisk buck2 pants docker docker-compose podman vagrant invoke inv fab doit scons meson gulp grunt turbo nx"
    " lerna webpack vite rollup jest vitest mocha eslint prettier stylelint pytest py.test phpunit rspec rubocop dotnet"
    " msbuild direnv mise asdf nix nix-shell nix-build devbox moon dagger act earthly claude parallel ssh at batch"
    " crontab systemd-run screen tmux pip pipx java kotlin scala mypy pylint flake8 terraform tofu ansible"
    " ansible-playbook sphinx-build mkdocs coverage jupyter ipython run-parts gdb lldb su runuser expect"
)
"""What runs what the project, or somebody else, says elsewhere."""

GIT_READS = _words(
    "rev-parse status diff log show ls-files ls-tree branch describe blame grep cat-file merge-base rev-list shortlog"
    " symbolic-ref for-each-ref remote check-ignore diff-index diff-tree diff-files hash-object name-rev var"
)
"""The commands of git that run nothing but what its configuration says."""

GIT_RUNS = re.compile(r"(?i:-O|--open|--ext-diff|--textconv|--outp|--upload|--exec|--receive)")
"""The options of those that run something, or write where they are told."""

GIT_ONCE = re.compile(
    r"(?im)\[[ \t]*(?:include|includeif|filter|alias|difftool|mergetool|gpg|credential)\b"
    r"|(?:^|\])[ \t]*(?:fsmonitor|hookspath|pager|editor|sshcommand|askpass|external|textconv|command|cmd|program"
    r"|helper|gitproxy|uploadpack|attributesfile|worktree|process|clean|smudge|driver)\b"
)
"""What in a configuration of git names a program, or another configuration."""

_LOADERS = _words(
    "PATH BASH_ENV ENV SHELL SHELLOPTS BASHOPTS EDITOR VISUAL PAGER MANPAGER BROWSER PROMPT_COMMAND PS4 MAKEFLAGS"
    " MAKEFILES JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH LUA_PATH LUA_CPATH LUA_INIT PHPRC"
    " PHP_INI_SCAN_DIR HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS ZDOTDIR FPATH CDPATH LESSOPEN"
    " LESSCLOSE SSH_ASKPASS SUDO_ASKPASS GCONV_PATH GLIBC_TUNABLES OPENSSL_CONF OPENSSL_MODULES DOTNET_STARTUP_HOOKS"
    " TCLLIBPATH VIMINIT EXINIT RUSTC_WRAPPER"
)
_LOADING_FAMILIES = re.compile(
    r"(?:LD|DYLD|GIT|PERL|RUBY|BASH_FUNC|NODE|NPM_CONFIG|npm_config)_|PYTHON|PERL5|RUBY(?:OPT|LIB)"
)
_NOT_LOADING = _words(
    "PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONSAFEPATH"
    " PYTHONNOUSERSITE NODE_ENV NODE_NO_WARNINGS NODE_DISABLE_COLORS GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE"
    " GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT PERL_UNICODE"
)


def is_loader(variable: str) -> bool:
    """Whether a variable decides what is loaded or run."""
    if variable in _NOT_LOADING:
        return False
    return variable in _LOADERS or _LOADING_FAMILIES.match(variable) is not None
