// Made by `npm run methods` from the server's own types: change those, not this file.

export const hookFileGlobs = [
  "**/.claude/settings.json",
  "**/.claude/settings.local.json",
  "**/hooks/hooks.json",
  "**/.claude-plugin/plugin.json",
  "**/.claude/agents/**/*.md",
  "**/.claude/skills/*/SKILL.md",
  "**/.claude/commands/**/*.md",
  "**/agents/**/*.md",
  "**/skills/*/SKILL.md",
  "**/commands/**/*.md",
  "**/.codex/hooks.json",
  "**/.codex/config.toml",
  "**/.codex-plugin/plugin.json",
  "**/.gemini/settings.json",
  "**/.copilot/hooks/**/*.json",
  "**/.copilot/settings.json",
  "**/.github/hooks/**/*.json",
  "**/.github/copilot/settings.json",
  "**/.github/copilot/settings.local.json",
  "**/.cursor/hooks.json",
  "**/.cursor-plugin/plugin.json",
  "**/.copilot/hooks/*.json",
  "**/.github/hooks/*.json",
  "**/.github/agents/*.agent.md",
  "**/.qwen/settings.json",
  "**/qwen-extension.json",
  "**/.codeium/windsurf/hooks.json",
  "**/.windsurf/hooks.json",
  "**/.factory/settings.json",
  "**/.factory/hooks.json",
  "**/.factory/settings.local.json",
  "**/.factory-plugin/plugin.json",
  "**/.kiro/hooks/*.json",
  "**/.kiro/hooks/*.kiro.hook",
  "**/.kiro/agents/**/*.json",
  "**/.config/devin/config.json",
  "**/.devin/hooks.v1.json",
  "**/.devin/config.json",
  "**/.devin/config.local.json",
  "**/.augment/settings.json",
  "**/.augment/settings.local.json",
  "**/.ai_agents/settings.json",
  "**/.ai_agents/settings.local.json",
  "**/.agent/settings.json",
  "**/.agent/settings.local.json",
  "**/Documents/Cline/Hooks/*",
  "**/.cline/hooks/*",
  "**/.clinerules/hooks/*",
  "**/.kimi-code/config.toml",
  "**/kimi.plugin.json",
  "**/.kimi-plugin/plugin.json",
  "**/.clawdcode/settings.json",
  "**/.clawdcode/settings.local.json",
  "**/.config/crush/crush.json",
  "**/crush.json",
  "**/.crush.json",
  "**/.openhands/hooks.json",
  "**/SKILL.md",
  "**/agents/*.md",
  "**/.claude-plugin/marketplace.json",
  "**/.cursor-plugin/marketplace.json",
  "**/.factory-plugin/marketplace.json",
  "**/.augment-plugin/marketplace.json",
  "**/hookwright.json",
  "**/.pi/hooks/*.py",
] as const;

export const dialectIds = [
  "claude-code",
  "codex",
  "gemini-cli",
  "copilot-cli",
  "cursor",
  "vscode",
  "qwen-code",
  "windsurf",
  "factory-droid",
  "kiro",
  "kiro-cli",
  "devin",
  "augment",
  "ai-agents",
  "agent-spec",
  "open-plugin",
  "cline",
  "kimi-code",
  "clawdcode",
  "goose",
  "crush",
  "openhands",
] as const;

export const serverCommands = [
  "hookwright.fire",
  "hookwright.fireScratch",
  "hookwright.attack",
  "hookwright.explain",
  "hookwright.lastReport",
  "hookwright.goToHooks",
  "hookwright.goToScript",
  "hookwright.disableHook",
  "hookwright.enableHook",
  "hookwright.makeExecutable",
  "hookwright.changeScript",
  "hookwright.newSample",
  "hookwright.replay",
  "hookwright.status",
  "hookwright.doctor",
  "hookwright.seen",
  "hookwright.list",
] as const;

