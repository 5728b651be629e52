// An agent in one file, for Node: the project's hooks have their say about each of its tools.
//
//     npm install path/to/clients/typescript
//     node examples/agent.mjs PROJECT
//
// A real agent would get its calls from a language model; this one has a list. Its tools are called as those of
// OpenCode, and the hooks know them by the names that they were written for.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HookService } from "hookwright";

const CALLS = [
  { tool: "read", id: "call-1", args: { filePath: ".env" } },
  { tool: "write", id: "call-2", args: { filePath: "hello.py", content: "print('hello'\n" } },
];

const project = process.argv[2] ?? ".";
const hooks = await HookService.start({ projectDir: project, trusted: true, tools: "opencode" });

async function run({ tool, id, args }) {
  const call = { tool_name: tool, tool_use_id: id, tool_input: args };
  const before = await hooks.dispatch("PreToolUse", call);
  // A real agent asks its user where `before.decision` is "ask".
  if (before.blocked || (before.decision !== null && before.decision !== "allow")) return `refused: ${before.reason}`;
  const { filePath, content } = before.updatedInput ?? args;
  const file = join(project, filePath);
  const text = tool === "write" ? await writeFile(file, content).then(() => "written") : await readFile(file, "utf8");
  const after = await hooks.dispatch("PostToolUse", { ...call, tool_response: text });
  return [text, after.additionalContext].filter(Boolean).join("\n");
}

try {
  const prompt = await hooks.dispatch("UserPromptSubmit", { prompt: "Say hello" });
  console.log(`context: ${prompt.additionalContext}`);
  for (const call of CALLS) console.log(`${call.tool}: ${await run(call)}`);
} finally {
  await hooks.close();
}
