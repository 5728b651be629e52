/** Leaves out of native modules what no loader reads: some wheels for Linux have four times as much of it as of code. */

const ELF = Buffer.from("\x7fELF\x02\x01", "latin1");
/** Where the header says where the sections are, and how many, and which has their names. */
const [SECTIONS, SECTION_COUNT, SECTION_NAMES] = [40, 60, 62];

/**
 * An ELF file of 64 bits, little-endian, that ends with its last segment: a loader reads segments, and the sections
 * behind them are for debuggers and linkers. Those between segments are blank, so that they are packed to nothing. Any
 * other file is as it is.
 */
export function forLoading(bytes) {
  if (!bytes.subarray(0, ELF.length).equals(ELF)) return bytes;
  const copy = Buffer.from(bytes);
  for (const { name, offset, size } of sections(bytes)) {
    if (name.startsWith(".debug_")) copy.fill(0, offset, offset + size);
  }
  copy.writeBigUInt64LE(0n, SECTIONS);
  copy.writeUInt16LE(0, SECTION_COUNT);
  copy.writeUInt16LE(0, SECTION_NAMES);
  return copy.subarray(0, endOfSegments(bytes));
}

function endOfSegments(bytes) {
  const [length, count] = [54, 56].map((at) => bytes.readUInt16LE(at));
  const table = number(bytes, 32);
  const headers = Array.from({ length: count }, (_, index) => table + index * length);
  const ends = headers.map((it) => number(bytes, it + 8) + number(bytes, it + 32));
  return Math.max(table + count * length, ...ends);
}

function sections(bytes) {
  const table = number(bytes, SECTIONS);
  const [length, count, named] = [58, SECTION_COUNT, SECTION_NAMES].map((at) => bytes.readUInt16LE(at));
  if (count === 0) return [];
  const headers = Array.from({ length: count }, (_, index) => table + index * length);
  const names = number(bytes, headers[named] + 24);
  return headers.map((header) => {
    const start = names + bytes.readUInt32LE(header);
    const name = bytes.toString("latin1", start, bytes.indexOf(0, start));
    return { name, offset: number(bytes, header + 24), size: number(bytes, header + 32) };
  });
}

function number(bytes, at) {
  return Number(bytes.readBigUInt64LE(at));
}
