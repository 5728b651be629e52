/** Runs the journeys, two at the same time, each with an editor's server; `FILE=name` runs one of them. */

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { unfit } from "./install.mjs";
import { Service, shared } from "./service.mjs";

/** A window waits for more than it works. */
const AT_ONCE = Number(process.env.AT_ONCE ?? 2);
/** They show nothing by themselves: their pictures are looked at. */
const SELDOM = new Set(["looks.test.mjs", "pictures.test.mjs"]);
const here = import.meta.dirname;
const named = process.env.FILE && path.basename(process.env.FILE).replace(/(\.test)?\.mjs$/, "");
const every = readdirSync(here).filter((it) => it.endsWith(".test.mjs"));
const files = every.filter((it) => (named === undefined ? !SELDOM.has(it) : it === `${named}.test.mjs`));
if (files.length === 0) throw new Error(`there is no journey ${named}`);

const why = unfit();
if (why !== undefined) {
  process.stderr.write(`*** VS Code is NOT TESTED here: ${why}\n`);
  process.exit(3);
}
const services = await Promise.all(files.slice(0, AT_ONCE).map(() => Service.start()));
const stop = () => Promise.all(services.map((it) => it.stop()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stop().then(() => process.exit(1)));
try {
  const args = ["--test", `--test-concurrency=${AT_ONCE}`, "--test-timeout=900000", "--test-reporter=spec"];
  const env = { ...process.env, ...shared(services) };
  const tests = spawn(process.execPath, [...args, ...files.map((it) => path.join(here, it))], {
    env,
    stdio: "inherit",
  });
  process.exitCode = await new Promise((resolve) => tests.once("exit", (code) => resolve(code ?? 1)));
} finally {
  await stop();
}
