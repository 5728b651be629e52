/** What other extensions get of this one: `api/hookwright.d.ts` is the contract. */

import type { CancellationToken, Event } from "vscode";
import type * as Api from "../api/hookwright";
import type { DispatchParams, Explanation, Outcome, RunEvent } from "../shared/methods";
import { CANCELLED, codeOf, INTERNAL, NO_SERVER, UNTRUSTED } from "./errors";

/** As much of the language client as the API needs. */
export interface Connection {
  sendRequest<R>(method: string, params: unknown, token?: CancellationToken): Promise<R>;
}

export interface Given {
  /** Starts the server where it does not run. */
  running(): Promise<Connection | undefined>;
  trusted(): boolean;
  readonly onDidRun: Event<RunEvent>;
  readonly onDidChangeHooks: Event<void>;
}

class HookwrightError extends Error implements Api.HookwrightError {
  override readonly name = "HookwrightError";

  constructor(
    readonly code: Api.ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export function apiOf(given: Given): Api.HookwrightApi {
  const ask = async <R>(method: string, params: DispatchParams, token?: CancellationToken): Promise<R> => {
    const server = await given.running();
    if (server === undefined) throw new HookwrightError(NO_SERVER, "There is no hooks server.");
    try {
      // A token that is undefined would be taken for one more of the params.
      return await (token === undefined
        ? server.sendRequest<R>(method, params)
        : server.sendRequest<R>(method, params, token));
    } catch (error) {
      throw asHookwrightError(error);
    }
  };
  return Object.freeze<Api.HookwrightApi>({
    version: 1,
    dispatch: async (params, token) => {
      if (!given.trusted()) throw new HookwrightError(UNTRUSTED, "The workspace is not trusted: nothing is run.");
      return ask<Outcome>("hookwright/dispatch", params, token);
    },
    explain: (params, token) => ask<Explanation>("hookwright/explain", params, token),
    onDidRun: given.onDidRun,
    onDidChangeHooks: given.onDidChangeHooks,
  });
}

/** The editor's own cancellations have a name and no code. */
function asHookwrightError(error: unknown): HookwrightError {
  if (!(error instanceof Error)) return new HookwrightError(INTERNAL, String(error));
  if (error.name === "Canceled" || error.name === "CancellationError") {
    return new HookwrightError(CANCELLED, error.message);
  }
  return new HookwrightError(codeOf(error) ?? INTERNAL, error.message);
}
