import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { forLoading } from "../../packaging/native.mjs";
import { FOR_TERMINALS, PYTHONS } from "../../packaging/targets.mjs";
import { built, filesIn, namesIn, ROOT, universal, unpack } from "./vsix.mjs";

const MOST_BYTES = 16_000_000;
const MOST_BYTES_UNPACKED = 45_000_000;
const OWN = [
  "extension/bundled/THIRD_PARTY_NOTICES.txt",
  "extension/bundled/bundle.json",
  "extension/bundled/launch.py",
];
// The words at which an ELF file and a Mach-O file name their machine.
const MACHINES = { "linux-x64": 0x3e, "alpine-x64": 0x3e, "linux-arm64": 0xb7, "darwin-arm64": 0x0100000c };

const requirements = readFileSync(path.join(ROOT, "requirements", "runtime.txt"), "utf8");
// What is for Python in a browser alone is in no bundle, and neither is what only terminals need.
const locked = [...requirements.matchAll(/^([a-z0-9-]+)==(\S+)(?!.*sys_platform == 'emscripten')/gm)]
  .map(([, name, version]) => ({
    name,
    version,
  }))
  .filter(({ name }) => !FOR_TERMINALS.includes(name));

for (const { target, vsix } of built) {
  describe(target, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "hookwright-vsix-"));
    after(() => rmSync(folder, { recursive: true }));
    unpack(vsix, folder);
    const bundled = path.join(folder, "extension", "bundled");
    const native = filesIn(bundled).filter((it) => /\.(so|dylib|pyd)$/.test(it));
    const manifest = JSON.parse(readFileSync(path.join(bundled, "bundle.json"), "utf8"));

    test("it is the package without a server, and the server", () => {
      const [server, rest] = [namesIn(vsix).filter(isBundled), namesIn(vsix).filter((it) => !isBundled(it))];
      assert.deepEqual(rest, namesIn(universal));
      const others = server.filter((it) => !it.startsWith("extension/bundled/lib/"));
      assert.deepEqual(others, OWN);
      const unwanted = server.filter((it) =>
        /__pycache__|\.pyc$|\.pyi$|\.c$|dist-info\/(?!METADATA$)|\/tests?\/|\/bin\//.test(it),
      );
      assert.deepEqual(unwanted, []);
      assert.ok(server.includes("extension/bundled/lib/hookwright/rule_pages/unknown-event.md"));
    });

    test("the editor installs it on this platform only", () => {
      assert.match(readFileSync(path.join(folder, "extension.vsixmanifest"), "utf8"), new RegExp(`"${target}"`));
      assert.equal(manifest.target, target);
    });

    test("its native modules are for this machine, and for every Python", () => {
      assert.equal(manifest.suffixes.length, PYTHONS.length);
      for (const suffix of manifest.suffixes) {
        assert.ok(native.includes(path.join(bundled, "lib", `pydantic_core/_pydantic_core${suffix}`)));
      }
      for (const it of native) assert.equal(machineOf(it), MACHINES[target], it);
    });

    test("its native modules have nothing that no loader reads", () => {
      for (const it of native) assert.deepEqual(readFileSync(it), forLoading(readFileSync(it)), it);
    });

    test("the licenses of all that it needs are there", () => {
      const notices = readFileSync(path.join(bundled, "THIRD_PARTY_NOTICES.txt"), "utf8").replaceAll("_", "-");
      assert.ok(locked.length > 10);
      for (const it of locked)
        assert.match(notices, new RegExp(`^${it.name.replace("-", "[-.]")} ${it.version}`, "im"));
    });

    test("it is not too big", () => {
      assert.ok(statSync(vsix).size < MOST_BYTES, `${statSync(vsix).size} bytes`);
      const unpacked = filesIn(path.join(folder, "extension")).reduce((sum, it) => sum + statSync(it).size, 0);
      assert.ok(unpacked < MOST_BYTES_UNPACKED, `${unpacked} bytes unpacked`);
    });

    test("it has nothing that only terminals, tools and tests need", () => {
      const folders = new Set(filesIn(path.join(bundled, "lib")).map((it) => path.relative(bundled, it).split("/")[1]));
      for (const it of ["rich", "pygments", "markdown_it", "mdurl"]) assert.ok(!folders.has(it), it);
      assert.ok(folders.has("pydantic") && folders.has("msgspec"));
      assert.ok(!namesIn(vsix).some((it) => it.includes("/pydantic/v1/")));
    });

    test("nothing in it tells of the machine that built it", () => {
      for (const file of filesIn(bundled)) {
        const text = readFileSync(file, "latin1");
        for (const it of [ROOT, `${userInfo().homedir}/.cache`]) assert.ok(!text.includes(it), `${it} in ${file}`);
      }
    });
  });
}

test("the version of the extension is that of the server", () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "editor-extension", "package.json"), "utf8"));
  const server = readFileSync(path.join(ROOT, "server", "hookwright", "__init__.py"), "utf8");
  assert.ok(server.includes(`__version__ = "${version}"`));
});

function isBundled(name) {
  return name.startsWith("extension/bundled/");
}

function machineOf(file) {
  const head = readFileSync(file).subarray(0, 20);
  return head.readUInt32BE(0) === 0x7f454c46 ? head.readUInt16LE(18) : head.readUInt32LE(4);
}
