import type { Translate } from '../../base/problem.ts';
import { finding, type Finding } from './finding.ts';

const gigabyte = 1024 ** 3;

/** Below this there is hardly room for a worktree; below a tenth of it MAM may not be able to write its own log. */
const scarceBytes = gigabyte;

/** How much room there is, in the words of every screen. */
const freeGigabytes = (bytes: number): string => (bytes / gigabyte).toFixed(1);

/** `free`: bytes, null where the system does not tell. */
export function diskFinding(t: Translate, free: number | null): Finding {
  if (free === null) return finding('warn', t('Disk'), t('The system does not say how much room there is.'));
  const text = t('{free} GB free', { free: freeGigabytes(free) });
  const level = free > scarceBytes ? 'ok' : free > scarceBytes / 10 ? 'warn' : 'fail';
  return finding(level, t('Disk'), level === 'ok' ? text : `${text}. ${t('Worktrees need room; free some.')}`);
}
