import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import type { ForgeWorld } from '../../fakes/memoryForge.ts';
import { writeGh } from '../../fakes/scriptedGh.ts';
import { until } from '../../until.ts';

describe('mam worktree that opens its issue', () => {
  let mam: MamCommand;
  const ask = (...more: readonly string[]) => mam.run('worktree', '--role', 'Implementer', ...more);
  const pathOf = (name: string): string => join(dirname(mam.repository), name, basename(mam.repository));
  const issues = async (): Promise<readonly string[]> => {
    const { world }: { world: ForgeWorld } = JSON.parse(await readFile(join(mam.folder, 'gh/world.json'), 'utf8'));
    return world.opened?.map(({ number, title }) => `${number} ${title}`) ?? [];
  };
  const forge = (opensAfterMs: number) =>
    writeGh(
      join(mam.folder, 'gh'),
      { issues: { 40: 'closed' }, pullRequests: [], files: {}, opened: [] },
      { opensAfterMs },
    );
  before(async () => {
    mam = await createMamCommand();
    await mam.git('remote', 'add', 'origin', 'https://github.com/example/example.git');
    mam.env['PATH'] = `${join(mam.folder, 'gh')}:${mam.env['PATH']}`;
  });

  after(() => mam.dispose());

  it('opens one issue though it is killed while that is opened, and finds it when it is run again', async () => {
    await forge(3000);
    const wish = ['--role', 'Implementer', '--slug', 'once', '--title', 'Once', '--execute', '--json'] as const;
    const first = mam.start('worktree', ...wish);
    const calls = join(mam.folder, 'gh/calls.jsonl');
    await until('the call', async () => (await readFile(calls, 'utf8').catch(() => '')).includes('"create"'), 40_000);
    first.child.kill('SIGKILL');
    await first.ended;
    const again = await mam.run('worktree', ...wish);
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(await issues(), ['41 Once']);
    const data = JSON.parse(again.out);
    assert.deepEqual([data.issue, data.branch], ['41', 'chore/issue-41-once']);
    assert.ok(data.warnings.some((one: { readonly code: string }) => one.code === 'worktree.issueFound'));
    assert.ok(existsSync(pathOf('41-once')));
  });

  it('opens one issue for two that ask at once', async () => {
    await forge(500);
    const both = await Promise.all([1, 2].map(() => ask('--slug', 'both', '--title', 'Both', '--execute', '--json')));
    assert.deepEqual(
      both.map((one) => [one.code, one.code === 0 ? JSON.parse(one.out).issue : one.err]),
      [
        [0, '41'],
        [0, '41'],
      ],
    );
    assert.deepEqual(await issues(), ['41 Both']);
    const again = JSON.parse((await ask('--slug', 'both', '--title', 'Both', '--execute', '--json')).out);
    assert.deepEqual(
      [again.state, again.executed, again.fetched, again.commands, again.base],
      ['joined', false, null, [], (await mam.git('rev-parse', 'chore/issue-41-both')).trim()],
    );
    assert.deepEqual(
      again.warnings.map((one: { readonly code: string }) => one.code),
      ['worktree.issueFound'],
    );
    const told = await ask('--slug', 'both', '--title', 'Both', '--execute');
    assert.match(told.out, /^The worktree chore\/issue-41-both is there already, so none was made\.\n/);
  });

  it('answers in JSON with the number of the issue that is open when the worktree can’t be made', async () => {
    await forge(0);
    await mkdir(pathOf('41-full'), { recursive: true });
    await writeFile(join(pathOf('41-full'), 'theirs.txt'), 'theirs\n');
    const ended = await ask('--slug', 'full', '--title', 'Full', '--execute', '--json');
    assert.equal(ended.code, 2, ended.err);
    const { error } = JSON.parse(ended.out);
    assert.equal(error.code, 'worktree.afterIssue');
    assert.match(error.sentence, /^Issue #41 is open, but .*with --issue 41\.$/);
    assert.deepEqual(await issues(), ['41 Full']);
  });
});
