/** A real VS Code in a real browser, with the extension installed in it, in folders of its own. */

import { spawn, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { browser as chromium, codeServer, install, node } from "./install.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const VSIX = path.join(ROOT, "build", "hookwright.vsix");
export const SERVER = process.env.HOOKWRIGHT ?? path.join(ROOT, ".venv", "bin", "hookwright");
export const PICTURES = path.join(ROOT, "build", "e2e");
const START_MS = 120_000;
/** How long anything may take to be seen: the machine may be busy. */
export const PATIENCE_MS = 60_000;

const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "editor.accessibilitySupport": "off",
  "editor.minimap.enabled": false,
  "telemetry.telemetryLevel": "off",
  "workbench.reduceMotion": "on",
  "window.autoDetectColorScheme": false,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};
const BROWSER_FLAGS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export class Editor {
  /** `files` by their paths in the project; `settings` beside the quiet ones. */
  static async start({ files, open, settings = {}, trust = true, viewport = { width: 1280, height: 800 } }) {
    const it = new Editor();
    it.folder = mkdtempSync(path.join(tmpdir(), "hookwright-e2e-"));
    it.project = path.join(it.folder, "project");
    it.home = path.join(it.folder, "home");
    mkdirSync(it.home, { recursive: true });
    for (const [name, text] of Object.entries(files)) it.write(name, text);
    const every = { ...QUIET, "hookwright.server.command": [SERVER, "lsp"], ...settings };
    it.write("../user/User/settings.json", JSON.stringify(every));
    try {
      await it.serve(trust);
      await it.browse(open, viewport);
    } catch (error) {
      await it.stop("start");
      throw error;
    }
    return it;
  }

  write(name, text) {
    const file = path.join(this.project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name) {
    return readFileSync(path.join(this.project, name), "utf8");
  }

  async serve(trust) {
    this.write("../empty.yaml", "");
    const own = ["user", "ext", "empty.yaml"].map((it) => path.join(this.folder, it));
    const common = [codeServer, "--config", own[2], "--user-data-dir", own[0], "--extensions-dir", own[1]];
    const env = { ...process.env, HOME: this.home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", EXTENSIONS_GALLERY: "{}" };
    for (const name of Object.keys(env).filter((it) => /^(VSCODE_|HOOKWRIGHT|NODE_)/.test(it))) delete env[name];
    execFileSync(node, [...common, "--install-extension", VSIX], { env, stdio: "pipe", timeout: START_MS });
    this.port = await freePort();
    const args = ["--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`, "--disable-telemetry"];
    args.push("--disable-update-check", "--disable-getting-started-override", "--ignore-last-opened");
    if (trust) args.push("--disable-workspace-trust");
    this.process = spawn(node, [...common, ...args], { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    this.said = "";
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (it) => (this.said += it));
    await until(() => this.healthy(), "the editor's server", START_MS);
  }

  async healthy() {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/healthz`)).ok;
    } catch {
      return false;
    }
  }

  async browse(open, viewport) {
    const playwright = await install();
    const args = BROWSER_FLAGS.split(" ");
    this.browser = await playwright.chromium.launch({ executablePath: chromium, args });
    this.page = await this.browser.newPage({ viewport });
    this.page.setDefaultTimeout(PATIENCE_MS);
    this.console = [];
    const note = (text) => this.console.push(`${((Date.now() - begun) / 1000).toFixed(1)} s ${text}`);
    const begun = Date.now();
    this.page.on("console", (it) => note(`${it.type()}: ${it.text()}`));
    this.page.on("pageerror", (it) => note(`uncaught: ${it.message}`));
    const file = path.join(this.project, open);
    const payload = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${this.port}${file}`]]);
    const query = new URLSearchParams({ folder: this.project, payload });
    await this.page.goto(`http://127.0.0.1:${this.port}/?${query}`, { waitUntil: "domcontentloaded" });
    await this.page.locator(".monaco-editor .view-line").first().waitFor({ timeout: START_MS });
  }

  /** The processes of hookwright that this editor has started, with this in their environment. */
  servers(mark = `HOME=${this.home}`) {
    return readdirSync("/proc")
      .filter((it) => /^\d+$/.test(it))
      .filter((it) => {
        const arguments_ = procFile(it, "cmdline").split("\0");
        const environ = procFile(it, "environ").split("\0");
        return arguments_.includes(SERVER) && environ.includes(mark) && environ.includes(`HOME=${this.home}`);
      })
      .map(Number);
  }

  async goTo(line, column) {
    await this.page.keyboard.press("Control+G");
    const box = this.page.locator(".quick-input-widget input").first();
    await box.fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Runs a command of the palette, whose list is made anew until extensions that come late are in it. */
  async command(title) {
    const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
    await until(async () => {
      await this.page.keyboard.press("F1");
      await this.page.locator(".quick-input-widget input").first().fill(`>${title}`);
      const there = await row.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      );
      await this.page.keyboard.press(there ? "Enter" : "Escape");
      return there;
    }, title);
  }

  lens(text, index = 0) {
    return this.page.locator(".codelens-decoration a", { hasText: new RegExp(`^${text}$`) }).nth(index);
  }

  /** The text of the drawn report, once it has what is looked for. */
  async report(pattern) {
    return until(async () => {
      for (const frame of this.page.frames().filter((it) => it !== this.page.mainFrame())) {
        // A frame may be gone by now: then it is another that has the report.
        const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
        if (pattern.test(text)) return text;
      }
      return undefined;
    }, `a report with ${pattern}`);
  }

  async picture(name) {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  }

  /** Ends all of it; where `failed` names a step, a picture and the logs are kept. */
  async stop(failed) {
    if (failed !== undefined) await this.keep(failed);
    await this.browser?.close();
    if (this.process?.exitCode === null) {
      const ended = new Promise((resolve) => this.process.once("exit", resolve));
      process.kill(-this.process.pid, "SIGKILL");
      await ended;
    }
    for (const it of this.servers()) process.kill(it, "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async keep(failed) {
    const folder = path.join(PICTURES, `failed-${failed}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "console.txt"), (this.console ?? []).join("\n"));
    writeFileSync(path.join(folder, "editor.txt"), this.said ?? "");
    writeFileSync(path.join(folder, "servers.txt"), this.servers().join("\n"));
    const logs = path.join(this.folder, "user", "logs");
    if (existsSync(logs)) cpSync(logs, path.join(folder, "logs"), { recursive: true });
    await this.page?.screenshot({ path: path.join(folder, "page.png") }).catch(() => undefined);
  }
}

/** What `look` gives once it gives something; fails after a while. */
export async function until(look, what, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function procFile(id, name) {
  try {
    return readFileSync(`/proc/${id}/${name}`, "utf8");
  } catch {
    return "";
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
