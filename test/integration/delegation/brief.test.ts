import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/project.mjs';
import { createNodeFiles } from '../../../src/adapters/files/nodeFiles.ts';
import { createJobKeys } from '../../../src/adapters/store/jobKeys.ts';
import { prepareAttempt } from '../../../src/app/delegation/prepareAttempt.ts';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';
import { delegatedJob } from '../../builders/delegatedJob.ts';
import { useTempFolder } from '../../tempFolder.ts';

const keys = createJobKeys(new Uint8Array(32), 'test');
const dist = join(import.meta.dirname, '../../../dist');

describe('the brief of a delegated job', () => {
  const root = useTempFolder();
  before(async function () {
    if (process.platform === 'win32') this.skip();
    ensureBuilt();
  });

  /** Everything that a shell could take for something else, apart from a line feed. */
  const awkward = `it's  a "control" $HOME \`root\` \\ *;&#!\t=~한`;
  const prepare = async (change = {}) => {
    const place = join(root(), awkward);
    const runtime = join(root(), `run time's "$0"`);
    await mkdir(join(runtime, 'bin'), { recursive: true });
    for (const name of ['event.cjs', 'bin/mam']) await cp(join(dist, name), join(runtime, name));
    await writeFile(join(runtime, 'runtime-node'), `${process.execPath}\n`);
    const deps = {
      files: createNodeFiles({ roots: [place] }),
      keys,
      places: { jobs: join(place, '.mam/jobs') },
      laneEnv: { MAM_BIN: join(runtime, 'bin'), MAM_SPOOL: join(place, '.git/mam/spool') },
    };
    // The owner makes it before anything is typed.
    await mkdir(deps.laneEnv.MAM_SPOOL, { recursive: true });
    const prepared = await prepareAttempt(delegatedJob(change), 2, deps);
    assert.ok(prepared.ok, JSON.stringify(prepared));
    return {
      files: prepared.value,
      spool: deps.laneEnv.MAM_SPOOL,
      brief: await readFile(prepared.value.brief, 'utf8'),
    };
  };
  /** The lines between fences, which are its commands. */
  const commandsOf = (brief: string): readonly string[] =>
    [...brief.matchAll(/^(`{3,})\n(.*)\n\1$/gm)].map((match) => match[2] ?? '');

  it('has commands that run as they are written, in any folder, without any variable, whatever the paths hold', async () => {
    const { files, spool, brief } = await prepare();
    const commands = commandsOf(brief);
    assert.equal(commands.length, 5, brief);
    await writeFile(join(files.folder, 'draft.md'), '# Report\n\nDone.\n');
    for (const command of commands) {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: '/', env: {}, encoding: 'utf8' });
      assert.deepEqual([status, stdout, stderr], [0, '', ''], command);
    }
    const names = (await readdir(spool)).filter((name) => name.endsWith('.json')).toSorted();
    const said = await Promise.all(
      names.map(async (name) => {
        const parsed = parseSpoolEvent(await readFile(join(spool, name), 'utf8'));
        assert.ok(parsed.ok && parsed.value.type === 'jobEvent');
        const { job, attempt, kind, text, token } = parsed.value;
        assert.equal(token, keys.jobToken('j1', 2));
        return [job, attempt, kind, text];
      }),
    );
    assert.deepEqual(said, [
      ['j1', 2, 'started', ''],
      ['j1', 2, 'progress', 'what you have done so far'],
      ['j1', 2, 'permission_required', 'what you need a leave for'],
      ['j1', 2, 'error', 'what keeps you from going on'],
      ['j1', 2, 'completed', ''],
    ]);
    assert.equal(await readFile(files.report, 'utf8'), '# Report\n\nDone.\n');
    assert.equal(JSON.parse(await readFile(files.manifest, 'utf8')).attempt, 2);
  });

  it('says what is asked, and names the one place of the report, but no token', async () => {
    const { files, brief } = await prepare({ prompt: 'Line one.\n\n## Line two', kind: 'review', claims: [] });
    assert.match(brief, /^# Implementer: T-2026-0001\n\nMAM-BRIEF: \{/);
    const machine = JSON.parse(/^MAM-BRIEF: (.*)$/m.exec(brief)?.[1] ?? '');
    assert.deepEqual([machine.job, machine.attempt, machine.kind, machine.report], ['j1', 2, 'review', files.report]);
    assert.match(brief, /## What is asked\n\nLine one\.\n\n## Line two\n/);
    assert.match(brief, /\[VERDICT: NOT PASS\]/);
    assert.match(brief, /Change no file of the repository/);
    assert.ok(brief.includes(files.report) && !brief.includes(keys.jobToken('j1', 2)));
  });

  it('comes with a pass that only the user can read, and is the same when it is made again', async () => {
    const { files, brief } = await prepare();
    assert.equal((await stat(files.pass)).mode & 0o777, 0o600);
    await writeFile(files.pass, 'torn', { mode: 0o644 });
    const again = await prepare();
    assert.equal(again.brief, brief);
    assert.equal(JSON.parse(await readFile(files.pass, 'utf8')).token, keys.jobToken('j1', 2));
    assert.equal((await stat(files.pass)).mode & 0o777, 0o600);
  });
});
