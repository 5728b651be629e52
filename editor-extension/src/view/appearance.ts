/** How the rows of the Hooks view look: icons, labels, descriptions, and tooltips. */

import type { L10n } from "../../shared/words";
import type { ConfiguredHook, GuardState, LastResult, RecordedRuns } from "../../shared/methods";
import { guardWords } from "../guards";
import { nameOf } from "../paths";
import { isOff, type EventNode, type HookNode, type Node } from "./nodes";

const LONGEST_LABEL = 20;
const SEPARATOR = " · ";

export function label(node: Node): string {
  switch (node.kind) {
    case "dialect":
      return node.title;
    case "problem":
      return node.text;
    case "event":
      return node.name;
    case "hook":
      return cut(node.configured.hook.name ?? shortCommand(node.configured));
  }
}

/** What is shown behind the label, as far as there is room. */
export function description(l10n: L10n, node: Node): string {
  switch (node.kind) {
    case "dialect":
      return node.folder;
    case "problem":
      return node.file;
    case "event":
      return [countWords(l10n, node), orderWords(l10n, node)].filter((it) => it !== "").join(SEPARATOR);
    case "hook": {
      const { matcher, hook, last, skippedBecause, guard, recorded } = node.configured;
      // What is not known of a guard helps nobody who looks through the rows; the tooltip has it.
      const state = guard === null || guard.state === "unknown" ? "" : guardWords(l10n, guard);
      const told = [resultWords(l10n, node.configured), failedWords(l10n, recorded), state];
      const parts = [...told, matcher === "*" ? "" : matcher, node.scoped ? hook.scope : ""];
      if (skippedBecause !== null && last === null) parts.push(l10n.t("never runs"));
      return parts.filter((it) => it !== "").join(SEPARATOR);
    }
  }
}

/** All of it in a row of words, for those who listen. */
export function spoken(l10n: L10n, node: Node): string {
  if (node.kind === "problem") {
    const said = [node.text, node.file].filter((it) => it !== "").join(", ");
    return node.off ? said : l10n.t("Problem: {0}", said);
  }
  const said = node.kind === "hook" ? (node.configured.hook.name ?? shortCommand(node.configured)) : label(node);
  return [said, description(l10n, node)].filter((it) => it !== "").join(", ");
}

/** Markdown in which nothing of a hook means anything. */
export function tooltip(l10n: L10n, node: Node): string {
  return node.kind === "hook" ? hookTooltip(l10n, node) : plain(spoken(l10n, node));
}

function hookTooltip(l10n: L10n, { configured, event, place }: HookNode): string {
  const { hook, matcher, timeoutMs, skippedBecause, last, guard, recorded } = configured;
  const where = isOff(configured) ? l10n.t("disabled") : l10n.t("number {0}", place);
  const line = configured.range.start.line + 1;
  const rows = [
    [l10n.t("Matcher"), matcher === "*" ? plain(l10n.t("everything")) : code(matcher)],
    [l10n.t("File"), `${code(`${hook.source}:${line}`)} (${plain(hook.scope)})`],
    [l10n.t("Time limit"), plain(duration(timeoutMs))],
    [l10n.t("Last run"), plain(last?.words ?? l10n.t("none recorded"))],
    ...(recorded === null ? [] : [[l10n.t("Recorded by the agent"), plain(recorded.words)]]),
    ...(skippedBecause === null ? [] : [[l10n.t("Never runs"), plain(skippedBecause)]]),
    ...(guard === null ? [] : [[l10n.t("State"), `${plain(guardWords(l10n, guard))}: ${plain(guard.says)}`]]),
    ...(guard?.repair ? [[l10n.t("Repair"), code(guard.repair)]] : []),
  ];
  const listed = rows.map(([name = "", value = ""]) => `- ${plain(name)}: ${value}`).join("\n");
  const title = hook.name === null ? "" : `${plain(hook.name)} — `;
  const head = `**${title}${plain(event)}**, ${plain(where)}`;
  const language = hook.type === "command" ? "sh" : "";
  return `${head}\n\n${block(hook.command, language)}\n\n${listed}`;
}

