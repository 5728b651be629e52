/** An OpenCode plugin: a project's hooks, in any dialect that hookwright knows, have their say in its sessions. */

import { Engine, forModel, type Options } from "./engine.js";
import type { Call, Json, Part, PluginEvent, PluginInput } from "./host.js";
import { Sessions } from "./sessions.js";
import { Tools } from "./tools.js";

/** OpenCode calls it once for each project that it opens. */
export function Hookwright({ client, directory }: PluginInput, options: Options = {}): Promise<unknown> {
  const engine = new Engine(client, directory, options);
  const sessions = new Sessions(engine, client);
  const tools = new Tools(engine, client);
  return Promise.resolve({
    event: async ({ event }: { event: PluginEvent }) => {
      await sessions.follow(event);
      await tools.follow(event);
    },
    "chat.message": ({ sessionID }: { sessionID: string }, { parts }: { parts: Part[] }) =>
      sessions.prompt(sessionID, parts),
    "tool.execute.before": (call: Call, { args }: { args: Json }) => tools.before(call, args),
    "tool.execute.after": (call: Call & { args: Json }, output: Json) => tools.after(call, call.args, output),
    "experimental.session.compacting": async ({ sessionID }: { sessionID: string }, output: { context: string[] }) => {
      output.context.push(...forModel(await engine.observe("PreCompact", sessionID, { trigger: "auto" })));
    },
    dispose: async () => {
      await sessions.close();
      await engine.close();
    },
  });
}
