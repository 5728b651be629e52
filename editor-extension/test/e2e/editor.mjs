/** A real VS Code in a real browser, with the extension installed in it, in a project of its own. */

import * as fs from "node:fs";
import path from "node:path";
import { browser as chromium, install } from "./install.mjs";
import { ROOT, service } from "./service.mjs";
import { until } from "./wait.mjs";
import { PICTURES, Window } from "./window.mjs";

export { PICTURES } from "./window.mjs";
export { PATIENCE_MS, until } from "./wait.mjs";
export const SERVER = process.env.HOOKWRIGHT ?? path.join(ROOT, ".venv", "bin", "hookwright");
const OPEN_MS = 120_000;
/** How a server is called: the checkout's, or the one that came with the extension. */
const SERVERS = /(^|\/)(hookwright|bundled\/launch\.py)$/;

export const THEMES = {
  light: "Light Modern",
  dark: "Dark Modern",
  contrast: "Default High Contrast",
};
// In the editor's own form: it rewrites what is in an older one, and that file of its own wakes who waits for its language.
const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  "extensions.webWorker": false,
  "git.enabled": false,
  "editor.accessibilitySupport": "off",
  "editor.minimap.enabled": false,
  "files.hotExit": "off",
  "telemetry.telemetryLevel": "off",
  "workbench.reduceMotion": "on",
  "window.autoDetectColorScheme": false,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
  "security.workspace.trust.emptyWindow": false,
};
const BROWSER_FLAGS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export class Editor extends Window {
  /** The options are those of `journey`. */
  static async start(options) {
    const playwright = await install();
    const its = await service(options);
    const args = BROWSER_FLAGS.split(" ");
    const browser = await playwright.chromium.launch({ executablePath: chromium, args });
    const viewport = options.viewport ?? { width: 1280, height: 800 };
    // Packing the editor's 19 MB for every window costs its server more than sending them as they are.
    const context = await browser.newContext({ viewport, extraHTTPHeaders: { "Accept-Encoding": "identity" } });
    const it = new Editor(await context.newPage());
    Object.assign(it, { service: its, browser });
    try {
      it.prepare(options);
      await it.browse(options.open);
    } catch (error) {
      await it.stop("start");
      throw error;
    }
    return it;
  }

  prepare({ files, folder = "", home = {}, settings = {}, theme = "light", trust = true }) {
    this.project = path.join(fs.realpathSync(fs.mkdtempSync(path.join(this.service.folder, "project-"))), folder);
    this.home = this.service.home;
    fs.rmSync(this.home, { recursive: true, force: true });
    fs.mkdirSync(path.join(this.home, ".local", "share", "code-server"), { recursive: true });
    for (const [name, text] of Object.entries(home)) this.write(path.join(this.home, name), text);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const own = { "security.workspace.trust.enabled": !trust, "workbench.colorTheme": THEMES[theme] };
    const every = Object.entries({ ...QUIET, ...own, "hookwright.server.command": [SERVER, "lsp"], ...settings });
    // Of the user's settings a window with a remote leaves out those of the machine, once it knows which they are.
    const [ours, others] = [true, false].map((is) => every.filter(([name]) => name.startsWith("hookwright.") === is));
    this.configure("Machine", ours);
    this.configure("User", others);
  }

  configure(whose, settings) {
    const file = path.join(this.service.folder, "user", whose, "settings.json");
    this.write(file, JSON.stringify(Object.fromEntries(settings)));
  }

  /** Writes a file of the project, or one that has a whole path. */
  write(name, text) {
    const file = path.resolve(this.project, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }

  read(name) {
    return fs.readFileSync(path.join(this.project, name), "utf8");
  }

  exists(name) {
    return fs.existsSync(path.join(this.project, name));
  }

  async browse(open) {
    const { page } = this;
    this.console = [];
    const begun = Date.now();
    const note = (text) => this.console.push(`${((Date.now() - begun) / 1000).toFixed(1)} s ${text}`);
    page.on("console", (it) => note(`${it.type()}: ${it.text()}`));
    page.on("pageerror", (it) => note(`uncaught: ${it.message}`));
    const { port } = this.service;
    const file = open && `vscode-remote://127.0.0.1:${port}${path.join(this.project, open)}`;
    const query = new URLSearchParams({ folder: this.project, ...(file && { payload: payload(file) }) });
    await page.goto(`http://127.0.0.1:${port}/?${query}`, { waitUntil: "domcontentloaded", timeout: OPEN_MS });
    const drawn = open ? ".monaco-editor .view-line" : ".explorer-folders-view .monaco-list-row";
    await page.locator(drawn).first().waitFor({ timeout: OPEN_MS });
  }

  /** The processes of hookwright that were started for this project, those with `mark` in their environment. */
  servers(mark) {
    const every = fs.readdirSync("/proc").filter((it) => /^\d+$/.test(it));
    return every.filter((it) => this.isServer(it, mark)).map(Number);
  }

  isServer(id, mark) {
    try {
      if (fs.readlinkSync(`/proc/${id}/cwd`) !== this.project) return false;
      const [called, environ] = ["cmdline", "environ"].map((it) =>
        fs.readFileSync(`/proc/${id}/${it}`, "utf8").split("\0"),
      );
      return called.includes("lsp") && called.some((it) => SERVERS.test(it)) && (!mark || environ.includes(mark));
    } catch {
      return false;
    }
  }

  /** Ends all of it; where `failed` names a step, a picture and the logs are kept. */
  async stop(failed) {
    if (failed !== undefined) await this.keep(failed);
    try {
      await this.page.goto("about:blank");
      await until(() => this.servers().length === 0, "the end of the server, whose window is closed");
    } finally {
      await this.browser.close();
      for (const it of this.servers()) process.kill(it, "SIGKILL");
      await this.service.stop();
    }
  }

  async keep(failed) {
    const folder = path.join(PICTURES, `failed-${failed}`);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, "page.png") }).catch(() => undefined);
    // Where only what was printed is kept of a run, this has to do for the picture.
    const shown = await this.page.evaluate(() => document.body.innerText).catch(String);
    console.error(`--- the window of ${failed}:\n${shown.replaceAll(/\s*\n\s*/g, " | ").slice(0, 4000)}`);
    fs.writeFileSync(path.join(folder, "console.txt"), (this.console ?? []).join("\n"));
    fs.writeFileSync(path.join(folder, "servers.txt"), this.servers().join("\n"));
    fs.cpSync(this.service.said, path.join(folder, "editor.txt"));
    const logs = path.join(this.service.folder, "user", "logs");
    if (fs.existsSync(logs)) fs.cpSync(logs, path.join(folder, "logs"), { recursive: true });
  }
}

function payload(file) {
  return JSON.stringify([["openFile", file]]);
}