/** A path that begins with a variable, such as the one of the project's folder. */
const ROOTED = /["']?\$\{?\w+\}?["']?\/(?:[^\s"'/;|&()<>]+\/)*([^\s"'/;|&()<>]+)["']?/g;

/** The first line of the command, in which scripts go by their names. */
export function shortCommand({ hook, scripts }: ConfiguredHook): string {
  const names = scripts.map(nameOf).filter((it) => it !== "");
  const first = hook.command.trim().split("\n", 1)[0] ?? "";
  return names.reduce(withoutFolder, first.replaceAll(ROOTED, "$1")) || hook.type;
}

function cut(text: string): string {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
}

function withoutFolder(line: string, name: string): string {
  const at = line.indexOf(name);
  if (at < 0) return line;
  let begin = at;
  while (begin > 0 && !/[\s;|&()<>=]/.test(line[begin - 1] ?? "")) begin -= 1;
  const quote = /^["']/.exec(line.slice(begin))?.[0];
  const end = at + name.length;
  const after = quote !== undefined && line[end] === quote ? end + 1 : end;
  return line.slice(0, begin) + name + line.slice(after);
}

function countWords(l10n: L10n, { on, off }: EventNode): string {
  const all = on === 1 ? l10n.t("1 hook") : l10n.t("{0} hooks", on);
  return off === 0 ? all : [on === 0 ? "" : all, l10n.t("{0} disabled", off)].filter((it) => it !== "").join(", ");
}

/** How the hooks are run; of one alone there is nothing to say but where the agent does not wait for it. */
export function orderWords(l10n: L10n, { order, on }: Pick<EventNode, "order" | "on">): string {
  if (order === "in the background, after the answer") return l10n.t("in the background");
  if (on < 2) return "";
  if (order === "parallel") return l10n.t("in parallel");
  return order === "serial" ? l10n.t("in order") : l10n.t("in order in each group");
}

function resultWords(l10n: L10n, configured: ConfiguredHook): string {
  return isOff(configured) ? l10n.t("disabled") : (configured.last?.words ?? "");
}

/** How often it failed or timed out, as its agent recorded; empty if it did not. */
function failedWords(l10n: L10n, recorded: RecordedRuns | null): string {
  const failed = (recorded?.failed ?? 0) + (recorded?.timedOut ?? 0);
  return recorded === null || failed === 0 ? "" : l10n.t("{0} of {1} failed", failed, recorded.runs);
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** An icon by the editor's own names. */
export interface Look {
  readonly icon: string;
  readonly color?: string;
}

const DECIDED: Readonly<Record<string, Look>> = {
  deny: { icon: "circle-slash", color: "charts.orange" },
  defer: { icon: "question", color: "charts.blue" },
  ask: { icon: "question", color: "charts.blue" },
  allow: { icon: "pass", color: "testing.iconPassed" },
};
const ENDED: Readonly<Record<LastResult["status"], Look>> = {
  succeeded: { icon: "pass", color: "testing.iconPassed" },
  blocked: { icon: "circle-slash", color: "charts.orange" },
  failed: { icon: "error", color: "testing.iconFailed" },
  "timed-out": { icon: "watch", color: "testing.iconFailed" },
  "cannot-start": { icon: "error", color: "testing.iconErrored" },
  skipped: { icon: "debug-step-over", color: "testing.iconSkipped" },
  running: { icon: "sync", color: "testing.iconQueued" },
};

const GUARDING: Readonly<Record<GuardState["state"], Look>> = {
  holds: { icon: "shield", color: "testing.iconPassed" },
  leaks: { icon: "shield", color: "problemsWarningIcon.foreground" },
  dead: { icon: "error", color: "problemsErrorIcon.foreground" },
  unknown: { icon: "shield" },
};

export function look(node: Node): Look {
  switch (node.kind) {
    case "dialect":
      return { icon: "package" };
    case "problem":
      return node.off
        ? { icon: "debug-pause", color: "disabledForeground" }
        : { icon: "warning", color: "problemsWarningIcon.foreground" };
    case "event":
      return { icon: "zap" };
    case "hook": {
      const { last, skippedBecause, guard } = node.configured;
      if (isOff(node.configured)) return { icon: "circle-outline", color: "disabledForeground" };
      if (skippedBecause !== null) return { icon: "warning", color: "problemsWarningIcon.foreground" };
      if (guard?.state === "dead") return GUARDING.dead;
      if (last === null) return guard === null ? { icon: "circle-outline" } : GUARDING[guard.state];
      return DECIDED[last.decision ?? ""] ?? ENDED[last.status];
    }
  }
}

/** Every character that means something in Markdown or HTML is escaped; line breaks become spaces. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!|~<>&$:@"']/g, "\\$&").replaceAll(/\s+/g, " ");
}

/** A span of code, in more backticks than it contains in a row. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ");
  const fence = "`".repeat(longest(flat) + 1);
  return `${fence} ${flat} ${fence}`;
}

/** A block of code, cut where it is longer than anybody reads. */
export function block(text: string, language: string, most = 2000): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  const fence = "`".repeat(Math.max(3, longest(cut) + 1));
  return `${fence}${language}\n${cut}\n${fence}`;
}

function longest(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((it) => it[0].length));
}
