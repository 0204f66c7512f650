const begin = '# BEGIN MAM';
const end = '# END MAM';

/**
 * The text of an exclude file with exactly one block of MAM's that names `folders`, where the first one was or at the
 * end. A person's lines survive whatever became of the markers: those in a block go below it, and a block that was left
 * open ends with the lines that MAM knows.
 */
export function withExcludeBlock(text: string, folders: readonly string[], own: readonly string[]): string {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const known = new Set([...folders, ...own].map(lineOf));
  const isKnown = (line: string): boolean => known.has(line.trim());
  const kept: string[] = [];
  let place: number | null = null;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (line.trim() === begin) {
      place ??= kept.length;
      const body = bodyAfter(lines, i);
      if (body === null) while (isKnown(lines[i + 1] ?? '')) i += 1;
      else {
        kept.push(...personsLines(body, isKnown));
        i += body.length + 1;
      }
    } else if (line.trim() !== end) kept.push(line);
  }
  if (last !== '' && last !== end && last !== begin) kept.push(last);
  kept.splice(place ?? kept.length, 0, begin, ...folders.map(lineOf), end);
  const after = `${kept.join('\n')}\n`;
  // Only the last newline of a person's file differs: that is no reason to write.
  return after === `${text}\n` ? text : after;
}

/** The text with one more folder at the end of the block of MAM's, which is made where there is none. */
export function withLine(text: string, folder: string): string {
  const lines = text.split('\n');
  const place = lines.findIndex((line) => line.trim() === end);
  if (place === -1) return withExcludeBlock(text, [folder], []);
  return lines.toSpliced(place, 0, lineOf(folder)).join('\n');
}

const lineOf = (folder: string): string => `/${folder}/`;

/** The lines up to the end of a block; null when another one begins first, or the file ends. */
function bodyAfter(lines: readonly string[], start: number): readonly string[] | null {
  const next = lines.findIndex((line, i) => i > start && (line.trim() === begin || line.trim() === end));
  return lines[next]?.trim() === end ? lines.slice(start + 1, next) : null;
}

/** What of a whole block is not MAM's. One more folder at its end is where the worktrees were before. */
function personsLines(body: readonly string[], isKnown: (line: string) => boolean): readonly string[] {
  const others = body.filter((line) => !isKnown(line));
  const [former = ''] = others;
  return others.length === 1 && body.length === 3 && body[2] === former && /^\/.+\/$/.test(former) ? [] : others;
}
