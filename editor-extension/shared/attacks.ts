/** An attack on a guard as the page shows it, and the states of guards beside their hooks. */

import type { AttackResult, GuardState } from "./methods";

/** `id` is known before the server answers, `at` is the time in ms since 1970. */
export interface ShownAttack {
  readonly id: string;
  readonly at: number;
  readonly place: AttackPlace;
  /** How far it is, as the server says it: "53 of 120 calls". */
  readonly progress?: string | undefined;
  readonly result?: AttackResult | undefined;
  /** Why nothing came of it. */
  readonly failure?: { readonly why: string; readonly cancelled: boolean } | undefined;
  /** The numbers of the holes and false alarms that have a hook test by now. */
  readonly tests: readonly number[];
}

/** What was attacked: hooks of a hook file, or the hook that a test is about; with dangers of the user's choice. */
export interface AttackPlace {
  readonly uri: string;
  readonly pointer?: string | null;
  readonly position?: { readonly line: number; readonly character?: number } | null;
  readonly dangers?: readonly string[] | null;
}

/** The state of a guard in words of the user's language. */
export interface ShownGuard {
  readonly state: GuardState["state"];
  readonly words: string;
  readonly says: string;
  readonly canAttack: boolean;
}

/** The guards by the ids of their hooks. */
export type Guards = Readonly<Record<string, ShownGuard>>;

export type AttackTone = "good" | "bad" | "fault";

/** Whether it is fine: holes are worse than false alarms, and so is what passes where the guard cannot decide. */
export function toneOf({ holds, holes, circumstances }: AttackResult): AttackTone {
  if (holds) return "good";
  return holes.length > 0 || circumstances.some((it) => it.isFault) ? "bad" : "fault";
}
