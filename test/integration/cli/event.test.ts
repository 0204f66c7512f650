import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runEvent } from '../../../src/cli/event/run.ts';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';
import { useTempFolder } from '../../tempFolder.ts';

const token = 'x'.repeat(43);
const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;

describe('saying how a job goes', () => {
  const root = useTempFolder();
  const place = (): string => join(root(), `it's a "place" $HOME`);
  const spool = (): string => join(place(), 'spool');
  const report = (): string => join(place(), 'jobs/j1/1/report.md');
  const env = () => ({
    MAM_JOB: 'j1',
    MAM_ATTEMPT: '1',
    MAM_TOKEN: token,
    MAM_SPOOL: spool(),
    MAM_REPORT: report(),
  });
  const say = (...args: readonly string[]) => runEvent(args, env());
  const names = async (): Promise<readonly string[]> =>
    (await readdir(spool()).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  const messages = async () => {
    const texts = await Promise.all((await names()).map((name) => readFile(join(spool(), name), 'utf8')));
    return texts.map((text) => {
      const parsed = parseSpoolEvent(text);
      assert.ok(parsed.ok && parsed.value.type === 'jobEvent', text);
      return parsed.value;
    });
  };
  beforeEach(() => mkdir(join(report(), '..'), { recursive: true }));

  it('puts a message into the spool, as it was given', async () => {
    const text = `- a "b" 'c' $d \\ \`e\`\n\ttwo\u2028 한국어`;
    const said = say('progress', '--text', text, '--data', '{"files":["a b"]}', '--json');
    assert.deepEqual([said.code, said.problem], [0, null]);
    const [message] = await messages();
    assert.deepEqual(
      { ...message, seq: 0 },
      {
        v: 2,
        type: 'jobEvent',
        job: 'j1',
        attempt: 1,
        token,
        seq: 0,
        kind: 'progress',
        text,
        data: { files: ['a b'] },
      },
    );
    assert.deepEqual(JSON.parse(said.out!), {
      job: 'j1',
      attempt: 1,
      kind: 'progress',
      text,
      seq: message!.seq,
      file: (await names())[0],
    });
    assert.deepEqual(
      (await readdir(spool())).filter((name) => name.includes('tmp') || name.includes('lock')),
      [],
    );
  });

  it('counts on, whatever the clock and the file of the counter say', async () => {
    const ahead = Date.now() + 3_600_000;
    await mkdir(spool(), { recursive: true });
    await writeFile(join(spool(), '.seq-j1-1'), String(ahead));
    say('started');
    for (const bad of ['torn', String(Number.MAX_SAFE_INTEGER - 1)]) {
      await writeFile(join(spool(), '.seq-j1-1'), bad);
      say('progress');
    }
    const [first, second, third] = (await messages()).toSorted((a, b) => b.seq - a.seq);
    assert.equal(first!.seq, ahead + 1);
    for (const one of [second!, third!]) assert.ok(one.seq > ahead - 3_700_000 && one.seq <= Date.now() + 1);
  });

  it('never writes over a message of the same number', async () => {
    const ahead = Date.now() + 3_600_000;
    await mkdir(spool(), { recursive: true });
    for (const text of ['one', 'two']) {
      await writeFile(join(spool(), '.seq-j1-1'), String(ahead));
      say('progress', '--text', text);
    }
    assert.deepEqual(
      (await messages()).map((one) => [one.seq - ahead, one.text]),
      [
        [1, 'one'],
        [2, 'two'],
      ],
    );
  });

  it('does not wait for a caller that was killed in its turn', async () => {
    await mkdir(spool(), { recursive: true });
    const lock = join(spool(), '.seq-j1-1.lock');
    await writeFile(lock, 'of another machine');
    await utimes(lock, 1, 1);
    assert.equal(say('started').code, 0);
    if (process.platform === 'linux') {
      const { readlink } = await import('node:fs/promises');
      await writeFile(lock, `4194305 ${await readlink('/proc/self/ns/pid')}`);
      const start = performance.now();
      assert.equal(say('progress').code, 0);
      assert.ok(performance.now() - start < 5_000);
    }
    assert.equal((await names()).length, 2);
  });

  it('holds no secret, and shortens what nobody would take', async () => {
    assert.equal(
      say('error', '--text', `${secret} ${'x'.repeat(9_000)}`, '--data', JSON.stringify({ key: secret })).code,
      0,
    );
    const text = await readFile(join(spool(), (await names())[0]!), 'utf8');
    assert.ok(!text.includes(secret));
    const [message] = await messages();
    assert.equal(message!.text.length, 4_000);
    assert.match(message!.text, /^\[redacted: GitHub token\] x+ \[…\]$/);
  });

  it('hands in a report whole: the file, its manifest, and the message that names it', async () => {
    const draft = join(root(), 'my draft.md');
    await writeFile(draft, `# Done\n${secret}\n[VERDICT: PASS]\n`);
    assert.equal(say('completed', '--text', 'ready', '--report', draft).code, 0);
    const text = await readFile(report());
    const sha256 = createHash('sha256').update(text).digest('hex');
    assert.equal(String(text), '# Done\n[redacted: GitHub token]\n[VERDICT: PASS]\n');
    assert.deepEqual(JSON.parse(await readFile(join(report(), '../manifest.json'), 'utf8')), {
      v: 1,
      job: 'j1',
      attempt: 1,
      sha256,
      bytes: text.length,
    });
    assert.deepEqual((await messages())[0]!.data, { report: sha256 });
    assert.deepEqual((await readdir(join(report(), '..'))).toSorted(), ['manifest.json', 'report.md']);
  });

  it('takes the report from its own place, too, and replaces a link there', async () => {
    await writeFile(join(root(), 'elsewhere.md'), 'Mine.\n');
    await symlink(join(root(), 'elsewhere.md'), report());
    assert.equal(say('completed', '--report', report()).code, 0);
    await writeFile(join(root(), 'elsewhere.md'), 'Changed.\n');
    assert.equal(await readFile(report(), 'utf8'), 'Mine.\n');
  });

  const refused: readonly (readonly [code: string, args: readonly string[], change?: Record<string, string>])[] = [
    ['cli.argumentMissing', []],
    ['cli.badKind', ['sung']],
    ['cli.badKind', ['']],
    ['cli.argumentExtra', ['progress', 'halfway']],
    ['cli.unknownOption', ['progress', '--tex', 'x']],
    ['cli.valueMissing', ['progress', '--text']],
    ['cli.twice', ['progress', '--text', 'a', '--text', 'b']],
    ['event.badAttempt', ['progress', '--attempt', 'one']],
    ['event.badData', ['progress', '--data', '[1]']],
    ['event.badData', ['progress', '--data', secret]],
    ['event.dataLarge', ['progress', '--data', JSON.stringify({ a: 'x'.repeat(17_000) })]],
    ['event.badPath', ['progress', '--pass', '/a\nb']],
    ['event.badPath', ['completed', '--report', '/a\nb']],
    ['event.reportOnly', ['progress', '--report', '/a']],
    ['event.reportUnreadable', ['completed', '--report', '/nowhere/at all']],
    ['event.reportEmpty', ['completed', '--report', '/dev/null']],
    ['event.noReport', ['completed', '--report', '/dev/null'], { MAM_REPORT: '' }],
    ['event.notYours', ['completed', '--job', 'j9']],
    ['event.notYours', ['completed', '--attempt', '2']],
    ['event.noPass', ['completed', '--job', 'j1'], { MAM_TOKEN: '' }],
    ['event.noPass', ['completed'], { MAM_ATTEMPT: '0' }],
  ];
  for (const [code, args, change] of refused)
    it(`refuses ${JSON.stringify(args).slice(0, 60)} with ${code}`, async () => {
      const end = runEvent(args, { ...env(), ...change });
      assert.deepEqual([end.code, end.out, end.problem?.code], [2, null, code]);
      assert.ok(!JSON.stringify(end.problem).includes(secret));
      assert.deepEqual([await names(), await readdir(join(report(), '..'))], [[], []]);
    });

  it('says that it can’t, and leaves nothing, where nothing can be written', async () => {
    await writeFile(spool(), 'a file');
    const { code, problem } = say('progress');
    assert.deepEqual([code, problem?.code, await readFile(spool(), 'utf8')], [1, 'spool.unwritable', 'a file']);
  });
});
