/** The page of the results panel in a real browser, in an editor's colours, with nothing behind it. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { pageBuild } from "../../webview/build.mjs";
import { browser as chromium, install, unfit } from "../e2e/install.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = path.join(HERE, "..", "..");
const PICTURES = path.join(ROOT, "..", "build", "e2e");
const ORIGIN = "http://panel.test";
const FLAGS = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update";
export const THEMES = JSON.parse(readFileSync(path.join(HERE, "themes.json"), "utf8"));
export const skip = unfit() === undefined ? false : `the results panel is NOT TESTED here: ${unfit()}`;

/** What the extension does for the page, without an editor: its pure parts, and its words in a language. */
export async function extension(language = "en") {
  const bundle = path.join(ROOT, "l10n", `bundle.l10n.${language}.json`);
  const told = existsSync(bundle) ? JSON.parse(readFileSync(bundle, "utf8")) : {};
  const modules = ["src/panel/slim", "src/panel/html", "src/panel/recorded", "shared/words", "shared/firings"];
  const made = await build({
    absWorkingDir: ROOT,
    stdin: { contents: modules.map((it) => `export * from "./${it}";`).join("\n"), resolveDir: ROOT },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const own = await import(
    `data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`
  );
  return { ...own, words: own.wordsIn({ t: (it) => told[it] ?? it }) };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What stands in somebody's way on the page. */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html} ${node.failureSummary}`));
}

let running;

after(async () => (await running)?.close());

/** A page that is ready, in a theme of THEMES; `posted()` is what it has said since. */
export async function openPanel({ theme = "Dark Modern", width = 1400, height = 900, language = "en" } = {}) {
  running ??= install().then(({ chromium: it }) => it.launch({ executablePath: chromium, args: FLAGS.split(" ") }));
  const reducedMotion = "reduce";
  const context = await (await running).newContext({ viewport: { width, height }, reducedMotion });
  const page = await context.newPage();
  const own = await extension(language);
  const wrong = [];
  page.on("console", (it) => ["error", "warning"].includes(it.type()) && wrong.push(it.text()));
  page.on("pageerror", (it) => wrong.push(it.message));
  await serve(page, own, language);
  await page.addInitScript(pretend, THEMES[theme]);
  await page.goto(`${ORIGIN}/`);
  const panel = {
    page,
    wrong,
    own,
    posted: () => page.evaluate(() => window.posted.splice(0)),
    feed: (...messages) => page.evaluate((every) => every.forEach((it) => window.postMessage(it, "*")), messages),
    picture: async (name) => {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: path.join(PICTURES, `panel-${name}.png`), fullPage: true });
    },
    state: (messages) => messages.reduce(own.reduce, []),
    close: () => context.close(),
  };
  await panel.feed({ kind: "words", words: own.words });
  return panel;
}

/** A test on a page of its own, on which nothing may go wrong. */
export function onPage(title, options, body) {
  test(title, { skip }, async () => {
    const panel = await openPanel(options);
    try {
      await body(panel, panel.page);
      assert.deepEqual(panel.wrong, []);
    } finally {
      await panel.close();
    }
  });
}

async function serve(page, own, language) {
  const built = await build({ ...pageBuild(true), write: false });
  const files = Object.fromEntries(built.outputFiles.map((it) => [`/${path.basename(it.path)}`, it.text]));
  const nonce = "bm90LXRvLWJlLWd1ZXNzZWQ";
  const parts = { script: "/panel.js", style: "/panel.css", origin: ORIGIN, nonce, language, title: "Hooks" };
  files["/"] = own.pageHtml(parts);
  const types = { ".js": "text/javascript", ".css": "text/css", "": "text/html" };
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files[pathname];
    if (body === undefined) return route.fulfill({ status: pathname === "/favicon.ico" ? 204 : 404 });
    return route.fulfill({ body, contentType: `${types[path.extname(pathname)]}; charset=utf-8` });
  });
}

/** In the page, before its script: what an editor puts there. */
function pretend({ variables, kind }) {
  let kept = JSON.parse(sessionStorage.getItem("kept") ?? "null") ?? undefined;
  window.posted = [];
  window.acquireVsCodeApi = () => ({
    postMessage: (it) => window.posted.push(it),
    getState: () => kept,
    setState: (it) => {
      kept = it;
      sessionStorage.setItem("kept", JSON.stringify(it));
    },
  });
  document.addEventListener("securitypolicyviolation", (it) => console.error(`refused: ${it.violatedDirective}`));
  const dress = () => {
    if (document.documentElement === null) return;
    for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
    if (document.body === null) return;
    document.body.className = kind;
    document.body.dataset.vscodeThemeKind = kind;
    watching.disconnect();
  };
  const watching = new MutationObserver(dress);
  watching.observe(document, { childList: true, subtree: true });
  dress();
  const base = new CSSStyleSheet();
  base.replaceSync(
    "@layer vscode-default { body { margin: 0; padding: 0 20px; background: transparent; color: var(--vscode-editor-foreground); } code { padding: 1px 3px; } }",
  );
  document.adoptedStyleSheets = [base];
}
