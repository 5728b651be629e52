/** Runs the hooks of coding agents: a client of `hookwright serve`. */

export { EngineGone, EngineRefused } from "./errors.js";
export { HookService } from "./service.js";
export type { Answers, Options, Prompt, RequestOptions, StartOptions } from "./service.js";
export type * from "./methods.js";
