/** Reads a locked requirements file: which lines belong to which package. */

/** The text of the file in two: of these packages, and of all others. */
export function split(text, packages) {
  const entries = text.split(/^(?=[a-z0-9])/m);
  const named = (it) => packages.includes(/^[a-z0-9-]+/.exec(it)?.[0]);
  return [entries.filter(named).join(""), entries.filter((it) => !named(it)).join("")];
}
