/** What of the editor's state decides something, as plain values. */

import * as path from "node:path";
import * as vscode from "vscode";
import type { FireParams } from "../shared/methods";
import { hasHooks, ofMarkdown, signsOfHooks } from "./hookfiles";

export interface Settings {
  readonly command: readonly string[];
  readonly python: string;
  readonly dialects: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, string>>;
  readonly agentVersions: Readonly<Record<string, string>>;
}

export function settings(): Settings {
  const all = vscode.workspace.getConfiguration("hookwright");
  return {
    command: list(all.get("server.command")),
    python: text(all.get("server.python")),
    dialects: table(all.get("dialects")),
    rules: table(all.get("rules")),
    agentVersions: table(all.get("agentVersions")),
  };
}

// The editor underlines settings of a wrong type, and hands them out anyway.
function list(it: unknown): readonly string[] {
  return Array.isArray(it) ? it.filter((word) => typeof word === "string") : [];
}

function text(it: unknown): string {
  return typeof it === "string" ? it : "";
}

function table(it: unknown): Readonly<Record<string, string>> {
  return typeof it === "object" && it !== null ? (it as Record<string, string>) : {};
}

/** Whether the editor itself says where JSON is not valid. */
export function checksJson(): boolean {
  const isOff = vscode.workspace.getConfiguration("json").get<boolean>("validate.enable") === false;
  return !isOff && vscode.extensions.getExtension("vscode.json-language-features") !== undefined;
}

/** Which lenses and inlay hints the user wants, in the server's own words. */
export function shownInFile(): Readonly<Record<"codeLens" | "inlayHints", unknown>> {
  const all = vscode.workspace.getConfiguration("hookwright");
  return { codeLens: all.get("codeLens"), inlayHints: all.get("inlayHints") };
}

/** The interpreter that the Python extension's setting names, where it names one by path. */
export function pythonSetting(): string {
  const named = text(vscode.workspace.getConfiguration("python").get("defaultInterpreterPath"));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const plain = named.replaceAll("${workspaceFolder}", folder);
  return path.isAbsolute(plain) ? plain : "";
}

export function folders(): readonly string[] {
  const every = vscode.workspace.workspaceFolders ?? [];
  return every.filter((it) => it.uri.scheme === "file").map((it) => it.uri.fsPath);
}

/** Whether a document is a hook file by its name. */
export function isHookFile(document: vscode.TextDocument, globs: readonly string[]): boolean {
  const isAt = (it: string): boolean => vscode.languages.match({ scheme: "file", pattern: it }, document) > 0;
  const markdown = new Set(ofMarkdown(globs));
  if (globs.some((it) => !markdown.has(it) && isAt(it))) return true;
  return [...markdown].some(isAt) && hasHooks(document.getText());
}

/** So much Markdown, and so much of each, is looked at for hooks. */
const MOST_MARKDOWN = 200;
const MOST_BYTES = 20_000;

async function found(globs: readonly string[], most: number): Promise<readonly vscode.Uri[]> {
  if (globs.length === 0) return [];
  const finding = vscode.workspace.findFiles(`{${globs.join(",")}}`, "**/node_modules/**", most);
  return finding.then(
    (it) => it,
    () => [],
  );
}

/** Whether there is a hook file in the open folders; none is found by globs that the editor cannot read. */
export async function hasHookFiles(globs: readonly string[]): Promise<boolean> {
  const signs = signsOfHooks(globs);
  const markdown = ofMarkdown(signs);
  const others = signs.filter((it) => !markdown.includes(it));
  if ((await found(others, 1)).length > 0) return true;
  for (const uri of await found(markdown, MOST_MARKDOWN)) {
    const bytes = await Promise.resolve(vscode.workspace.fs.readFile(uri)).catch(() => new Uint8Array());
    if (hasHooks(new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)))) return true;
  }
  return false;
}

/** The place of the cursor, as what is to be fired. */
export function atCursor(): FireParams | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
