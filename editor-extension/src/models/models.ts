/** The models that answer for hooks and modules: the one that the settings name, and those of the editor (E7). */

import * as vscode from "vscode";
import { complete, endpointOf, ModelError, MOST_ANSWER, MOST_PROMPT, type Endpoint } from "./endpoint";
import type { Keys } from "./keys";

/** A model by its name; `baseUrl` is where modules with a key can ask it themselves. */
export interface NamedModel {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly baseUrl?: string;
}

export interface Prompt {
  readonly prompt: string;
  readonly model?: string;
  readonly tools: boolean;
}

export class Models {
  constructor(readonly keys: Keys) {}

  /** The model of the settings; undefined if they name none, or none that can be asked. */
  endpoint(): Endpoint | undefined {
    const found = endpointOf(...namedInSettings());
    return typeof found === "object" ? found : undefined;
  }

  /** Whether there is any; asking the editor may wake up the extension that brings its models. */
  async any(): Promise<boolean> {
    return this.endpoint() !== undefined || (await ofTheEditor()).length > 0;
  }

  async list(): Promise<readonly NamedModel[]> {
    const own = this.endpoint();
    const first = own === undefined ? [] : [named(own)];
    return [...first, ...(await ofTheEditor()).map((it) => ({ provider: it.vendor, id: it.id, name: it.name }))];
  }

  /** The key of a model for one module; undefined if there is none, or the user does not agree. */
  async apiKey(provider: string, module: string, token: vscode.CancellationToken): Promise<string | undefined> {
    return this.endpoint()?.provider === provider ? this.keys.for(module, provider, token) : undefined;
  }

  /** What a model answers: the one that is named, else that of the settings, else the editor's first. */
  async complete({ prompt, model, tools }: Prompt, token: vscode.CancellationToken): Promise<string> {
    if (tools) throw new ModelError(vscode.l10n.t("The editor's models have no tools, which agent hooks need."));
    const own = this.endpoint();
    const editors = model === undefined && own !== undefined ? [] : await ofTheEditor();
    const chosen = model === undefined ? editors[0] : editors.find((it) => answersTo(it, model));
    if (chosen !== undefined) return ask(chosen, prompt, token);
    if (own === undefined) throw new ModelError(vscode.l10n.t("There is no language model: install one, or set one."));
    const key = await this.keys.of(own.provider);
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    try {
      return await complete(own, { prompt, model: own.model, key }, abort.signal);
    } finally {
      listening.dispose();
    }
  }
}

/** What is said of the settings; a workspace cannot say it, as their scope is the machine. */
export function namedInSettings(): readonly [string, string] {
  const all = vscode.workspace.getConfiguration("hookwright.model");
  const [url, name]: readonly unknown[] = [all.get("baseUrl"), all.get("name")];
  return [typeof url === "string" ? url.trim() : "", typeof name === "string" ? name.trim() : ""];
}

function named({ provider, model, baseUrl }: Endpoint): NamedModel {
  return { provider, id: model, name: model, baseUrl };
}

/** None if the editor has no models, or is too old to know of any. */
async function ofTheEditor(): Promise<readonly vscode.LanguageModelChat[]> {
  try {
    return await vscode.lm.selectChatModels();
  } catch {
    return [];
  }
}

function answersTo({ vendor, id, family }: vscode.LanguageModelChat, name: string): boolean {
  return [id, family, `${vendor}/${id}`, `${vendor}/${family}`].includes(name);
}

async function ask(model: vscode.LanguageModelChat, prompt: string, token: vscode.CancellationToken): Promise<string> {
  if (prompt.length > MOST_PROMPT) throw new ModelError(`the prompt is longer than ${MOST_PROMPT} characters`);
  const justification = vscode.l10n.t("Hooks and hook modules ask it.");
  const messages = [vscode.LanguageModelChatMessage.User(prompt)];
  const response = await model.sendRequest(messages, { justification }, token);
  let text = "";
  for await (const piece of response.text) {
    text += piece;
    if (text.length > MOST_ANSWER) throw new ModelError(`the answer is longer than ${MOST_ANSWER} bytes`);
  }
  return text;
}
