/** Makes `build/hookwright.vsix`, the extension without a server, and `build/hookwright-TARGET.vsix` with one. */

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { bundle, wheelOfServer } from "./packaging/bundle.mjs";
import { noticesOfNode } from "./packaging/notices.mjs";
import { TARGETS } from "./packaging/targets.mjs";

const BUILD = path.resolve("../build");
const UNIVERSAL = "universal";
const EVERY = "every";
// The editor's page of an extension shows pictures from the web only, neither those of the package nor data URIs.
const PAGES = "https://github.com/hookwright/hookwright";
// The search for secrets takes more than a minute on native modules; all but the bundle is in the universal package.
const UNSEARCHED = { allowPackageAllSecrets: true, allowPackageEnvFile: true };

const wanted = process.argv.slice(2).flatMap((it) => (it === EVERY ? Object.keys(TARGETS) : it));
const unknown = wanted.filter((it) => it !== UNIVERSAL && !(it in TARGETS));
if (unknown.length > 0) {
  const known = [UNIVERSAL, EVERY, ...Object.keys(TARGETS)].join(", ");
  process.stderr.write(`no package for ${unknown.join(", ")}; there are ${known}\n`);
  process.exit(2);
}
await mkdir(BUILD, { recursive: true });
await writeFile("THIRD_PARTY_NOTICES.txt", noticesOfNode("."));
const work = await mkdtemp(path.join(BUILD, "packaging-"));
try {
  if (wanted.length === 0 || wanted.includes(UNIVERSAL)) await pack("hookwright.vsix", {});
  const targets = wanted.filter((it) => it !== UNIVERSAL);
  if (targets.length > 0) await packTargets(targets);
} finally {
  await rm(work, { recursive: true });
}

async function packTargets(targets) {
  const wheel = await wheelOfServer(path.join(work, "wheel"));
  const ignoreFile = path.join(work, "ignore");
  await writeFile(ignoreFile, `${await readFile(".vscodeignore", "utf8")}!bundled/**\n`);
  for (const target of targets) {
    const folder = path.join(work, target);
    await bundle(target, wheel, folder);
    await rm("bundled", { recursive: true, force: true });
    await rename(folder, "bundled");
    try {
      await pack(`hookwright-${target}.vsix`, { target, ignoreFile, ...UNSEARCHED });
    } finally {
      await rm("bundled", { recursive: true });
    }
  }
}

async function pack(name, options) {
  const packagePath = path.join(BUILD, name);
  await createVSIX({
    packagePath,
    dependencies: false,
    baseContentUrl: `${PAGES}/blob/HEAD/editor-extension`,
    baseImagesUrl: `${PAGES}/raw/HEAD/editor-extension`,
    ...options,
  });
}
