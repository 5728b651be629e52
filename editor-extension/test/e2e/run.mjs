/** Runs the journeys one after the other against one editor's server; `FILE=name` runs one of them. */

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { unfit } from "./install.mjs";
import { Service } from "./service.mjs";

const here = import.meta.dirname;
const named = process.env.FILE && path.basename(process.env.FILE).replace(/(\.test)?\.mjs$/, "");
const every = readdirSync(here).filter((it) => it.endsWith(".test.mjs"));
const files = every.filter((it) => named === undefined || it === `${named}.test.mjs`);
if (files.length === 0) throw new Error(`there is no journey ${named}`);

const why = unfit();
if (why !== undefined) {
  process.stderr.write(`*** VS Code is NOT TESTED here: ${why}\n`);
  process.exit(3);
}
const service = await Service.start();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => service.stop().then(() => process.exit(1)));
try {
  const args = ["--test", "--test-concurrency=1", "--test-timeout=300000", "--test-reporter=spec", ...files.map((it) => path.join(here, it))];
  const env = { ...process.env, ...service.shared() };
  const tests = spawn(process.execPath, args, { env, stdio: "inherit" });
  process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
} finally {
  await service.stop();
}
