/**
 * Writes pictures of screens with 256 colors each, which makes them less than half as large.
 *
 *   node few-colors.mjs FOLDER PICTURE…
 *
 * The colors of areas stay exactly as they are; of the others, which only smooth letters, each becomes the nearest.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const MOST = 256;
/** How far two colors are from each other at most, squared. */
const FAR = 3 * 255 ** 2;
const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** Bytes of a pixel by PNG's type of color: without and with transparency, which no screen has. */
const BYTES = { 2: 3, 6: 4 };

const [folder, ...names] = process.argv.slice(2);
for (const it of names) writeFileSync(path.join(folder, path.basename(it)), fewColors(readFileSync(it)));

function fewColors(png) {
  const { width, height, pixels } = decoded(png);
  const palette = chosen(pixels);
  const known = new Map(palette.map((color, index) => [color, index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < pixels.length; at++) {
    const color = pixels[at];
    if (!known.has(color)) known.set(color, nearest(palette, color));
    rows[at + Math.floor(at / width) + 1] = known.get(color);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = Buffer.from(palette.flatMap(parts));
  const chunks = [chunk("IHDR", header), chunk("PLTE", colors), chunk("IDAT", deflateSync(rows, { level: 9 }))];
  return Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

/** The picture's size, and the colors of its pixels as numbers. */
function decoded(png) {
  const data = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [width, height, bits, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const size = BYTES[type];
  if (bits !== 8 || size === undefined || png[28] !== 0) throw new Error("not the picture of a screen");
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * size, size);
  const pixels = Uint32Array.from({ length: width * height }, (_, it) => bytes.readUIntBE(it * size, 3));
  return { width, height, pixels };
}

/** The bytes of all rows, each of which PNG stores as its difference from what is before and above it. */
function unfiltered(stored, length, size) {
  const bytes = Buffer.alloc((stored.length / (length + 1)) * length);
  for (let at = 0; at < bytes.length; at++) {
    const [row, column] = [Math.floor(at / length), at % length];
    const before = column >= size ? bytes[at - size] : 0;
    const above = row > 0 ? bytes[at - length] : 0;
    const corner = column >= size && row > 0 ? bytes[at - length - size] : 0;
    const expected = [0, before, above, (before + above) >> 1, paeth(before, above, corner)];
    bytes[at] = stored[at + row + 1] + expected[stored[row * (length + 1)]];
  }
  return bytes;
}

function paeth(before, above, corner) {
  const sum = before + above - corner;
  const [a, b, c] = [before, above, corner].map((it) => Math.abs(sum - it));
  if (a <= b && a <= c) return before;
  return b <= c ? above : corner;
}

/** The colors that stay: again and again the one of which most is wrong with those that stay already. */
function chosen(pixels) {
  const counts = new Map();
  for (const it of pixels) counts.set(it, (counts.get(it) ?? 0) + 1);
  const off = new Map([...counts.keys()].map((it) => [it, Infinity]));
  const wrong = (it) => Math.min(off.get(it), FAR) * counts.get(it);
  const palette = [];
  while (palette.length < MOST && off.size > 0) {
    const next = [...off.keys()].reduce((worst, it) => (wrong(it) > wrong(worst) ? it : worst));
    palette.push(next);
    off.delete(next);
    for (const [it, before] of off) off.set(it, Math.min(before, distance(it, next)));
  }
  return palette;
}

function nearest(palette, color) {
  return palette.reduce((best, it, index) => (distance(it, color) < distance(palette[best], color) ? index : best), 0);
}

function distance(one, other) {
  const wanted = parts(other);
  return parts(one).reduce((sum, part, index) => sum + (part - wanted[index]) ** 2, 0);
}

function parts(color) {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
