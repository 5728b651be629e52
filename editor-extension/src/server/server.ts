/** Starts, stops and restarts the one server of this window, and says how it is. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Around } from "./client";
import { guidanceFor, guide, openServerSettings, unusedPython, warnOfSetting } from "./guidance";
import { bundledIn, isFile, machineFacts } from "./machine";
import { OneAtATime } from "../queue";
import { wordsOf } from "../refusals";
import { resolve, type Facts, type Launch } from "./resolve";
import { RUNNING, STARTING } from "./connection";
import type { Status } from "./status";
import { folders, pythonSetting, settings, shownInFile } from "../vscodeapi";

export class Server {
  private client: LanguageClient | undefined;
  private readonly queue = new OneAtATime(() => this.startAnew());

  constructor(
    private readonly extensionFolder: string,
    private readonly around: Around,
    private readonly status: Status,
  ) {}

  get wanted(): boolean {
    return this.client !== undefined || this.queue.pending !== undefined;
  }

  /** The running server, started if necessary; undefined if it cannot be started, after the user has been told why. */
  async running(): Promise<LanguageClient | undefined> {
    if (this.client === undefined) await (this.queue.pending ?? this.restart());
    return this.present();
  }

  /** The running server; none is started for this, but one that is being started is waited for. */
  async present(): Promise<LanguageClient | undefined> {
    await this.queue.pending;
    const state: number | undefined = this.client?.state;
    // The client restarts a server that ended, and tells the user if it cannot.
    if (state === STARTING) await this.client?.start().catch(() => undefined);
    return this.client?.isRunning() === true ? this.client : undefined;
  }

  /** Has the server show and hide lenses and inlay hints as the settings say now. */
  showInFile(): void {
    if (this.client?.isRunning() !== true) return;
    const settings = { hookwright: shownInFile() };
    void this.client.sendNotification("workspace/didChangeConfiguration", { settings });
  }

  /** Has the editor ask the server for the lenses of what is visible. */
  showLenses(): void {
    if (this.client?.isRunning() !== true) return;
    const lenses = this.client.getFeature("textDocument/codeLens");
    for (const { document } of vscode.window.visibleTextEditors) {
      lenses.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
    }
  }

  /** Has the server know whether there is a model to ask: the editor's come and go. */
  async tellModels(): Promise<void> {
    const client = this.client;
    if (client?.isRunning() !== true) return;
    const settings = { hookwright: { client: { model: await this.around.models.any() } } };
    if (client.isRunning()) await client.sendNotification("workspace/didChangeConfiguration", { settings });
  }

  restart(): Promise<void> {
    return this.queue.run();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  /** Reports whatever goes wrong: no caller waits for the result of a start that the editor asked for. */
  private async startAnew(): Promise<void> {
    try {
      await this.stopAndStart();
    } catch (error) {
      this.fail(wordsOf(error));
    }
  }

  private async stopAndStart(): Promise<void> {
    await this.stop().catch((error: unknown) =>
      this.around.channels.log.warn(`the server did not stop: ${String(error)}`),
    );
    this.status.show("starting");
    const facts = this.facts();
    const found = resolve({ ...facts, bundled: await bundledIn(this.extensionFolder, facts) }, isFile);
    if (!found.found) {
      this.status.show("missing");
      const guidance = await guidanceFor(facts);
      this.around.channels.log.error(`No server was found. Looked for\n  ${found.looked.join("\n  ")}`);
      this.around.channels.log.error(`Interpreters that were tried\n  ${guidance.tried.join("\n  ") || "none"}`);
      void guide(guidance);
      return;
    }
    const { python } = settings();
    const unused = await unusedPython(python, facts.home, found.launch);
    if (unused !== undefined) {
      this.around.channels.log.warn(unused);
      void warnOfSetting(unused, found.launch);
    }
    await this.start(found.launch);
  }

  /** What the server reports of the work behind a token, until it is disposed. */
  async follow(client: LanguageClient, token: string, tell: (message: string) => void): Promise<vscode.Disposable> {
    const { followed } = await import("./client.js");
    return followed(client, token, tell);
  }

  private async start(launch: Launch): Promise<void> {
    this.around.channels.log.info(`starting (${launch.origin}): ${[launch.command, ...launch.args].join(" ")}`);
    // Loaded where a server is started, as it costs more than all else that the extension does in most windows.
    const { connect } = await import("./client.js");
    const gaveUp = (): void => this.lose(client, vscode.l10n.t("it keeps exiting"), launch.command);
    const client: LanguageClient = connect(launch, this.around, gaveUp);
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) this.tell(client, newState);
    });
    this.client = client;
    try {
      await client.start();
      void this.tellModels();
    } catch (error) {
      this.lose(client, whyNotStarted(error), launch.command);
    }
  }

  /** The server is gone for good, and with it all that it said, so that nothing looks alive. */
  private lose(client: LanguageClient, why: string, command: string): void {
    if (this.client === client) this.client = undefined;
    this.fail(why, command);
    this.around.events.left();
  }

  /** In one message, with the ways on. */
  private fail(why: string, command = ""): void {
    this.status.show("failed");
    this.around.channels.log.error(`${command || "The server"} is not running: ${why}`);
    void failed(command === "" ? why : `${why} (${command})`);
  }

  private tell(client: LanguageClient, state: number): void {
    if (state === RUNNING) {
      const version = client.initializeResult?.serverInfo?.version ?? "?";
      const trust = vscode.workspace.isTrusted ? "" : ` · ${vscode.l10n.t("Restricted Mode: firing is disabled")}`;
      this.status.show("running", version + trust);
    } else this.status.show(state === STARTING ? "starting" : "failed");
  }

  private facts(): Omit<Facts, "bundled"> {
    const { command, python } = settings();
    const trusted = vscode.workspace.isTrusted;
    const interpreters = [python, trusted ? pythonSetting() : ""].filter((it) => it !== "");
    return { trusted, command, interpreters, folders: folders(), ...machineFacts() };
  }
}

/** Of a server that has ended, the connection only says that it can be read and written no more. */
function whyNotStarted(error: unknown): string {
  const said = wordsOf(error);
  return /EPIPE|ECONNRESET|connection|stream was destroyed/i.test(said) && !/ENOENT|EACCES/.test(said)
    ? vscode.l10n.t("it exited before it was ready")
    : said;
}

async function failed(why: string): Promise<void> {
  const { l10n } = vscode;
  const [restart, log, settings] = [l10n.t("Restart"), l10n.t("Show Log"), l10n.t("Open Settings")];
  const message = l10n.t("The hookwright server is not running: {0}", why);
  const chosen = await vscode.window.showErrorMessage(message, restart, log, settings);
  if (chosen === restart) await vscode.commands.executeCommand("hookwright.restart");
  else if (chosen === log) await vscode.commands.executeCommand("hookwright.showLog");
  else if (chosen === settings) await openServerSettings();
}
