/** Paths by their text, those of Windows and of other systems alike. */

const WINDOWS = /^([A-Za-z]:[\\/]|\\\\)/;

export function isAbsolute(path: string): boolean {
  return /^[\\/]/.test(path) || WINDOWS.test(path);
}

export function join(...parts: readonly string[]): string {
  return parts.map((it) => it.replace(/[\\/]+$/, "")).join("/");
}

export function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "");
}

/** The last part of it. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((it) => it !== "") ?? "";
}

/** On Windows, neither the case nor the kind of slash matters. */
export function isSame(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

/** Whether it is the folder itself, or below it. */
export function isWithin(path: string, folder: string): boolean {
  return isSame(path, folder) || comparable(path).startsWith(`${comparable(folder).replace(/\/+$/, "")}/`);
}

/** The path below the folder; the whole of it where it is elsewhere. */
export function below(folder: string, path: string): string {
  return isWithin(path, folder) ? path.slice(folder.length).replace(/^[\\/]/, "") : path;
}

/** The path with `~` for the home folder, as shells write it. */
export function withTilde(path: string, home: string): string {
  return isWithin(path, home) && !isSame(path, home) ? `~/${below(home, path)}` : path;
}

/** Its `file` URI. */
export function fileUri(path: string): string {
  const plain = WINDOWS.test(path) ? path.replaceAll("\\", "/") : path;
  const encoded = plain.split("/").map(encodeURIComponent).join("/");
  if (encoded.startsWith("//")) return `file:${encoded}`;
  return `file://${encoded.startsWith("/") ? "" : "/"}${encoded}`;
}

/** The path of a `file` URI; any other is given back. */
export function pathOf(uri: string): string {
  const [, host = "", encoded = ""] = /^file:\/\/([^/]*)(\/.*)$/.exec(uri) ?? [];
  const path = decoded(encoded);
  if (path === undefined || path === "") return uri;
  if (host !== "") return `//${host}${path}`;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function comparable(path: string): string {
  return WINDOWS.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
}
