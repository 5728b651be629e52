/** The editor's API by the names that the extension uses; for every file that imports it, esbuild would copy them all. */

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const src = path.join(import.meta.dirname, "src");

function used() {
  const files = readdirSync(src, { recursive: true }).filter((it) => it.endsWith(".ts"));
  const texts = files.map((it) => readFileSync(path.join(src, it), "utf8"));
  return [...new Set(texts.flatMap((it) => [...it.matchAll(/\bvscode\.(\w+)/g)].map(([, name]) => name)))].sort();
}

export const editorApi = {
  name: "editor-api",
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ importer }) =>
      importer.startsWith(src + path.sep) ? { path: "vscode", namespace: "editor-api" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "editor-api" }, () => ({
      contents: `export const { ${used().join(", ")} } = require("vscode");`,
    }));
  },
};
