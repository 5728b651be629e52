"""What programs do with their arguments, as far as it decides what else is run: one table for each way."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set

BUILTINS = word_set(
    "[ [[ test : . source eval trap alias enable hash exec command builtin true false echo printf cd pushd popd pwd"
    " exit return export unset set shift read local declare typeset readonly wait umask ulimit type getopts let break"
    " continue jobs kill"
)
"""What a shell does itself, without looking on the PATH."""

DATA_ONLY = BUILTINS | word_set(
    "cat sleep date uname"
    " hostname id whoami mkdir rmdir rm cp mv ln touch chmod chown ls stat file basename dirname realpath readlink"
    " mktemp head tail wc uniq cut tr tee comm join paste rev nl fold seq grep egrep fgrep diff cmp"
    " md5sum sha1sum sha256sum shasum base64 xxd od notify-send say afplay paplay tput which nproc"
    " ps df du logger sync factor expr tsort comm column fmt pr csplit shuf tac numfmt cksum b2sum sum sha224sum"
    " sha384sum sha512sum base32 basenc strings hexdump hexyl file mkfifo mknod truncate install link unlink pathchk"
    " users who w uptime free lscpu lsblk arch tty stty clear reset groups getconf locale iconv dos2unix unix2dos"
    " pgrep pidof cal printenv rmdir shred vdir dir dircolors"
    " look ts pv jobs disown fg bg suspend logout shopt history dirs times help caller mapfile readarray eza exa lsd"
)
"""What reads, writes or prints, and runs nothing that it is given."""

_NEVER = late_pattern(r"(?!)")
DATA_UNLESS = {
    **dict.fromkeys(
        word_set(
            "ruff black isort autopep8 yapf pyupgrade gofmt gofumpt shfmt clang-format stylua taplo yamlfmt yamllint"
            " shellcheck hadolint xmllint codespell typos swiftformat nixfmt alejandra"
        ),
        _NEVER,
    ),
    "sort": late_pattern(r"--com"),
    "rg": late_pattern(r"--pre|--hostname-bin"),
    "mapfile": late_pattern(r"-\w*C"),
    "readarray": late_pattern(r"-\w*C"),
}
"""What formats, checks or searches the files that it is given, and runs and loads no code of a project's.

