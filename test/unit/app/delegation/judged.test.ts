import assert from 'node:assert/strict';
import type { ReportLook } from '../../../../src/app/ports/reports.ts';
import type { CompletionMode } from '../../../../src/core/delegation/types.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const report: ReportLook = {
  kind: 'report',
  text: 'Done.',
  sha256: 'ab',
  bytes: 5,
  modifiedAt: Date.UTC(2027, 0, 1),
  manifest: null,
};

/** The whole application with a job whose agent works, left its report and then only rests. */
async function restingJob(mode: CompletionMode | null): Promise<SessionScene> {
  let found: ReportLook = { kind: 'none' };
  const scene = await createSessionScene({
    settings: { 'mam.completion.mode': mode ? { claude: mode } : {} },
    wrap: (ports) => ({ ...ports, reports: { look: async () => found } }),
  });
  await scene.open();
  await scene.pass(2000);
  await scene.see('hook', { kind: 'idle' });
  const { id } = await scene.submit();
  await scene.pass(2000);
  const said = await scene.app.dispatch(
    { type: 'signalAttempt', job: id, attempt: 1, seq: 1, kind: 'started', text: '' },
    { kind: 'job', id },
  );
  assert.ok(said.ok);
  await scene.see('hook', { kind: 'working' });
  found = report;
  scene.files.edit(`/repo/.mam/jobs/${id}/1/report.md`, 'Done.');
  // A report alone is told of a moment later: its manifest may be on its way.
  await scene.pass(500);
  assert.equal(scene.attempt().report?.sha256, 'ab');
  await scene.see('hook', { kind: 'idle' });
  return scene;
}

describe('a job whose agent rests after its report, in the whole application', () => {
  it('is done once it rested for 15 s, where its agent is trusted with that', async () => {
    const scene = await restingJob('auto');
    await scene.pass(14_000);
    assert.equal(scene.job().status, 'running');
    await scene.pass(2000);
    assert.deepEqual([scene.job().status, scene.attempt().ended?.by], ['completed', 'watcher']);
    await scene.app.close();
  });

  for (const mode of ['shadow', null] as const)
    it(`is only noted to be done with ${mode ?? 'no setting'}`, async () => {
      const scene = await restingJob(mode);
      await scene.pass(16_000);
      assert.deepEqual([scene.job().status, scene.attempt().wouldComplete?.report], ['running', 'ab']);
      await scene.app.close();
    });
});
