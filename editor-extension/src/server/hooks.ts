/** The hooks of the open folders as the server knows them, asked for once for all who show them. */

import type * as vscode from "vscode";
import type { Events } from "./events";
import type { Server } from "./server";
import type { HookTree } from "../../shared/methods";

export class Hooks implements vscode.Disposable {
  /** Ask for the tree again. */
  readonly onDidChange: vscode.Event<void>;
  private asked: Promise<HookTree | undefined> | undefined;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly server: Server,
    events: Events,
  ) {
    // Registered before any listener of `onDidChange`, so that the old tree is forgotten before they ask.
    this.listening = events.onDidChangeHooks(() => this.forget());
    this.onDidChange = events.onDidChangeHooks;
  }

  /** Undefined if no server runs: none is started for this, as there may be no hook files. */
  async tree(): Promise<HookTree | undefined> {
    this.asked ??= this.ask();
    const asked = this.asked;
    const found = await asked;
    if (found === undefined && this.asked === asked) this.asked = undefined;
    return found;
  }

  /** Has the server asked again, also where it has told of no change. */
  forget(): void {
    this.asked = undefined;
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async ask(): Promise<HookTree | undefined> {
    const client = await this.server.present().catch(() => undefined);
    try {
      return await client?.sendRequest<HookTree>("hookwright/hooks", {});
    } catch (error) {
      // If the server has gone, `onDidChange` fires once it is back.
      client?.warn(`no hooks were told: ${String(error)}`, undefined, false);
      return undefined;
    }
  }
}
