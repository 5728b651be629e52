/** A proof of a firing's hooks in the user's own agent, as the page shows it. */

import type { Proof } from "./methods";

/** `firing` is the id of the firing that was proved. */
export interface ShownProof {
  readonly firing: string;
  readonly result?: Proof | undefined;
  /** Why nothing came of it. */
  readonly failure?: { readonly why: string; readonly cancelled: boolean } | undefined;
}

export type ProofTone = "good" | "bad" | "fault";

/** Whether it is fine: an agent that does something else is worse than one that did not come to the event. */
export function toneOf({ agrees, reached, ended }: Proof): ProofTone {
  if (agrees) return "good";
  return reached && ended === "" ? "bad" : "fault";
}

/** The proofs with this one, of firings that are still there. */
export function withProof(
  proofs: readonly ShownProof[],
  proof: ShownProof,
  firings: readonly string[],
): readonly ShownProof[] {
  const others = proofs.filter((it) => it.firing !== proof.firing && firings.includes(it.firing));
  return [...others, proof];
}
