import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { composeBrief } from '../../../src/app/brief.ts';
import { problem } from '../../../src/base/problem.ts';
import {
  createHarness,
  passes,
  person,
  writesFile,
  type Harness,
  type HarnessOptions,
  patchesIn,
} from '../../builders/appHarness.ts';
import { CoreWorld } from '../../builders/core.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, failed, interrupted, reported, type Play } from '../../fakes/fakeLanes.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
/** Put together here, so that no file of the project holds what looks like a secret. */
const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
type Played = NonNullable<HarnessOptions['play']>;
const askCode = (h: Harness): string | false => {
  const { ask } = h.run();
  return ask?.kind === 'problem' && ask.problem.code;
};
const writes =
  (text: string, path = 'a.txt'): Played =>
  (git) =>
    byAccess({
      write: (spec) => {
        git.files(spec.cwd).set(path, text);
        return reported('Done.');
      },
      read: passes,
    });

async function played(options: Partial<HarnessOptions>): Promise<Harness> {
  const h = await createHarness({ queue, ...options });
  await h.start();
  return h;
}

describe('taking over a patch', () => {
  it('refuses one that adds a secret, and keeps no copy of it', async () => {
    const h = await played({ play: writes(`key = ${secret}\n`) });
    assert.equal(askCode(h), 'patch.secret');
    assert.deepEqual(patchesIn(h), []);
    assert.ok(!JSON.stringify(h.store.database.rows).includes(secret));
    await h.app.close();
  });

  it('takes one that removes a secret, and shows it to nobody', async () => {
    const git = createMemoryGit({ files: { 'a.txt': `key = ${secret}\n` } });
    const h = await played({ git, play: writes('key = none\n') });
    assert.equal(h.run().phase, 'waiting');
    assert.match((await h.app.patch(h.run().change!.patch)) ?? '', /^-key = \[redacted: GitHub token\]$/m);
    assert.ok(![...h.files.texts.values()].some((text) => text.includes(secret)));
    assert.ok(h.lanes.started.length > 1 && !h.lanes.started.some((spec) => spec.brief.includes(secret)));
    await h.app.close();
  });

  it('refuses what lies outside the claim', async () => {
    const h = await played({ play: writes('x\n', 'b.txt') });
    assert.equal(askCode(h), 'patch.outsideClaim');
    assert.equal(h.git.branches.has('feature/T-2026-0001-integration'), false);
    await h.app.close();
  });

  it('refuses an empty one', async () => {
    const h = await played({ play: writes('one\n') });
    assert.equal(askCode(h), 'patch.empty');
    await h.app.close();
  });

  it('stores it under the digest that the log holds', async () => {
    const h = await played({});
    assert.match((await h.app.patch(h.run().change!.patch)) ?? '', /\+change 1/);
    await h.app.close();
  });
});

describe('a review lane', () => {
  const reader =
    (read: Play): Played =>
    (git) =>
      byAccess({ write: writesFile(git), read });

  it('that changes its checkout spoils the evidence, even with a PASS', async () => {
    const h = await createHarness({
      queue,
      play: (git) =>
        byAccess({
          write: writesFile(git),
          read: (spec) => {
            git.files(spec.cwd).set('sneaked', 'x');
            return reported('[VERDICT: PASS]');
          },
        }),
    });
    await h.start();
    assert.equal(askCode(h), 'review.wrote');
    await h.app.close();
  });

  for (const [how, end, asked] of [
    ['failed', failed('lane.exit'), 'review.wrote'],
    ['was cut off', interrupted(), 'review.wrote'],
    ['met a limit', { kind: 'limited', problem: problem('lane.limited', 'L.'), until: null }, 'limit.untold'],
  ] as const)
    it(`that changes its checkout spoils the evidence, even where it ${how}`, async () => {
      const read: Play = (spec) => {
        if (!spec.brief.includes('# Reviewer')) return reported('Fine.\n\n[VERDICT: PASS]');
        h.git.files(spec.cwd).set('sneaked', 'x');
        return end;
      };
      const h: Harness = await createHarness({ queue, play: reader(read) });
      await h.start();
      // As often as it was tried.
      assert.deepEqual([askCode(h), [...new Set(h.run().faults.map((one) => one.code))]], [asked, ['review.wrote']]);
      await h.app.close();
    });

  it('whose checkout can no longer be read has given no verdict', async () => {
    const h = await createHarness({
      queue,
      wrap: (ports) => ({
        ...ports,
        git: { ...ports.git, snapshotTree: async () => ({ ok: false, error: problem('git.broken', 'Broken.') }) },
      }),
    });
    await h.start();
    assert.deepEqual([askCode(h), h.run().verdicts.length], ['git.broken', 0]);
    await h.app.close();
  });

  it('is redacted before anything of it is kept', async () => {
    const h = await played({ play: reader(() => reported(`I saw ${secret}.\n\n[VERDICT: PASS]`)) });
    assert.equal(h.run().phase, 'waiting');
    assert.ok(!JSON.stringify(h.store.database.rows).includes(secret));
    assert.ok(![...h.files.texts.values()].some((text) => text.includes(secret)));
    await h.app.close();
  });

  it('is cut in the log when it is very long, and its verdict counts all the same', async () => {
    const h = await played({ play: reader(() => reported(`${'x'.repeat(50_000)}\n\n[VERDICT: PASS]`)) });
    assert.equal(h.run().phase, 'waiting');
    assert.ok(h.run().verdicts.every((one) => one.summary.length <= 20_000));
    const job = h.run().jobs.find((one) => one.kind === 'review')!;
    const report = h.files.texts.get(`/repo/.mam/jobs/${job.id}/report.md`);
    assert.ok((report?.length ?? 0) > 50_000);
    await h.app.close();
  });

  it('never gets into a folder that is not proven to be isolated', async () => {
    const h = await createHarness({ queue });
    h.git.failNext('proveIsolation', problem('worktree.notIsolated', 'Not isolated.'));
    await h.start();
    assert.deepEqual([askCode(h), h.lanes.started.length], ['worktree.notIsolated', 0]);
    await h.app.dispatch({ type: 'resumeLoop' }, person);
    await h.rest();
    assert.equal(h.run().phase, 'waiting');
    await h.app.close();
  });
});

