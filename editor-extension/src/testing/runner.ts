/** Runs items of the Test Explorer: hooks one after the other, the tests of a file together. */

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Events } from "../events";
import type { FireParams, FireResult, FiringPlan, TestResult } from "../methods";
import type { Server } from "../server";
import type { Explorer } from "./explorer";
import { failureVerdict } from "./failures";
import { grouped, leaves, type Item, type PlacedHook } from "./items";
import { firedText, liveText, planText, runsText, testText, verdictText } from "./printed";
import { Reporter } from "./reporter";
import { errored, firedVerdict, plannedVerdict, skipped, testVerdict } from "./verdict";

/** `dry`: nothing is executed. */
export type Mode = "fire" | "copy" | "dry";

const { l10n } = vscode;

export class Runner {
  constructor(
    private readonly controller: vscode.TestController,
    private readonly explorer: Explorer,
    private readonly server: Server,
    private readonly events: Events,
  ) {}

  async run(request: vscode.TestRunRequest, mode: Mode): Promise<void> {
    const tests = this.wanted(request).some((it) => it.test !== undefined);
    await this.explorer.refresh(tests);
    const items = this.wanted(request);
    const run = this.controller.createTestRun(request);
    const reporter = new Reporter(run, this.explorer);
    try {
      for (const it of items) reporter.enqueued(it);
      await this.runAll(items, mode, reporter);
    } finally {
      run.end();
    }
  }

  wanted({ include, exclude }: vscode.TestRunRequest): readonly Item[] {
    const named = include?.flatMap((it) => this.explorer.item(it.id) ?? []);
    const without = leaves((exclude ?? []).flatMap((it) => this.explorer.item(it.id) ?? []));
    return [...new Set(leaves(named ?? this.explorer.roots))].filter((it) => !without.includes(it));
  }

  private async runAll(items: readonly Item[], mode: Mode, reporter: Reporter): Promise<void> {
    const client = await this.server.running();
    if (client === undefined) {
      const missing = l10n.t("The hooks server is not running: “Get Started with Hooks” says how it is installed.");
      for (const it of items) reporter.report(it, errored(missing));
      return;
    }
    for (const [uri, own] of grouped(items, (it) => it.uri)) {
      for (const it of own) {
        if (reporter.cancelled) return;
        if (it.hook !== undefined) await this.runHook(client, it, it.hook, mode, reporter);
      }
      const tests = own.filter((it) => it.test !== undefined);
      if (tests.length > 0 && !reporter.cancelled) await runTests(client, uri, tests, mode, reporter);
    }
  }

  private async runHook(client: LanguageClient, item: Item, hook: PlacedHook, mode: Mode, to: Reporter): Promise<void> {
    const { uri, canFire, skippedBecause, hook: identity } = hook.configured;
    to.started(item);
    if (!canFire) return to.report(item, skipped(skippedBecause ?? l10n.t("No hook would be run.")));
    const params = { uri, pointer: identity.pointer };
    try {
      if (mode === "dry") await plan(client, item, params, to);
      else await this.fire(client, item, { ...params, scratch: mode === "copy" }, to);
    } catch (error) {
      const verdict = failureVerdict(l10n, error);
      to.print(verdictText(verdict), item);
      to.report(item, verdict);
    }
  }

  private async fire(client: LanguageClient, item: Item, params: FireParams, to: Reporter): Promise<void> {
    const dispatchId = randomUUID().replaceAll("-", "");
    const following = this.events.onDidRun((event) => {
      if (event.dispatchId === dispatchId) to.print(liveText(l10n, event), item);
    });
    try {
      const result: FireResult = await client.sendRequest("hookwright/fire", { ...params, dispatchId }, to.token);
      const verdict = firedVerdict(l10n, result, params.pointer ?? "");
      to.print((to.hasPrinted(item) ? "" : runsText(result.outcome.runs)) + firedText(result, verdict), item);
      to.report(item, verdict);
    } finally {
      following.dispose();
    }
  }
}

async function plan(client: LanguageClient, item: Item, params: FireParams, to: Reporter): Promise<void> {
  const found: FiringPlan = await client.sendRequest("hookwright/plan", params, to.token);
  const verdict = plannedVerdict(l10n, found, params.pointer ?? "");
  to.print(planText(l10n, found) + verdictText(verdict), item);
  to.report(item, verdict);
}

async function runTests(
  client: LanguageClient,
  uri: string,
  items: readonly Item[],
  mode: Mode,
  to: Reporter,
): Promise<void> {
  for (const it of items) to.started(it);
  const params = { uri, lines: items.map((it) => it.test?.line), dry: mode === "dry" };
  try {
    const results = await client.sendRequest<TestResult[]>("hookwright/runTests", params, to.token);
    for (const item of items) {
      const result = results.find((it) => it.line === item.test?.line && it.name === item.label);
      const verdict =
        result === undefined
          ? errored(l10n.t("The file has changed meanwhile: run it again."))
          : testVerdict(l10n, result);
      to.print(result === undefined ? verdictText(verdict) : testText(l10n, result, verdict), item);
      to.report(item, verdict);
    }
  } catch (error) {
    const verdict = failureVerdict(l10n, error);
    for (const it of items) to.report(it, verdict);
    to.print(verdictText(verdict));
  }
}
