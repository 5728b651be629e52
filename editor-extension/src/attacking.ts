/** Attacks guards for every command and view, shows the result in the results panel, and makes hook tests of holes. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { AttackPlace, ShownAttack } from "../shared/attacks";
import type { AttackParams, AttackResult, CreatedTest, Dangers } from "../shared/methods";
import type { ResultsPanel } from "./panel/panel";
import { complain, isCancelled, mayRun, refuse, wordsOf } from "./refusals";
import type { Server } from "./server/server";
import { atCursor } from "./vscodeapi";

let panel: ResultsPanel | undefined;
const running = new Map<string, vscode.CancellationTokenSource>();

/** Gets attacks shown in the panel, which is opened by the first. */
export function registerAttacking(server: Server, shown: ResultsPanel): vscode.Disposable {
  panel = shown;
  const choosing = vscode.commands.registerCommand("hookwright.attackDanger", (argument?: AttackPlace) => {
    const place = argument ?? atCursor();
    if (place !== undefined) return attack(server, place, true);
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a hook file and put the cursor on a hook."));
    return undefined;
  });
  return vscode.Disposable.from(choosing, { dispose: () => (panel = undefined) });
}

/** Attacks the guard at a place once the user has agreed; undefined if there is no result. `choose`: with a danger that the user chooses, who is asked, too, where nothing says what the guard is meant to stop. */
export async function attack(server: Server, place: AttackPlace, choose = false): Promise<AttackResult | undefined> {
  if (!mayRun()) return undefined;
  const client = await server.running();
  if (client === undefined) return undefined;
  try {
    const { uri, pointer = null, position = null, dangers: before = null } = place;
    const told = await client.sendRequest<Dangers>("hookwright/dangers", { uri, pointer, position });
    const dangers = choose || (told.meant === null && before === null) ? await chosen(told) : before;
    if (dangers === undefined) return undefined;
    const params: AttackParams = { uri, pointer, position, dangers };
    return await watched(params, async (token, id, tell) => {
      const following = await server.follow(client, id, tell);
      try {
        return await client.sendRequest<AttackResult>("hookwright/attack", { ...params, workDoneToken: id }, token);
      } finally {
        following.dispose();
      }
    });
  } catch (error) {
    return complain(error);
  }
}

export function cancelAttack(id: string): void {
  running.get(id)?.cancel();
}

/** Once the panel is closed, the user could not see what comes of them. */
export function cancelAttacks(): void {
  for (const it of running.values()) it.cancel();
}

/** Makes hook tests of holes of the attack that is shown, and opens the last of them beside the panel. */
export async function createAttackTests(server: Server, numbers: readonly number[]): Promise<void> {
  if (!vscode.workspace.isTrusted) return refuse();
  const client = await server.running();
  const attackId = panel?.lastAttack?.result?.id;
  if (client === undefined || attackId === undefined) return;
  try {
    for (const number of numbers) {
      const made = await client.sendRequest<CreatedTest>("hookwright/createAttackTest", { attackId, number });
      const shown = panel?.lastAttack;
      if (shown?.result?.id === attackId) panel?.attack({ ...shown, tests: [...shown.tests, number] });
      if (number === numbers.at(-1)) await open(made);
    }
  } catch (error) {
    complain(error);
  }
}

/** The focus stays on the panel, where the next hole is. */
async function open({ uri, line }: CreatedTest): Promise<void> {
  const selection = new vscode.Range(line, 0, line, 0);
  const where = { selection, viewColumn: vscode.ViewColumn.One, preserveFocus: true };
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), where);
}

type Tell = (progress: string) => void;
type Work = (token: vscode.CancellationToken, id: string, tell: Tell) => Promise<AttackResult>;

/** The panel shows how far it is, with a button that cancels. */
async function watched(place: AttackPlace, work: Work): Promise<AttackResult> {
  const id = randomBytes(8).toString("hex");
  const source = new vscode.CancellationTokenSource();
  const show = (more: Partial<ShownAttack>): void => panel?.attack({ id, at: Date.now(), place, tests: [], ...more });
  running.set(id, source);
  show({});
  const shown = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Attacking a guard") };
  try {
    const attacked = work(source.token, id, (progress) => panel?.attackGoesOn(id, progress));
    const result = await vscode.window.withProgress(shown, () => attacked);
    show({ result });
    return result;
  } catch (error) {
    const cancelled = isCancelled(error);
    const stopped = vscode.l10n.t(
      "Hooks that were still running were stopped, with every process that they had started.",
    );
    show({ failure: { cancelled, why: cancelled ? stopped : wordsOf(error) } });
    throw error;
  } finally {
    running.delete(id);
    source.dispose();
  }
}

interface Choice extends vscode.QuickPickItem {
  /** Null for what the guard itself is meant to stop; undefined for the user's own words. */
  readonly dangers?: readonly string[] | null;
}

/** The dangers to attack with; null: those that the guard is meant to stop; undefined: the user has chosen none. */
async function chosen({ meant, dangers }: Dangers): Promise<readonly string[] | null | undefined> {
  const own: Choice[] =
    meant === null
      ? []
      : [
          {
            label: vscode.l10n.t("What the guard is meant to stop"),
            description: Object.entries(meant.dangers)
              .map(([name, seeds]) => `${name} (${seeds.join(", ")})`)
              .join("; "),
            detail: vscode.l10n.t("As {0} say.", meant.source),
            dangers: null,
          },
        ];
  const named = dangers.map(({ name, does }): Choice => {
    return { label: name, description: vscode.l10n.t("a call that {0}", does), dangers: [name] };
  });
  const other: Choice = { label: vscode.l10n.t("A command…"), description: "terraform destroy" };
  const placeHolder = vscode.l10n.t("What is the guard meant to stop?");
  const choice = await vscode.window.showQuickPick([...own, ...named, other], {
    placeHolder,
    matchOnDescription: true,
  });
  if (choice === undefined || choice.dangers !== undefined) return choice?.dangers;
  const prompt = vscode.l10n.t("A command that the guard must stop");
  const said = await vscode.window.showInputBox({ prompt, placeHolder: "terraform destroy" });
  return said === undefined || said.trim() === "" ? undefined : [said.trim()];
}
