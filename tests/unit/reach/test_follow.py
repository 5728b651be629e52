"""What a command reaches: a change of it asks again, or the question says that it was not read; data does neither."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.every import every
from tests.unit.consent.asked import Asked

from hookwright.consent.question import question
from hookwright.consent.request import ConsentRequest


class Way(NamedTuple):
    """A command, the file that it runs or loads in the end, and the files and links that are there."""

    command: str
    reached: str
    files: Mapping[str, str] = {}
    links: Mapping[str, str] = {}
    environ: Mapping[str, str] = {}


_LIB = "import sys, os\n"
_WAYS = {
    # Shells
    "the folder behind a link": Way("sh tools/run.sh", "real/run.sh", {"real/run.sh": "true"}, {"tools": "real"}),
    "a folder beside what a link leads to": Way(
        "python3 run.py",
        "real/helper.py",
        {"real/run.py": "import helper", "real/helper.py": "1"},
        {"run.py": "real/run.py"},
    ),
    "a link that is turned": Way("cd now && ./x.sh", "b/x.sh", {"a/x.sh": "true", "b/x.sh": "true"}, {"now": "b"}),
    "cd that fails": Way("cd missing; ./x.sh", "x.sh"),
    "cd that fails before a newline": Way("cd missing\nsh x.sh", "x.sh"),
    "cd in a function": Way("cd() { builtin cd lib; }\ncd x\nsh x.sh", "lib/x.sh", {"lib/x.sh": "true"}),
    "a function that shadows a program": Way("if false; then sh() { :; }; fi; sh x.sh", "x.sh"),
    "a function that is taken away": Way("cat() { :; }; unset -f cat; bash() { :; }; unset -f bash; bash x.sh", "x.sh"),
    "a function in a subshell": Way("(python3() { :; }); python3 x.py", "x.py", {"x.py": "1"}),
    "standard input by its name": Way("sh /dev/stdin < x.sh", "x.sh"),
    "standard input by its number": Way("bash /dev/fd/0 < x.sh", "x.sh"),
    "standard input of the process": Way("python3 /proc/self/fd/0 < x.py", "x.py", {"x.py": "1"}),
    "sourced standard input": Way(". /dev/stdin < x.sh", "x.sh"),
    "another descriptor": Way("bash /dev/fd/3 3< x.sh", "x.sh"),
    "input beside another": Way("sh 3< y.txt < x.sh", "x.sh", {"y.txt": "x"}),
    "input before another": Way("sh < x.sh 3< y.txt", "x.sh", {"y.txt": "x"}),
    "exec that turns the input": Way("exec < x.sh; sh", "x.sh"),
    "flock -c": Way("flock lock -c 'sh ./x.sh'", "x.sh"),
    "flock --command": Way("flock -n lock --command './x.sh; true'", "x.sh"),
    "flock -w": Way("flock -w 5 lock sh x.sh", "x.sh"),
    "prlimit": Way("prlimit --nproc=9 sh x.sh", "x.sh"),
    "prlimit, all the way": Way("prlimit -n5 bash run.txt", "x.sh", {"run.txt": "./x.sh"}),
    "setpriv": Way("setpriv --reuid 1000 --clear-groups sh run.txt", "x.sh", {"run.txt": "./x.sh"}),
    "chrt": Way("chrt -b 0 sh run.txt", "x.sh", {"run.txt": "./x.sh"}),
    "taskset": Way("taskset -c 0 sh run.txt", "x.sh", {"run.txt": "./x.sh"}),
    "watch": Way("watch -n 1 'sh run.txt'", "x.sh", {"run.txt": "./x.sh"}),
    "gtimeout": Way("gtimeout 5 sh run.txt", "x.sh", {"run.txt": "./x.sh"}),
    "a wrapper that nobody knows": Way("with-lock sh run.txt", "x.sh", {"run.txt": "./x.sh"}),
    "ed from a here-document": Way("ed -s notes.md <<'EOF'\n!./x.sh\nq\nEOF", "x.sh", {"notes.md": "x"}),
    "ed from a file": Way("ed -s notes.md < cmds", "x.sh", {"notes.md": "x", "cmds": "!./x.sh\nq"}),
    "vim -es": Way("vim -es notes.md -c '!./x.sh' -c q", "x.sh", {"notes.md": "x"}),
    "env -S in the first line": Way("./run", "lib.sh", {"run": "#!/usr/bin/env -S sh lib.sh\n", "lib.sh": "true"}),
    "an interpreter of the project": Way("./run", "interp", {"run": "#!./interp\n", "interp": "#!/bin/sh\ntrue"}),
    "python -m in the first line": Way(
        "./run", "helper.py", {"run": "#!/usr/bin/env -S python3 -m helper\n", "helper.py": "1"}
    ),
    "perl -M in the first line": Way("./run", "Evil.pm", {"run": "#!/usr/bin/perl -I. -MEvil\n1;\n", "Evil.pm": "1;"}),
    "a suffix that is not the language": Way("./run.py", "x.sh", {"run.py": "#!/bin/sh\n./x.sh\n"}),
    "sourced by a variable": Way('f=lib/env.sh; . "$f"', "lib/env.sh", {"lib/env.sh": "A=1"}),
    "sourced by a variable in a script": Way(
        "sh run.txt", "lib/env.sh", {"run.txt": 'for f in lib/*.sh; do . "$f"; done', "lib/env.sh": "A=1"}
    ),
    "a sourced file that changes the folder": Way(
        ". ./env.sh; sh x.sh", "lib/x.sh", {"env.sh": "cd lib", "lib/x.sh": "true"}
    ),
    "a sourced file that changes a variable": Way(
        '. ./env.sh; "$CLAUDE_PROJECT_DIR"/x.sh', "lib/x.sh", {"env.sh": "CLAUDE_PROJECT_DIR=lib", "lib/x.sh": "true"}
    ),
    "find -exec": Way("find lib -name '*.sh' -exec sh {} +", "lib/x.sh", {"lib/x.sh": "true"}),
    "find -exec sh -c": Way("find lib -type f -exec sh -c 'sh \"$1\"' _ {} \\;", "lib/x.sh", {"lib/x.sh": "true"}),
    "xargs of a list": Way("xargs -n1 sh < list", "x.sh", {"list": "x.sh"}),
    "xargs of what find prints": Way("find lib -name '*.sh' | xargs -n1 sh", "lib/x.sh", {"lib/x.sh": "true"}),
    "a here-document for a shell": Way("bash <<'EOF'\nsh x.sh\nEOF", "x.sh"),
    "a here-document for Python": Way("python3 - <<'EOF'\nimport helper\nEOF", "helper.py", {"helper.py": "1"}),
    "a command that is put together": Way('a=x; b=.sh; sh "$a$b"', "x.sh"),
    "a pattern": Way("sh ?.sh", "x.sh"),
    "BASH_ENV on the line": Way("BASH_ENV=./x.sh bash -c true", "x.sh"),
    "BASH_ENV of the user": Way("bash -c true", "x.sh", environ={"BASH_ENV": "{project}/x.sh"}),
    "a file that is read and evaluated": Way('eval "$(cat cmds)"', "cmds", {"cmds": "true"}),
    "a loop over a file": Way("while read -r it; do $it; done < cmds", "cmds", {"cmds": "true"}),
    "coproc": Way("coproc sh x.sh", "x.sh"),
    "run-parts": Way("run-parts lib", "lib/x", {"lib/x": "#!/bin/sh\n"}),
    "a program of the project": Way("./tool", "conf/x.so", {"tool": "\x7fELF\0\0", "conf/x.so": "x"}),
    "an argument that a script runs": Way("sh run.txt ./x.sh", "x.sh", {"run.txt": 'sh "$1"'}),
    "an argument that a script sources": Way("sh run.txt ./x.sh", "x.sh", {"run.txt": '. "$1"'}),
    "an argument that a script feeds a shell": Way("sh run.txt ./x.sh", "x.sh", {"run.txt": 'cat "$1" | sh'}),
    "an argument that Python runs": Way(
        "python3 run.py ./x.sh", "x.sh", {"run.py": "import subprocess, sys\nsubprocess.run(['sh', sys.argv[1]])"}
    ),
    "an argument that Python evaluates": Way(
        "python3 run.py y.py", "y.py", {"run.py": "import sys\nexec(open(sys.argv[1]).read())", "y.py": "1"}
    ),
    "an argument that Node requires": Way(
        "node run.js ./y.js", "y.js", {"run.js": "require(process.argv[2])", "y.js": "1"}
    ),
    "an argument that Perl does": Way("perl run.pl ./y.pl", "y.pl", {"run.pl": "do shift;", "y.pl": "1"}),
    "a script that a formatter writes": Way("shfmt -w y.sh; sh y.sh", "y.sh", {"y.sh": "true"}),
    "a script that sort writes": Way("sort -o y.sh evil; sh y.sh", "evil", {"y.sh": "true", "evil": "true"}),
    "a script that uniq writes": Way("uniq evil y.sh; sh y.sh", "evil", {"y.sh": "true", "evil": "true"}),
    "a script that is unpacked": Way("gunzip -kf y.sh.gz; sh y.sh", "y.sh.gz", {"y.sh": "true", "y.sh.gz": "x"}),
    "a filter of split": Way("split --filter='sh x.sh' notes.md", "x.sh", {"notes.md": "x"}),
    "npx of a program in the project": Way(
        "npx prettier --check x.md",
        "node_modules/.bin/prettier",
        {"node_modules/.bin/prettier": "#!/usr/bin/env node\n1\n"},
    ),
    "npx of anything else": Way("npx evil-tool", "node_modules/.bin/evil-tool", {"node_modules/.bin/evil-tool": "1"}),
    # Text tools
    "awk -f": Way("awk -f run.awk notes.md", "x.sh", {"run.awk": 'BEGIN { system("./x.sh") }', "notes.md": "x"}),
    "awk that puts a command together": Way("""awk 'BEGIN { system("./" "x" ".sh") }'""", "x.sh"),
    "awk that reads commands": Way("""awk '{ system($0) }' cmds""", "cmds", {"cmds": "true"}),
    "sed -f": Way("sed -n -f run.sed notes.md", "x.sh", {"run.sed": "1e ./x.sh", "notes.md": "x"}),
    "sed e": Way("sed '1e ./x''.sh' notes.md", "x.sh", {"notes.md": "x"}),
    "jq with a library": Way(
        "jq -L lib 'import \"a\" as a; .' d.json", "lib/a.jq", {"lib/a.jq": "def a: 1;", "d.json": "1"}
    ),
    # git, make and other runners
    "a git alias": Way("git st", ".git/config", {".git/HEAD": "x", ".git/config": "[alias]\nst = !./x.sh\n"}),
    "a git hook": Way("git commit -m x", ".git/hooks/pre-commit", {".git/HEAD": "x", ".git/hooks/pre-commit": "true"}),
    "make": Way("make check", "Makefile", {"Makefile": "check:\n\ttrue\n"}),
    "make behind a script": Way("sh run.txt", "Makefile", {"run.txt": "make", "Makefile": "all:\n"}),
    "an npm script": Way("npm run lint", "package.json", {"package.json": '{"scripts": {"lint": "true"}}'}),
    ".npmrc": Way("npm test", ".npmrc", {".npmrc": "script-shell=./x.sh", "package.json": "{}"}),
    "conftest": Way("python3 -m pytest -q", "conftest.py", {"conftest.py": "1"}),
    "pytest behind Python": Way(
        "python3 run.py",
        "conftest.py",
        {"run.py": "import subprocess\nsubprocess.run(['pytest', '-q'])", "conftest.py": "1"},
    ),
    "unittest": Way("python3 -m unittest", "test_x.py", {"test_x.py": "1"}),
    "a linter that nobody knows": Way("nolint --strict", ".nolint.py", {".nolint.py": "1"}),
    "the configuration of prettier": Way("prettier --write x.md", "prettier.config.js", {"x.md": "x"}),
    "the configuration of eslint": Way(
        "eslint --fix x.js", "eslint.config.mjs", {"x.js": "1", "eslint.config.mjs": "1"}
    ),
    # Python
    "sys.path": Way(
        "python3 run.py",
        "lib/helper.py",
        {
            "run.py": f"{_LIB}sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'lib'))\nimport helper",
            "lib/helper.py": "1",
        },
    ),
    "sys.path by pathlib": Way(
        "python3 a/run.py",
        "lib/helper.py",
        {
            "a/run.py": "import sys\nfrom pathlib import Path\nROOT = Path(__file__).resolve().parent.parent\n"
            "sys.path.append(str(ROOT / 'lib'))\nfrom helper import x",
            "lib/helper.py": "x = 1",
        },
    ),
    "sys.path that is put together": Way(
        "python3 run.py",
        "lib/helper.py",
        {"run.py": f"{_LIB}sys.path += [os.environ['X'] + 'lib']\nimport helper", "lib/helper.py": "1"},
    ),
    "sys.path under another name": Way(
        "python3 run.py",
        "lib/helper.py",
        {"run.py": "from sys import path\npath.append('l' + 'ib')\nimport helper", "lib/helper.py": "1"},
    ),
    "importlib": Way(
        "python3 run.py",
        "rules/a.py",
        {"run.py": "import importlib\nimportlib.import_module('rules' + '.a')", "rules/a.py": "1"},
    ),
    "importlib by a path": Way(
        "python3 run.py",
        "rules/a.txt",
        {"run.py": "import importlib.util as u\nu.spec_from_file_location('a', 'rules/a.txt')", "rules/a.txt": "1"},
    ),
    "runpy": Way("python3 run.py", "a.txt", {"run.py": "import runpy\nrunpy.run_path('a.txt')", "a.txt": "1"}),
    "pickle": Way(
        "python3 run.py", "a.pkl", {"run.py": "import pickle\npickle.load(open('a.pkl', 'rb'))", "a.pkl": "x"}
    ),
    "marshal": Way(
        "python3 run.py",
        "a.bin",
        {"run.py": "import marshal\nx = marshal.loads(open('a.bin', 'rb').read())", "a.bin": "x"},
    ),
    "exec of a file": Way("python3 run.py", "a.txt", {"run.py": "exec(open('a.txt').read())", "a.txt": "1"}),
    "exec of a script that is opened": Way(
        "python3 run.py", "a.py", {"run.py": "exec(open('a.py').read())", "a.py": "1"}
    ),
    "glob and exec": Way(
        "python3 run.py",
        "rules/a.py",
        {"run.py": "import glob\nfor it in glob.glob('rules/*'): exec(open(it).read())", "rules/a.py": "1"},
    ),
    "__import__": Way("python3 run.py", "rules/a.py", {"run.py": "__import__('rules.' + 'a')", "rules/a.py": "1"}),
    "getattr of builtins": Way(
        "python3 run.py",
        "a.txt",
        {"run.py": "import builtins\ngetattr(builtins, 'ex' + 'ec')(open('a.txt').read())", "a.txt": "1"},
    ),
    "os.execv": Way("python3 run.py", "x.sh", {"run.py": "import os\nos.execv('/bin/sh', ['sh', 'x' + '.sh'])"}),
    "a process of a list": Way(
        "python3 run.py", "x.sh", {"run.py": "import subprocess\nsubprocess.run(['sh', 'x.sh'], check=True)"}
    ),
    "a process by a shell": Way(
        "python3 run.py", "y.txt", {"run.py": "import os\nos.system('sh y.txt')", "y.txt": "true"}
    ),
    "a process of a variable": Way(
        "python3 run.py", "y.txt", {"run.py": "import subprocess as s, sys\ns.run(sys.argv[1:])", "y.txt": "true"}
    ),
    "multiprocessing": Way("python3 run.py", "y.py", {"run.py": "import multiprocessing", "y.py": "1"}),
    "ctypes": Way("python3 run.py", "a.so", {"run.py": "import ctypes\nctypes.CDLL('./a.so')", "a.so": "x"}),
    "PYTHONPATH on the line": Way(
        "PYTHONPATH=lib python3 run.py", "lib/helper.py", {"run.py": "import helper", "lib/helper.py": "1"}
    ),
    "PYTHONPATH of the user": Way(
        "python3 run.py",
        "lib/helper.py",
        {"run.py": "import helper", "lib/helper.py": "1"},
        environ={"PYTHONPATH": "{project}/lib"},
    ),
    "PYTHONPATH and sitecustomize": Way(
        "python3 run.py", "lib/sitecustomize.py", {"run.py": "1", "lib/x": ""}, environ={"PYTHONPATH": "{project}/lib"}
    ),
    "a namespace package": Way("python3 run.py", "rules/a.py", {"run.py": "import rules.a", "rules/a.py": "1"}),
    "code that cannot be parsed": Way(
        "python3 run.py", "lib/helper.py", {"run.py": "print 'x'\nexec 'import lib.helper'", "lib/helper.py": "1"}
    ),
    "Python on the line": Way("python3 -c 'exec(open(\"a.txt\").read())'", "a.txt", {"a.txt": "1"}),
    "a package that is installed": Way("python3 run.py", "src/x.py", {"run.py": "import mypackage", "src/x.py": "1"}),
    # Node
    "require of __dirname": Way(
        "node run.js",
        "lib/a.js",
        {"run.js": "const path = require('path'); require(path.join(__dirname, 'lib', 'a'))", "lib/a.js": "1"},
    ),
    "require of a template": Way(
        "node run.js", "lib/a.js", {"run.js": "require(`${__dirname}/lib/a.js`)", "lib/a.js": "1"}
    ),
    "require of a variable": Way(
        "node run.js", "lib/a.js", {"run.js": "const n = './lib/a'; require(n)", "lib/a.js": "1"}
    ),
    "require under another name": Way(
        "node run.js", "lib/a.js", {"run.js": "const r = require; r('./lib/' + 'a')", "lib/a.js": "1"}
    ),
    "readdirSync": Way(
        "node run.js",
        "rules/a.js",
        {
            "run.js": "const fs = require('fs');\nfor (const it of fs.readdirSync('./rules')) require('./rules/' + it)",
            "rules/a.js": "1",
        },
    ),
    "main of a folder": Way(
        "node run.js",
        "pkg/src/start.js",
        {"run.js": "require('./pkg')", "pkg/package.json": '{"main": "src/start.js"}', "pkg/src/start.js": "1"},
    ),
    "main of a folder is changed": Way(
        "node run.js",
        "pkg/package.json",
        {"run.js": "require('./pkg')", "pkg/package.json": '{"main": "a.js"}', "pkg/a.js": "1"},
    ),
    "main of a workspace": Way(
        "node .", "src/start.js", {"package.json": '{"main": "src/start.js"}', "src/start.js": "1"}
    ),
    "dynamic import": Way(
        "node run.mjs", "lib/a.mjs", {"run.mjs": "await import('./lib/' + 'a.mjs')", "lib/a.mjs": "1"}
    ),
    "createRequire": Way(
        "node run.mjs",
        "lib/a.js",
        {"run.mjs": "import { createRequire as c } from 'module'; c(import.meta.url)('./lib/' + 'a')", "lib/a.js": "1"},
    ),
    "eval of a file": Way(
        "node run.js", "a.txt", {"run.js": "eval(require('fs').readFileSync('a.txt', 'utf8'))", "a.txt": "1"}
    ),
    "vm": Way(
        "node run.js",
        "a.txt",
        {"run.js": "require('vm').runInThisContext(require('fs').readFileSync('a.txt'))", "a.txt": "1"},
    ),
    "a worker": Way(
        "node run.js", "w.js", {"run.js": "new (require('worker_threads').Worker)('./w' + '.js')", "w.js": "1"}
    ),
    "a child process": Way(
        "node run.js", "y.txt", {"run.js": "require('child_process').spawn('sh', ['y.txt'])", "y.txt": "true"}
    ),
    "NODE_OPTIONS on the line": Way("NODE_OPTIONS='--require ./a.js' node -e 1", "a.js", {"a.js": "1"}),
    "NODE_OPTIONS of the user": Way(
        "node -e 1", "a.js", {"a.js": "1"}, environ={"NODE_OPTIONS": "--require {project}/a.js"}
    ),
    "paths of tsconfig": Way(
        "tsx run.ts",
        "lib/a.ts",
        {
            "run.ts": "import '@lib/a'",
            "tsconfig.json": '{"compilerOptions": {"paths": {"@lib/*": ["lib/*"]}}}',
            "lib/a.ts": "1",
        },
    ),
    "preload of bun": Way(
        "bun run.ts", "pre.ts", {"run.ts": "1", "bunfig.toml": 'preload = ["./pre.ts"]', "pre.ts": "1"}
    ),
    "a package that is not found": Way(
        "node run.js", "lib/a.js", {"run.js": "require('workspace-package')", "lib/a.js": "1"}
    ),
    # Other languages
    "FindBin": Way(
        "perl bin/run.pl",
        "lib/Evil.pm",
        {"bin/run.pl": 'use FindBin;\nuse lib "$FindBin::Bin/../lib";\nuse Evil;', "lib/Evil.pm": "1;"},
    ),
    "RealBin": Way(
        "perl run.pl",
        "lib/Evil.pm",
        {"run.pl": 'use FindBin qw($RealBin);\nuse lib "$RealBin/lib";\nuse Evil;', "lib/Evil.pm": "1;"},
    ),
    "do of a variable": Way("perl run.pl", "conf.txt", {"run.pl": 'my $f = "conf.txt"; do $f;', "conf.txt": "1;"}),
    "string eval in Perl": Way(
        "perl run.pl", "conf.txt", {"run.pl": 'open F, "conf.txt"; eval join "", <F>;', "conf.txt": "1;"}
    ),
    "PERL5LIB of the user": Way(
        "perl run.pl",
        "lib/Evil.pm",
        {"run.pl": "use Evil;", "lib/Evil.pm": "1;"},
        environ={"PERL5LIB": "{project}/lib"},
    ),
    "require of Ruby by a variable": Way(
        "ruby run.rb", "lib/a.rb", {"run.rb": "Dir['lib/*.rb'].each { |f| require f }", "lib/a.rb": "1"}
    ),
    "require by __dir__": Way(
        "ruby run.rb", "lib/a.rb", {"run.rb": "require File.join(__dir__, 'lib', 'a')", "lib/a.rb": "1"}
    ),
    "LOAD_PATH": Way(
        "ruby run.rb",
        "lib/a.rb",
        {"run.rb": "$LOAD_PATH.unshift File.expand_path('lib', __dir__)\nrequire 'a'", "lib/a.rb": "1"},
    ),
    "instance_eval": Way("ruby run.rb", "conf.txt", {"run.rb": "instance_eval File.read('conf.txt')", "conf.txt": "1"}),
    "include of PHP": Way(
        "php run.php", "lib/a.php", {"run.php": "<?php include __DIR__ . '/lib/a.php';", "lib/a.php": "1"}
    ),
    "include of PHP by a variable": Way(
        "php run.php", "lib/a.php", {"run.php": "<?php foreach (glob('lib/*') as $f) include $f;", "lib/a.php": "1"}
    ),
    "a script that is opened and named": Way(
        "node run.js", "y.js", {"run.js": "// don't\nfs.open('y.js'); helper('y.js')", "y.js": "1"}
    ),
    "a script that Python opens and names": Way(
        "python3 run.py", "y.py", {"run.py": "open('y.py')\nhelper('y.py')", "y.py": "1"}
    ),
    "send of Ruby": Way("ruby run.rb", "a.rb", {"run.rb": "send('req' + 'uire', './a')", "a.rb": "1"}),
    "source of Tcl": Way("tclsh run.tcl", "m.tcl", {"run.tcl": "source [file join . m.tcl]", "m.tcl": "1"}),
    "a class of Groovy": Way("groovy run.groovy", "M.groovy", {"run.groovy": "new M()", "M.groovy": "1"}),
    "an escaped name in JavaScript": Way(
        "node run.js", "a.txt", {"run.js": "r\\u0065quire('./a' + '.txt')", "a.txt": "1"}
    ),
    "a name that JavaScript puts together": Way(
        "node run.js", "a.txt", {"run.js": "module['req' + 'uire']('./a' + '.txt')", "a.txt": "1"}
    ),
    "package.path of Lua": Way(
        "lua run.lua", "lib/a.lua", {"run.lua": "package.path = 'lib/?.lua'\nrequire('a')", "lib/a.lua": "1"}
    ),
}

_HARMLESS = {
    "sed -i s/a/b/ {}": "notes.md",
    "sed -i.bak -e '/x/d' {}": "x.py",
    "sed -n 1,5p {}": "run2.sh",
    "awk '{{ print $1 }}' {}": "x.py",
    "jq . {}": "data.json",
    "jq -r '.a | length' < {}": "data.json",
    "yq .a {}": "data.yaml",
    "ruff format {}": "x.py",
    "ruff check --fix {}": "x.py",
    "black -q {}": "x.py",
    "isort {}": "x.py",
    "gofmt -w {}": "main.go",
    "shfmt -w {}": "run2.sh",
    "shellcheck {}": "run2.sh",
    "clang-format -i {}": "main.c",
    "stylua {}": "x.lua",
    "cat {}": "x.py",
    "head -n 3 {} | wc -l": "run2.sh",
    "grep -n TODO {}": "x.js",
    "rg --count TODO {}": "x.js",
    "sort -u {}": "x.py",
    "wc -l {}": "run2.sh",
    "diff {} other.py": "x.py",
    "cp {} copy.py": "x.py",
    "cp other.py {}": "x.py",
    "chmod +x {}": "run2.sh",
    "touch {}": "x.py",
    "test -f {}": "run2.sh",
    "[ -x {} ] && echo yes": "run2.sh",
    "echo x >> {}": "x.py",
    "sha256sum {}": "run2.sh",
    "stat -c %s {}": "x.py",
    "tee -a {} < notes.md": "log.sh",
    "sort {} > sorted.txt": "x.py",
    "python3 -m json.tool {}": "data.json",
    'f={}; cat "$f"': "x.py",
    "python3 fmt.py": "x.py",
    "python3 fmt2.py": "x.py",
    "python3 fmt3.py": "x.py",
    "python3 fmt4.py": "x.py",
    "node fmt.js": "x.js",
    "sh fmt.sh": "x.py",
    "codespell {}": "notes.md",
    "python3 quiet.py {}": "x.py",
    "sh quiet.sh {}": "x.py",
    "./quiet.sh {}": "run2.sh",
    "bash -c 'ruff format \"$1\"' _ {}": "x.py",
    "jq -r .file | xargs ruff format": "x.py",
}
# The configuration of these is not read, which the question says; what they format is data anyway.
_CONFIGURED = {
    "prettier --write {}": "x.js",
    'prettier --write "$file"': "x.js",
    "prettier --check --log-level warn {}": "x.js",
    "eslint --fix {}": "x.js",
    "stylelint --fix {}": "x.css",
    "biome format --write {}": "x.js",
    "rustfmt {}": "main.rs",
    "npx --yes prettier --write {}": "x.js",
    "jq -r .file | xargs prettier --write": "x.js",
    "python3 -m black {}": "x.py",
}
_FORMATTERS = {
    "fmt.py": "text = open('x.py').read()\nopen('x.py', 'w').write(text.strip())\n",
    "fmt2.py": "from pathlib import Path\nTARGET = 'x.py'\nPath(TARGET).write_text(Path(TARGET).read_text().strip())\n",
    "fmt3.py": "import subprocess\nsubprocess.run(['ruff', 'format', 'x.py'], check=True)\n",
    "fmt4.py": "import os\nif os.path.exists('x.py'):\n    print(len(open('x.py').read()))\n",
    "fmt.js": "const fs = require('fs');\nfs.writeFileSync('x.js', fs.readFileSync('x.js', 'utf8').trim());\n",
    "quiet.py": "import sys\nfor it in sys.argv[1:]:\n    text = open(it).read()\n    open(it, 'w').write(text)\n",
    "quiet.sh": '#!/bin/sh\nsed -i \'s/ *$//\' "$1" && grep -c x "$1"\n',
    "fmt.sh": "#!/bin/sh\nsed -i 's/ *$//' x.py\nruff format x.py\n",
}


def built(folder: Path, way: Way) -> Asked:
    """The project of a way."""
    place = Asked(
        folder, {name: it.replace("{project}", str(folder.resolve() / "project")) for name, it in way.environ.items()}
    )
    for path, text in {"x.sh": "#!/bin/sh\ntrue\n", **way.files}.items():
        place.write(path, text, runs=text.startswith(("#!", "\x7fELF")))
    for path, target in way.links.items():
        (place.project / path).symlink_to(target)
    return place


def is_said(found: ConsentRequest) -> bool:
    """Whether the question says that something is not read."""
    said = bool(found.unread or found.deeper)
    assert (re.search(r"not read", question([found])) is not None) is said
    return said


def changed(place: Asked, path: str) -> None:
    """Puts more into a file, which stays as executable as it was."""
    file = place.project / path
    before, mode = (file.read_text(), file.stat().st_mode & 0o777) if file.exists() else ("", 0o644)
    place.write(path, f"{before}\n1\n").chmod(mode)


@every("name", _WAYS)
def test_what_is_reached_is_agreed_to_or_said(name: str, folders: Iterator[Path]) -> None:
    way = _WAYS[name]
    place = built(next(folders), way)
    first = place.request(way.command)
    assert place.request(way.command).digest == first.digest
    if not is_said(first):
        changed(place, way.reached)
        assert place.request(way.command).digest != first.digest


@every("form", [*_HARMLESS, *_CONFIGURED])
def test_data_is_no_script(form: str, folders: Iterator[Path]) -> None:
    target = {**_HARMLESS, **_CONFIGURED}[form]
    place = built(next(folders), Way("", "", {**_FORMATTERS, "other.py": "1\n", "notes.md": "x\n"}))
    place.write(target, "1\n")
    command = form.format(target)

    first = place.request(command)
    changed(place, target)

    assert first.unread == ()
    assert is_said(first) is (form in _CONFIGURED)
    assert place.request(command).digest == first.digest


def test_a_configuration_that_comes_or_changes_asks_again(tmp_path: Path) -> None:
    place = built(tmp_path, Way("", ""))
    command = "prettier --write x.md"
    place.asked(command)
    assert place.asked(command) == ""

    place.write(".prettierrc.js", "module.exports = require('./style')\n")
    assert ".prettierrc.js" in place.asked(command)
    place.write("style.js", "1\n")

    assert "style.js" in place.asked(command)


def test_reading_is_bounded(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    for number in range(60):
        place.write(f"s{number}.sh", f"# {'x' * 200_000}\n")

    found = place.request("; ".join(f"sh s{number}.sh" for number in range(60)))

    assert len(found.deeper) > 1
    assert len(found.scripts) == 60


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("uv run --with rich hooks/guard.py", "hooks/guard.py"),
        ("uv run -m hooks.guard", "hooks/guard.py"),
        ("poetry run python -m hooks.guard", "hooks/guard.py"),
        ("npx --yes tsx@4 hooks/guard.ts", "hooks/guard.ts"),
        ("pnpm exec tsx hooks/guard.ts", "hooks/guard.ts"),
    ],
)
def test_the_script_of_a_runner_is_agreed_to_although_the_runner_is_not_read(
    tmp_path: Path, command: str, path: str
) -> None:
    place = built(tmp_path, Way("", "", {path: "1\n"}))
    first = place.request(command)
    assert first.unread
    changed(place, path)
    assert place.request(command).digest != first.digest
