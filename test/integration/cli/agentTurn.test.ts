import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeFakeCodex } from '../../builders/fakeCodex.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam agent-turn', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  const turn = (...args: readonly string[]) => mam.run('agent-turn', '--json', ...args);
  const reviewer = ['--session-id', 'reviewer', '--role', 'Reviewer', '--agent', 'codex'] as const;

  before(async () => {
    mam = await createMamCommand();
    await placeFakeCodex(mam);
    await mam.run('active-loop', '--topology', 'expanded-eight');
  });
  after(() => mam.dispose());

  for (const [what, args] of [
    ['no seat', ['--role', 'Reviewer']],
    ['no role', ['--session-id', 'reviewer']],
    ['a pull request without a number', [...reviewer, '--pr', 'x']],
    ['both at once', [...reviewer, '--dry-run', '--execute']],
  ] as const)
    it(`takes ${what} for wrong usage`, async () => {
      assert.equal((await turn(...args)).code, 2);
    });

  it('only plans without --execute', async () => {
    const ended = await turn(...reviewer);
    const said = JSON.parse(ended.out);
    assert.deepEqual([ended.code, said.decision, said.verdict, said.artifacts], [0, 'planned', null, []]);
  });

  it('refuses whoever does not review', async () => {
    const ended = await turn('--session-id', 'implementer', '--role', 'Implementer', '--execute');
    assert.deepEqual([ended.code, JSON.parse(ended.out).blockers[0].code], [1, 'runner.notAReader']);
  });

  for (const [report, code, verdict] of [
    ['Fine.\n\n[VERDICT: PASS]', 0, 'approved'],
    ['- [blocker] tasks/queue.md:1 - wrong\n\n[VERDICT: NOT PASS]', 1, 'blocked'],
    // What is said of a place that isn't there is weighed by a person.
    ['- [blocker] gone.txt:1 - wrong\n\n[VERDICT: NOT PASS]', 1, 'needs-attention'],
    ['Fine.\nGate verdict: approved', 1, 'error'],
  ] as const)
    it(`ends with ${code} for ${verdict}`, async () => {
      await placeFakeCodex(mam, { report });
      const ended = await turn(...reviewer, '--execute');
      const said = JSON.parse(ended.out);
      assert.deepEqual([ended.code, said.decision, said.verdict], [code, 'executed', verdict], ended.err);
      const artifact = JSON.parse(await readFile(join(mam.repository, said.artifacts[0]), 'utf8'));
      assert.deepEqual([artifact.verdict, artifact.agent, artifact.wu], [verdict, 'codex', 1]);
    });

  it('leaves a transcript of its lane', async () => {
    const { jobs } = JSON.parse((await mam.run('transcript', '--json')).out);
    assert.deepEqual(
      [jobs.length, jobs[0].role, jobs[0].agent, jobs[0].task, jobs[0].outcome],
      [4, 'reviewer', 'codex', null, 'report'],
    );
    const shown = await mam.run('transcript', jobs[0].job);
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out, /Gate verdict: approved/);
    const told = await mam.run('transcript', jobs[0].job, '--json');
    const lines = told.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(lines.at(-1), { job: jobs[0].job, outcome: 'report', problem: null, skipped: 0 });
    assert.ok(lines.length > 1 && lines.slice(0, -1).every(({ kind, text }) => kind && text !== undefined), told.out);
  });
});
