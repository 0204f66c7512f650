import assert from 'node:assert/strict';
import { taskFiles } from '../../../src/app/projections/taskFiles.ts';
import { reviewArtifactSchema } from '../../../src/protocol/ledger/codexRunner.ts';
import { CoreWorld, reviewed, taskOf } from '../../builders/core.ts';
import { privacy } from '../../builders/privacy.ts';

const stamp = { seq: 1, at: '2026-01-31T12:00:00Z', privacy };
const ids = ['T-2026-0001', 'T-2026-0002'];

/** Two tasks at once; the reviews of the second one reject. */
function world(): CoreWorld {
  const made = new CoreWorld().start(
    ids.map((id) => taskOf(id, { claims: [`${id}.txt`] })),
    { pool: 2, limit: 2, maxRounds: 1 },
  );
  for (let steps = 0; made.open().length > 0; steps++) {
    assert.ok(steps < 500);
    const [effect] = made.open();
    assert.ok(effect);
    const run = made.state.runs[effect.run ?? ''];
    const kind = effect.kind === 'runLane' ? run?.jobs.find(({ id }) => id === effect.job)?.kind : undefined;
    if (kind === 'review' && run?.task.id === ids[1]) made.settle(effect, reviewed('not-pass'));
    else made.settle(effect);
  }
  return made;
}

describe('what belongs to one task in the ledger', () => {
  it('lies below its own folder and speaks of that task alone, while several are at work', () => {
    const files = taskFiles(world().state);
    assert.equal(new Set(files.map(({ path }) => path)).size, files.length, 'no file is written twice');
    for (const { path, render } of files) {
      const [, task = ''] = path.split('/');
      const other = ids.find((id) => id !== task) ?? '';
      const text = render(stamp);
      assert.ok(text.includes(task) && !text.includes(other), path);
    }
    for (const id of ids)
      assert.deepEqual(
        files
          .filter(({ path }) => path.startsWith(`tasks/${id}/`))
          .map(({ path }) => path.slice(`tasks/${id}/`.length)),
        [
          'assignments/implementer.md',
          'assignments/reviewer.md',
          'assignments/ci-eval-auditor.md',
          'artifacts/reviewer/claude.json',
          'artifacts/ci-eval-auditor/claude.json',
        ],
      );
  });

  it('says what each of its reviews came to', () => {
    const verdicts = taskFiles(world().state)
      .filter(({ path }) => path.endsWith('.json'))
      .map(({ path, render }) => [path.split('/')[1], reviewArtifactSchema.parse(JSON.parse(render(stamp))).verdict]);
    assert.deepEqual(
      verdicts.filter(([, verdict]) => verdict === 'approved').map(([task]) => task),
      [ids[0], ids[0]],
    );
    assert.equal(verdicts.length, 4);
  });
});
