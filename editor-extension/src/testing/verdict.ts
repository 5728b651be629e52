/** What the Test Explorer shows of a hook that was fired, a hook test that was run, or a refusal: how it did, and why. */

import type { L10n } from "../../shared/words";
import type { FireResult, FiringPlan, Range, Run, TestResult } from "../../shared/methods";
import { CANCELLED, codeOf as errorCode, isDeclined, NOT_AGREED, UNSUPPORTED, unsupported, UNTRUSTED } from "../errors";

export interface Complaint {
  readonly text: string;
  /** Where it is not the place of the item. */
  readonly range?: Range;
  readonly expected?: string;
  readonly actual?: string;
}

export interface Verdict {
  readonly state: "passed" | "failed" | "errored" | "skipped";
  readonly complaints: readonly Complaint[];
  readonly durationMs?: number;
  /** Why it was skipped. */
  readonly note?: string;
}

const LONGEST = 4000;
const WARNING = 2;

/** A hook has passed when it ran and can be understood, whether it blocked or not. */
export function firedVerdict(l10n: L10n, result: FireResult, pointer: string): Verdict {
  const { runs } = result.outcome;
  const run = runs.find((it) => it.hook.pointer === pointer) ?? runs[0];
  if (run === undefined) return skipped(result.notes.join("\n") || l10n.t("No hook ran."));
  if (run.status === "skipped") return skipped(run.skippedBecause ?? l10n.t("No hook ran."));
  const ending = endingOf(l10n, run);
  const problems = result.diagnostics
    .filter((it) => it.severity <= WARNING)
    .map((it) => ({ text: `${it.message} (${it.code})`, range: it.range }));
  const complaints = ending === undefined ? problems : [{ text: ending + printed(l10n, run) }, ...problems];
  const state = complaints.length > 0 ? "failed" : "passed";
  return { state, complaints, durationMs: run.durationMs };
}

/** What went wrong and what to do about it; undefined if the hook ended as a hook may. */
function endingOf(l10n: L10n, run: Run): string | undefined {
  const seconds = Math.round(run.durationMs / 100) / 10;
  switch (run.status) {
    case "timed-out":
      return [
        l10n.t("It timed out after {0} s and was stopped.", seconds),
        l10n.t("Make it faster, or raise its time-out."),
      ].join("\n");
    case "cannot-start":
      return [
        l10n.t("Its command could not be started{0}.", codeOf(l10n, run)),
        l10n.t("Check its path, that the file is executable, and that its interpreter is installed."),
      ].join("\n");
    case "failed":
      return [
        l10n.t("It failed{0}, so its output is ignored.", codeOf(l10n, run)),
        l10n.t("Make it exit with 0, or with the code that blocks."),
      ].join("\n");
    default:
      return undefined;
  }
}

function codeOf(l10n: L10n, { exitCode, signal }: Run): string {
  if (signal !== null) return ` (${l10n.t("signal {0}", signal)})`;
  return exitCode === null ? "" : ` (${l10n.t("exit code {0}", exitCode)})`;
}

function printed(l10n: L10n, { stderr, stdout }: Run): string {
  const [said, where] = stderr.trim() === "" ? [stdout.trim(), "stdout"] : [stderr.trim(), "stderr"];
  if (said === "") return `\n\n${l10n.t("It printed nothing.")}`;
  return `\n\n${where}:\n${said.length > LONGEST ? `… ${said.slice(-LONGEST)}` : said}`;
}

/** What does not fit becomes a comparison at the line that expects it. */
export function testVerdict(l10n: L10n, result: TestResult): Verdict {
  const { durationMs } = result;
  const complaints = result.mismatches.map(({ key, line, expected, actual }) => {
    const place = { line, character: 0 };
    const text = l10n.t("{0}: expected {1}, got {2}", key, expected, actual);
    return { text, range: { start: place, end: place }, expected, actual };
  });
  if (result.problem !== null) return { state: "errored", complaints: [{ text: result.problem }], durationMs };
  if (result.status === "skipped") return skipped(result.skippedBecause ?? "");
  if (complaints.length > 0) return { state: "failed", complaints, durationMs };
  if (result.status === "planned") return skipped(l10n.t("Dry run: nothing was executed."));
  return { state: "passed", complaints, durationMs };
}

/** Nothing has passed where nothing was run. */
export function plannedVerdict(l10n: L10n, plan: FiringPlan, pointer: string): Verdict {
  const step = plan.steps.find((it) => it.hook.pointer === pointer) ?? plan.steps[0];
  return skipped(step?.skippedBecause ?? l10n.t("Dry run: nothing was executed."));
}

export function skipped(note: string): Verdict {
  return { state: "skipped", complaints: [], note };
}

export function errored(text: string): Verdict {
  return { state: "errored", complaints: [{ text }] };
}

/** Of a request that the server has refused. */
export function failureVerdict(l10n: L10n, error: unknown): Verdict {
  const code = errorCode(error);
  if (code === NOT_AGREED) {
    const declined = l10n.t("Nothing was fired, because you did not agree to the command.");
    return skipped(isDeclined(error) ? declined : messageOf(error));
  }
  if (code === UNTRUSTED) {
    return skipped(l10n.t("Nothing was fired: hooks run commands, and this workspace is not trusted."));
  }
  if (code === UNSUPPORTED) return skipped(unsupported(l10n));
  if (code === CANCELLED) return skipped(l10n.t("Cancelled."));
  return errored(messageOf(error));
}

/** Whether the user has not said yes: those who do not answer once are not asked for each of the others. */
export function isRefusal(error: unknown): boolean {
  return errorCode(error) === NOT_AGREED;
}

/** For the items after one that the user declined: they are not asked about each of them. */
export function leftOutVerdict(l10n: L10n): Verdict {
  return skipped(l10n.t("Not run: you did not agree to an earlier command, which ended the run."));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
