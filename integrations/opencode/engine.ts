/** Fires events for one OpenCode project, where its folder is trusted. */

import { homedir } from "node:os";
import { resolve } from "node:path";
import { EngineRefused, HookService, type Outcome } from "hookwright";
import type { Client, Json, Variant } from "./host.js";

/** The options of the plugin, in `opencode.json`. */
export interface Options {
  /** Below these, the hooks of projects run; `~` is the home folder. */
  readonly trustedFolders?: readonly string[];
  /** By default the one whose files the project has. */
  readonly dialect?: string;
  /** With `closed`, a hook that had no say refuses what can be refused; by default, its agent's rule holds. */
  readonly failurePolicy?: "agent" | "closed";
  /** How the server is started; by default it is looked for. */
  readonly command?: readonly string[];
}

const UNTRUSTED = -32010;
const BLOCKED = "Hook blocked execution";

export class Engine {
  /** Whether hooks run here, as far as that is known. */
  trusted: boolean;
  private readonly trustedFolders: readonly string[];
  private service: Promise<HookService> | undefined;

  constructor(
    private readonly client: Client,
    private readonly projectDir: string,
    private readonly options: Options,
  ) {
    const folders = options.trustedFolders ?? [];
    this.trustedFolders = folders.map((it) => resolve(it.replace(/^~(?=\/|$)/, homedir())));
    this.trusted = folders.length > 0;
  }

  /**
   * The outcome; undefined if the project is not trusted.
   *
   * Rejects where hookwright fails, so that no tool passes that a hook would have refused.
   */
  async fire(event: string, sessionId: string, payload: Json): Promise<Outcome | undefined> {
    if (!this.trusted) return undefined;
    try {
      const service = await this.started();
      const outcome = await service.request("dispatch", { event, sessionId, payload, projectDir: this.projectDir });
      for (const it of outcome.messages) if (it.to === "user") await this.show(it.text, it.level);
      return outcome;
    } catch (error) {
      if (!(error instanceof EngineRefused) || error.code !== UNTRUSTED) throw error;
      this.trusted = false;
      return undefined;
    }
  }

  /** The same for an event that decides nothing, or that must not break the session where hookwright fails. */
  async observe(event: string, sessionId: string, payload: Json): Promise<Outcome | undefined> {
    try {
      return await this.fire(event, sessionId, payload);
    } catch (error) {
      await this.show(`hookwright: ${String(error)}`, "error");
      return undefined;
    }
  }

  /** Shows a message in the terminal interface; without one, nobody sees it. */
  async show(message: string, variant: Variant): Promise<void> {
    await this.client.tui.showToast({ body: { message, variant } }).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.service?.then((it) => it.close()).catch(() => undefined);
  }

  private started(): Promise<HookService> {
    const { command, dialect, failurePolicy } = this.options;
    this.service ??= HookService.start({
      projectDir: this.projectDir,
      trustedFolders: this.trustedFolders,
      tools: "opencode",
      client: { name: "opencode" },
      restart: true,
      ...(command === undefined ? {} : { command }),
      ...(dialect === undefined ? {} : { dialect }),
      ...(failurePolicy === undefined ? {} : { failurePolicy }),
    }).catch((error: unknown) => {
      // The next event tries again.
      this.service = undefined;
      throw error;
    });
    return this.service;
  }
}

/** Whether hooks keep from happening what the event announces. */
export function refuses(outcome: Outcome): boolean {
  return outcome.blocked || outcome.stopAgent || outcome.decision === "deny";
}

export function why(outcome: Outcome | undefined): string {
  return outcome?.reason ?? outcome?.stopReason ?? BLOCKED;
}

/** What the model is to read of an outcome, each text once. */
export function forModel(outcome: Outcome | undefined): string[] {
  const said = outcome?.messages.filter((it) => it.to === "agent").map((it) => it.text) ?? [];
  const all = [outcome?.additionalContext, outcome?.reason, ...said];
  return [...new Set(all.filter((it): it is string => typeof it === "string" && it !== ""))];
}
