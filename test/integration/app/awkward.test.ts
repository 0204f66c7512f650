import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../../src/app/app.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { customAgents } from '../../../src/protocol/customAgents.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { aScene, reader } from '../../builders/scene.ts';
import { queueText } from '../../builders/queueText.ts';
import { describeState, makeRepository, openTestApp, rehearse, until, type TestRepository } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const script = join(import.meta.dirname, '../../fixtures/stand-ins/awkward.mjs');
const rested = (app: App): boolean => Object.values(app.state.loops).every((loop) => loop.state === 'ended');

describe('An awkward agent, with real git and processes', function () {
  this.timeout(120_000);
  let repository: TestRepository;
  let app: App;
  let settings: Partial<Settings>;

  /** Starts one task with the agent as the writer or as one reviewer. */
  const begin = async (seat: 'implementer' | 'reviewer', ...args: readonly string[]): Promise<void> => {
    repository = makeRepository({
      'a.txt': 'main\n',
      'tasks/queue.md': queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['git status'] }),
    });
    const words = args.map((word) => word.replace('{root}', join(repository.root, '..')));
    settings = {
      'mam.topology': 'four-role',
      'mam.agents.custom': customAgents.parse([{ id: 'awkward', argv: [process.execPath, script, ...words] }]),
      'mam.agents.fullAccess': ['awkward'],
    };
    app = await openTestApp(repository.root, settings);
    const agents = {
      implementer: 'rehearsal',
      reviewer: 'rehearsal',
      'ci-eval-auditor': 'rehearsal',
      [seat]: 'awkward',
    };
    const started = await app.startLoop({ ...rehearse, only: ['awkward', 'rehearsal'], agents, limit: 1 }, person);
    assert.ok(started.ok, started.ok ? '' : JSON.stringify(started.error));
  };
  afterEach(async () => {
    await app.close();
    await repository.dispose();
  });
  const run = () => Object.values(app.state.runs)[0] ?? assert.fail('no run');
  const jobsOf = (session: string) => run().jobs.filter((job) => job.session === session);
  const row = () => sessionsView(reader(), aScene(app.state)).find((one) => one.id === 'session:reviewer');

  for (const name of ['chatter', 'lines'])
    it(`that floods (${name}) is heard to its verdict`, async () => {
      await begin('reviewer', name);
      await until(app, rested);
      assert.deepEqual([run().phase, run().gate?.open], ['waiting', true], describeState(app));
    });

  it('that crashes late loses its try and none of its work', async () => {
    await begin('implementer', 'crash-late');
    await until(app, rested);
    const { ask } = run();
    assert.deepEqual(
      [run().phase, ask?.kind === 'problem' && ask.problem.code, run().verdicts.length, run().gate],
      ['needs-you', 'lane.terminated', 0, null],
      describeState(app),
    );
    // It lies where it was made until somebody decides, and its lease is nobody else's meanwhile.
    const [worktree] = Object.values(app.state.worktrees);
    assert.equal(readFileSync(join(worktree?.path ?? '', 'a.txt'), 'utf8'), 'main\nhalf\n');
    assert.deepEqual(
      Object.values(app.state.leases).map((lease) => [lease.state, lease.task]),
      [['active', 'T-2026-0001']],
    );
  });

  for (const kind of ['prose', 'two', 'othersha', 'quoted', 'empty'])
    it(`that judges off the form (${kind}) gave no verdict: it is asked once more, and no round is used`, async () => {
      await begin('reviewer', 'verdict-offspec', kind);
      await until(app, rested);
      const code = kind === 'empty' ? 'lane.noReport' : 'verdict.missing';
      const { ask } = run();
      assert.deepEqual(
        [run().phase, ask?.kind === 'problem' && ask.problem.code, run().round, run().gate?.open],
        ['needs-you', code, 1, false],
        describeState(app),
      );
      assert.deepEqual(
        jobsOf('reviewer').map((job) => job.noVerdict?.code),
        [code, code],
      );
      assert.deepEqual(
        run().verdicts.filter((one) => one.session === 'reviewer'),
        [],
      );
    });

  it('that is silent for long is at work, not idle, and is joined by the next host', async () => {
    await begin('reviewer', 'silent-tool', '{root}/go');
    await until(app, () => jobsOf('reviewer').length > 0 && app.progress(jobsOf('reviewer')[0]?.id ?? '') !== null);
    await app.close();
    app = await openTestApp(repository.root, settings);
    assert.match(row()?.description ?? '', /^awkward · working/);
    writeFileSync(join(repository.root, '../go'), '');
    await until(app, rested);
    assert.deepEqual(
      [run().phase, run().gate?.open, jobsOf('reviewer').length],
      ['waiting', true, 1],
      describeState(app),
    );
  });
});
