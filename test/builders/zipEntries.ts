const endMark = 0x06054b50;
const entryMark = 0x02014b50;

/** Names of the files of a zip archive, from its directory; of one that is no archive none can be told. */
export function zipEntries(bytes: Buffer): readonly string[] {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endMark) end -= 1;
  if (end < 0) throw new Error('no zip archive');
  const names: string[] = [];
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === entryMark;) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    names.push(bytes.toString('utf8', at + 46, at + 46 + (name ?? 0)));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}
