/** What the extension and the page of its results panel say to each other. */

import type { State } from "./firings";
import type { AttackPlace, Guards, ShownAttack } from "./attacks";
import type { HookExplanation } from "./methods";
import type { ShownProof } from "./proofs";
import type { FiringEvent, StreamName } from "./shown";
import type { Words } from "./words";

/** What was explained last; `at` is the time in ms since 1970. */
export interface Explained {
  readonly at: number;
  readonly explanation: HookExplanation;
}

export type ToPage =
  | FiringEvent
  | { readonly kind: "words"; readonly words: Words }
  | {
      readonly kind: "restore";
      readonly state: State;
      readonly explained?: Explained | undefined;
      readonly attack?: ShownAttack | undefined;
      readonly proofs?: readonly ShownProof[];
    }
  | { readonly kind: "proof"; readonly proof: ShownProof }
  | { readonly kind: "attack"; readonly attack: ShownAttack }
  | { readonly kind: "guards"; readonly guards: Guards }
  | { readonly kind: "explained"; readonly explained: Explained | undefined }
  /** The user wants to see this one of the firings. */
  | { readonly kind: "front"; readonly id: string }
  | { readonly kind: "sample"; readonly name: string; readonly payload: unknown }
  | { readonly kind: "saved"; readonly id: string; readonly name: string };

/** What is done with a firing that is over. */
export type PageAct = "createTest" | "replay" | "replayOnCopy" | "keep";

export type FromPage =
  | { readonly kind: "ready" }
  /** Go on with the firings, instead of what was explained or attacked. */
  | { readonly kind: "leave" }
  | { readonly kind: "reveal"; readonly uri: string; readonly line: number; readonly character: number }
  | { readonly kind: "fireAt"; readonly uri: string; readonly pointer: string }
  /** Attack the guard at that place; `choose`: with a danger that the user chooses. */
  | { readonly kind: "attackAt"; readonly place: AttackPlace; readonly choose: boolean }
  | { readonly kind: "cancelAttack"; readonly id: string }
  /** Make hook tests of these holes of the attack that is shown. */
  | { readonly kind: "attackTests"; readonly numbers: readonly number[] }
  | {
      readonly kind: "fire";
      readonly id: string;
      /** The sample that the payload is; null if the user has changed it. */
      readonly sample: string | null;
      readonly payload: Readonly<Record<string, unknown>>;
      readonly scratch: boolean;
    }
  | { readonly kind: "cancel"; readonly id: string }
  /** Run the hooks in the user's own agent, with what was fired. */
  | { readonly kind: "prove"; readonly id: string }
  | { readonly kind: "cancelProof"; readonly id: string }
  | { readonly kind: "copyIssue"; readonly id: string }
  | { readonly kind: "act"; readonly id: string; readonly act: PageAct }
  | { readonly kind: "debug"; readonly id: string; readonly hook: string }
  | { readonly kind: "attackHook"; readonly id: string; readonly hook: string }
  | { readonly kind: "compare"; readonly id: string; readonly path: string }
  | { readonly kind: "history" }
  | { readonly kind: "goTo"; readonly id: string; readonly hook: string }
  | { readonly kind: "whole"; readonly id: string; readonly hook: string; readonly stream: StreamName }
  | { readonly kind: "sample"; readonly id: string; readonly name: string }
  /** The user has changed the payload by hand. */
  | { readonly kind: "edited"; readonly id: string; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly kind: "save"; readonly id: string; readonly payload: Readonly<Record<string, unknown>> };
