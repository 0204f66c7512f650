import { createHash } from 'node:crypto';
import { markCall } from '../../core/agentSession/call.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { describeCall } from './signs.ts';

/** Characters of a mark. */
const markLength = 12;

/**
 * A call of a tool, told from others that are described alike: by its hooks and in its transcript it has one key. It is
 * kept in the log, so that nobody may find out a secret of the input by trying which one gives the same mark.
 */
export function callKey(tool: string | undefined, input: Readonly<Record<string, unknown>> = {}): string {
  const hash = createHash('sha256').update(redactSecrets(canonical(input) ?? ''));
  return markCall(describeCall(tool, input), hash.digest('hex').slice(0, markLength));
}

/**
 * One text for an input as its model wrote it and as its agent read it: the agent may put fields in another order, fill in
 * what is off by itself, make numbers of text and add notes of its own, behind an underscore. Null for what says nothing.
 */
function canonical(value: unknown): string | null {
  if (value === undefined || value === null || value === false || value === 'false') return null;
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one) ?? '').join()}]`;
  if (typeof value !== 'object') return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value));
  const fields = Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .map(([name, one]) => [name, canonical(one)] as const)
    .filter(([, one]) => one !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join()}}`;
}
