/** Leaves the debug information out of native modules: some wheels for Linux have four times as much of it as of code. */

const ELF = Buffer.from("\x7fELF\x02\x01", "latin1");

/**
 * An ELF file of 64 bits, little-endian, with the content of its `.debug_*` sections blank, so that it is packed to
 * nothing; any other file as it is. Nothing moves: what a loader reads stays where it was.
 */
export function withoutDebugInfo(bytes) {
  if (!bytes.subarray(0, ELF.length).equals(ELF)) return bytes;
  const copy = Buffer.from(bytes);
  for (const { name, offset, size } of sections(bytes)) {
    if (name.startsWith(".debug_")) copy.fill(0, offset, offset + size);
  }
  return copy;
}

function sections(bytes) {
  const number = (at) => Number(bytes.readBigUInt64LE(at));
  const [table, length, count, named] = [number(40), ...[58, 60, 62].map((at) => bytes.readUInt16LE(at))];
  const headers = Array.from({ length: count }, (_, index) => table + index * length);
  const names = number(headers[named] + 24);
  return headers.map((header) => {
    const start = names + bytes.readUInt32LE(header);
    const name = bytes.toString("latin1", start, bytes.indexOf(0, start));
    return { name, offset: number(header + 24), size: number(header + 32) };
  });
}
