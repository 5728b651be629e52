/** Starts, stops and restarts the one server of this window, and says how it is. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Channels } from "./client";
import type { Events } from "./events";
import { guide } from "./guidance";
import { bundledIn, isFile, machineFacts } from "./machine";
import { OneAtATime } from "./queue";
import { resolve, type Facts, type Launch } from "./resolve";
import { RUNNING, STARTING } from "./states";
import type { Status } from "./status";
import { folders, pythonSetting, settings, shownInFile } from "./vscodeapi";

export class Server {
  private client: LanguageClient | undefined;
  private readonly queue = new OneAtATime(() => this.startAnew());

  constructor(
    private readonly extensionFolder: string,
    private readonly channels: Channels,
    private readonly status: Status,
    private readonly events: Events,
  ) {}

  get wanted(): boolean {
    return this.client !== undefined || this.queue.pending !== undefined;
  }

  /** The running server, started where it is not; undefined where it cannot be, which the user has been told then. */
  async running(): Promise<LanguageClient | undefined> {
    if (this.client === undefined) await (this.queue.pending ?? this.restart());
    return this.present();
  }

  /** The running server; none is started for this, but one that is being started is waited for. */
  async present(): Promise<LanguageClient | undefined> {
    await this.queue.pending;
    const state: number | undefined = this.client?.state;
    // A server that ended is started anew by the client, which tells the user where it cannot be.
    if (state === STARTING) await this.client?.start().catch(() => undefined);
    return this.client?.isRunning() === true ? this.client : undefined;
  }

  /** Has the server show and hide lenses and inlay hints as the settings say now. */
  showInFile(): void {
    if (this.client?.isRunning() !== true) return;
    const settings = { hookwright: shownInFile() };
    void this.client.sendNotification("workspace/didChangeConfiguration", { settings });
  }

  restart(): Promise<void> {
    return this.queue.run();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  /** Whatever goes wrong is told: nobody looks at what became of a start that the editor asked for. */
  private async startAnew(): Promise<void> {
    try {
      await this.stopAndStart();
    } catch (error) {
      this.status.show("failed");
      void vscode.window.showErrorMessage(vscode.l10n.t("The hooks server could not be started: {0}", String(error)));
    }
  }

  private async stopAndStart(): Promise<void> {
    await this.stop().catch((error: unknown) => this.channels.log.warn(`the server did not stop: ${String(error)}`));
    this.status.show("starting");
    const facts = this.facts();
    const found = resolve({ ...facts, bundled: await bundledIn(this.extensionFolder, facts) }, isFile);
    if (!found.found) {
      this.status.show("missing");
      this.channels.log.error(`no server found; looked for\n  ${found.looked.join("\n  ")}`);
      void guide(facts);
      return;
    }
    await this.start(found.launch);
  }

  private async start(launch: Launch): Promise<void> {
    this.channels.log.info(`starting (${launch.origin}): ${[launch.command, ...launch.args].join(" ")}`);
    // Loaded where a server is started, as it costs more than all else that the extension does in most windows.
    const { connect } = await import("./client.js");
    const client = connect(launch, this.channels, this.events);
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) this.tell(client, newState, launch);
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.client = undefined;
      this.status.show("failed", launch.command);
      this.channels.log.error(`${launch.command} did not start: ${String(error)}`);
      void failed(launch, error);
    }
  }

  private tell(client: LanguageClient, state: number, launch: Launch): void {
    if (state === RUNNING) {
      const version = client.initializeResult?.serverInfo?.version ?? "?";
      const trust = vscode.workspace.isTrusted ? "" : ` · ${vscode.l10n.t("Restricted Mode: nothing is fired")}`;
      this.status.show("running", `${version} · ${launch.command}${trust}`);
    } else this.status.show(state === STARTING ? "starting" : "failed", launch.command);
  }

  private facts(): Omit<Facts, "bundled"> {
    const { command, python } = settings();
    const trusted = vscode.workspace.isTrusted;
    const interpreters = [python, trusted ? pythonSetting() : ""].filter((it) => it !== "");
    return { trusted, command, interpreters, folders: folders(), ...machineFacts() };
  }
}

async function failed(launch: Launch, error: unknown): Promise<void> {
  const log = vscode.l10n.t("Show Log");
  const said = error instanceof Error ? error.message : String(error);
  const message = vscode.l10n.t("The hooks server `{0}` did not start: {1}", launch.command, said);
  if ((await vscode.window.showErrorMessage(message, log)) === log) {
    await vscode.commands.executeCommand("hookwright.showLog");
  }
}
