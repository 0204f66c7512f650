import assert from 'node:assert/strict';
import { findTestLosses } from '../../../src/app/effects/findTestLosses.ts';
import { composeBrief } from '../../../src/app/brief.ts';
import { problem } from '../../../src/base/problem.ts';
import { err, ok } from '../../../src/base/result.ts';
import { packetSections } from '../../../src/app/views/packetSections.ts';
import { createHarness, passes, person } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { reader } from '../../builders/scene.ts';
import { settingsWith } from '../../builders/settings.ts';
import { fileOf } from '../../builders/core.ts';
import { byAccess, reported } from '../../fakes/fakeLanes.ts';

const strong = "it('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n";
const weak = "it.skip('adds', () => {\n  assert.ok(true);\n});\n";

/** A loop whose writer first writes a test, and weakens it when a person sends the work back. */
async function weakened(protectTests: boolean) {
  const h = await createHarness({
    queue: queueText({ id: 'T-2026-0001', claims: '`test/a.test.ts`' }),
    settings: { 'mam.review.protectTests': protectTests },
    play: (git) =>
      byAccess({
        write: (spec) => {
          git.files(spec.cwd).set('test/a.test.ts', git.files(spec.cwd).has('test/a.test.ts') ? weak : strong);
          return reported('Done.');
        },
        read: passes,
      }),
  });
  await h.start();
  const first = h.run();
  await h.app.dispatch({ type: 'returnRun', run: first.id, comments: 'Again.' }, person);
  await h.rest();
  const second = h.run();
  await h.app.close();
  return { h, first, second };
}

describe('the tests under a change', () => {
  it('are looked at by default', () => assert.equal(settingsWith({})['mam.review.protectTests'], true));

  for (const [isOn, expected, weaker] of [
    [true, [], ['skipped', 'trivial']],
    [false, undefined, undefined],
  ] as const)
    it(`${isOn ? 'are' : 'are not'} looked at ${isOn ? '' : 'any more '}when that is switched ${isOn ? 'on' : 'off'}`, async () => {
      const { first, second } = await weakened(isOn);
      assert.deepEqual(first.change?.tests, expected);
      assert.deepEqual(
        second.change?.tests?.map((loss) => loss.kind),
        weaker,
      );
    });

  const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    base: { 'test/a.test.ts': strong, 'src/a.ts': strong },
    head: { 'test/a.test.ts': weak },
  };
  const git = {
    readFileAt: async (commit: string, path: string) =>
      path === 'test/huge.test.ts' ? err(problem('git.failed', 'Too large.')) : ok(files[commit]?.[path] ?? null),
  };
  const changed = ['test/a.test.ts', 'src/a.ts', 'test/huge.test.ts'].map(fileOf);

  it('that were weakened are named, those that can’t be read too, and other files are left alone', async () => {
    const losses = await findTestLosses({ base: 'base', head: 'head', files: changed }, git);
    assert.deepEqual(
      losses.map(({ path, kind }) => [path, kind]),
      [
        ['test/a.test.ts', 'skipped'],
        ['test/a.test.ts', 'trivial'],
        ['test/huge.test.ts', 'unread'],
      ],
    );
  });

  it('that were weakened stand in the packet and in the briefs of all who judge', async () => {
    const tests = await findTestLosses({ base: 'base', head: 'head', files: changed }, git);
    const { h, first } = await weakened(true);
    const run = { ...first, change: { ...first.change!, tests } };
    const section = packetSections(reader(), h.app.state, run).find(({ id }) => id === 'tests');
    const words = section?.lines.map((one) => `${one.text} ${one.mark?.words ?? ''}`) ?? [];
    assert.ok(words.includes('test/a.test.ts:1 tests that do not run: 1, before 0'), words.join('\n'));
    assert.ok(words.includes('test/huge.test.ts could not be looked at'));
    const state = { ...h.app.state, runs: { [run.id]: run } };
    const brief = (kind: 'review' | 'self-review' | 'implement') =>
      composeBrief(state, { ...run.jobs.findLast((job) => job.kind === 'review')!, kind }, null);
    for (const kind of ['review', 'self-review'] as const)
      assert.ok(brief(kind).includes('test/a.test.ts:1 - 1 tests are skipped or kept from running, 0 before'));
    assert.ok(!brief('implement').includes('kept from running'));
  });
});
