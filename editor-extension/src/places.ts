/** Where hook files are: what opening a document or a folder has to do with them. */

import { hookFileGlobs } from "./methods";

/** The globs of hook files, those of the setting `hookwright.dialects` among them. */
export function places(dialects: Readonly<Record<string, string>>): readonly string[] {
  const own = Object.keys(dialects).map((it) => (/^(\/|~|\*\*\/)/.test(it) ? it : `**/${it}`));
  return [...new Set([...hookFileGlobs, ...own])];
}

/** Where the documents are that the server is told of; it leaves alone those without hooks. */
export const languages = ["json", "jsonc"] as const;
