/** The connection to a running server, with what it may ask of the editor. */

import * as vscode from "vscode";
import {
  LanguageClient,
  type DynamicFeature,
  type ShowDocumentRequest,
  type StaticFeature,
} from "vscode-languageclient/node";
import { withoutEditor } from "./environment";
import type { Events } from "./events";
import { answerRequests } from "./host";
import { languages, places } from "./places";
import type { Launch } from "./resolve";
import { isReport, showReport } from "./results";
import { settings, shownInFile } from "./vscodeapi";

// The commands are the extension's own: they are there before the server is, and show how it goes on. Formatting is left
// to the editor, which brings a formatter of JSON: of two, users would have to choose one at every first attempt.
const LEFT_OUT = new Set(["workspace/executeCommand", "textDocument/formatting", "textDocument/rangeFormatting"]);

class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if ("registrationType" in feature && LEFT_OUT.has(feature.registrationType.method)) return;
    super.registerFeature(feature);
  }
}

export interface Channels {
  readonly log: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
}

export function connect(launch: Launch, channels: Channels, events: Events): LanguageClient {
  const { dialects, rules } = settings();
  const patterns = places(dialects).filter((it) => !it.startsWith("~"));
  const client = new Client(
    "hookwright",
    "Hooks",
    { command: launch.command, args: [...launch.args], options: { env: withoutEditor(process.env) } },
    {
      documentSelector: [
        ...languages.map((language) => ({ scheme: "file", language })),
        ...patterns.map((pattern) => ({ scheme: "file", pattern })),
      ],
      outputChannel: channels.log,
      traceOutputChannel: channels.trace,
      initializationOptions: {
        trusted: vscode.workspace.isTrusted,
        dialects,
        rules,
        client: { ui: true },
        ...shownInFile(),
      },
      middleware: { window: { showDocument: shown } },
    },
  );
  answerRequests(client);
  events.listen(client);
  return client;
}

const shown: ShowDocumentRequest.MiddlewareSignature = async (params, token, next) => {
  const uri = vscode.Uri.parse(params.uri);
  if (!isReport(uri)) return next(params, token);
  await showReport(uri);
  return { success: true };
};