With an option that the pattern matches it runs what that names.
"""

WRITERS = DATA_UNLESS.keys() | word_set("uniq shuf iconv xxd dos2unix unix2dos truncate csplit shred")
"""What may write a file that it is given."""

_OF_PRETTIER = word_set(
    ".prettierrc .prettierrc.json .prettierrc.yml .prettierrc.yaml .prettierrc.json5 .prettierrc.js .prettierrc.cjs"
    " .prettierrc.mjs .prettierrc.ts .prettierrc.mts .prettierrc.cts .prettierrc.toml prettier.config.js"
    " prettier.config.cjs prettier.config.mjs prettier.config.ts prettier.config.mts prettier.config.cts"
)
_OF_ESLINT = word_set(
    "eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts eslint.config.mts eslint.config.cts"
    " .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.yml .eslintrc.yaml .eslintrc.json"
)
_OF_STYLELINT = word_set(
    "stylelint.config.js stylelint.config.mjs stylelint.config.cjs .stylelintrc .stylelintrc.js .stylelintrc.mjs"
    " .stylelintrc.cjs .stylelintrc.json .stylelintrc.yml .stylelintrc.yaml"
)
CONFIGURED = {
    **dict.fromkeys(word_set("prettier prettierd"), _OF_PRETTIER),
    **dict.fromkeys(word_set("eslint eslint_d"), _OF_ESLINT),
    "stylelint": _OF_STYLELINT,
    "biome": word_set("biome.json biome.jsonc"),
    "dprint": word_set("dprint.json .dprint.json dprint.jsonc .dprint.jsonc"),
    "oxlint": word_set(".oxlintrc.json oxlint.config.ts"),
    "rustfmt": word_set("rust-toolchain rust-toolchain.toml rustfmt.toml .rustfmt.toml"),
    **dict.fromkeys(
        word_set("markdownlint markdownlint-cli2"),
        word_set(".markdownlint-cli2.jsonc .markdownlint-cli2.cjs .markdownlint-cli2.mjs .markdownlint.cjs"),
    ),
}
"""What works on the files that it is given, which are data, as its configuration says, which may name or be code."""

CONFIGURED_INTERPRETERS = {
    "tsx": word_set("tsconfig.json"),
    "ts-node": word_set("tsconfig.json"),
    "bun": word_set("bunfig.toml tsconfig.json"),
    "deno": word_set("deno.json deno.jsonc"),
}
"""What loads, beside a script, what a file of the project names: other modules, or other places of modules."""

SEEN_ROUGHLY = word_set("tclsh wish osascript Rscript groovy fish")
"""The interpreters whose scripts may load others in ways that no reading here knows."""

QUIET_MODULES = word_set(
    "json.tool http.server py_compile compileall tokenize ast dis platform sysconfig calendar base64 gzip zipfile"
    " tarfile uuid quopri this mimetypes tabnanny pyclbr symtable"
)
"""What `python -m` runs of the standard library that loads nothing else; of the others many run what they are given."""

COPIERS = word_set("cp mv ln link install tee")
"""What writes the files that it is given."""

FETCHERS = word_set("curl wget http https xh aria2c rsync scp sftp tar unzip 7z bsdtar patch")
"""What writes files that its arguments name with contents that they do not show."""

EVALUATORS = word_set("[ [[ test printf read let declare typeset local export readonly unset wait mapfile readarray ((")
"""The builtins that run what is substituted in a subscript, however it is quoted."""

RUNNERS = word_set(
    "make gmake bmake just task rake npm npx pnpm pnpx yarn bunx cargo go gradle mvn ant sbt tox nox poetry pdm uv uvx"
    " pipenv hatch rye pre-commit prek lefthook husky lint-staged composer bundle mix rebar3 ninja cmake ctest bazel"
    " bazelisk buck2 pants docker docker-compose podman vagrant invoke inv fab doit scons meson gulp grunt turbo nx"
    " lerna webpack vite rollup jest vitest mocha pytest py.test phpunit rspec rubocop dotnet"
    " msbuild direnv mise asdf nix nix-shell nix-build devbox moon dagger act earthly claude parallel ssh at batch"
    " crontab systemd-run screen tmux pip pipx java kotlin scala mypy pylint flake8 terraform tofu ansible"
    " ansible-playbook sphinx-build mkdocs coverage jupyter ipython run-parts gdb lldb su runuser expect"
)
"""What runs what the project, or somebody else, says elsewhere."""

_LOADERS = word_set(
    "PATH BASH_ENV ENV SHELL SHELLOPTS BASHOPTS EDITOR VISUAL PAGER MANPAGER BROWSER PROMPT_COMMAND PS4 MAKEFLAGS"
    " MAKEFILES JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH LUA_PATH LUA_CPATH LUA_INIT PHPRC"
    " PHP_INI_SCAN_DIR HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS ZDOTDIR FPATH CDPATH LESSOPEN"
    " LESSCLOSE SSH_ASKPASS SUDO_ASKPASS GCONV_PATH GLIBC_TUNABLES OPENSSL_CONF OPENSSL_MODULES DOTNET_STARTUP_HOOKS"
    " TCLLIBPATH VIMINIT EXINIT RUSTC_WRAPPER"
)
_LOADING_FAMILIES = late_pattern(
    r"(?:LD|DYLD|GIT|PERL|RUBY|BASH_FUNC|NODE|NPM_CONFIG|npm_config)_|PYTHON|PERL5|RUBY(?:OPT|LIB)"
)
_NOT_LOADING = word_set(
    "PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONSAFEPATH"
    " PYTHONNOUSERSITE NODE_ENV NODE_NO_WARNINGS NODE_DISABLE_COLORS GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE"
    " GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT PERL_UNICODE"
)


def is_loader(variable: str) -> bool:
    """Whether a variable decides what is loaded or run."""
    if variable in _NOT_LOADING:
        return False
    return variable in _LOADERS or _LOADING_FAMILIES.match(variable) is not None
