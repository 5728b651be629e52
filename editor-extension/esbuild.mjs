import { copyFile } from "node:fs/promises";
import { build } from "esbuild";
import { pageBuild } from "./webview/build.mjs";

const production = process.argv.includes("--production");

await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  mainFields: ["module", "main"],
  minify: production,
  sourcemap: !production,
});
await build(pageBuild(production));
await copyFile("../LICENSE", "LICENSE");