export const conversions = [
  { dialect: "claude-code", title: "Claude Code", path: ".claude/settings.json", format: "json" },
  { dialect: "claude-code", title: "Claude Code", path: ".claude/agents/hooks.md", format: "markdown" },
  { dialect: "codex", title: "Codex", path: ".codex/hooks.json", format: "json" },
  { dialect: "codex", title: "Codex", path: ".codex/config.toml", format: "toml" },
  { dialect: "gemini-cli", title: "Gemini CLI", path: ".gemini/settings.json", format: "json" },
  { dialect: "copilot-cli", title: "GitHub Copilot", path: ".github/hooks/hooks.json", format: "json" },
  { dialect: "cursor", title: "Cursor", path: ".cursor/hooks.json", format: "json" },
  { dialect: "vscode", title: "VS Code", path: ".github/hooks/hooks.json", format: "json" },
  { dialect: "vscode", title: "VS Code", path: ".github/agents/hooks.agent.md", format: "markdown" },
  { dialect: "qwen-code", title: "Qwen Code", path: ".qwen/settings.json", format: "json" },
  { dialect: "windsurf", title: "Windsurf", path: ".windsurf/hooks.json", format: "json" },
  { dialect: "factory-droid", title: "Factory droid", path: ".factory/settings.json", format: "json" },
  { dialect: "kiro", title: "Kiro", path: ".kiro/hooks/hooks.json", format: "json" },
  { dialect: "kiro-cli", title: "Kiro CLI", path: ".kiro/agents/hooks.json", format: "json" },
  { dialect: "devin", title: "Devin", path: ".devin/hooks.v1.json", format: "json" },
  { dialect: "augment", title: "Augment", path: ".augment/settings.json", format: "json" },
  { dialect: "ai-agents", title: "AI agents", path: ".ai_agents/settings.json", format: "json" },
  { dialect: "agent-spec", title: "Agent spec", path: ".agent/settings.json", format: "json" },
  { dialect: "open-plugin", title: "Open Plugin", path: "hooks/hooks.json", format: "json" },
  { dialect: "cline", title: "Cline", path: ".clinerules/hooks/hooks", format: "script" },
  { dialect: "kimi-code", title: "Kimi Code", path: "kimi.plugin.json", format: "json" },
  { dialect: "kimi-code", title: "Kimi Code", path: ".kimi-code/config.toml", format: "toml" },
  { dialect: "clawdcode", title: "ClawdCode", path: ".clawdcode/settings.json", format: "json" },
  { dialect: "goose", title: "Goose", path: "hooks/hooks.json", format: "json" },
  { dialect: "crush", title: "Crush", path: "crush.json", format: "json" },
  { dialect: "openhands", title: "OpenHands", path: ".openhands/hooks.json", format: "json" },
] as const;

export const starters = [
  {
    dialect: "claude-code",
    title: "Claude Code",
    path: ".claude/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "codex",
    title: "Codex",
    path: ".codex/hooks.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "gemini-cli",
    title: "Gemini CLI",
    path: ".gemini/settings.json",
    text: "{\n  \"hooks\": {\n    \"BeforeTool\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "copilot-cli",
    title: "GitHub Copilot",
    path: ".github/hooks/guard.json",
    text: "{\n  \"version\": 1,\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"bash\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "cursor",
    title: "Cursor",
    path: ".cursor/hooks.json",
    text: "{\n  \"version\": 1,\n  \"hooks\": {\n    \"preToolUse\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "vscode",
    title: "VS Code",
    path: ".github/hooks/guard.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "qwen-code",
    title: "Qwen Code",
    path: ".qwen/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "windsurf",
    title: "Windsurf",
    path: ".windsurf/hooks.json",
    text: "{\n  \"hooks\": {\n    \"pre_run_command\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ],\n    \"pre_write_code\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ],\n    \"pre_read_code\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ],\n    \"pre_mcp_tool_use\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "factory-droid",
    title: "Factory droid",
    path: ".factory/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "kiro",
    title: "Kiro",
    path: ".kiro/hooks/guard.json",
    text: "{\n  \"version\": \"v1\",\n  \"hooks\": [\n    {\n      \"name\": \"PreToolUse 1\",\n      \"trigger\": \"PreToolUse\",\n      \"action\": {\n        \"type\": \"command\",\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    }\n  ]\n}\n",
  },
  {
    dialect: "kiro-cli",
    title: "Kiro CLI",
    path: ".kiro/agents/guard.json",
    text: "{\n  \"hooks\": {\n    \"preToolUse\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "devin",
    title: "Devin",
    path: ".devin/hooks.v1.json",
    text: "{\n  \"PreToolUse\": [\n    {\n      \"hooks\": [\n        {\n          \"type\": \"command\",\n          \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n        }\n      ]\n    }\n  ]\n}\n",
  },
  {
    dialect: "augment",
    title: "Augment",
    path: ".augment/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "ai-agents",
    title: "AI agents",
    path: ".ai_agents/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "agent-spec",
    title: "Agent spec",
    path: ".agent/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "open-plugin",
    title: "Open Plugin",
    path: "hooks/hooks.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "kimi-code",
    title: "Kimi Code",
    path: "kimi.plugin.json",
    text: "{\n  \"name\": \"guards\",\n  \"hooks\": [\n    {\n      \"event\": \"PreToolUse\",\n      \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n    }\n  ]\n}\n",
  },
  {
    dialect: "clawdcode",
    title: "ClawdCode",
    path: ".clawdcode/settings.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "goose",
    title: "Goose",
    path: ".agents/plugins/guard/hooks/hooks.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "crush",
    title: "Crush",
    path: "crush.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n      }\n    ]\n  }\n}\n",
  },
  {
    dialect: "openhands",
    title: "OpenHands",
    path: ".openhands/hooks.json",
    text: "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"command\": \"echo \\\"A tool is about to run\\\" >&2\"\n          }\n        ]\n      }\n    ]\n  }\n}\n",
  },
] as const;

