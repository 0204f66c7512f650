import type { Translate } from '../../base/problem.ts';
import type { App } from '../app.ts';
import { finding, saidBy, type Finding } from './finding.ts';

/** How many worktrees there are, and a line for each thing that is wrong with one or with what all of them share. */
export async function worktreeFindings(t: Translate, app: Pick<App, 'examineWorktrees'>): Promise<readonly Finding[]> {
  const found = await app.examineWorktrees();
  if (!found.ok) return [finding('fail', t('Worktrees'), saidBy(t, found.error))];
  const { linked, known, remedies } = found.value;
  return [
    finding('ok', t('Worktrees'), t('{count} linked, {known} of them known to MAM', { count: linked, known })),
    ...remedies.map(({ problem, argv }) => finding('warn', t('Worktrees'), saidBy(t, problem), argv)),
  ];
}
