/** Others' extensions as packages, made anew: the path of a .vsix. */

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { ROOT } from "./service.mjs";

/** `name` is that of a folder in `test/`. */
export async function packaged(name) {
  const packagePath = path.join(ROOT, "build", `${name}.vsix`);
  await mkdir(path.dirname(packagePath), { recursive: true });
  const cwd = fileURLToPath(new URL(`../${name}/`, import.meta.url));
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
