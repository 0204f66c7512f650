import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSpoolEvent, type SpoolEvent } from '../../../src/protocol/spool.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const root = join(import.meta.dirname, '../../..');

describe('the mam command', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  it('has one form of failure and three exit codes', async () => {
    const cases = [
      { args: ['--version'], code: 0, err: /^$/ },
      { args: ['--help'], code: 0, err: /^$/ },
      { args: ['gate', '--help'], code: 0, err: /^$/ },
      { args: ['fly'], code: 2, err: /^mam: mam has no verb fly\. See mam --help\. \[cli\.unknownVerb\]\n$/ },
      { args: ['aprove'], code: 2, err: /Did you mean approve\? See mam --help\. \[cli\.unknownVerb\]/ },
      { args: ['toString'], code: 2, err: /\[cli\.unknownVerb\]/ },
      { args: ['status', '--jsn'], code: 2, err: /^mam: .* It has: --json\. \[cli\.unknownOption\]\n$/ },
      { args: ['start', '--limit', 'x'], code: 2, err: /\[cli\.badLimit\]/ },
      {
        args: ['start', '--topology', 'two'],
        code: 2,
        err: /no topology two\. Known are: four-role, expanded-eight\. \[topology\.unknown\]/,
      },
      { args: ['gate', 'T-2026-0001', '--claims', ''], code: 2, err: /\[cli\.noClaims\]/ },
      { args: ['evidence', 'check'], code: 2, err: /\[cli\.argumentExtra\]/ },
      { args: ['approve', 'T-2026-0001'], code: 1, err: /\[cli\.noRuns\]/ },
      { args: ['stop'], code: 1, err: /\[loop\.notRunning\]/ },
      { args: ['start', '--agents', 'gpt'], code: 1, err: /\[agent\.unknown\]/ },
      { args: ['sample', mam.repository], code: 1, err: /\[sample\.notEmpty\]/ },
    ];
    for (const { args, code, err } of cases) {
      const ended = await mam.run(...args);
      assert.deepEqual([args, ended.code], [args, code], ended.out + ended.err);
      assert.match(ended.err, err);
    }
  });

  it('says where it is not in a repository, and does not make one', async () => {
    const elsewhere = join(mam.folder, 'empty');
    await mkdir(elsewhere);
    const ended = await mam.runIn(elsewhere, 'status');
    assert.deepEqual([ended.code, /\[git\.notARepository\]/.test(ended.err)], [1, true], ended.err);
    assert.deepEqual(await readdir(elsewhere), []);
  });

  it('leaves no file in a repository that it only looked at', async () => {
    const fresh = await createMamCommand();
    try {
      for (const args of [
        ['status'],
        ['gate'],
        ['evidence', 'verify'],
        ['status', '--json'],
        ['start', '--agents', 'gpt'],
      ])
        await fresh.run(...args);
      assert.equal(await fresh.git('status', '--short', '--ignored'), '');
    } finally {
      await fresh.dispose();
    }
  });

  it('uses the rehearsal agent in the sample by itself, and takes the words of a check for an answer', async () => {
    const fresh = await createMamCommand();
    try {
      assert.match((await fresh.run('doctor')).out, /settings\.json does not exist; the defaults hold/);
      const queue = await readFile(join(fresh.repository, 'tasks/queue.md'), 'utf8');
      await fresh.setQueue(queue.replaceAll('node --test', 'node --test test'));
      const asking = await fresh.run('start', '--json');
      assert.equal(asking.code, 1, asking.err);
      assert.match(asking.out, /"implementer":"rehearsal"/);
      const other = await fresh.run('gate', '--allow-check', 'make all');
      assert.match(other.err, /make all.*\(node --test test\).*\[check\.notAsked\]/);
      const allowed = await fresh.run('gate', '--allow-check', 'node --test test');
      assert.equal(allowed.code, 0, allowed.err);
    } finally {
      await fresh.dispose();
    }
  });

  it('does not read the repository’s own settings, and says what is wrong with the user’s', async () => {
    await mkdir(join(mam.repository, '.vscode'));
    await writeFile(join(mam.repository, '.vscode/settings.json'), '{"mam.topology":"nonsense"}');
    assert.equal((await mam.run('status')).err, '');
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    await writeFile(join(mam.folder, 'config/mam/settings.json'), '{"mam.loop.maxRounds": 99}');
    const ended = await mam.run('status');
    assert.match(ended.err, /mam\.loop\.maxRounds.*\[settings\.wrong\]/);
    await writeFile(join(mam.folder, 'config/mam/settings.json'), '{}');
  });

  it('says in words that its output can’t be written, and fails', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const child = spawn('/bin/sh', ['-c', '"$1" help >/dev/full', 'sh', join(root, 'dist/bin/mam')], {
      env: mam.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    await once(child, 'close');
    assert.equal(child.exitCode, 1);
    assert.match(err, /^mam: .*no space.*\n$/);
  });

  describe('below a lane', () => {
    /** Runs `mam` as a child of a process that carries a lane's mark; the child's own environment is cleared of it. */
    const asAgent = async (
      ...args: readonly string[]
    ): Promise<{ readonly code: number | null; readonly err: string }> => {
      const script = 'env -u MAM_LANE -u MAM_JOB "$@"; exit $?';
      const child = spawn('/bin/sh', ['-c', script, 'sh', join(root, 'dist/bin/mam'), ...args], {
        cwd: mam.repository,
        env: { ...mam.env, MAM_LANE: 'lane-1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let err = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
      await once(child, 'close');
      return { code: child.exitCode, err };
    };

    const decisions = [
      ['approve', 'T-2026-0001'],
      ['return', 'T-2026-0001', '--comments', 'x'],
      ['merge', 'T-2026-0001'],
      ['gate', '--allow-check', '0123456789ab'],
      ['gate', 'T-2026-0001', '--claims', '**'],
      ['start', '--agents', 'rehearsal', '--yes'],
      ['resume', '--yes'],
      ['stop'],
    ];
    for (const args of decisions)
      it(`refuses ${args.join(' ')}`, async function () {
        if (process.platform !== 'linux') this.skip();
        const ended = await asAgent(...args);
        assert.deepEqual([ended.code, /\[actor\.personOnly\]/.test(ended.err)], [1, true], ended.err);
      });

    it('still answers questions', async () => assert.equal((await asAgent('status')).code, 0));
  });

  describe('the spool', () => {
    const messages = async (folder: string): Promise<readonly SpoolEvent[]> => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const texts = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
      return texts.map((text) => {
        const parsed = parseSpoolEvent(text);
        assert.ok(parsed.ok);
        return parsed.value;
      });
    };

    it('gets what a heartbeat says, without a database being opened', async () => {
      const quiet = await createMamCommand();
      try {
        const linked = join(quiet.folder, 'linked');
        await quiet.git('worktree', 'add', '--quiet', '--detach', linked);
        const beat = await quiet.runIn(
          linked,
          'heartbeat',
          '--session',
          'reviewer',
          '--role',
          'Reviewer',
          '--status',
          'reading',
          '--task',
          'T-2026-0001',
        );
        assert.equal(beat.code, 0, beat.err);
        assert.deepEqual(await readdir(join(quiet.repository, '.git/mam')), ['spool']);
        assert.deepEqual(await messages(join(quiet.repository, '.git/mam/spool')), [
          {
            v: 1,
            type: 'heartbeat',
            session: 'reviewer',
            role: 'Reviewer',
            task: 'T-2026-0001',
            status: 'reading',
            agent: null,
          },
        ]);
        const [first] = (await readdir(join(quiet.repository, '.git/mam/spool'))).toSorted();
        assert.doesNotMatch(first ?? '', /tmp/);
      } finally {
        await quiet.dispose();
      }
    });

    it('is the one that a lane was told', async () => {
      const spool = join(mam.folder, 'told spool');
      mam.env['MAM_SPOOL'] = spool;
      Object.assign(mam.env, { MAM_JOB: 'j2', MAM_ATTEMPT: '1', MAM_TOKEN: 'x'.repeat(43) });
      try {
        assert.equal((await mam.runIn(mam.folder, 'event', 'progress')).code, 0);
      } finally {
        for (const name of ['MAM_SPOOL', 'MAM_JOB', 'MAM_ATTEMPT', 'MAM_TOKEN']) delete mam.env[name];
      }
      const [message] = await messages(spool);
      assert.ok(message?.type === 'jobEvent');
      assert.deepEqual([message.v, message.job, message.kind, message.text], [2, 'j2', 'progress', '']);
    });

    for (const args of [
      ['event', 'sung', '--job', 'j1'],
      ['event', 'progress'],
      ['heartbeat', '--session', 'reviewer'],
      ['heartbeat', '--session', '../x', '--status', 'here'],
      ['heartbeat', '--session', 'reviewer', '--status', 'here', '--task', 'later'],
    ])
      it(`refuses ${args.join(' ')}`, async () => assert.equal((await mam.run(...args)).code, 2));
  });

  it('examines the machine and the repository', async () => {
    const ended = await mam.run('doctor');
    assert.equal(ended.code, 0, ended.out + ended.err);
    for (const line of [
      /^ok +Node +2\d\./m,
      /^ok +git +\d/m,
      /^ok +Branch +main$/m,
      /^ok +Store +write-ahead log$/m,
      /^ok +Log +\d+ events?, whole$/m,
      /^ok +Agent Rehearsal/m,
      /^ok +Disk +/m,
    ])
      assert.match(ended.out, line);
    const own = join(mam.folder, 'own');
    const stray = join(mam.repository, '.claude/worktrees/T-2026-0001-write');
    for (const path of [own, stray]) await mam.git('worktree', 'add', '--quiet', '--detach', path);
    const after = (await mam.run('doctor')).out;
    assert.match(
      after,
      new RegExp(
        `^warn +Worktrees +The worktree ${stray} is unknown to this log\\. .*mam worktree remove .* --dry-run$`,
        'm',
      ),
    );
    assert.ok(!after.includes(own) && !after.includes('git worktree remove'), after);
  });

  it('speaks Korean where the locale does and its bundle has the sentence', async () => {
    const bundle: Record<string, string> = JSON.parse(await readFile(join(root, 'l10n/bundle.l10n.ko.json'), 'utf8'));
    mam.env['LC_ALL'] = 'ko_KR.UTF-8';
    try {
      const expected = bundle['mam has no verb {verb}. See mam --help.'];
      assert.ok(expected);
      assert.equal((await mam.run('fly')).err, `mam: ${expected.replace('{verb}', 'fly')} [cli.unknownVerb]\n`);
    } finally {
      mam.env['LC_ALL'] = 'C.UTF-8';
    }
  });
});
