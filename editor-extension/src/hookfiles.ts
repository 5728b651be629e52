/** Where hook files are: what opening a document or a folder has to do with them. */

import { hookFileGlobs } from "../shared/methods";

/** What does not begin in an open folder: at the root, on a drive, or in the home. */
const ROOTED = /^([~/]|[A-Za-z]:\/)/;

/** The globs of hook files, those of the setting `hookwright.dialects` among them. */
export function places(dialects: Readonly<Record<string, string>>): readonly string[] {
  const own = Object.keys(dialects).map((it) => {
    const glob = it.replaceAll("\\", "/");
    return ROOTED.test(glob) || glob.startsWith("**/") ? glob : `**/${glob}`;
  });
  return [...new Set([...hookFileGlobs, ...own])];
}

/** Plugins lie in any folder of a workspace; other hook files have their place in it. */
const ANYWHERE = /^\*\*\/(\.[\w-]+-plugin\/plugin|[\w-]+-extension)\.json$/;

/** The globs of those files that make an open folder one with hooks. */
export function signsOfHooks(globs: readonly string[]): readonly string[] {
  const inside = globs.filter((it) => !ROOTED.test(it));
  return inside.map((it) => (ANYWHERE.test(it) ? it : it.replace(/^\*\*\//, "")));
}

/** The globs of Markdown, which has hooks in its front matter or, most often, none at all. */
export function ofMarkdown(globs: readonly string[]): readonly string[] {
  return globs.filter((it) => it.endsWith(".md"));
}

/** So much of a document is looked at. */
const MOST = 20_000;

/** Whether a Markdown text has hooks: the server is not started for the others. */
export function hasHooks(markdown: string): boolean {
  const [opening, ...lines] = markdown
    .slice(0, MOST)
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  const isFence = (it: string | undefined): boolean => it !== undefined && /^---[ \t]*$/.test(it);
  const end = lines.findIndex(isFence);
  return isFence(opening) && lines.slice(0, Math.max(0, end)).some((it) => /^["']?hooks["']?[ \t]*:/.test(it));
}

/** The languages all of whose documents are sent to the server, which ignores documents without hooks. */
export const languages = ["json", "jsonc"] as const;
