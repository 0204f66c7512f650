import assert from 'node:assert/strict';
import { summaryLines } from '../../../src/cli/summary.ts';
import { aSource } from '../../builders/source.ts';
import { aChange, aRun, at, gateOpenState, workingState } from '../../builders/scene.ts';
import { createTestCli } from './terminal.ts';

const summary = (run: ReturnType<typeof aRun>, cwd = '/repo'): string =>
  summaryLines({ ...createTestCli(), cwd }, '/repo', workingState(), run).join('\n');

describe('a summary', () => {
  const decision = { kind: 'approved', by: 'ann', at: at('14:04'), head: aChange.head, merged: false } as const;
  const run = aRun({ phase: 'ended', change: aChange, decision });

  it('names what merges: MAM where the base is a branch, git where it is a commit', () => {
    assert.match(summary(run), /Next +mam merge \S+$/);
    const named = aRun({ ...run, branch: 'fix/issue-20', options: { ...run.options, source: aSource() } });
    assert.match(summary(named), /Next +git merge fix\/issue-20$/);
    assert.match(summary(named, '/wt/issue-20'), /Next +git -C \/repo merge fix\/issue-20$/);
  });

  it('says that no check was named, and not that it passed', () => {
    const [open] = Object.values(gateOpenState().runs);
    assert.ok(open?.gate);
    const rules = open.gate.rules.map((rule) => (rule.rule === 'checks' ? { ...rule, proof: 'no check named' } : rule));
    const said = summary(aRun({ ...open, gate: { open: true, rules } }));
    assert.match(said, /- +Checks run by MAM +no check named/);
    assert.doesNotMatch(said, /pass +Checks/);
    assert.match(summary(aRun(open)), /pass +Checks/);
  });
});
