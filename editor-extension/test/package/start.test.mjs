import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Client } from "./client.mjs";
import { built, unpack } from "./vsix.mjs";

const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? "alpine" : "linux";
const target = `${process.platform === "linux" ? libc : process.platform}-${process.arch}`;
const vsix = built.find((it) => it.target === target)?.vsix;
const HOOKS = {
  hooks: {
    PreToolUse: [
      { matcher: "Bash|Edi(t", hooks: [{ type: "command", command: "env >seen; ls $CLAUDE_PROJECT_DIR/.claude" }] },
    ],
  },
};

const folder = mkdtempSync(path.join(tmpdir(), "hookwright-start-"));
after(() => rmSync(folder, { recursive: true }));
if (vsix !== undefined) unpack(vsix, folder);
const bundled = path.join(folder, "extension", "bundled");
const env = { PATH: process.env.PATH, HOME: folder, HOOKWRIGHT_STATE_DIR: path.join(folder, "state") };

/** An interpreter a version of the bundle, out of PATH and of the usual places of others. */
function interpreters() {
  const { suffixes } = JSON.parse(readFileSync(path.join(bundled, "bundle.json"), "utf8"));
  const pyenv = path.join(process.env.PYENV_ROOT ?? path.join(homedir(), ".pyenv"), "versions");
  const others = existsSync(pyenv) ? readdirSync(pyenv).map((it) => path.join(pyenv, it, "bin")) : [];
  const folders = [...process.env.PATH.split(path.delimiter), ...others];
  const every = folders.flatMap((it) =>
    ["python3", ...[11, 12, 13, 14].map((n) => `python3.${n}`)].map((n) => path.join(it, n)),
  );
  const found = new Map();
  for (const it of every.filter((it) => existsSync(it))) {
    const suffix = suffixOf(it);
    if (suffixes.includes(suffix) && !found.has(suffix)) found.set(suffix, it);
  }
  return [...found];
}

function suffixOf(python) {
  try {
    const code = "import _imp; print(_imp.extension_suffixes()[0])";
    return execFileSync(python, ["-c", code], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** A project with one hook. */
function project(name) {
  const settings = path.join(folder, name, ".claude", "settings.json");
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify(HOOKS, null, 2));
  return settings;
}

const found = vsix === undefined ? [] : interpreters();

test("there is a package for this machine, and a Python that runs it", { skip: vsix === undefined }, () => {
  assert.ok(found.length > 0);
});

for (const [suffix, python] of found) {
  const alone = ["-I", "-S", path.join(bundled, "launch.py")];

  test(`${suffix}: it starts where nothing is installed, and its native modules are found`, () => {
    const said = execFileSync(python, [...alone, "--version"], { encoding: "utf8", env });
    assert.match(said, /^hookwright \d/);
    const settings = project(`check${suffix}`);
    const args = [...alone, "check", "--format", "json", settings];
    assert.throws(
      () => execFileSync(python, args, { encoding: "utf8", env, stdio: "pipe" }),
      ({ stdout, stderr }) => {
        assert.equal(stderr, "");
        // One rule asks the engine of regular expressions, the other the parser of shell commands.
        assert.match(stdout, /invalid-regex/);
        assert.match(stdout, /unquoted-variable/);
        return true;
      },
    );
  });

  test(`${suffix}: each package can be loaded, also those that are needed late, such as for http hooks`, () => {
    const lib = path.join(bundled, "lib");
    const code = [
      "import importlib, pkgutil, sys",
      "sys.path.insert(0, sys.argv[1])",
      "for it in pkgutil.iter_modules([sys.argv[1]]): importlib.import_module(it.name)",
      "import watchdog.observers, hookwright.engine.http_hooks",
      "print(sys.modules['httpx2'].__version__)",
    ].join("\n");
    const said = execFileSync(python, ["-I", "-S", "-B", "-c", code, lib], { encoding: "utf8", env });
    assert.match(said, /^\d+\.\d+/);
  });

  test(`${suffix}: it serves an editor, and hooks know nothing of it`, async (t) => {
    const settings = project(`serve${suffix}`);
    const root = path.dirname(path.dirname(settings));
    const client = new Client(python, [...alone, "lsp"], { cwd: root, env });
    t.after(() => client.process.kill());
    const capabilities = { workspace: { workspaceFolders: true } };
    const initializationOptions = { trusted: true, client: { ui: true } };
    const workspaceFolders = [{ uri: pathToFileURL(root).href, name: "project" }];
    const asked = { processId: process.pid, rootUri: null, capabilities, initializationOptions, workspaceFolders };
    const { serverInfo } = await client.request("initialize", asked);
    assert.equal(serverInfo.name, "hookwright");
    client.notify("initialized", {});
    const textDocument = { uri: pathToFileURL(settings).href, languageId: "json", version: 1 };
    client.notify("textDocument/didOpen", { textDocument: { ...textDocument, text: readFileSync(settings, "utf8") } });
    const fired = { uri: textDocument.uri, pointer: "/hooks/PreToolUse/0/hooks/0" };
    const { outcome } = await client.request("hookwright/fire", fired);
    assert.equal(outcome.runs.length, 1);
    const names = readFileSync(path.join(root, "seen"), "utf8").match(/^\w+(?==)/gm);
    assert.ok(names.includes("PATH"));
    assert.deepEqual(
      names.filter((it) => /^(PYTHON|VIRTUAL_ENV|LD_|DYLD_)/.test(it)),
      [],
    );
    assert.equal(await client.stop(), 0);
  });
}
