import type { Translate } from '../../base/problem.ts';
import type { App } from '../app.ts';
import { finding, saidBy, type Finding } from './finding.ts';

export function repositoryFindings(t: Translate, app: App): readonly Finding[] {
  const { facts, owner, problem, state } = app;
  return [
    finding('ok', t('Repository'), facts.bare ? t('{path} (bare)', { path: facts.controlRoot }) : facts.controlRoot),
    facts.head === null
      ? finding(
          'fail',
          t('Branch'),
          t('There is no commit yet. Make a first one, so that there is a base to work from.'),
        )
      : finding('ok', t('Branch'), facts.branch ?? t('detached at {commit}', { commit: facts.head.slice(0, 7) })),
    finding('ok', t('Owner'), owner?.label ?? t('nobody runs work here now')),
    problem === null
      ? finding('ok', t('Ledger'), t('at event {seq}', { seq: state.seq }))
      : finding('fail', t('Ledger'), saidBy(t, problem)),
    ...state.queue.problems.map((one) => finding('warn', t('Queue'), saidBy(t, one))),
  ];
}

export async function logFinding(t: Translate, app: App): Promise<Finding> {
  const found = await app.verify();
  return found.ok
    ? finding('ok', t('Log'), t('{count} {count|event|events}, whole', { count: found.events }))
    : finding('fail', t('Log'), t('It is not what it was. See mam evidence verify.'));
}
