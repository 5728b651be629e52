/** Makes `dist/`: the extension, the client of the server, and the page of the results panel. */

import { copyFile } from "node:fs/promises";
import { build } from "esbuild";
import { editorApi } from "./editor-api.mjs";
import { pageBuild } from "./webview/build.mjs";

const production = process.argv.includes("--production");

// The client of the server is a file of its own, which most windows never load.
await build({
  entryPoints: { extension: "src/extension.ts", client: "src/server/client.ts" },
  outdir: "dist",
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode", "./client.js"],
  plugins: [editorApi],
  mainFields: ["module", "main"],
  minify: production,
  sourcemap: !production,
});
await build(pageBuild(production));
await copyFile("../LICENSE", "LICENSE");
