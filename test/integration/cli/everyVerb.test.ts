import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hidden, verbs } from '../../../src/cli/verbs.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const task = 'T-2026-0001';

/** For each verb that prints JSON, what makes it say something about a repository in which nothing was started. */
const calls: Readonly<Record<string, readonly string[]>> = {
  status: [],
  lease: ['list'],
  evidence: ['verify'],
  'gate-evidence': ['--task', task],
  'privacy-audit-output': [],
  'agent-mix-report': [],
  'overlap-preflight': ['--issue', '9', '--branch', 'feat/issue-9-x'],
  preflight: ['--task', task],
  'handoff-check': ['--task', task],
  validate: [],
  'suggest-validation': [],
  'classify-surface': ['--from-git'],
  'claim-policy': ['--from-git'],
  'claim-audit': ['claim.txt'],
  'pr-body': ['--from-git'],
  'pr-body-check': ['claim.txt'],
  'branch-issue-hygiene': [],
  'auto-pass-check': [],
  'active-loop': [],
  'active-start': [],
  'readiness-score': ['--from-git'],
  'ship-simulate': ['--from-git'],
  'auto-ship-plan': ['--from-git'],
  'approval-packet': ['--from-git'],
  dashboard: ['--from-git'],
  'loop-state': ['--from-git'],
  'gate-status': ['--from-git'],
  heartbeat: ['--session', 'reviewer', '--role', 'Reviewer', '--status', 'reading'],
  worktree: ['--role', 'implementer', '--slug', 'x', '--issue', '9'],
  config: [],
  doctor: [],
};

/** They speak of a run, which needs one; their own tests start it. Or they tell events line by line. */
const elsewhere = new Set(['start', 'resume', 'gate', 'approve', 'merge', 'ship', 'abandon', 'import']);

/** Verbs under their own name that have the option. */
const printing: string[] = [];
for (const [name, load] of Object.entries(verbs)) {
  const verb = await load();
  if (verb.name === name && !hidden.has(name) && 'json' in verb.options && !elsewhere.has(name)) printing.push(name);
}

describe('every verb with --json', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await writeFile(join(mam.repository, 'claim.txt'), 'Faster.');
  });
  after(() => mam.dispose());

  for (const name of printing)
    it(`${name} prints one object`, async () => {
      const args = calls[name];
      assert.ok(args, `${name} is not in the table`);
      const ended = await mam.run(name, ...args, '--json');
      assert.ok(ended.code === 0 || ended.code === 1, ended.err);
      const lines = ended.out.split('\n');
      assert.deepEqual([lines.length, lines[1]], [2, ''], ended.out + ended.err);
      assert.equal(typeof JSON.parse(lines[0] ?? ''), 'object');
    });

  it('names a queue that is not there, in whatever needs it', async () => {
    await rm(join(mam.repository, 'tasks/queue.md'));
    for (const args of [
      ['start'],
      ['handoff-check', '--task', task],
      ['preflight', '--task', task],
      ['auto-pass-check', '--task', task],
    ]) {
      const ended = await mam.run(...args);
      assert.deepEqual(
        [args, ended.code, ended.err.includes('[queue.missing]')],
        [args, 1, true],
        ended.out + ended.err,
      );
    }
  });
});
