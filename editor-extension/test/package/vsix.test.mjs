import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { filesIn, namesIn, ROOT, universal, unpack } from "./vsix.mjs";

const MOST_BYTES = 700_000;
/** So much is loaded in a window that has hook files, before any server is. */
const MOST_AT_FIRST = 200_000;
const WEB = "https://github.com/hookwright/hookwright/";

const folder = mkdtempSync(path.join(tmpdir(), "hookwright-vsix-"));
after(() => rmSync(folder, { recursive: true }));
unpack(universal, folder);

const manifest = JSON.parse(readFileSync(path.join(folder, "extension", "package.json"), "utf8"));
const readme = readFileSync(path.join(folder, "extension", "readme.md"), "utf8");

test("the package has what it needs, and nothing else", () => {
  assert.deepEqual(namesIn(universal), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/THIRD_PARTY_NOTICES.txt",
    "extension/api/hookwright.d.ts",
    "extension/changelog.md",
    "extension/dist/client.js",
    "extension/dist/extension.js",
    "extension/dist/panel.css",
    "extension/dist/panel.js",
    "extension/l10n/bundle.l10n.vi.json",
    "extension/l10n/bundle.l10n.zh-cn.json",
    "extension/media/hooks.svg",
    "extension/media/icon.png",
    "extension/media/pictures/copy.png",
    "extension/media/pictures/panel.png",
    "extension/media/pictures/tests.png",
    "extension/media/pictures/view.png",
    "extension/package.json",
    "extension/package.nls.json",
    "extension/package.nls.vi.json",
    "extension/package.nls.zh-cn.json",
    "extension/readme.md",
    "extension/walkthrough/fire.md",
    "extension/walkthrough/open.md",
    "extension/walkthrough/server.md",
  ]);
});

test("the package is small", () => {
  assert.ok(statSync(universal).size < MOST_BYTES, `${statSync(universal).size} bytes`);
});

test("what a window loads at first is small", () => {
  const { size } = statSync(path.join(folder, "extension", manifest.main));
  assert.ok(size < MOST_AT_FIRST, `${size} bytes`);
});

test("nothing in it tells of the machine that built it", () => {
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, "latin1");
    for (const it of [ROOT, `${userInfo().homedir}/.`]) assert.ok(!text.includes(it), `${it} in ${file}`);
  }
});

test("the bundled scripts have no maps of their sources", () => {
  for (const file of filesIn(path.join(folder, "extension", "dist"))) {
    assert.ok(!readFileSync(file, "utf8").includes("sourceMappingURL"), file);
  }
});

test("the licenses of what is bundled are there", () => {
  const notices = readFileSync(path.join(folder, "extension", "THIRD_PARTY_NOTICES.txt"), "utf8");
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "editor-extension", "package-lock.json"), "utf8"));
  const bundled = Object.entries(packages).filter(([it, { dev }]) => it !== "" && dev !== true);
  assert.ok(bundled.length > 5);
  for (const [it, { version }] of bundled) {
    assert.ok(notices.includes(`${it.replace(/^.*node_modules\//, "")} ${version} (`), it);
  }
});

test("what the marketplace asks of the manifest holds", () => {
  assert.ok(manifest.keywords.length <= 30);
  assert.ok(manifest.categories.length <= 10);
  const icon = readFileSync(path.join(folder, "extension", manifest.icon));
  assert.deepEqual(
    [icon.readUInt32BE(16), icon.readUInt32BE(20)].map((it) => it >= 128),
    [true, true],
  );
});

test("the pictures of the extension's page have whole addresses, as editors show no others", () => {
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map((it) => it[1]);
  assert.ok(pictures.length >= 4);
  for (const it of pictures) {
    assert.ok(it.startsWith(WEB + "raw/HEAD/editor-extension/"), it);
    assert.ok(namesIn(universal).includes(`extension/${it.slice(it.indexOf("media/"))}`), it);
  }
});

test("the manifest says where the project is, and that this is a preview", () => {
  assert.equal(manifest.preview, true);
  const places = [manifest.repository.url, manifest.bugs.url, manifest.homepage];
  for (const it of places) assert.match(it, /^https:\/\/github\.com\/hookwright\/hookwright/);
});

test("the changelog has the version of the manifest, with its date", () => {
  const changelog = readFileSync(path.join(folder, "extension", "changelog.md"), "utf8");
  assert.match(changelog, new RegExp(`^## ${manifest.version} - \\d{4}-\\d{2}-\\d{2}$`, "m"));
});

test("every page that the readme names is in the project", () => {
  const named = [...readme.matchAll(/[^!]\[[^\]]*\]\(([^)]+)\)/g)].map((it) => it[1]);
  for (const it of named.filter((it) => it.startsWith(WEB))) {
    assert.ok(existsSync(path.join(ROOT, it.slice((WEB + "blob/HEAD/").length))), it);
  }
  assert.ok(named.some((it) => it.startsWith(WEB)));
});
