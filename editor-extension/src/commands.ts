/** The commands of the palette and of the lenses. */

import * as vscode from "vscode";
import type { AttackPlace } from "../shared/attacks";
import { attack } from "./attacking";
import { explain, fire } from "./firing";
import { serverCommands, type DisabledHook, type FireParams, type HookPlaces } from "../shared/methods";
import { showLast } from "./history";
import { complain } from "./refusals";
import type { Server } from "./server/server";
import { offerUndo } from "./view/toggle";
import { atCursor } from "./vscodeapi";

/** Those that show more here than what the server answers. */
const ELSEWHERE = new Set(["hookwright.replay"]);
const PLACED = new Set(["hookwright.fire", "hookwright.fireScratch", "hookwright.attack", "hookwright.explain"]);

export function registerCommands(server: Server): vscode.Disposable {
  const here = serverCommands.filter((name) => !ELSEWHERE.has(name));
  const own = here.map((name) =>
    vscode.commands.registerCommand(name, (argument?: object) => execute(server, name, argument)),
  );
  return vscode.Disposable.from(...own);
}

async function execute(server: Server, name: string, argument: object | undefined): Promise<unknown> {
  const given = argument ?? (PLACED.has(name) ? atCursor() : {});
  if (given === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a hook file and put the cursor on a hook."));
    return undefined;
  }
  if (name === "hookwright.fire") return fire(server, given as FireParams);
  if (name === "hookwright.fireScratch") return fire(server, { ...(given as FireParams), scratch: true });
  if (name === "hookwright.attack") return attack(server, given as AttackPlace);
  if (name === "hookwright.explain") return explain(server, given as FireParams);
  if (name === "hookwright.lastReport") return showLast(server, given as FireParams);
  const client = await server.running();
  if (client === undefined) return undefined;
  const params = { command: name, arguments: [given] };
  try {
    const answer: unknown = await client.sendRequest("workspace/executeCommand", params);
    if (name === "hookwright.goToHooks") await showSeveral(answer as HookPlaces);
    if (name === "hookwright.disableHook") void offerUndo(server, answer as DisabledHook);
    return answer;
  } catch (error) {
    return complain(error);
  }
}

/** Of several hooks the user chooses one; the only one is shown by the server. */
async function showSeveral({ places }: HookPlaces): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (places.length < 2 || editor === undefined) return;
  const found = places.map(({ uri, range: { start, end } }) => {
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    return new vscode.Location(vscode.Uri.parse(uri), range);
  });
  const { uri } = editor.document;
  await vscode.commands.executeCommand("editor.action.goToLocations", uri, editor.selection.active, found, "peek");
}
