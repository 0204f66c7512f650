import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

const phases = [
  'plan',
  'plan-talk',
  'implement',
  'self-review',
  'review',
  'rebuttal',
  'adjudication',
  'arbitration',
] as const;

/** Every phase says that it is there, and then waits for its gate. */
function script(gates: string): string {
  const scene = (kind: (typeof phases)[number], steps: readonly unknown[], more: object = {}) => ({
    on: { kind, ...more },
    steps: [{ say: `at ${kind}` }, { waitFor: join(gates, kind) }, ...steps],
  });
  const scenes = [
    scene('plan', [{ report: 'First this, then that.' }]),
    scene('plan-talk', [{ verdict: 'pass' }]),
    scene('implement', [{ write: 'note.txt', text: 'new\n' }, { report: 'Done.' }]),
    scene('self-review', [{ verdict: 'pass' }]),
    scene('review', [{ report: '- [blocker] note.txt:1 - It should say old.\n\n[VERDICT: NOT PASS]' }], {
      session: 'reviewer',
    }),
    scene('rebuttal', [{ report: '- [1] rebutted - The task asks for new.' }]),
    scene('adjudication', [{ report: '- [1] upheld - No.\n\n[VERDICT: NOT PASS]' }], { attempt: 2 }),
    scene('arbitration', [{ report: '- [1] withdrawn - It does.\n\n[VERDICT: PASS]' }]),
    { on: { kind: 'adjudication' }, steps: [{ report: '- [1] withdrawn - So be it.\n\n[VERDICT: PASS]' }] },
    { on: { kind: 'review' }, steps: [{ verdict: 'pass' }] },
  ];
  return `Write new.\n\n\`\`\`rehearsal\n${JSON.stringify(scenes)}\n\`\`\``;
}

describe('mam loop, killed in every phase', function () {
  this.timeout(300_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    mam.env['MAM_AGENTS'] = JSON.stringify({ '*': 'rehearsal' });
  });
  after(() => mam.dispose());

  it('hands out and promotes nothing twice', async () => {
    const jobs = join(mam.repository, '.mam/jobs');
    const reports = join(mam.repository, '.agents/reports');
    const shows = (kind: string): boolean =>
      existsSync(jobs) &&
      readdirSync(jobs).some((job) => {
        const path = join(jobs, job, 'stdout.jsonl');
        return existsSync(path) && readFileSync(path, 'utf8').includes(`at ${kind}"`);
      });
    const steps = ['--plan-talk', '--self-review', '--max-rebut', '1', '--claims', 'note.txt'];
    let host = mam.start('loop', '--creator', 'rehearsal', '--task', script(mam.folder), ...steps);
    const kill = async (): Promise<void> => {
      host.child.kill('SIGKILL');
      await host.ended;
    };
    for (const kind of phases) {
      await until(`${kind} begins`, () => shows(kind) || host.child.exitCode !== null, 60_000);
      assert.equal(host.child.exitCode, null, `the command ended before ${kind}`);
      await kill();
      await writeFile(join(mam.folder, kind), '');
      host = mam.start('resume');
    }
    // The first report that is there is not the last thing that is written.
    await until(
      'a report is kept',
      () => (existsSync(reports) && readdirSync(reports).length > 0) || host.child.exitCode !== null,
      60_000,
    );
    await kill();
    const done = await mam.run('resume', '--json');
    const { runs } = JSON.parse(done.out.trimEnd().split('\n').at(-1) ?? '');
    const [run] = runs;
    assert.deepEqual([run.phase, run.round, run.gate.open], ['waiting', 1, true], done.err + done.out);
    const kinds: readonly string[] = run.lanes.map((lane: { readonly kind: string }) => lane.kind);
    const reviewers = kinds.filter((kind) => kind === 'review').length;
    assert.deepEqual(
      kinds.filter((kind) => kind !== 'review'),
      ['plan', 'plan-talk', 'implement', 'self-review', 'rebuttal', 'adjudication', 'arbitration', 'adjudication'],
    );
    assert.equal(run.verdicts.length, reviewers, 'one standing verdict a seat');
    assert.equal((await readdir(jobs)).length, kinds.length);
    const kept = await readdir(reports);
    const [manifest = '', ...more] = kept.filter((name) => name.endsWith('.json'));
    assert.deepEqual(more, []);
    const named = JSON.parse(await readFile(join(reports, manifest), 'utf8'));
    const files: readonly string[] = named.reports.map(({ file }: { readonly file: string }) => file);
    assert.deepEqual(kept.toSorted(), [...files, manifest].toSorted());
    assert.equal(files.length, reviewers);
    assert.equal((await mam.git('rev-list', '--count', `main..${run.branch}`)).trim(), '1');
    assert.equal((await mam.git('worktree', 'list')).trimEnd().split('\n').length, 1, 'a checkout is left');
  });
});
