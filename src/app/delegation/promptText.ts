/** What the line that is typed ends with: it is looked for on the screen, and no other line has it. */
export const promptMark = (job: string, attempt: number): string => `[${job}.${attempt}]`;

/**
 * The one line that is typed for an attempt. What is asked is in its brief: a long text with line ends would be cut up by
 * some agents, folded by others, and sent in pieces by a plain terminal.
 */
export const promptText = (job: string, attempt: number, brief: string): string =>
  `Read the whole file ${brief} first, then do the job that it describes. ${promptMark(job, attempt)}`;

/**
 * Whether a prompt was typed behind another one that nobody sent: Enter would send both as one. One that was sent has an
 * end of line behind it, or the sign of the next one.
 */
export const standsBehindOther = (screen: string): boolean =>
  /\[[\w-]+\.\d+\]Read the whole file/.test(screen.replaceAll(/[ \t│|]*\n[ \t│|]*/g, ' ').replaceAll(/ +/g, ' '));

/**
 * Whether a prompt was typed behind a text that stood in the agent's line, such as one that a person has begun: Enter would
 * send both as one. A sign or a label in front of it, such as `>` or `agent>`, is none.
 */
export function standsBehindText(screen: string, prompt: string): boolean {
  const lines = screen.split('\n');
  const whole = flat(prompt);
  const from = lines.findLastIndex((_, at) => flat(lines.slice(at).join('')).includes(whole));
  const line = lines[from];
  if (line === undefined) return false;
  const begins = line.split('').findIndex((letter, at) => {
    const rest = flat(line.slice(at));
    return letter === prompt[0] && (whole.startsWith(rest) || rest.startsWith(whole));
  });
  const before = line.slice(0, Math.max(begins, 0)).replaceAll(/[\s\u2500-\u259f|]/g, '');
  return !/^[>❯›»→$#%!]*$|^[^>❯›»→].*[>❯›»→$#%:]$/u.test(before);
}

/** A screen without its spaces, line ends and frames: long lines are wrapped, and drawn within boxes. */
const flat = (text: string): string => text.replaceAll(/[\s\u2500-\u257f|>❯›]/g, '');

/** How often the mark stands on a screen, and how many lines that are not empty stand below its last place. */
export function findMark(screen: string, mark: string): { readonly times: number; readonly below: number } {
  const parts = flat(screen).split(flat(mark));
  return { times: parts.length - 1, below: parts.length > 1 ? linesBelow(screen.split('\n'), flat(mark)) : 0 };
}

/** Lines that are not empty below the one in which the last mark begins. */
function linesBelow(lines: readonly string[], mark: string): number {
  let below = 0;
  let end = '';
  for (const line of lines.toReversed()) {
    end = flat(line) + end;
    if (end.includes(mark)) return below;
    if (flat(line) !== '') below += 1;
  }
  return below;
}
