/** The packages that were built, and what is in them. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { TARGETS } from "../../packaging/targets.mjs";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BUILD = path.join(ROOT, "build");

export const universal = path.join(BUILD, "hookwright.vsix");

/** The targets that there is a package for, each with its path. */
export const built = Object.keys(TARGETS)
  .map((target) => ({ target, vsix: path.join(BUILD, `hookwright-${target}.vsix`) }))
  .filter((it) => existsSync(it.vsix));

export function namesIn(vsix) {
  const code = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\\n')";
  return execFileSync("python3", ["-c", code, vsix], { encoding: "utf8" }).trim().split("\n").toSorted();
}

export function unpack(vsix, folder) {
  execFileSync("python3", ["-m", "zipfile", "-e", vsix, folder]);
}

/** The paths of all files below a folder. */
export function filesIn(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((it) => it.isFile()).map((it) => path.join(it.parentPath, it.name));
}
