/** Makes the folder `bundled/` of a platform: the server with all that it needs, for every Python that can run it. */

import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { forLoading } from "./native.mjs";
import { noticesOfPython } from "./notices.mjs";
import { split } from "./requirements.mjs";
import { FOR_TERMINALS, PYTHONS, TARGETS } from "./targets.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BIN = path.join(ROOT, ".venv", "bin");
const REQUIREMENTS = path.join(ROOT, "requirements", "runtime.txt");
const NATIVE = /\.(so|pyd|dylib)$/;
const UNWANTED = /(^|\/)(bin|tests?|__pycache__|[^/]*\.dist-info)\/|\.(pyi|c|h|pyx|pxd|scm)$/;
/** Parts of packages that the server never loads: for other programs and event loops, for Windows, or of old versions. */
const UNUSED = new RegExp(
  [
    "anyio/(pytest_plugin|_backends/_trio)\\.py",
    "cattrs/preconf/.*",
    "click/(testing|_winconsole)\\.py",
    "httpcore2/_backends/trio\\.py",
    "httpx2/_main\\.py",
    "idna/(cli|__main__)\\.py",
    "pydantic/(v1/.*|mypy\\.py)",
    "truststore/_windows\\.py",
    "watchdog/(watchmedo\\.py|tricks/.*|observers/(winapi|read_directory_changes|fsevents2)\\.py)",
  ]
    .map((it) => `^${it}$`)
    .join("|"),
);

/** What is known of packages that ask for their own version as they are loaded. */
const ASKED = /^(httpcore2|httpx2)-[^/]+\.dist-info\/METADATA$/;

const run = promisify(execFile);

/** The wheel of the server, in a folder. */
export async function wheelOfServer(folder) {
  await run(path.join(BIN, "python"), ["-m", "hatchling", "build", "-t", "wheel", "-d", folder], { cwd: ROOT });
  const [wheel] = (await readdir(folder)).filter((it) => it.endsWith(".whl"));
  return path.join(folder, wheel);
}

/** Makes the bundle of a target in a folder that is not there yet. */
export async function bundle(target, wheel, folder) {
  const work = await mkdtemp(`${folder}-`);
  try {
    const lib = path.join(folder, "lib");
    await mkdir(lib, { recursive: true });
    const installed = await Promise.all(PYTHONS.map((it) => install(TARGETS[target], wheel, it, work)));
    for (const it of installed) await merge(it, lib);
    await keepVersions(installed[0], lib);
    await copyFile(path.join(HERE, "launch.py"), path.join(folder, "launch.py"));
    await writeFile(path.join(folder, "THIRD_PARTY_NOTICES.txt"), noticesOfPython(installed[0]));
    await writeFile(path.join(folder, "bundle.json"), `${JSON.stringify(await manifest(target, lib), null, 2)}\n`);
  } finally {
    await rm(work, { recursive: true });
  }
}

/** What tells whether an interpreter can run it: the endings of the native modules that there is one of per Python. */
async function manifest(target, lib) {
  const native = (await files(lib)).map((it) => /\.cpython-[^.]+\.so$/.exec(it)?.[0]).filter((it) => it !== undefined);
  const suffixes = [...new Set(native)].sort();
  if (suffixes.length !== PYTHONS.length) throw new Error(`${target}: native modules end in ${suffixes.join(", ")}`);
  return { target, machine: TARGETS[target].machine, suffixes };
}

async function install({ platform, pure }, wheel, python, work) {
  const into = path.join(work, python);
  const [, locked] = split(await readFile(REQUIREMENTS, "utf8"), FOR_TERMINALS);
  const [elsewhere, here] = split(locked, pure?.packages ?? []);
  const requirements = path.join(work, `${python}.txt`);
  await writeFile(requirements, here);
  await uv(platform, python, into, "--require-hashes", "-r", requirements);
  await uv(platform, python, into, "--no-index", wheel);
  if (pure !== undefined) {
    const other = path.join(work, `pure-${python}`);
    await writeFile(requirements, elsewhere);
    await uv(pure.platform, python, other, "--require-hashes", "-r", requirements);
    const native = (await files(other)).filter((it) => NATIVE.test(it));
    if (native.length > 0) throw new Error(`not for any platform: ${native.join(", ")}`);
    await merge(other, into, () => true);
  }
  return into;
}

async function uv(platform, python, into, ...args) {
  const where = ["--target", into, "--python-platform", platform, "--python-version", python];
  await run(path.join(BIN, "uv"), [
    "pip",
    "install",
    "--quiet",
    ...where,
    "--no-deps",
    "--only-binary",
    ":all:",
    ...args,
  ]);
}

/** Copies what is wanted; what is there already has to be the same: one folder serves every Python. */
async function merge(from, to, wanted = (it) => !UNWANTED.test(it) && !UNUSED.test(it)) {
  for (const it of (await files(from)).filter(wanted)) {
    const [source, copy] = [path.join(from, it), path.join(to, it)];
    const there = await readFile(copy).catch(() => undefined);
    const content = forLoading(await readFile(source));
    if (there === undefined) {
      await mkdir(path.dirname(copy), { recursive: true });
      await copyFile(source, copy);
      await writeFile(copy, content);
    } else if (!there.equals(content)) throw new Error(`${it} is not the same for every Python`);
  }
}

/** Writes what tells the versions of packages, without their descriptions. */
async function keepVersions(from, to) {
  for (const it of (await files(from)).filter((it) => ASKED.test(it))) {
    const [head] = (await readFile(path.join(from, it), "utf8")).split("\n\n");
    const lines = head.split("\n").filter((line) => /^(Metadata-Version|Name|Version): /.test(line));
    await mkdir(path.dirname(path.join(to, it)), { recursive: true });
    await writeFile(path.join(to, it), `${lines.join("\n")}\n`);
  }
}

async function files(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((it) => it.isFile()).map((it) => path.relative(folder, path.join(it.parentPath, it.name)));
}
