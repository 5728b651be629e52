/** Another's extension as a package, made anew: the path of its .vsix. */

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { ROOT } from "./service.mjs";

export async function stranger() {
  const packagePath = path.join(ROOT, "build", "stranger.vsix");
  await mkdir(path.dirname(packagePath), { recursive: true });
  const cwd = fileURLToPath(new URL("../stranger/", import.meta.url));
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
