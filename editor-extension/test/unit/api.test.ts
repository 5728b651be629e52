import assert from "node:assert/strict";
import { test } from "node:test";
import type * as Api from "../../api/hookwright";
import { apiOf, type Connection, type Given } from "../../src/api";
import type * as extension from "../../src/extension";
import type * as Methods from "../../shared/methods";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** That the contract says what the server does: the compiler holds it. */
const agreed: readonly true[] = [
  true satisfies Same<ReturnType<typeof extension.activate>, Api.HookwrightApi>,
  true satisfies Same<Methods.DispatchParams, Api.DispatchParams>,
  true satisfies Same<Required<Methods.DispatchParams>, Required<Api.DispatchParams>>,
  true satisfies Same<Methods.OpenSessionParams, Api.SessionParams>,
  true satisfies Same<Required<Methods.OpenSessionParams>, Required<Api.SessionParams>>,
  true satisfies Same<Methods.Command, Api.Command>,
  true satisfies Same<Required<Methods.CommandResult>, Required<Api.CommandResult>>,
  true satisfies Same<Methods.Outcome, Api.Outcome>,
  true satisfies Same<Methods.Explanation, Api.Explanation>,
  true satisfies Same<Required<Methods.RunEvent>, Required<Api.RunEvent>>,
  true satisfies Same<keyof Methods.RunEvent, keyof Api.RunEvent>,
];

const EVENT = { event: "Stop", payload: { a: 1 } };
const silent = (() => ({ dispose: () => undefined })) as unknown as Given["onDidChangeHooks"];

function given(server: Connection["sendRequest"] | undefined, trusted = true): Given {
  return {
    running: () => Promise.resolve(server && { sendRequest: server }),
    trusted: () => trusted,
    onDidRun: silent as unknown as Given["onDidRun"],
    onDidChangeHooks: silent,
  };
}

function failing(error: unknown): Given {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
  return given(() => Promise.reject(error));
}

test("it has a version, and is the contract's", () => {
  assert.equal(apiOf(given(undefined)).version, 1);
  assert.equal(agreed.length, 11);
});

test("what is asked goes to the server with its token, and the answer comes back", async () => {
  const asked: unknown[] = [];
  const api = apiOf(
    given((...all) => {
      asked.push(all);
      return Promise.resolve({ decision: "deny" }) as Promise<never>;
    }),
  );
  const token = { isCancellationRequested: false } as Parameters<typeof api.dispatch>[1];
  assert.equal((await api.dispatch(EVENT, token)).decision, "deny");
  await api.explain(EVENT);
  assert.deepEqual(asked, [
    ["hookwright/dispatch", EVENT, token],
    ["hookwright/explain", EVENT],
  ]);
});

test("in an untrusted workspace nothing is run, no server is started for it, and explaining works", async () => {
  const api = apiOf({ ...given(() => Promise.resolve({ matched: [] }) as Promise<never>, false) });
  await assert.rejects(api.dispatch(EVENT), { name: "HookwrightError", code: -32010 });
  assert.deepEqual(await api.explain(EVENT), { matched: [] });
  const unstarted = { ...given(undefined, false), running: () => assert.fail("it was started") };
  await assert.rejects(apiOf(unstarted).dispatch(EVENT), { code: -32010 });
});

test("F5: a session is opened, written to, read, commanded and closed", async () => {
  const asked: unknown[] = [];
  const answers: Record<string, unknown> = {
    "session/open": { sessionId: "s1", sessionFile: "/tmp/s1.jsonl" },
    "session/messages": { messages: [{ role: "user" }] },
    "session/entries": { entries: [{ type: "message" }] },
    "commands/list": [{ name: "pop", description: "Go back", source: "/p/pop.py" }],
    "commands/invoke": { status: "done" },
  };
  const api = apiOf(
    given((...[method, params]) => {
      asked.push([method, params]);
      return Promise.resolve(answers[method.replace("hookwright/", "")] ?? {}) as Promise<never>;
    }),
  );
  const session = await api.openSession({ projectDir: "/p" });
  assert.deepEqual([session.sessionId, session.sessionFile], ["s1", "/tmp/s1.jsonl"]);
  const entry = { type: "message", message: { role: "user", content: "hi" } };
  await session.append(entry);
  assert.deepEqual(await session.messages(), [{ role: "user" }]);
  assert.deepEqual(await session.entries(), [{ type: "message" }]);
  assert.deepEqual(await session.commands(), await api.commands("s1"));
  assert.deepEqual(await session.invoke("pop", "now"), { status: "done" });
  await session.invoke("pop");
  await session.close();
  const sessionId = "s1";
  assert.deepEqual(asked, [
    ["hookwright/session/open", { projectDir: "/p" }],
    ["hookwright/session/append", { sessionId, entry }],
    ["hookwright/session/messages", { sessionId }],
    ["hookwright/session/entries", { sessionId }],
    ["hookwright/commands/list", { sessionId }],
    ["hookwright/commands/list", { sessionId }],
    ["hookwright/commands/invoke", { sessionId, name: "pop", args: "now" }],
    ["hookwright/commands/invoke", { sessionId, name: "pop", args: "" }],
    ["hookwright/session/close", { sessionId }],
  ]);
});

test("F5: no session is opened in an untrusted workspace", async () => {
  const unstarted = { ...given(undefined, false), running: () => assert.fail("it was started") };
  await assert.rejects(apiOf(unstarted).openSession(), { code: -32010 });
});

test("every error has a code", async () => {
  await assert.rejects(apiOf(given(undefined)).explain(EVENT), { name: "HookwrightError", code: -32012 });
  const wrong = Object.assign(new Error("`event`: is missing"), { code: -32602 });
  await assert.rejects(apiOf(failing(wrong)).dispatch(EVENT), {
    name: "HookwrightError",
    code: -32602,
    message: "`event`: is missing",
  });
  const cancelled = Object.assign(new Error("Canceled"), { name: "Canceled" });
  await assert.rejects(apiOf(failing(cancelled)).dispatch(EVENT), { code: -32800 });
  await assert.rejects(apiOf(failing("broken")).dispatch(EVENT), { code: -32603, message: "broken" });
});
