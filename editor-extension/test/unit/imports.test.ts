import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";

const ROOT = path.join(__dirname, "..", "..", "..");

/** The files that each file imports, by their paths without `.ts`. */
function imports(): ReadonlyMap<string, readonly string[]> {
  const folders = ["src", "shared", "webview"];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((it) => it.endsWith(".ts"))
      .map((it) => path.join(folder, it)),
  );
  return new Map(files.map((it) => [it.slice(0, -".ts".length), importsOf(it)]));
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const named = [...text.matchAll(/\b(?:from|import)[\s(]*"(\.[^"]+)"/g)].map((it) => it[1] ?? "");
  return named.map((it) => path.join(path.dirname(file), it.replace(/\.js$/, "")));
}

test("most windows never load the client of the server: one file imports it", () => {
  const loads = [...imports().keys()].filter((it) =>
    /^import (?!type )[^;]*"vscode-languageclient/m.test(readFileSync(path.join(ROOT, `${it}.ts`), "utf8")),
  );
  assert.deepEqual(loads, [path.join("src", "server", "client")]);
});

test("no file is in a circle of imports", () => {
  const left = new Map(imports());
  assert.ok(left.size > 50);
  // What imports nothing that is left is in no circle: at the end, only circles are left.
  for (let before = 0; before !== left.size;) {
    before = left.size;
    for (const [file, its] of left) if (!its.some((it) => left.has(it))) left.delete(file);
  }
  assert.deepEqual([...left.keys()], []);
});
