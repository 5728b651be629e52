import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as os from "node:os";
import { test } from "node:test";
import {
  interpreters,
  isNewEnough,
  missing,
  type Python,
  QUESTION,
  readInterpreter,
  readManifest,
  readVersion,
  runs,
  triedWords,
  whyUnused,
} from "../../../src/server/interpreters";

const GNU = ".cpython-312-x86_64-linux-gnu.so";
const MANIFEST = { machine: "x86_64", suffixes: [".cpython-311-x86_64-linux-gnu.so", GNU] };
const WHERE = {
  windows: false,
  trusted: true,
  interpreters: ["~/venv/bin/python"],
  folders: ["/home/me/project"],
  home: "/home/me",
  path: ["/home/me/project/bin", "relative", "/usr/bin/"],
};

test("an interpreter runs the bundle where its native modules are in it", () => {
  const python = { path: "/usr/bin/python3", machine: "x86_64", suffix: GNU };
  assert.ok(runs(MANIFEST, python));
  for (const suffix of [
    ".cpython-310-x86_64-linux-gnu.so",
    ".cpython-312-x86_64-linux-musl.so",
    ".cpython-312d-x86_64-linux-gnu.so",
    ".cpython-314t-x86_64-linux-gnu.so",
    ".pypy311-pp73-x86_64-linux-gnu.so",
  ]) {
    assert.equal(runs(MANIFEST, { ...python, suffix }), false, suffix);
  }
});

test("where endings do not tell machines apart, the machine does", () => {
  const manifest = { machine: "arm64", suffixes: [".cpython-312-darwin.so"] };
  const python = { path: "/usr/local/bin/python3", suffix: ".cpython-312-darwin.so" };
  assert.ok(runs(manifest, { ...python, machine: "arm64" }));
  assert.equal(runs(manifest, { ...python, machine: "x86_64" }), false);
});

test("what a real interpreter answers is read", () => {
  const said = execFileSync("python3", ["-I", "-S", "-c", QUESTION], { encoding: "utf8" });
  const it = readInterpreter(said);
  assert.equal(it?.machine, os.machine());
  assert.match(it.path, /^\/.*python/);
  assert.match(it.suffix, /^\.cpython-3\d+.*\.so$/);
});

test("anything else that is said is no answer", () => {
  for (const said of ["", "\n", "\nx86_64\n.so\n", "Python was not found\n", "/usr/bin/python3\nx86_64\n"]) {
    assert.equal(readInterpreter(said), undefined, said);
  }
});

test("without a manifest there is no bundle", () => {
  assert.equal(readManifest(""), undefined);
  assert.deepEqual(readManifest(JSON.stringify(MANIFEST)), MANIFEST);
});

test("the interpreters of settings are asked first, then those of PATH by their names", () => {
  const there = [
    "/usr/bin/python3.12",
    "/usr/bin/python3",
    "/home/me/project/bin/python3",
    "/home/me/venv/bin/python",
    "relative/python3",
  ];
  assert.deepEqual(
    interpreters(WHERE, (it) => there.includes(it)),
    ["/home/me/venv/bin/python", "/home/me/project/bin/python3", "/usr/bin/python3", "/usr/bin/python3.12"],
  );
});

test("an untrusted workspace holds no interpreter that is asked", () => {
  const found = interpreters({ ...WHERE, trusted: false, interpreters: [] }, () => true);
  assert.ok(found.every((it) => it.startsWith("/usr/bin/")));
  assert.equal(found[0], "/usr/bin/python3");
});

test("on Windows they have other names, and are not asked out of an untrusted workspace whatever its case", () => {
  const where = { ...WHERE, windows: true, folders: ["C:\\work"], interpreters: [], trusted: false };
  const found = interpreters({ ...where, path: ["c:\\Work\\bin", "C:\\Python312\\"] }, () => true);
  assert.deepEqual(found, ["C:\\Python312/python.exe"]);
});

function python(major: number, minor: number): Python {
  return { command: `python${major}.${minor}`, version: [major, minor] };
}

test("versions are read out of what interpreters say", () => {
  assert.deepEqual(readVersion("Python 3.11.2\n"), [3, 11]);
  assert.deepEqual(readVersion("Python 3.14.0rc1"), [3, 14]);
  assert.equal(readVersion("Python was not found; run without arguments to install"), undefined);
});

test("3.11 is the oldest", () => {
  const verdicts = [python(2, 12), python(3, 10), python(3, 11), python(3, 14), python(4, 0)].map(isNewEnough);
  assert.deepEqual(verdicts, [false, false, true, true, true]);
});

test("what is missing: any Python, a newer one, or just the server", () => {
  assert.equal(missing([]), "python");
  assert.equal(missing([python(3, 9), python(2, 7)]), "newer-python");
  assert.equal(missing([python(3, 9), python(3, 12)]), "server");
});

test("those that were tried are named, the newest first and not all of many", () => {
  const l10n = { t: (_: string, named: string | number, more: string | number) => `${named} +${more}` };
  assert.equal(triedWords(l10n, [python(3, 9), python(3, 10)]), "python3.10 (3.10), python3.9 (3.9)");
  const many = [python(3, 9), python(3, 8), python(2, 7), python(3, 10), python(3, 7)];
  assert.equal(triedWords(l10n, many), "python3.10 (3.10), python3.9 (3.9), python3.8 (3.8) +2");
});

const NEW: Python = { command: "/venv/bin/python", version: [3, 12] };
const OLD: Python = { command: "/venv/bin/python", version: [3, 9] };
const launch = (origin: "setting" | "bundled" | "interpreter" | "path", command: string) => ({
  origin,
  command,
  args: [],
});

test("a Python that a setting names is used, or the reason why it is not is known", () => {
  const why = (isFile: boolean, found: Python | undefined, it: ReturnType<typeof launch>) =>
    whyUnused("/venv/bin/python", isFile, found, it);
  const elsewhere = launch("path", "/usr/bin/hookwright");
  assert.equal(why(false, undefined, elsewhere), "no-file");
  assert.equal(why(true, undefined, elsewhere), "no-python");
  assert.equal(why(true, OLD, elsewhere), "too-old");
  assert.equal(why(true, OLD, launch("bundled", "/usr/bin/python3")), "too-old");
  assert.equal(why(true, NEW, elsewhere), "no-server");
  assert.equal(why(true, NEW, launch("interpreter", "/venv/bin/hookwright")), undefined);
  assert.equal(why(true, NEW, launch("bundled", "/venv/bin/python")), undefined);
  assert.equal(why(false, undefined, launch("setting", "/opt/server")), undefined);
});
