import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { promoteReports } from '../../../src/app/effects/promoteReports.ts';
import type { EffectOf } from '../../../src/app/effects/handler.ts';
import { problem } from '../../../src/base/problem.ts';
import { err, ok } from '../../../src/base/result.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';

const folder = '/repo/.agents/reports';
const exclude = '/repo/.git/info/exclude';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const texts = ['First.\n\n[VERDICT: PASS]', 'Second.\n\n[VERDICT: PASS]'];
const effect: EffectOf<'promoteReports'> = {
  kind: 'promoteReports',
  id: 'run-1/promote/head-1',
  run: 'run-1',
  identity: { task: 'T-0000-0001', round: 1, run: 'run-1', base: 'b', head: 'head-1', tree: 't' },
  manifest: 'T-0000-0001-run-1-head-1.json',
  reports: texts.map((text, n) => ({
    job: `job-${n}`,
    session: 'reviewer',
    role: 'Reviewer',
    agent: 'claude',
    file: `T-0000-0001-reviewer-job-${n}.md`,
    digest: hashOf(text),
  })),
};

/** Files of which the write numbered `fails` does not come about. */
function stage(fails = Infinity, blobs: readonly string[] = texts, tracked: readonly string[] = []) {
  const files = createMemoryFiles();
  const written: string[] = [];
  const write: typeof files.write = async (path, text) => {
    if (path === exclude) return files.write(path, text);
    if (written.length === fails) return err(problem('files.failed', 'The disk is full.'));
    written.push(path);
    return files.write(path, text);
  };
  const store = { getBlob: async (digest: string) => blobs.find((text) => hashOf(text) === digest) ?? null };
  const places = { reports: folder, exclude };
  const git = { tracked: async () => ok(tracked) };
  const context = { files: { ...files, write }, store, places, git };
  return { files, written, context };
}

type Context = ReturnType<typeof stage>['context'];
const run = (context: Context) => promoteReports(effect, context);

describe('putting reports away', () => {
  it('keeps them out of git’s status, unless a person tracks any of them', async () => {
    const { files, context } = stage();
    await run(context);
    assert.match(files.texts.get(exclude) ?? '', /^\/\.agents\/reports\/$/m);
    await run(context);
    assert.equal(files.texts.get(exclude)?.match(/agents/g)?.length, 1);
    const kept = stage(Infinity, texts, ['.agents/reports/a.md']);
    await run(kept.context);
    assert.equal(kept.files.texts.get(exclude), undefined);
  });

  it('writes each report, then what names all of them with the hash of their bytes', async () => {
    const { files, written, context } = stage();
    assert.deepEqual(await run(context), { kind: 'promoteReports' });
    assert.deepEqual(
      written,
      [...effect.reports.map(({ file }) => file), effect.manifest].map((file) => `${folder}/${file}`),
    );
    const manifest = JSON.parse(files.texts.get(`${folder}/${effect.manifest}`) ?? '');
    assert.deepEqual([manifest.head, manifest.base, manifest.tree, manifest.round], ['head-1', 'b', 't', 1]);
    for (const { file, sha256, verdict } of manifest.reports) {
      assert.equal(sha256, hashOf(files.texts.get(`${folder}/${file}`) ?? ''));
      assert.equal(verdict, 'PASS');
    }
  });

  it('goes on wherever it was cut short, and names nothing before all is there', async () => {
    for (const fails of [0, 1, 2]) {
      const first = stage(fails);
      assert.equal((await run(first.context)).kind, 'failed');
      assert.ok(!first.files.texts.has(`${folder}/${effect.manifest}`));
      const again = stage();
      for (const [path, text] of first.files.texts) again.files.texts.set(path, text);
      assert.equal((await run(again.context)).kind, 'promoteReports');
      assert.equal(again.written.length, 3 - fails, 'what is there is not written again');
      assert.equal((await run(again.context)).kind, 'promoteReports');
      assert.equal(again.written.length, 3 - fails);
    }
  });

  it('takes away what a killed write of its files left, and nothing else', async () => {
    const { files, context } = stage();
    const [first] = effect.reports;
    const left = `${folder}/.${first?.file}.0123456789ab.tmp`;
    const others = [`${folder}/.other.md.0123456789ab.tmp`, `${folder}/.${first?.file}.tmp`, `${folder}/mine.md`];
    for (const path of [left, ...others]) files.texts.set(path, 'half');
    assert.equal((await run(context)).kind, 'promoteReports');
    assert.ok(!files.texts.has(left));
    assert.ok(others.every((path) => files.texts.has(path)));
  });

  const codeOf = async (context: Context): Promise<string> => {
    const done = await run(context);
    return done.kind === 'failed' ? done.problem.code : done.kind;
  };

  it('overwrites nothing that somebody else put there', async () => {
    for (const file of [effect.reports[1]?.file ?? '', effect.manifest]) {
      const { files, context } = stage();
      files.texts.set(`${folder}/${file}`, 'mine');
      assert.equal(await codeOf(context), 'promotion.other');
      assert.equal(files.texts.get(`${folder}/${file}`), 'mine');
    }
  });

  it('puts nothing away that the log does not hold', async () => {
    const { files, context } = stage(Infinity, texts.slice(1));
    assert.equal(await codeOf(context), 'promotion.gone');
    assert.deepEqual([...files.texts.keys()], [exclude]);
  });
});
