/** The lines of the Test Explorer's output: what hooks print, the result, and what a dry run would do. */

import type { L10n } from "../../shared/words";
import type { FireResult, FiringPlan, Run, RunEvent, TestResult } from "../../shared/methods";
import type { Verdict } from "./verdict";
import { orderWords } from "../view/appearance";

/** As terminals want it. */
export function forTerminal(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}

/** What a hook has printed now; empty if the event is of something else. */
export function liveText(l10n: L10n, event: RunEvent): string {
  if (event.phase !== "output") return "";
  const leftOut = event.leftOut ?? 0;
  const gap = leftOut > 0 ? `\n[… ${l10n.t("{0} characters left out", leftOut)} …]\n` : "";
  return gap + (event.text ?? "");
}

/** What runs have printed, for those who could not follow them. */
export function runsText(runs: readonly Run[]): string {
  return runs.map((it) => ended(it.stdout) + ended(it.stderr)).join("");
}

/** The decision, what is wrong with the hook's answer, and what it changed on a copy. */
export function firedText(result: FireResult, verdict: Verdict): string {
  const changes = result.changes.map((it) => `${it.kind}: ${it.path}\n${ended(it.diff)}`);
  const complaints = verdict.complaints.map((it) => (it.text.split("\n\n", 1)[0] ?? "").replaceAll("\n", "\n  "));
  const lines = [result.summary, ...complaints, ...result.notes.map((it) => `- ${it}`)];
  return `→ ${lines.join("\n  ")}\n${changes.join("")}\n`;
}

export function testText(l10n: L10n, result: TestResult, verdict: Verdict): string {
  const planned = result.plan === null || result.outcome !== null ? "" : planText(l10n, result.plan);
  const told = verdict.state === "passed" ? `→ ${l10n.t("As expected.")}\n\n` : verdictText(verdict);
  return runsText(result.outcome?.runs ?? []) + planned + told;
}

/** The payload, and below it, as terminals show the end, a line for each hook that would get it or would not. */
export function planText(l10n: L10n, plan: FiringPlan): string {
  const steps = plan.steps.map((it, index) => {
    const because = it.skippedBecause ?? it.because.join("; ");
    const mark = it.skippedBecause === null ? `${index + 1}.` : "–";
    return `  ${mark} ${it.hook.command || it.hook.type}${because === "" ? "" : `\n     ${because}`}\n`;
  });
  const how = orderWords(l10n, { order: plan.order, on: plan.steps.length });
  const head =
    how === ""
      ? l10n.t("Would run on {0} ({1}):", plan.event, plan.dialectTitle)
      : l10n.t("Would run on {0} ({1}), {2}:", plan.event, plan.dialectTitle, how);
  const payload = l10n.t("Payload: {0}", JSON.stringify(plan.payload, undefined, 2));
  const notes = plan.notes.map((it) => `  - ${it}\n`).join("");
  const none = `  ${l10n.t("No hook would run.")}\n`;
  return `${payload}\n${head}\n${steps.join("") || none}${notes}`;
}

export function verdictText({ complaints, note }: Verdict): string {
  const said = [...complaints.map((it) => it.text), ...(note === undefined || note === "" ? [] : [note])];
  return said.length > 0 ? `→ ${said.join("\n  ")}\n\n` : "\n";
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
