/** The licenses of what is handed on with the extension. */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const LICENSE = /^(licen[cs]e|copying|notice|authors)/i;

/** Of the npm packages that `dist/` is made of, by the lock file. */
export function noticesOfNode(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8"));
  const names = Object.keys(packages).filter((it) => it !== "" && packages[it].dev !== true);
  return document(names.map((it) => ofNodePackage(path.join(folder, it))));
}

function ofNodePackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return { name, version, license, texts: licensesIn(folder) };
}

/** Of the Python packages of a folder, by their `.dist-info`, but for the server itself. */
export function noticesOfPython(folder) {
  const infos = readdirSync(folder).filter((it) => it.endsWith(".dist-info") && !it.startsWith("hookwright-"));
  return document(infos.map((it) => ofPythonPackage(path.join(folder, it))));
}

function ofPythonPackage(folder) {
  const metadata = readFileSync(path.join(folder, "METADATA"), "utf8");
  const field = (name) => new RegExp(`^${name}: (.*)$`, "m").exec(metadata)?.[1];
  // Packages of before 2024 have their license beside the metadata, and name it in a classifier or a field.
  const texts = [folder, path.join(folder, "licenses")].filter((it) => existsSync(it)).flatMap(licensesIn);
  const license = field("License-Expression") ?? field("Classifier: License :: OSI Approved :") ?? field("License");
  return { name: field("Name"), version: field("Version"), license, texts };
}

function licensesIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((it) => it.isFile() && LICENSE.test(it.name));
  return files.map((it) => readFileSync(path.join(folder, it.name), "utf8").trim());
}

function document(packages) {
  const without = packages.filter((it) => it.texts.length === 0);
  if (without.length > 0) throw new Error(`no license found of ${without.map((it) => it.name).join(", ")}`);
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map((it) => `${heading(it)}\n\n${it.texts.join("\n\n")}\n`).join(`\n${"-".repeat(80)}\n\n`);
}

function heading({ name, version, license }) {
  return license === undefined ? `${name} ${version}` : `${name} ${version} (${license})`;
}
