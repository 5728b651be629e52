/** The sessions of OpenCode: when they begin, take a prompt, are about to stop, and end. */

import { forModel, refuses, why, type Engine } from "./engine.js";
import type { Client, Part, PluginEvent } from "./host.js";

interface Session {
  /** Whether the next prompt is one that a hook has caused. */
  continued: boolean;
  continuations: number;
  /** Whether the agent is at work on a prompt, and neither has failed nor was stopped by the user. */
  working: boolean;
}

const HEADING = "[Hook Context]";
const MOST_CONTINUATIONS = 8;

export class Sessions {
  private readonly sessions = new Map<string, Session>();
  /** Those of subagents. */
  private readonly children = new Set<string>();
  private readonly endings: Promise<unknown>[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly client: Client,
  ) {}

  /** Follows what happens; OpenCode does not wait for it. */
  async follow({ type, properties }: PluginEvent): Promise<void> {
    const info = properties.info as { id?: string; parentID?: string } | undefined;
    const id = String(info?.id ?? properties.sessionID);
    const session = this.sessions.get(id);
    if (type === "session.created" && info?.parentID !== undefined) this.children.add(id);
    else if (type === "session.deleted") this.end(id);
    else if (type === "session.idle") await this.stop(id);
    else if (type === "session.error" && session !== undefined) session.working = false;
  }

  /** Adds to a prompt what hooks have for the model; rejects where they refuse it. */
  async prompt(id: string, parts: Part[]): Promise<void> {
    // What a subagent is asked comes from the agent.
    if (this.children.has(id)) return;
    const before = await this.begin(id);
    const session = this.sessions.get(id);
    if (session?.continued === true) {
      Object.assign(session, { continued: false, working: true });
      return;
    }
    const prompt = parts.map((it) => (it.type === "text" ? (it.text ?? "") : "")).join("\n");
    const outcome = await this.engine.fire("UserPromptSubmit", id, { prompt });
    if (outcome !== undefined && refuses(outcome)) throw new Error(why(outcome));
    if (session !== undefined) Object.assign(session, { working: true, continuations: 0 });
    rewrite(parts, outcome?.updatedPrompt);
    const text = withHeading([...before, ...forModel(outcome)]);
    const last = parts.at(-1);
    if (text !== undefined && last !== undefined)
      parts.push({ ...last, id: `${last.id}z`, type: "text", text, synthetic: true });
  }

  /** Ends every session, and waits for the hooks on that. */
  async close(): Promise<void> {
    for (const it of [...this.sessions.keys()]) this.end(it);
    await Promise.all(this.endings);
  }

  private async begin(id: string): Promise<string[]> {
    if (this.sessions.has(id)) return [];
    this.sessions.set(id, { continued: false, continuations: 0, working: false });
    const outcome = await this.engine.observe("SessionStart", id, { source: "startup" });
    if (!this.engine.trusted)
      await this.engine.show("No hooks run here: this folder is not in `trustedFolders` of hookwright", "info");
    return forModel(outcome);
  }

  private async stop(id: string): Promise<void> {
    const session = this.sessions.get(id);
    if (this.children.has(id)) await this.engine.observe("SubagentStop", id, {});
    if (session?.working !== true) return;
    session.working = false;
    const outcome = await this.engine.observe("Stop", id, { stop_hook_active: session.continuations > 0 });
    if (outcome?.mustContinue !== true || outcome.stopAgent || session.continuations === MOST_CONTINUATIONS) return;
    session.continued = true;
    session.continuations += 1;
    await this.client.session.promptAsync({ path: { id }, body: { parts: [{ type: "text", text: why(outcome) }] } });
  }

  private end(id: string): void {
    this.children.delete(id);
    if (this.sessions.delete(id)) this.endings.push(this.engine.observe("SessionEnd", id, { reason: "other" }));
  }
}

/** Texts as the model reads them; undefined if there are none. */
export function withHeading(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : [HEADING, ...texts].join("\n\n");
}

/** Puts what hooks have in the place of a prompt into its first text; nothing of the old one is left in the others. */
function rewrite(parts: Part[], prompt: string | null | undefined): void {
  if (prompt === null || prompt === undefined) return;
  let text = prompt;
  for (const [index, it] of parts.entries())
    if (it.type === "text") {
      parts[index] = { ...it, text };
      text = "";
    }
}
