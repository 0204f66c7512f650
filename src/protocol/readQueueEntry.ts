import { checkLinesIn, claimsIn, dependenciesIn, fieldLines, mentionsIn, plain, readFields } from './queueBody.ts';
import type { QueueEntry, ReadEntry } from './queueEntry.ts';
import { adviceOn, problemsOf } from './queueProblems.ts';
import { priorityOf } from './taskFields.ts';

const heading = /^##\s+(T-\d{4}-\d{4})\s+[-–—]\s+(\S.*)$/s;
const lowestPriority = 9;

/** The entry in these lines, which begin with its heading. */
export const readEntry: ReadEntry = (lines) => {
  const [start, ...rest] = lines;
  const [, id, title] = heading.exec(withoutClosing(start?.text ?? '')) ?? [];
  if (start === undefined || id === undefined || title === undefined) return null;
  const body = rest.map((line) => ({ ...line, number: line.number - start.number + 1 }));
  const head = fieldLines(body);
  const fields = readFields(head);
  const checks = checkLinesIn(body);
  const proofs = checkLinesIn(body, 'Proof of Fix');
  const field = (label: string): string => plain(fields.get(label)?.value ?? '');
  const text = body
    .map((line) => line.text)
    .join('\n')
    .trim();
  const entry: QueueEntry = {
    id,
    title: field('title') || title,
    status: field('status').toLowerCase(),
    priority: priorityOf(field('priority')) ?? lowestPriority,
    body: text,
    claims: claimsIn(head, fields.get('claims')),
    mentions: mentionsIn(text),
    checks: checks.map((line) => line.text.trim()),
    proofs: proofs.map((line) => line.text.trim()),
    dependsOn: dependenciesIn(fields.get('depends on')),
    line: 1,
    lastLine: body.findLast((line) => line.text.trim() !== '')?.number ?? 1,
  };
  const parts = { entry, head, body, fields, checks: [...checks, ...proofs] };
  return { entry, problems: problemsOf(parts), advice: adviceOn(parts) };
};

/** A heading without the `##` that may stand behind it; in "Learn C#" it belongs to the title. */
const withoutClosing = (text: string): string => text.trimEnd().replace(/\s#+$/, '').trimEnd();
