/** The editor's own server, with the extension installed in it: shared by the journeys of a run. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { codeServer, install, node } from "./install.mjs";
import { until } from "./wait.mjs";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const VSIX = path.join(ROOT, "build", "hookwright.vsix");
const START_MS = 120_000;
/** What a closing window says to its extensions is lost now and then; they are then kept for three hours, or for this. */
const GRACE_SECONDS = 20;
/** Where `run.mjs` says which services it has started: as many as there are journeys at the same time. */
const SHARED = "HOOKWRIGHT_E2E_SERVICES";

/** A free service of this run; one of the caller's own where there is none, or where it needs other packages. */
export async function service({ extensions = [], vsix = VSIX }) {
  const others = extensions.length > 0 || vsix !== VSIX;
  if (others || process.env[SHARED] === undefined) return Service.start([vsix, ...extensions]);
  const every = JSON.parse(process.env[SHARED]).map((it) => Object.assign(new Service(), it));
  return until(() => every.find((it) => it.take()), "a free server of the editor");
}

/** What the journeys find in their environment. */
export function shared(services) {
  const said = services.map(({ folder, home, said, port }) => ({ folder, home, said, port, common: true }));
  return { [SHARED]: JSON.stringify(said) };
}

export class Service {
  /** `packages` are the .vsix files that are installed. */
  static async start(packages = [VSIX]) {
    await install();
    const it = new Service();
    it.folder = mkdtempSync(path.join(tmpdir(), "hookwright-e2e-"));
    it.home = path.join(it.folder, "home");
    it.said = path.join(it.folder, "said.txt");
    for (const name of ["home", "user/User"]) mkdirSync(path.join(it.folder, name), { recursive: true });
    writeFileSync(path.join(it.folder, "empty.yaml"), "");
    await it.serve(packages);
    return it;
  }

  /** Whether it was free; it is not from now on. */
  take() {
    try {
      mkdirSync(this.taken());
      return true;
    } catch {
      return false;
    }
  }

  taken() {
    return path.join(this.folder, "taken");
  }

  async serve(packages) {
    const [config, user, ext] = ["empty.yaml", "user", "ext"].map((it) => path.join(this.folder, it));
    const common = [codeServer, "--config", config, "--user-data-dir", user, "--extensions-dir", ext];
    const env = environment(this.home);
    const installed = packages.flatMap((it) => ["--install-extension", it]);
    execFileSync(node, [...common, ...installed], { env, stdio: "pipe", timeout: START_MS });
    this.port = await freePort();
    const args = ["--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`, "--disable-telemetry"];
    args.push("--disable-update-check", "--disable-getting-started-override", "--ignore-last-opened");
    args.push("--reconnection-grace-time", String(GRACE_SECONDS));
    const said = openSync(this.said, "w");
    this.process = spawn(node, [...common, ...args], { env, detached: true, stdio: ["ignore", said, said] });
    await until(() => this.healthy(), "the editor's server", START_MS);
  }

  async healthy() {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/healthz`)).ok;
    } catch {
      return false;
    }
  }

  /** Ends it; one that is shared is free again. */
  async stop() {
    if (this.common) return rmdirSync(this.taken());
    if (this.process?.exitCode === null) {
      const ended = new Promise((resolve) => this.process.once("exit", resolve));
      process.kill(-this.process.pid, "SIGKILL");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function environment(home) {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", EXTENSIONS_GALLERY: "{}" };
  for (const name of Object.keys(env).filter((it) => /^(VSCODE_|HOOKWRIGHT|NODE_)/.test(it))) delete env[name];
  return env;
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
