import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from '../../../src/app/app.ts';
import { blockingBreaches } from '../../../src/core/breach/select.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import type { Breach } from '../../../src/core/breach/types.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { aScene, reader } from '../../builders/scene.ts';
import { queueText } from '../../builders/queueText.ts';
import {
  describeState,
  hostEnvironment,
  makeRepository,
  openTestApp,
  rehearse,
  until,
  type TestRepository,
} from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const codeOf = ({ ask }: Run): string | null => (ask?.kind === 'problem' ? ask.problem.code : null);
const standIn = join(import.meta.dirname, '../../fixtures/stand-ins/overreacher.mjs');
const settings = {
  'mam.topology': 'four-role',
  'mam.agents.claudePath': standIn,
  'mam.agents.fullAccess': ['claude'],
} satisfies Partial<Settings>;

describe('An agent that does more than its task allows, with real git and processes', function () {
  this.timeout(120_000);
  let repository: TestRepository;
  let app: App;
  const begin = async (overreach: string): Promise<void> => {
    repository = makeRepository({
      'a.txt': 'main\n',
      'b.txt': 'main\n',
      'tasks/queue.md': queueText({
        id: 'T-2026-0001',
        claims: '`a.txt`',
        checks: ['git status'],
        goal: `Do it. OVERREACH: ${overreach}`,
      }),
    });
    // Nothing of the developer's: the stand-in runs with the Node of the tests.
    const env = {
      ...hostEnvironment(repository.root),
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    };
    app = await openTestApp(repository.root, settings, env);
    const agents = { implementer: 'claude', reviewer: 'rehearsal', 'ci-eval-auditor': 'rehearsal' };
    const started = await app.startLoop({ ...rehearse, only: ['claude', 'rehearsal'], agents, limit: 1 }, person);
    assert.ok(started.ok, started.ok ? '' : JSON.stringify(started.error));
  };
  const mam = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(import.meta.dirname, '../../../src/cli/main.ts'), ...args], {
      cwd: repository.root,
      env: hostEnvironment(repository.root),
      encoding: 'utf8',
    });
  const go = (): void => writeFileSync(join(repository.root, '../go'), '');
  afterEach(async () => {
    await app.close();
    await repository.dispose();
  });
  const breaches = (): readonly Breach[] => Object.values(app.state.breaches);
  const found = () =>
    breaches()
      .flatMap(({ kind, names, blocks, tie, witnesses }) =>
        names.map((name) =>
          [kind, name, blocks, tie?.by ?? 'nothing', witnesses.map((one) => one.session).join()].join(' '),
        ),
      )
      .toSorted();
  const rested = (now: App): boolean => Object.values(now.state.loops).every((loop) => loop.state === 'ended');
  const run = () => Object.values(app.state.runs)[0] ?? assert.fail('no run');
  const isWorking = (now: App): boolean => Object.keys(now.state.openJobs).length > 0;

  it('is noticed within seconds while it works, named with what ties it, and ships nothing', async () => {
    await begin('main config stash hook branch wait');
    await until(app, isWorking);
    await until(app, () => breaches().length >= 5, 15_000);
    assert.ok(isWorking(app), 'the lane goes on');
    assert.deepEqual(found(), [
      'checkout a.txt true transcript implementer',
      'config core.hookspath in .git/config true transcript implementer',
      'hooks hooks/pre-push true transcript implementer',
      'refs refs/heads/left-behind true transcript implementer',
      'stash refs/stash true transcript implementer',
    ]);
    const row = sessionsView(reader(), aScene(app.state)).find((one) => one.id === 'session:implementer');
    assert.match(row?.description ?? '', /^implementer wrote outside its worktree: .*advisory/);
    go();
    await until(app, rested);
    assert.deepEqual(
      [run().phase, run().ask?.kind === 'problem' && run().ask],
      ['needs-you', run().ask],
      describeState(app),
    );
    assert.equal(run().gate?.open, false);
    assert.equal(readFileSync(join(repository.root, 'a.txt'), 'utf8'), 'main\nleak\n', 'MAM leaves it as it is');
    const ids = blockingBreaches(app.state, run().id).map(({ id }) => id);
    assert.match(mam('status'), /implementer wrote outside its worktree: a\.txt/);
    assert.match(mam('breach'), /the gate stays closed[\s\S]*its transcript says: Bash git config core\.hooksPath/);
    assert.match(mam('breach', 'accept', ...ids), /^Accepted: /);
    assert.deepEqual(
      JSON.parse(mam('breach', '--json')).breaches.map((one: Breach) => one.accepted !== undefined),
      ids.map(() => true),
    );
    await until(app, () => run().phase === 'waiting');
    assert.equal(run().gate?.open, true, describeState(app));
  });

  it('blocks on shared configuration that nothing ties to it, and blames nobody for the main checkout', async () => {
    await begin('main config quiet');
    await until(app, rested);
    assert.deepEqual(
      found(),
      ['checkout a.txt false nothing implementer', 'config core.hookspath in .git/config true nothing implementer'].map(
        (line) => line.replace('  ', '  '),
      ),
    );
    assert.equal(run().phase, 'needs-you');
  });

  it('what a person does meanwhile warns, and the gate opens', async () => {
    await begin('wait');
    await until(app, (now) => now.state.shared !== null);
    appendFileSync(join(repository.root, 'b.txt'), 'mine\n');
    await until(app, () => breaches().length > 0, 15_000);
    go();
    await until(app, rested);
    assert.deepEqual(
      [found(), run().phase],
      [['checkout b.txt false nothing implementer'], 'waiting'],
      describeState(app),
    );
  });

  it('a link out of the worktree is refused with the patch', async () => {
    await begin('link');
    await until(app, rested);
    assert.equal(codeOf(run()), 'patch.outsideClaim');
    assert.deepEqual(found(), []);
  });

  it('is found by the next host when nobody looked on', async () => {
    await begin('config wait');
    await until(app, (now) => now.state.shared !== null);
    await app.close();
    repository.git('config', 'core.pager', 'less');
    go();
    const env = {
      ...hostEnvironment(repository.root),
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    };
    app = await openTestApp(repository.root, settings, env);
    await until(app, rested);
    assert.ok(found().includes('config core.pager in .git/config true nothing implementer'), found().join('\n'));
    assert.equal(run().phase, 'needs-you');
  });
});