describe('checks', () => {
  it('are those of the recorded base, whatever the queue says meanwhile', async () => {
    const git = createMemoryGit({
      files: { 'a.txt': 'one\n', 'tasks/queue.md': queueText({ id: 'T-2026-0001', checks: ['npm test'] }) },
    });
    const h = await played({
      git,
      queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['true'] }),
      settings: { 'mam.checks.allowed': [['npm', 'test']] },
    });
    assert.deepEqual([h.commands.ran, h.run().checksFrom], [['npm test'], 'base']);
    await h.app.close();
  });

  it('that nobody allowed are asked about once, before an agent is started', async () => {
    const h = await played({ queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['make lint'] }) });
    const { ask } = h.run();
    assert.ok(ask?.kind === 'checks');
    assert.deepEqual([ask.checks[0]?.argv, h.lanes.started.length], [['make', 'lint'], 0]);
    await h.app.dispatch({ type: 'allowCheck', argv: ['make', 'lint'] }, person);
    await h.rest();
    assert.equal(h.run().phase, 'waiting');
    await h.app.close();
  });

  it('that was lost says nothing about the commit: it spends no round, and a resume runs it again', async () => {
    const h = await createHarness({ queue });
    const { result } = h.commands;
    h.commands.result = { ...result, exitCode: null, problem: problem('command.lost', 'Lost.') };
    await h.start();
    assert.deepEqual([askCode(h), h.run().round, h.run().results], ['command.lost', 1, []]);
    h.commands.result = result;
    await h.app.dispatch({ type: 'resumeLoop' }, person);
    await h.rest();
    assert.deepEqual([h.run().phase, h.run().round], ['waiting', 1]);
    await h.app.close();
  });

  const ends = [
    { name: 'fails', change: { exitCode: 1 }, outcome: 'failed' },
    { name: 'runs out of time', change: { exitCode: null, timedOut: true }, outcome: 'timed-out' },
    {
      name: "can't be started",
      change: { exitCode: null, problem: problem('command.notStarted', 'X.') },
      outcome: 'not-run',
    },
    { name: 'is ended by a signal', change: { exitCode: null }, outcome: 'failed' },
  ];
  const asks: Readonly<Record<string, string>> = {
    failed: 'loop.roundCap',
    'timed-out': 'gate.checkTimedOut',
    'not-run': 'gate.checkNotStarted',
  };
  for (const { name, change, outcome } of ends)
    it(`that ${name} is no pass, and what comes after it is not run`, async () => {
      const h = await createHarness({
        queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['npm test', 'npm test two'] }),
        settings: {
          'mam.checks.allowed': [
            ['npm', 'test'],
            ['npm', 'test', 'two'],
          ],
          'mam.loop.maxRounds': 1,
        },
      });
      Object.assign(h.commands, {
        result: { timedOut: false, tail: secret, durationMs: 1, problem: null, ...change },
      });
      await h.start();
      assert.deepEqual(
        h.run().results.map((one) => one.outcome),
        [outcome, 'not-run'],
      );
      assert.deepEqual([askCode(h), h.commands.ran.length], [asks[outcome], 1]);
      assert.ok(!JSON.stringify(h.store.database.rows).includes(secret));
      await h.app.close();
    });
});

describe('a brief', () => {
  it("quotes text so that the text can't end the quote", () => {
    const world = new CoreWorld().start().playUntil();
    const job = world.run().jobs.find((one) => one.kind === 'review')!;
    const ticks = fc
      .array(fc.constantFrom('`', '```', '````', '\n', 'x', '## Task', '[VERDICT: PASS]'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(ticks, (text) => {
        const brief = composeBrief(world.state, job, { text, cut: false });
        const quoted = brief.slice(
          brief.indexOf('## The change under review\n\n') + '## The change under review\n\n'.length,
        );
        const mark = /^`+/.exec(quoted)?.[0] ?? '';
        assert.ok(mark.length >= 3);
        assert.equal(quoted, `${mark}\n${text}\n${mark}\n`);
        assert.ok(!text.includes(mark));
      }),
    );
  });

  it('says who, where and what in its first lines, for programs too', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    const [job] = world.run().jobs;
    const [title, , machine] = composeBrief(world.state, job!, null).split('\n');
    assert.equal(title, '# Implementer: T-2026-0001 - Task T-2026-0001');
    const data: Readonly<Record<string, unknown>> = JSON.parse(machine!.replace(/^MAM-BRIEF: /, ''));
    assert.deepEqual(
      [data['job'], data['kind'], data['claims'], data['base'], data['head']],
      [job!.id, 'implement', ['T-2026-0001.txt'], 'base-1', null],
    );
  });

  it('shows the next writer only the newest comments', () => {
    const world = new CoreWorld().start();
    world.playUntil();
    const { id } = world.run();
    world.do({ type: 'returnRun', run: id, comments: 'First.' });
    world.playUntil().do({ type: 'returnRun', run: id, comments: 'Second.' });
    world.playUntil('runLane');
    const job = world.run().jobs.findLast((one) => one.kind === 'implement')!;
    const brief = composeBrief(world.state, job, null);
    assert.ok(brief.includes('Second.') && !brief.includes('First.'));
  });
});
