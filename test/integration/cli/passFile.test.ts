import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runEvent } from '../../../src/cli/event/run.ts';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';
import { useTempFolder } from '../../tempFolder.ts';

const token = 'x'.repeat(43);

describe('the pass that a job speaks by', () => {
  const folder = useTempFolder();
  let root: string;
  let spool: string;
  let pass: string;
  beforeEach(async () => {
    root = join(await realpath(folder()), `it's a "place" $HOME`);
    spool = join(root, '.git/mam/spool');
    pass = join(root, '.mam/jobs/j2/3/pass.json');
    for (const place of [spool, dirname(pass)]) await mkdir(place, { recursive: true });
    await put(pass, {});
  });
  const put = async (path: string, change: object): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    const report = join(root, 'any file of the user');
    await writeFile(path, JSON.stringify({ v: 1, job: 'j2', attempt: 3, token, spool, report, ...change }));
  };
  const messages = async () =>
    Promise.all(
      (await readdir(spool))
        .filter((name) => name.endsWith('.json'))
        .map(async (name) => {
          const parsed = parseSpoolEvent(await readFile(join(spool, name), 'utf8'));
          assert.ok(parsed.ok && parsed.value.type === 'jobEvent');
          return parsed.value;
        }),
    );

  it('is taken from anywhere, and outdoes the environment', async () => {
    for (const given of [['--pass', pass], [`--pass=${pass}`]])
      assert.deepEqual(runEvent(['started', ...given], { MAM_JOB: 'j1' }), { code: 0, out: null, problem: null });
    const [message] = await messages();
    assert.deepEqual([message!.job, message!.attempt], ['j2', 3]);
  });

  it('puts the report beside itself, whatever place it says', async () => {
    await writeFile(join(root, 'any file of the user'), 'Mine.');
    await writeFile(join(root, 'draft.md'), 'Done.');
    assert.equal(runEvent(['completed', '--pass', pass, '--report', join(root, 'draft.md')], {}).code, 0);
    assert.equal(await readFile(join(dirname(pass), 'report.md'), 'utf8'), 'Done.');
    assert.equal(await readFile(join(root, 'any file of the user'), 'utf8'), 'Mine.');
  });

  it('is heard in the spool that the process was told, whatever spool it says', async () => {
    await put(pass, { spool: join(root, 'elsewhere/mam/spool') });
    assert.equal(runEvent(['started', '--pass', pass], { MAM_SPOOL: spool, MAM_CONTROL_ROOT: root }).code, 0);
    assert.equal((await messages()).length, 1);
  });

  it('is heard in the spool of a checkout whose git folder lies elsewhere', async () => {
    const git = join(root, '..', 'kept elsewhere');
    await mkdir(join(git, 'mam/spool'), { recursive: true });
    await rm(join(root, '.git'), { recursive: true });
    await writeFile(join(root, '.git'), `gitdir: ${git}\n`);
    await put(pass, { spool: join(git, 'mam/spool') });
    assert.equal(runEvent(['started', '--pass', pass], {}).problem, null);
    assert.equal((await readdir(join(git, 'mam/spool'))).filter((name) => name.endsWith('.json')).length, 1);
    await put(pass, { spool: join(root, '../other/mam/spool') });
    assert.equal(runEvent(['started', '--pass', pass], {}).problem?.code, 'event.passBroken');
  });

  it('says that the spool is missing, and not that the pass is', async () => {
    await rm(spool, { recursive: true });
    for (const env of [{}, { MAM_SPOOL: spool }]) {
      const { code, problem } = runEvent(['started', '--pass', pass], env);
      assert.deepEqual([code, problem?.code, problem?.params['folder']], [1, 'spool.missing', spool]);
    }
  });

  it('takes the report of a review with its verdict alone', async () => {
    await put(pass, { verdict: true });
    const draft = join(root, 'draft.md');
    for (const [text, expected] of [
      ['Fine.', 'event.noVerdict'],
      ['[VERDICT: PASS]\n\n[VERDICT: NOT PASS]', 'verdict.several'],
      ['> [VERDICT: PASS]', 'event.noVerdict'],
      ['Fine.\n\n[VERDICT: NOT PASS]', undefined],
    ] as const) {
      await writeFile(draft, text);
      const { code, problem } = runEvent(['completed', '--pass', pass, '--report', draft], {});
      assert.deepEqual([code, problem?.code], [expected === undefined ? 0 : 2, expected], text);
      assert.equal((await messages()).length, expected === undefined ? 1 : 0);
    }
  });

  const refused: Readonly<Record<string, () => Promise<string>>> = {
    'lies where the agent put it': async () => {
      const own = join(root, 'pass.json');
      await put(own, {});
      return own;
    },
    'lies in the folder of another attempt': async () => {
      await put(pass, { attempt: 4 });
      return pass;
    },
    'names a job that leads elsewhere': async () => {
      const own = join(root, '.mam/x/3/pass.json');
      await put(own, { job: '../x' });
      return own;
    },
    'is a link to such a file': async () => {
      const own = join(root, 'own.json');
      await put(own, { attempt: 9 });
      const link = join(root, '.mam/jobs/j2/9/pass.json');
      await mkdir(dirname(link));
      await symlink(own, link);
      return link;
    },
    'lies behind a folder that is a link': async () => {
      await put(join(root, 'work/3/pass.json'), { job: 'j3' });
      await symlink(join(root, 'work'), join(root, '.mam/jobs/j3'));
      return join(root, '.mam/jobs/j3/3/pass.json');
    },
    'names a spool outside of its repository': async () => {
      const other = join(dirname(root), 'other/mam/spool');
      await mkdir(other, { recursive: true });
      await put(pass, { spool: other });
      return pass;
    },
    'names a folder that is no spool': async () => {
      await put(pass, { spool: root });
      return pass;
    },
    'names a spool behind a link': async () => {
      await mkdir(join(root, 'mam'));
      await mkdir(join(dirname(root), 'other'));
      await symlink(join(dirname(root), 'other'), join(root, 'mam/spool'));
      await put(pass, { spool: join(root, 'mam/spool') });
      return pass;
    },
  };
  for (const [what, make] of Object.entries(refused))
    it(`is refused when it ${what}`, async () => {
      const path = await make();
      const { code, problem } = runEvent(['progress', '--pass', path], {});
      assert.deepEqual([code, problem?.code, await messages()], [2, 'event.passBroken', []]);
    });

  it('is refused when it is of another repository than the one that the process was told', async () => {
    const other = join(dirname(root), 'other');
    await mkdir(other);
    const end = runEvent(['progress', '--pass', pass], { MAM_CONTROL_ROOT: other, MAM_SPOOL: spool });
    assert.deepEqual([end.problem?.code, await messages()], ['event.passBroken', []]);
  });

  it('may be gone, or none', async () => {
    await writeFile(join(root, 'broken.json'), '{"job":"j1"}');
    const codeOf = (path: string) => runEvent(['progress', '--pass', path], {}).problem?.code;
    assert.equal(codeOf(join(root, 'gone.json')), 'event.passGone');
    assert.equal(codeOf(join(root, 'broken.json')), 'event.passBroken');
    assert.equal(codeOf(root), 'event.passGone');
  });
});