export type Status = "succeeded" | "failed" | "blocked" | "timed-out" | "skipped" | "cannot-start" | "running";

export type Severity = "error" | "warning" | "information" | "hint";

export type Order =
  | "parallel"
  | "serial"
  | "serial within a group, groups in parallel"
  | "in the background, after the answer";

export type Format = "json" | "toml" | "markdown" | "script";

/** Of a method that takes none. */
export type NoParams = Readonly<Record<string, never>>;

/** `dispatch` and `explain`; paths are file paths, `config_files` replaces discovery. */
export interface DispatchParams {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly dialect?: string | null;
  readonly projectDir?: string | null;
  readonly sessionId?: string | null;
  readonly configFiles?: readonly string[] | null;
  readonly pluginDirs?: readonly string[] | null;
  readonly settings?: readonly string[] | null;
  readonly dispatchId?: string | null;
  readonly skills?: readonly string[] | null;
  readonly dialects?: readonly string[] | "all" | null;
  readonly failurePolicy?: "agent" | "closed" | null;
  readonly tools?: string | Readonly<Record<string, unknown>> | null;
}

/** `status` and `list`; by default the project that the client has named, or the first workspace folder. */
export interface ProjectParams {
  readonly projectDir?: string | null;
}

/** `session/open`: a new session, or one that is gone on with, by its id or its file (an absolute path). */
export interface OpenSessionParams {
  readonly sessionId?: string | null;
  readonly projectDir?: string | null;
  readonly sessionFile?: string | null;
  readonly dialect?: string | null;
  readonly model?: Readonly<Record<string, unknown>> | null;
  readonly thinkingLevel?: string | null;
}

/** `session/messages`, `session/entries` and `commands/list`: of an open session. */
export interface SessionParams {
  readonly sessionId: string;
}

/** `session/close`; `reason` is what the hooks are told, in the words of the dialect. */
export interface CloseSessionParams {
  readonly sessionId: string;
  readonly reason?: string;
}

