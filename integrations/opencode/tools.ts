/** The tool calls of OpenCode: before they run, where they need permission, and once they have run or failed. */

import { forModel, refuses, why, type Engine } from "./engine.js";
import type { Call, Client, FailedCall, Json, Permission, PluginEvent } from "./host.js";
import { withHeading } from "./sessions.js";

export class Tools {
  /** The input of calls that run, and what the model is to read once they have. */
  private readonly running = new Map<string, { readonly tool: string; readonly args: Json; context: string[] }>();

  constructor(
    private readonly engine: Engine,
    private readonly client: Client,
  ) {}

  /** Changes the input in place, as hooks have it; rejects with the reason, which the model reads, if they refuse. */
  async before({ tool, sessionID, callID }: Call, args: Json): Promise<void> {
    const payload = { tool_name: tool, tool_use_id: callID, tool_input: args };
    const outcome = await this.engine.fire("PreToolUse", sessionID, payload);
    if (outcome?.stopAgent === true) await this.client.session.abort({ path: { id: sessionID } });
    if (outcome !== undefined && refuses(outcome)) throw new Error(why(outcome));
    if (outcome?.decision === "ask")
      throw new Error(`A hook wants the user to be asked, which a plugin cannot do: ${outcome.reason ?? tool}`);
    if (outcome?.updatedInput) {
      for (const name of Object.keys(args)) Reflect.deleteProperty(args, name);
      Object.assign(args, outcome.updatedInput);
    }
    const context = outcome?.additionalContext;
    this.running.set(callID, { tool, args, context: context ? [context] : [] });
  }

  /** Adds what hooks have for the model to what the tool has answered. */
  async after({ tool, sessionID, callID }: Call, args: Json, output: Json): Promise<void> {
    const context = this.running.get(callID)?.context ?? [];
    this.running.delete(callID);
    const about = { tool_name: tool, tool_use_id: callID, tool_input: args };
    const exit = (output.metadata as { exit?: number | null } | undefined)?.exit ?? 0;
    const outcome =
      exit === 0
        ? await this.engine.observe("PostToolUse", sessionID, { ...about, tool_response: output })
        : await this.engine.observe("PostToolUseFailure", sessionID, { ...about, error: output.output });
    rewrite(output, outcome?.updatedResult);
    const text = withHeading([...context, ...forModel(outcome)]);
    if (text === undefined) return;
    if (typeof output.output === "string") output.output += `\n\n${text}`;
    // What a tool of an MCP server has answered.
    else if (Array.isArray(output.content)) output.content.push({ type: "text", text });
  }

  /** Follows what happens; OpenCode does not wait for it. */
  async follow({ type, properties }: PluginEvent): Promise<void> {
    if (type === "permission.asked") await this.permit(properties as unknown as Permission);
    else if (type === "message.part.updated" && hasFailed(properties.part)) await this.failed(properties.part);
  }

  /** Answers in the user's place where hooks decide. */
  private async permit({ id, sessionID, permission, metadata, tool }: Permission): Promise<void> {
    const call = this.running.get(tool?.callID ?? "");
    const payload = { tool_name: call?.tool ?? permission, tool_input: call?.args ?? metadata ?? {} };
    const outcome = await this.engine.observe("PermissionRequest", sessionID, payload);
    if (outcome === undefined || (!refuses(outcome) && outcome.decision !== "allow")) return;
    await this.client.postSessionIdPermissionsPermissionId({
      path: { id: sessionID, permissionID: id },
      body: { response: refuses(outcome) ? "reject" : "once" },
    });
  }

  private async failed({ tool, callID, sessionID, state }: FailedCall): Promise<void> {
    // A call that was refused has not run.
    if (!this.running.delete(callID)) return;
    const about = { tool_name: tool, tool_use_id: callID, tool_input: state.input, error: state.error };
    await this.engine.observe("PostToolUseFailure", sessionID, about);
  }
}

/** Puts what hooks have in the place of a result where the model reads that; nothing of the old one is left there. */
function rewrite(output: Json, result: unknown): void {
  if (result === null || result === undefined) return;
  const own = typeof result === "object" ? (result as Json) : { output: result };
  const text = typeof own.output === "string" ? own.output : JSON.stringify(result);
  if (typeof own.output === "string") Object.assign(output, own);
  else if (typeof output.output === "string") output.output = text;
  else output.content = Array.isArray(own.content) ? own.content : [{ type: "text", text }];
}

function hasFailed(part: unknown): part is FailedCall {
  const { type, state } = part as { type: string; state?: { status?: string } };
  return type === "tool" && state?.status === "error";
}
