/** What the machine has: files and interpreters. */

import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { isNewEnough, readVersion, type Python } from "./python";
import type { Facts } from "./resolve";

const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
const PATIENCE_MS = 5000;

/** The Pythons of PATH, each asked for its version. */
export async function pythons(): Promise<readonly Python[]> {
  const found = await Promise.all(NAMES.map(versionOf));
  return found.filter((it) => it !== undefined);
}

function versionOf(command: string): Promise<Python | undefined> {
  return new Promise((resolve) => {
    execFile(command, ["--version"], { timeout: PATIENCE_MS }, (error, stdout, stderr) => {
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

export type MachineFacts = Pick<Facts, "home" | "path" | "toolFolders" | "bundled" | "windows">;

/** All that is known of the machine; `extensionFolder` may have wheels in it. */
export async function machineFacts(extensionFolder: string): Promise<MachineFacts> {
  const { PATH = "", UV_TOOL_BIN_DIR, PIPX_BIN_DIR, XDG_BIN_HOME } = process.env;
  return {
    home: os.homedir(),
    path: PATH.split(path.delimiter).filter((it) => it !== ""),
    toolFolders: [UV_TOOL_BIN_DIR, PIPX_BIN_DIR, XDG_BIN_HOME].filter((it) => it !== undefined),
    bundled: await bundledIn(path.join(extensionFolder, "bundled")),
    windows: process.platform === "win32",
  };
}

async function bundledIn(folder: string): Promise<Facts["bundled"]> {
  if (!fs.existsSync(path.join(folder, "hookwright"))) return undefined;
  const fit = (await pythons()).find(isNewEnough);
  const python = fit && pathOf(fit.command);
  return python === undefined ? undefined : { folder, python };
}

function pathOf(command: string): string | undefined {
  const every = (process.env.PATH ?? "").split(path.delimiter);
  return every.map((it) => path.join(it, command)).find(isFile);
}
