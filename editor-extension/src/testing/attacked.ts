/** What the Test Explorer shows of a guard that was attacked: it passes where the guard holds. */

import type { AttackPlace } from "../../shared/attacks";
import type { AttackResult } from "../../shared/methods";
import type { L10n } from "../../shared/words";
import type { Item } from "./items";
import type { Complaint, Verdict } from "./verdict";

/** What is attacked for an item; undefined if there is no guard. */
export function placeOf({ hook, test, uri }: Item): AttackPlace | undefined {
  if (hook !== undefined) return { uri: hook.configured.uri, pointer: hook.configured.hook.pointer };
  return test === undefined ? undefined : { uri, position: { line: test.line, character: 0 } };
}

export function attackVerdict(l10n: L10n, result: AttackResult): Verdict {
  const holes = result.holes.map((it) => complaint(l10n.t("Passes: {0}", it.text), it.why));
  const alarms = result.falseAlarms.map((it) => complaint(l10n.t("Refused unnecessarily: {0}", it.text), it.why));
  const faults = result.circumstances
    .filter((it) => it.isFault)
    .map((it) => ({ text: l10n.t("Lets pass what it cannot decide: {0}", it.name) }));
  const complaints = [...holes, ...alarms, ...faults];
  if (result.holds || complaints.length === 0) return { state: "passed", complaints: [] };
  const [first, ...others] = complaints;
  return { state: "failed", complaints: first === undefined ? [] : [withScore(l10n, result, first), ...others] };
}

/** The score, and a line for each row of the table. */
export function attackText(l10n: L10n, result: AttackResult, verdict: Verdict): string {
  const rows = result.rows.map(({ danger, seed, tried, stopped }) => {
    const name = danger === "" ? l10n.t("harmless calls") : `${danger}: ${seed}`;
    return `  ${l10n.t("{0}: stopped {1} of {2}", name, stopped, tried)}\n`;
  });
  const said = verdict.complaints.map((it) => `  ${it.text.replaceAll("\n", "\n    ")}\n`);
  return `→ ${scoreOf(l10n, result)}\n${rows.join("")}${said.join("")}\n`;
}

function withScore(l10n: L10n, result: AttackResult, { text }: Complaint): Complaint {
  return { text: `${scoreOf(l10n, result)}\n${text}` };
}

function scoreOf(l10n: L10n, { score }: AttackResult): string {
  const { stopped, dangerous, falseAlarms, harmless } = score;
  return l10n.t("stopped {0} of {1}, {2} false alarms in {3}", stopped, dangerous, falseAlarms, harmless);
}

function complaint(text: string, why: readonly string[]): Complaint {
  return { text: [text, ...new Set(why)].join("\n") };
}
