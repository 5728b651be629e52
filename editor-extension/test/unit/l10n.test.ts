import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

const ROOT = path.join(__dirname, "..", "..", "..");
const LANGUAGES = ["zh-cn", "vi"];

function words(file: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Record<string, string>;
}

function source(): string {
  const files = ["src", "shared"].flatMap((folder) => {
    const every = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
    return every.filter((it) => it.endsWith(".ts")).map((it) => path.join(ROOT, folder, it));
  });
  return files.map((it) => readFileSync(it, "utf8")).join("\n");
}

test("every string of the code is there in every language, and no other", () => {
  const used = [...source().matchAll(/l10n\.t\(\s*"([^"]+)"/g)].map((it) => it[1] ?? "").sort();
  for (const language of LANGUAGES) {
    const bundle = words(`l10n/bundle.l10n.${language}.json`);
    assert.deepEqual(Object.keys(bundle).sort(), [...new Set(used)], language);
    for (const [key, value] of Object.entries(bundle)) assert.deepEqual(holes(value), holes(key), key);
  }
});

test("every string of the manifest is there in every language, and no other", () => {
  const manifest = readFileSync(path.join(ROOT, "package.json"), "utf8");
  const used = [...new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map((it) => it[1] ?? ""))].sort();
  for (const file of ["package.nls.json", ...LANGUAGES.map((it) => `package.nls.${it}.json`)]) {
    assert.deepEqual(Object.keys(words(file)).sort(), used, file);
  }
});

function holes(text: string): readonly string[] {
  return [...text.matchAll(/\{\d\}|`[^`]+`/g)].map((it) => it[0]).sort();
}
