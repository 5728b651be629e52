/** What the machine has: files, interpreters, and the environment that the server sees. */

import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import {
  interpreters,
  QUESTION,
  readInterpreter,
  readManifest,
  runs,
  type Interpreter,
  type Where,
} from "./interpreters";
import { readVersion, type Python } from "./interpreters";
import type { Bundled, Facts } from "./resolve";

const PATIENCE_MS = 5000;

/** The Pythons of settings and of PATH, but for those that an untrusted workspace holds, each asked for its version. */
export async function pythons(where: Where): Promise<readonly Python[]> {
  const byFile = new Map(
    interpreters(where, isPython)
      .map((it) => [fs.realpathSync(it), it])
      .reverse() as [string, string][],
  );
  const found = await Promise.all([...byFile.values()].reverse().map(versionOf));
  return found.filter((it) => it !== undefined);
}

/** The Python that a file is; undefined if it does not say its version as a Python does. */
export function versionOf(command: string): Promise<Python | undefined> {
  return new Promise((resolve) => {
    execFile(command, ["--version"], { timeout: PATIENCE_MS, cwd: os.homedir() }, (error, stdout, stderr) => {
      const version = error === null ? readVersion(stdout + stderr) : undefined;
      resolve(version && { command, version });
    });
  });
}

export function isFile(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

export type MachineFacts = Pick<Facts, "home" | "path" | "toolFolders" | "windows">;

export function machineFacts(): MachineFacts {
  const { PATH = "", UV_TOOL_BIN_DIR = "", PIPX_BIN_DIR = "", XDG_BIN_HOME = "" } = process.env;
  return {
    home: os.homedir(),
    path: PATH.split(path.delimiter).filter((it) => it !== ""),
    toolFolders: [UV_TOOL_BIN_DIR, PIPX_BIN_DIR, XDG_BIN_HOME].filter((it) => it !== ""),
    windows: process.platform === "win32",
  };
}

/** The server in the extension's folder, if there is one, with the first interpreter that can run it. */
export async function bundledIn(extensionFolder: string, where: Where): Promise<Bundled | undefined> {
  const folder = path.join(extensionFolder, "bundled");
  const manifest = readManifest(textOf(path.join(folder, "bundle.json")));
  if (manifest === undefined) return undefined;
  for (const candidate of interpreters(where, isPython)) {
    const it = await interpreterOf(candidate);
    if (it !== undefined && runs(manifest, it)) return { folder, python: it.path };
  }
  return undefined;
}

// Without the developer's tools this one only asks to install them; with them it is one that is too old.
function isPython(file: string): boolean {
  return isFile(file) && !(process.platform === "darwin" && file === "/usr/bin/python3");
}

function interpreterOf(candidate: string): Promise<Interpreter | undefined> {
  return new Promise((resolve) => {
    // Shims choose by the folder they are started in; the server is started without them.
    const options = { timeout: PATIENCE_MS, cwd: os.homedir() };
    execFile(candidate, ["-I", "-S", "-c", QUESTION], options, (error, stdout) => {
      resolve(error === null ? readInterpreter(stdout) : undefined);
    });
  });
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const OF_THE_EDITOR = /^(VSCODE_|ELECTRON_)/;

/** All but the editor's own variables: with them a hook that starts an editor, or Node, would do what it does nowhere else. */
export function withoutEditor(environment: Environment): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_THE_EDITOR.test(name)));
}
