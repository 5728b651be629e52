/** The connection to a running server, with what it may ask of the editor. */

import * as vscode from "vscode";
import {
  CancellationToken,
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  WorkDoneProgress,
  type CloseHandlerResult,
  type DynamicFeature,
  type ErrorHandler,
  type ErrorHandlerResult,
  type ShowDocumentRequest,
  type StaticFeature,
} from "vscode-languageclient/node";
import { withoutEditor } from "./machine";
import type { Events } from "./events";
import { answerRequests } from "./host";
import { languages, places } from "../hookfiles";
import type { Launch } from "./resolve";
import { Restarts } from "./connection";
import { isReport, showReport } from "./host";
import { checksJson, settings, shownInFile } from "../vscodeapi";
import type { Models } from "../models/models";

// The commands are the extension's own: they are there before the server is, and show how it goes on. Formatting is left
// to the editor, which brings a formatter of JSON: of two, users would have to choose one at every first attempt.
const LEFT_OUT = new Set(["workspace/executeCommand", "textDocument/formatting", "textDocument/rangeFormatting"]);
const MOST_ERRORS = 3;

class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if ("registrationType" in feature && LEFT_OUT.has(feature.registrationType.method)) return;
    super.registerFeature(feature);
  }

  /** Only logs: the extension itself reports a lost connection, once and with ways to go on. */
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Starts a server again that had been running, for as long as that helps. */
class Patience implements ErrorHandler {
  private readonly restarts = new Restarts();
  ran = false;

  constructor(private readonly gaveUp: () => void) {}

  error(_error: Error, _message: unknown, count: number | undefined): ErrorHandlerResult {
    const goesOn = count !== undefined && count <= MOST_ERRORS;
    return { action: goesOn ? ErrorAction.Continue : ErrorAction.Shutdown, handled: true };
  }

  /** If the server never ran, its starter reports it. */
  closed(): CloseHandlerResult {
    if (this.ran && this.restarts.again()) return { action: CloseAction.Restart, handled: true };
    if (this.ran) this.gaveUp();
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}

export interface Channels {
  readonly log: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
}

/** What a server tells, and what it may ask for. */
export interface Around {
  readonly channels: Channels;
  readonly events: Events;
  readonly models: Models;
}

/** `gaveUp` is called when a server that was running has ended too often to be started again. */
export function connect(launch: Launch, { channels, events, models }: Around, gaveUp: () => void): LanguageClient {
  const { agentVersions, dialects, rules } = settings();
  const patterns = places(dialects).filter((it) => !it.startsWith("~"));
  const patience = new Patience(gaveUp);
  const client = new Client(
    "hookwright",
    "Agent Hooks",
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
        agentVersions,
        client: { ui: true, model: models.endpoint() !== undefined, suggests: true, checksJson: checksJson() },
        ...shownInFile(),
      },
      middleware: {
        window: { showDocument: shown },
        handleRegisterCapability: async (params, next) => {
          await next(params, CancellationToken.None);
          events.register();
        },
      },
      errorHandler: patience,
      initializationFailedHandler: () => false,
    },
  );
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) patience.ran = true;
  });
  answerRequests(client, models, channels.log);
  events.listen(client);
  return client;
}

/** What is reported of the work behind a token. */
export function followed(client: LanguageClient, token: string, tell: (message: string) => void): vscode.Disposable {
  return client.onProgress(WorkDoneProgress.type, token, (it) => {
    if (it.kind === "report" && it.message !== undefined) tell(it.message);
  });
}

const shown: ShowDocumentRequest.MiddlewareSignature = async (params, token, next) => {
  const uri = vscode.Uri.parse(params.uri);
  if (!isReport(uri)) return next(params, token);
  await showReport(uri);
  return { success: true };
};
