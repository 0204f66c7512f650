import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

interface Summary {
  readonly runs: readonly {
    readonly phase: string;
    readonly round: number;
    readonly gate: { readonly open: boolean } | null;
    readonly waits: unknown;
    readonly lanes: readonly { readonly kind: string }[];
    readonly verdicts: readonly { readonly verdict: string }[];
    readonly checks: readonly { readonly check: string; readonly outcome: string }[];
  }[];
}

const script = (scenes: readonly unknown[]): string => `\`\`\`rehearsal\n${JSON.stringify(scenes)}\n\`\`\``;

/** The writer mends `note.txt` and adds a test; the reviewer rejects it, and takes that back when the writer argues. */
const scenes = [
  {
    on: { kind: 'implement' },
    steps: [
      { write: 'note.txt', text: 'new\n' },
      { write: 'test/check.sh', text: 'grep -q new note.txt\n' },
      { report: 'Done.' },
    ],
  },
  {
    on: { kind: 'review', session: 'reviewer' },
    steps: [{ report: '- [blocker] note.txt:1 - It should say old.\n\n[VERDICT: NOT PASS]' }],
  },
  { on: { kind: 'rebuttal' }, steps: [{ report: '- [1] rebutted - The task asks for new.' }] },
  { on: { kind: 'adjudication' }, steps: [{ report: '- [1] withdrawn - It does.\n\n[VERDICT: PASS]' }] },
];

const proof = '### Proof of Fix\n\n```sh\nsh test/check.sh\n```\n';

describe('the steps of a review loop, with real lanes and a real repository', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    const settings = {
      'mam.loop.plan': true,
      'mam.loop.planTalks': 1,
      'mam.loop.selfReview': true,
      'mam.loop.maxRebuttals': 1,
      'mam.review.lenses': ['tests'],
    };
    await writeFile(join(mam.folder, 'config/mam/settings.json'), JSON.stringify(settings));
    const task = { id: 'T-2026-0001', claims: '`note.txt`, `test/check.sh`', checks: ['git diff --check'] };
    await mam.setQueue(queueText({ ...task, goal: `Write new.\n\n${script(scenes)}`, notes: proof }));
  });
  after(() => mam.dispose());

  it('lead from a plan over an argument to an open gate, in one round', async () => {
    const { out, err } = await mam.run('start', '--agents', 'rehearsal', '--topology', 'four-role', '--yes', '--json');
    const { runs }: Summary = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    const [run] = runs;
    assert.ok(run, err);
    assert.deepEqual(
      run.lanes.map((lane) => lane.kind),
      ['plan', 'plan-talk', 'implement', 'self-review', 'review', 'review', 'review', 'rebuttal', 'adjudication'],
    );
    assert.deepEqual([run.phase, run.round, run.gate?.open], ['waiting', 1, true], JSON.stringify(run.waits));
    assert.ok(run.verdicts.length === 3 && run.verdicts.every((one) => one.verdict === 'pass'));
    assert.deepEqual(
      run.checks.map(({ check, outcome }) => [check, outcome]),
      [
        ['git diff --check', 'passed'],
        ['sh test/check.sh', 'passed'],
      ],
    );
    assert.equal((await mam.git('worktree', 'list')).trimEnd().split('\n').length, 1, 'a checkout is left');
  });
});