/** `session/append`: an entry, which has a `type`. */
export interface AppendParams {
  readonly sessionId: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** `commands/invoke`: a command by its name, and the text behind it. */
export interface InvokeParams {
  readonly sessionId: string;
  readonly name: string;
  readonly args?: string;
}

/** A place in a document: zero-based line, zero-based UTF-16 unit. */
export interface PositionParams {
  readonly line: number;
  readonly character?: number;
}

/** `hookwright/fire`: a hook, group or event by `pointer` (RFC 6901) or `position`; the first sample by default. */
export interface FireParams {
  readonly uri: string;
  readonly pointer?: string | null;
  readonly position?: PositionParams | null;
  readonly payload?: Readonly<Record<string, unknown>> | null;
  readonly sample?: string | null;
  readonly scratch?: boolean;
  readonly dispatchId?: string | null;
  readonly script?: string | null;
}

/** `hookwright/prove`: the same of a saved hook file. */
export interface ProveParams {
  readonly uri: string;
  readonly pointer?: string | null;
  readonly position?: PositionParams | null;
  readonly payload?: Readonly<Record<string, unknown>> | null;
  readonly sample?: string | null;
  readonly agentCommand?: string | null;
}

/** `hookwright/dangers`: hooks of a hook file, or the hook test at a position of a file of hook tests. */
export interface AttackedParams {
  readonly uri: string;
  readonly pointer?: string | null;
  readonly position?: PositionParams | null;
}

/** `hookwright/attack`: the same, and the dangers that the hooks are meant to stop. */
export interface AttackParams {
  readonly uri: string;
  readonly pointer?: string | null;
  readonly position?: PositionParams | null;
  readonly dangers?: readonly string[] | null;
  readonly count?: number | null;
  readonly seed?: number;
  readonly writeTests?: boolean;
  readonly workDoneToken?: string | null;
}

/** A script, open or not. */
export interface ScriptParams {
  readonly uri: string;
}

/** What `hookwright.lastReport` is about; without `show`, it only says which dispatch that was. */
export interface LastReportParams {
  readonly uri: string;
  readonly pointer?: string;
  readonly show?: boolean;
}

/** What `hookwright.changeScript` does to a script: the text of a new one, and what else is to be changed. */
export interface ChangeScriptParams {
  readonly uri: string;
  readonly create?: string;
  readonly lineFeeds?: boolean;
  readonly executable?: boolean;
}

/** `hookwright/samples`: of what stands at a place in a document, or of an event of a dialect. */
export interface SamplesParams {
  readonly uri?: string | null;
  readonly pointer?: string | null;
  readonly dialect?: string | null;
  readonly event?: string | null;
}

/** `hookwright/saveSample`: in the first workspace folder by default. */
export interface SaveSampleParams {
  readonly dialect: string;
  readonly event: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly projectDir?: string | null;
}

/** `hookwright/keepSample`: of a dispatch, or of the one that a run's number names. */
export interface KeepSampleParams {
  readonly dispatchId: string;
  readonly name?: string | null;
}

/** `hookwright/replay`: a recorded dispatch, by its id or how that begins, or by the number of one of its runs. */
export interface ReplayParams {
  readonly dispatchId: string;
  readonly scratch?: boolean;
}

/** `hookwright/createTest`: of a dispatch, as in `ReplayParams`; `scratch`: the test runs on a copy. */
export interface CreateTestParams {
  readonly dispatchId: string;
  readonly scratch?: boolean;
}

/** `hookwright/createAttackTest`: a hole or a false alarm of an attack of this session, by its number. */
export interface CreateAttackTestParams {
  readonly attackId: string;
  readonly number: number;
}

/** `hookwright/addGuards`: a project, the agent's dialect, and names of guards; by default those of a first hook. */
export interface AddGuardsParams {
  readonly projectDir: string;
  readonly dialect: string;
  readonly names?: readonly string[] | null;
}

/** `hookwright/record`: by default of the first workspace folder. */
export interface RecordParams {
  readonly action?: "status" | "on" | "off" | "clear";
  readonly projectDir?: string | null;
  readonly dialect?: string | null;
  readonly scope?: string | null;
  readonly events?: readonly string[] | null;
}

/** `hookwright/convert`: a document, the dialect that its hooks are to be in, and how the new file is written. */
export interface ConvertParams {
  readonly uri: string;
  readonly dialect: string;
  readonly format?: Format;
}

/** `hookwright/hooks`: every workspace folder by default. */
export interface HooksParams {
  readonly projectDir?: string | null;
}

/** `hookwright/seen`: a project, by default the first workspace folder; `agent` is the id of a dialect. */
export interface SeenParams {
  readonly projectDir?: string | null;
  readonly agent?: string | null;
  readonly since?: string | null;
}

/** What `hookwright.enableHook` puts back into a document: a hook that is switched off, by its `parked`. */
export interface EnableHookParams {
  readonly uri: string;
  readonly parked: string;
}

/** `hookwright/history`: the newest dispatches, only those that every member fits; `hook` is an id or a name. */
export interface HistoryParams {
  readonly limit?: number;
  readonly event?: string | null;
  readonly hook?: string | null;
  readonly projectDir?: string | null;
  readonly decision?: string | null;
  readonly since?: string | null;
  readonly dispatchId?: string | null;
}

/** `hookwright/tests`: below a folder, by default those of the workspace. */
export interface TestsParams {
  readonly projectDir?: string | null;
}

/** `hookwright/runTests`: the tests of a file that begin on these zero-based `lines`, by default all. */
export interface RunTestsParams {
  readonly uri: string;
  readonly lines?: readonly number[] | null;
  readonly dry?: boolean;
}

/** A sample without its payload. */
export interface NamedSample {
  readonly name: string;
  readonly description: string;
}

/** Which hook it was; `id` is stable for the same file and place, `pointer` is RFC 6901. */
export interface Hook {
  readonly id: string;
  readonly source: string;
  readonly scope: string;
  readonly pointer: string;
  readonly name: string | null;
  readonly type: string;
  readonly command: string;
}

/** A place in a document: zero-based line, zero-based UTF-16 unit. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** What is in a document from one place to another, as the protocol has it. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A hook that would run, or would not, and why; `asked`: it is at the place that was asked about. */
export interface ExplainedHook {
  readonly hook: Hook;
  readonly uri: string;
  readonly range: Range;
  readonly matcher: string;
  readonly asked: boolean;
  readonly because: readonly string[];
}

/** The result of `hookwright/explainHook`; `payload` is what hooks would get on stdin. */
export interface HookExplanation {
  readonly uri: string;
  readonly pointer: string;
  readonly dialect: string;
  readonly dialectTitle: string;
  readonly event: string;
  readonly sample: NamedSample | null;
  readonly samples: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
  readonly matched: readonly ExplainedHook[];
  readonly skipped: readonly ExplainedHook[];
  readonly withheld?: string;
}

/** A hook that is run, and why; steps of one `lane` wait for each other, lanes run side by side. */
export interface PlannedStep {
  readonly hook: Hook;
  readonly matcher: string;
  readonly because: readonly string[];
  readonly timeoutMs: number;
  readonly skippedBecause: string | null;
  readonly lane: number;
  readonly wouldRun: boolean;
}

/** The result of `hookwright/plan`; `payload` is what hooks get on stdin, `sample` None if it is the client's. */
export interface FiringPlan {
  readonly uri: string;
  readonly pointer: string;
  readonly dialect: string;
  readonly dialectTitle: string;
  readonly event: string;
  readonly order: Order;
  readonly sample: string | null;
  readonly samples: readonly string[];
  readonly sampleLabels: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
  readonly provable: boolean;
  readonly steps: readonly PlannedStep[];
}

/** A message for the user or the agent; `hook` is the id of the hook that caused it, `code` what it is about. */
export interface Message {
  readonly to: "user" | "agent";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly hook: string | null;
  readonly code: string;
}

/** A way in which hooks that should have had a say had none; `source` is a path, `hook` the id of the hook. */
export interface Degraded {
  readonly code: string;
  readonly source: string | null;
  readonly hook: string | null;
  readonly text: string;
}

/** Something in a hook's printed object that its dialect does not read. */
export interface OutputProblem {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

/** One hook that matched: how it ended, and what it printed; `…LeftOut` counts the bytes that were not kept. */
export interface Run {
  readonly hook: Hook;
  readonly skippedBecause: string | null;
  readonly exitCode: number | null;
  readonly signal: number | null;
  readonly startedAt: string | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutTruncated: boolean;
  readonly stderrTruncated: boolean;
  readonly status: Status;
  readonly stdoutLeftOut?: number;
  readonly stderrLeftOut?: number;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly outputProblems: readonly OutputProblem[];
}

/** What the hooks of one dialect came to, of an event that was fired for several; `event` is its name there. */
export interface Part {
  readonly dialect: string;
  readonly event: string;
  readonly outcome: Outcome;
}

/** What one event came to; `parts` where it was fired for several dialects. */
export interface Outcome {
  readonly dispatchId: string;
  readonly event: string;
  readonly dialect: string;
  readonly decision: "allow" | "ask" | "defer" | "deny" | null;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly updatedInput: Readonly<Record<string, unknown>> | null;
  readonly updatedResult: unknown;
  readonly updatedPrompt: string | null;
  readonly additionalContext: string | null;
  readonly mustContinue: boolean;
  readonly stopAgent: boolean;
  readonly stopReason: string | null;
  readonly messages: readonly Message[];
  readonly degraded: readonly Degraded[];
  readonly duplicate: boolean;
  readonly runs: readonly Run[];
  readonly parts?: readonly Part[];
}

/** What became of a file of the copy; `diff` is a unified one, or a sentence if there is none to show. */
export interface FileChange {
  readonly path: string;
  readonly kind: "created" | "changed" | "deleted";
  readonly diff: string;
}

/** What a run said, and the effect of that; `decides`: its reason is the outcome's. */
export interface TraceStep {
  readonly hook: string | null;
  readonly says: string;
  readonly effect: string;
  readonly decides: boolean;
}

/** What firing found wrong with a hook, as a diagnostic of the protocol. */
export interface FiringProblem {
  readonly code: string;
  readonly message: string;
  readonly source: string;
  readonly range: Range;
  readonly severity: 1 | 2 | 3 | 4;
}

/** The result of `hookwright/fire`; `diagnostics` are what the editor shows, `changes` those of the copy. */
export interface FireResult {
  readonly outcome: Outcome;
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
  readonly plan: FiringPlan;
  readonly fold: readonly TraceStep[];
  readonly inputDiff: string | null;
  readonly verdict: string;
  readonly summary: string;
  readonly diagnostics: readonly FiringProblem[];
}

/** One side: `effect` is `runs`, `changed` or `blocked`, None if it was not seen, and `words` says it. */
export interface ProofSide {
  readonly effect: string | null;
  readonly words: string;
  readonly stops: boolean;
  readonly fired: readonly string[] | null;
  readonly told: readonly string[];
  readonly shown: readonly string[];
  readonly durationMs: number;
}

/** Something that is not the same on both sides. */
export interface ProofDifference {
  readonly what: string;
  readonly agent: string;
  readonly engine: string;
}

/** The result of `hookwright/prove`, and what `hookwright prove --format json` prints. */
export interface Proof {
  readonly dialect: string;
  readonly agent: string;
  readonly version: string | null;
  readonly measured: string;
  readonly event: string;
  readonly sample: string | null;
  readonly agrees: boolean;
  readonly reached: boolean;
  readonly ended: string;
  readonly answer: string;
  readonly agentSide: ProofSide;
  readonly engineSide: ProofSide;
  readonly differences: readonly ProofDifference[];
  readonly notes: readonly string[];
  readonly issue: string | null;
}

/** What the guard is meant to stop: names of seeds by danger, and where that was found, in words. */
export interface Meant {
  readonly source: string;
  readonly dangers: Readonly<Record<string, readonly string[]>>;
}

/** How many of the `dangerous` calls of an attack were stopped, and how many of the `harmless` ones refused. */
export interface Score {
  readonly stopped: number;
  readonly dangerous: number;
  readonly falseAlarms: number;
  readonly harmless: number;
}

/** The calls that were made from one seed, or the harmless ones of all (then both names are empty). */
export interface Row {
  readonly danger: string;
  readonly seed: string;
  readonly tried: number;
  readonly stopped: number;
  readonly passed: number;
  readonly notAsked: number;
}

/** The smallest call of several that have the same change, with its payload, and how many others there are. */
export interface Hole {
  readonly label: string;
  readonly verdict: string;
  readonly danger: string;
  readonly seed: string;
  readonly does: string;
  readonly text: string;
  readonly why: readonly string[];
  readonly said: string;
  readonly trick: boolean;
  readonly number: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly others: number;
}

/** What the guard does if it cannot decide; `isFault`: it lets the call pass, and could refuse it. */
export interface Circumstance {
  readonly name: string;
  readonly refuses: boolean;
  readonly isFault: boolean;
  readonly how: string;
}

/** A call: what it `does` with the command or path in `text`, and why its label holds. */
export interface Tried {
  readonly label: string;
  readonly verdict: string;
  readonly danger: string;
  readonly seed: string;
  readonly does: string;
  readonly text: string;
  readonly why: readonly string[];
  readonly said: string;
  readonly trick: boolean;
}

/** The result of `hookwright/attack`; `tests` are the URIs of the files that hook tests were written to. */
export interface AttackResult {
  readonly file: string;
  readonly pointer: string;
  readonly event: string;
  readonly dialect: string;
  readonly seed: number;
  readonly holds: boolean;
  readonly meant: Meant;
  readonly score: Score;
  readonly rows: readonly Row[];
  readonly counts: Readonly<Record<string, number>>;
  readonly holes: readonly Hole[];
  readonly falseAlarms: readonly Hole[];
  readonly notAsked: readonly Hole[];
  readonly circumstances: readonly Circumstance[];
  readonly calls: readonly Tried[];
  readonly notes: readonly string[];
  readonly id: string;
  readonly uri: string;
  readonly tests: readonly string[];
}

/** A danger that a guard can be attacked with; `does` completes "a call that ...". */
export interface Danger {
  readonly name: string;
  readonly does: string;
}

/** The result of `hookwright/dangers`; `meant` is None if no text says what the guard is meant to stop. */
export interface Dangers {
  readonly meant: Meant | null;
  readonly dangers: readonly Danger[];
}

/** The result of `hookwright/createTest`: where the test is, its line from 0. */
export interface CreatedTest {
  readonly uri: string;
  readonly line: number;
}

/** A script that a debugger can start: absolute paths of what runs it and of itself, and its arguments. */
export interface LaunchedProgram {
  readonly runtime: "python" | "node";
  readonly interpreter: string | null;
  readonly script: string;
  readonly arguments: readonly string[];
}

/** The result of `hookwright/launch`; `program` is None if the command is more than one such script. */
export interface HookLaunch {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly program: LaunchedProgram | null;
}

/** A member of a dispatch, or of the run of a `hook`, with its value then and now. */
export interface Difference {
  readonly what: string;
  readonly hook?: Readonly<Record<string, unknown>>;
  readonly then: unknown;
  readonly now: unknown;
}

/** The result of `hookwright/replay`: both records as in `hookwright/history`, and what differs between them. */
export interface Replay {
  readonly then: Readonly<Record<string, unknown>>;
  readonly now: Readonly<Record<string, unknown>>;
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
  readonly changes: readonly FileChange[];
}

/** One of the results of `hookwright/samples`; `recorded`: an agent has sent it, and `description` says when. */
export interface Sample {
  readonly name: string;
  readonly description: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly recorded: boolean;
}

/** The file that was written. */
export interface FileUri {
  readonly uri: string;
}

/** A hook of the current files; its line counts from 1. */
export interface Place {
  readonly source: string;
  readonly line: number;
  readonly pointer: string;
}

/** A hook of the current files, with the records that name its command. */
export interface HookSeen {
  readonly runs: number;
  readonly refused: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly cancelled: number;
  readonly sessions: number;
  readonly lastStderr: string;
  readonly lastExitCode: number | null;
  readonly lastReason: string;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly secondsPerSession: number | null;
  readonly first: string | null;
  readonly last: string | null;
  readonly place: Place;
  readonly id: string;
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
}

/** A command that is in no current file; `now` is the hook that seems to have taken its place. */
export interface EarlierSeen {
  readonly runs: number;
  readonly refused: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly cancelled: number;
  readonly sessions: number;
  readonly lastStderr: string;
  readonly lastExitCode: number | null;
  readonly lastReason: string;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly secondsPerSession: number | null;
  readonly first: string | null;
  readonly last: string | null;
  readonly event: string;
  readonly command: string;
  readonly now: Place | null;
}

/** Records that name no hook, of an event and what it was about. */
export interface EventSeen {
  readonly runs: number;
  readonly refused: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly cancelled: number;
  readonly sessions: number;
  readonly lastStderr: string;
  readonly lastExitCode: number | null;
  readonly lastReason: string;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly secondsPerSession: number | null;
  readonly first: string | null;
  readonly last: string | null;
  readonly event: string;
  readonly target: string | null;
  readonly candidates: readonly Place[];
}

/** How many records an agent has of a day, which is one in UTC; `failed` counts time-outs, too. */
export interface Day {
  readonly day: string;
  readonly runs: number;
  readonly refused: number;
  readonly failed: number;
}

/** What is known of one agent; `unknown` says what its records cannot tell, `measured` which version was looked at. */
export interface AgentSeen {
  readonly dialect: string;
  readonly title: string;
  readonly measured: string;
  readonly unknown: string;
  readonly folder: string;
  readonly files: number;
  readonly left: number;
  readonly hooks: readonly HookSeen[];
  readonly earlier: readonly EarlierSeen[];
  readonly events: readonly EventSeen[];
  readonly days: readonly Day[];
}

/** What agents recorded of the hooks of a project, since a time where one was given. */
export interface Seen {
  readonly projectDir: string;
  readonly since: string | null;
  readonly agents: readonly AgentSeen[];
  readonly unread: readonly string[];
}

/** The result of `hookwright/seen`, and the same as Markdown. */
export interface SeenReport {
  readonly markdown: string;
  readonly data: Seen;
}

/** How a hook did when it ran last; `words` as its lens says them. */
export interface LastResult {
  readonly dispatchId: string;
  readonly status: Status;
  readonly decision: string | null;
  readonly durationMs: number;
  readonly words: string;
}

/** The state of a guard, or why another hook would not start; `words` in a few words, `says` in full. */
export interface GuardState {
  readonly state: "holds" | "leaks" | "dead" | "unknown";
  readonly isGuard: boolean;
  readonly words: string;
  readonly says: string;
  readonly repair: string | null;
  readonly attacked: Score | null;
  readonly canAttack: boolean;
}

/** How many runs of a hook agents have recorded, and how many of these failed, timed out or refused. */
export interface RecordedRuns {
  readonly runs: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly refused: number;
  readonly words: string;
}

/** A hook of a file, or one that is switched off: `parked` is then what `hookwright.enableHook` takes. */
export interface ConfiguredHook {
  readonly hook: Hook;
  readonly uri: string;
  readonly range: Range;
  readonly group: string;
  readonly matcher: string;
  readonly timeoutMs: number;
  readonly canFire: boolean;
  readonly skippedBecause: string | null;
  readonly scripts: readonly string[];
  readonly last: LastResult | null;
  readonly guard: GuardState | null;
  readonly recorded: RecordedRuns | null;
  readonly parked: string | null;
}

/** The hooks of one event in the order in which they fire, those that are switched off last. */
export interface ConfiguredEvent {
  readonly name: string;
  readonly order: Order;
  readonly hooks: readonly ConfiguredHook[];
}

/** What one dialect has in one folder; `disabledBecause` says why none of its hooks runs. */
export interface ConfiguredDialect {
  readonly id: string;
  readonly title: string;
  readonly projectDir: string;
  readonly enabled: boolean;
  readonly disabledBecause: string | null;
  readonly problems: readonly string[];
  readonly events: readonly ConfiguredEvent[];
}

/** The result of `hookwright/hooks`. */
export interface HookTree {
  readonly dialects: readonly ConfiguredDialect[];
}

/** A hook test; `line` counts from 0, `skip` says why it is not run. */
export interface TestCase {
  readonly name: string;
  readonly line: number;
  readonly event: string;
  readonly skip: string | null;
}

/** What cannot be read in a file of hook tests; `line` counts from 0. */
export interface TestProblem {
  readonly line: number;
  readonly message: string;
}

/** One of the results of `hookwright/tests`. */
export interface TestFile {
  readonly uri: string;
  readonly tests: readonly TestCase[];
  readonly problems: readonly TestProblem[];
}

/** Something that came out otherwise: its key under `expect`, the key's line from 0, and both sides as text. */
export interface Mismatch {
  readonly key: string;
  readonly line: number;
  readonly expected: string;
  readonly actual: string;
}

/** One of the results of `hookwright/runTests`. */
export interface TestResult {
  readonly name: string;
  readonly line: number;
  readonly status: "passed" | "failed" | "skipped" | "error" | "planned";
  readonly durationMs: number;
  readonly skippedBecause: string | null;
  readonly problem: string | null;
  readonly mismatches: readonly Mismatch[];
  readonly outcome: Outcome | null;
  readonly proof: string | null;
  readonly plan: FiringPlan | null;
}

/** The result of `hookwright/moduleTypes`: the folder that `hookwright.modules` is imported from. */
export interface ModuleTypes {
  readonly path: string;
}

/** The result of `hookwright/addGuards`: the hook file, and what was done, a line for each file. */
export interface AddedGuards {
  readonly uri: string;
  readonly done: readonly string[];
}

/** An agent that can be recorded, and the file that its hooks would go into. */
export interface RecordableAgent {
  readonly agent: string;
  readonly title: string;
  readonly path: string;
}

/** A file with hooks that record: `exposed`, where git does not ignore it; `problem`, why nothing is recorded. */
export interface RecordingFile {
  readonly agent: string;
  readonly title: string;
  readonly path: string;
  readonly scope: string;
  readonly events: readonly string[];
  readonly exposed: boolean;
  readonly problem: string | null;
}

/** How many payloads there are of an event. */
export interface EventCount {
  readonly agent: string;
  readonly event: string;
  readonly count: number;
}

/** What was recorded; `size` in bytes, times in ISO 8601. */
export interface RecordedPayloads {
  readonly count: number;
  readonly size: number;
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly events: readonly EventCount[];
}

/** How much is kept. */
export interface RecordingLimits {
  readonly days: number;
  readonly count: number;
  readonly size: number;
}

/** What is recorded at present, what was, and where that is; `problem` says why it cannot be read or written. */
export interface RecordingStatus {
  readonly projectDir: string;
  readonly agents: readonly RecordableAgent[];
  readonly files: readonly RecordingFile[];
  readonly payloads: RecordedPayloads;
  readonly limits: RecordingLimits;
  readonly journal: string;
  readonly problem: string | null;
}

/** What the other dialect cannot say, with its place (RFC 6901; empty: the whole file). */
export interface ConversionLoss {
  readonly pointer: string;
  readonly message: string;
  readonly error: boolean;
}

/** The result of `hookwright/convert`: where the new file goes in the project, its text, and what it loses. */
export interface ConvertedHooks {
  readonly path: string;
  readonly text: string;
  readonly losses: readonly ConversionLoss[];
}

/** A hook that would run, or would not, and why. */
export interface ConsideredHook {
  readonly hook: Hook;
  readonly because: readonly string[];
}

/** The result of `hookwright/explain`: what the agent would run. */
export interface Explanation {
  readonly event: string;
  readonly dialect: string;
  readonly matched: readonly ConsideredHook[];
  readonly skipped: readonly ConsideredHook[];
  readonly problems?: readonly string[];
  readonly withheld?: string;
  readonly parts?: readonly Explanation[];
}

/** The result of `hookwright.lastReport`: the dispatch that it is about. */
export interface LastReport {
  readonly dispatchId: string;
}

/** A range in a document. */
export interface Location {
  readonly uri: string;
  readonly range: Range;
}

/** The result of `hookwright.goToHooks`: where the hooks are that run a script, each at the name of the script. */
export interface HookPlaces {
  readonly places: readonly Location[];
}

/** The result of `hookwright.disableHook`: `parked` is what `hookwright.enableHook` takes, `keptIn` a file. */
export interface DisabledHook {
  readonly uri: string;
  readonly parked: string;
  readonly keptIn: string;
}

/** The result of `status` and `list`. */
export interface Report {
  readonly markdown: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The result of `session/open`: `problems` are sentences about its file, such as that its last line was torn. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly sessionFile: string;
  readonly resumed: boolean;
  readonly problems: readonly string[];
  readonly outcome: Outcome | null;
}

/** The result of `session/close`: the outcome of SessionEnd, None as in `session/open`. */
export interface ClosedSession {
  readonly outcome: Outcome | null;
}

/** The result of a method that only does something. */
export type Nothing = Readonly<Record<string, never>>;

/** The result of `session/messages`. */
export interface Messages {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

/** The result of `session/entries`. */
export interface Entries {
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

/** A command of a hook module: what it is invoked by, and the path of the module. */
export interface Command {
  readonly name: string;
  readonly description: string;
  readonly source: string;
}

/** The result of `commands/invoke`. */
export interface CommandResult {
  readonly prompt?: string;
  readonly attachments?: readonly unknown[];
  readonly status?: string;
}

/** The params of `hookwright/run`; `stream`, `text` and `leftOut` come with output, `run` with the end. */
export interface RunEvent {
  readonly dispatchId: string;
  readonly dialect?: string;
  readonly hook: Hook;
  readonly phase: "started" | "output" | "finished";
  readonly stream?: "stdout" | "stderr" | null;
  readonly text?: string | null;
  readonly leftOut?: number;
  readonly run?: Run | null;
}
