/** How the page of the results panel is built: a script and a style sheet. */

import { fileURLToPath } from "node:url";

export function pageBuild(production) {
  return {
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: ["webview/panel.ts", "webview/panel.css"],
    outdir: "dist",
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "chrome122",
    minify: production,
    sourcemap: production ? false : "inline",
  };
}
