/** Says what is missing where no server was found, and leads to how it is installed. */

import * as vscode from "vscode";
import type { Where } from "./bundle";
import { pythons } from "./machine";
import { missing, newest, OLDEST } from "./python";

export async function guide(where: Where): Promise<void> {
  const install = vscode.l10n.t("How to Install");
  const choose = vscode.l10n.t("Choose a Server");
  const chosen = await vscode.window.showWarningMessage(await message(where), install, choose);
  if (chosen === install) await vscode.commands.executeCommand("hookwright.openWalkthrough");
  else if (chosen === choose) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "hookwright.server");
  }
}

async function message(where: Where): Promise<string> {
  if (process.platform === "win32") {
    return vscode.l10n.t("The hooks server runs on Linux and macOS; on Windows, open the folder in WSL.");
  }
  const found = await pythons(where);
  const oldest = OLDEST.join(".");
  switch (missing(found)) {
    case "python":
      return vscode.l10n.t("Hooks need Python {0} or newer, and there is none on the PATH.", oldest);
    case "newer-python":
      return vscode.l10n.t(
        "Hooks need Python {0} or newer; the newest on the PATH is {1}.",
        oldest,
        newest(found)?.version.join(".") ?? "?",
      );
    case "server":
      return vscode.l10n.t("The hooks server `hookwright` is not installed.");
  }
}
