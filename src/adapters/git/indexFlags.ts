/**
 * Whether an index tells git not to look at some of its files (assume-unchanged, skip-worktree); true also when it is not
 * understood. It saves a process for each checkout. An index doesn't say how long its object ids are, but read with the
 * wrong length it doesn't end where it should.
 */
export const mayHideFiles = (index: Buffer): boolean => may(index, isHidden);

/** Whether an index may have a submodule in it; true also when it is not understood. */
export const mayHoldSubmodules = (index: Buffer): boolean => may(index, isSubmodule);

/** Says it of the entry at `at`, whose flags are at `flagsAt`. */
type Trait = (index: Buffer, at: number, flagsAt: number) => boolean;

const may = (index: Buffer, trait: Trait): boolean => has(index, 20, trait) && has(index, 32, trait);

const isSubmodule: Trait = (index, at) => index.readUInt32BE(at + 24) >>> 12 === 0b1110;

const isHidden: Trait = (index, _, flagsAt) =>
  (index.readUInt16BE(flagsAt) & 0x8000) !== 0 ||
  ((index.readUInt16BE(flagsAt) & 0x4000) !== 0 && (index.readUInt16BE(flagsAt + 2) & 0x4000) !== 0);

function has(index: Buffer, idBytes: number, trait: Trait): boolean {
  const version = index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC' ? 0 : index.readUInt32BE(4);
  if (version < 2 || version > 4) return true;
  const count = index.readUInt32BE(8);
  let at = 12;
  for (let entry = 0; entry < count; entry += 1) {
    const flagsAt = at + 40 + idBytes;
    if (flagsAt + 4 > index.length) return true;
    const extended = (index.readUInt16BE(flagsAt) & 0x4000) !== 0;
    if (trait(index, at, flagsAt)) return true;
    const nameAt = flagsAt + (extended ? 4 : 2);
    // In version 4 the name begins with a number of one byte or more, of which none but the first part can be NUL.
    const end = index.indexOf(0, version === 4 ? afterNumber(index, nameAt) : nameAt);
    if (end === -1) return true;
    // Up to version 3 an entry is filled up with one to eight NUL bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return !endsWithExtensions(index, at, idBytes);
}

function afterNumber(index: Buffer, at: number): number {
  let next = at;
  while (next < index.length && (index[next] ?? 0) >= 0x80) next += 1;
  return next + 1;
}

/** After the entries come named parts and a checksum. One of them (`link`) says that entries are in another file. */
function endsWithExtensions(index: Buffer, from: number, idBytes: number): boolean {
  const end = index.length - idBytes;
  let at = from;
  while (at + 8 <= end) {
    if (index.toString('latin1', at, at + 4) === 'link') return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end;
}
