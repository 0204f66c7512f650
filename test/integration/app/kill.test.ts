import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sequenceOf } from '../../../src/app/projections/events.ts';
import { queueText } from '../../builders/queueText.ts';
import { hostEnvironment, makeRepository, openTestApp, type TestRepository } from './support.ts';

const kills = 200;
const tasks = Array.from({ length: 8 }, (_, i) => `T-2026-${String(i + 1).padStart(4, '0')}`);
const slow =
  '```rehearsal\n[{"on":{"kind":"implement"},"steps":[{"sleep":400},{"work":true}]},{"on":{"kind":"review"},"steps":[{"sleep":400},{"work":true}]}]\n```';

/** Starts a host and kills it after so many milliseconds; null lets it run. Resolves with whether it came to its end. */
function runHost(root: string, killAfterMs: number | null): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'loopHost.ts'), root], {
    env: hostEnvironment(root),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (timer) clearTimeout(timer);
      if (code === 0) resolve(out.includes('done'));
      else if (signal === 'SIGKILL') resolve(false);
      else reject(new Error(`host ended with ${code} ${signal}: ${errors}`));
    });
  });
}

describe('a run of several tasks', () => {
  let repository: TestRepository;
  before(() => {
    repository = makeRepository({
      'README.md': 'sample\n',
      'tasks/queue.md': queueText(
        ...tasks.map((id) => ({
          id,
          claims: `\`notes/${id}.md\``,
          checks: ['git status'],
          goal: `Write a note.\n\n${slow}`,
        })),
      ),
    });
  });
  after(() => repository.dispose());

  it(`goes on after each of ${kills} SIGKILLs at random points, loses nothing and does nothing twice`, async function () {
    this.timeout(600_000);
    let killed = 0;
    for (let ended = false; !ended;) {
      // The start of a host takes a few hundred milliseconds, so that some kills hit its opening and some its work.
      const delay = killed < kills ? 150 + Math.random() * 900 : null;
      ended = await runHost(repository.root, delay);
      if (!ended) killed += 1;
    }
    assert.ok(killed >= kills, `the run ended after ${killed} kills: it must be longer`);

    const app = await openTestApp(repository.root);
    try {
      const runs = Object.values(app.state.runs);
      assert.deepEqual(
        runs.map((run) => [run.task.id, run.phase, run.gate?.open]),
        tasks.map((id) => [id, 'waiting', true]),
      );
      for (const run of runs) {
        assert.equal(
          repository.git('rev-list', '--count', `main..${run.branch}`),
          String(run.round),
          `${run.task.id}: one commit a round`,
        );
        assert.equal(repository.git('rev-parse', run.branch), run.change?.head);
      }
      assert.deepEqual(Object.keys(app.state.worktrees), [], 'no worktree is left in the state');
      assert.equal(
        repository.git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length,
        1,
        'no worktree is left in git',
      );
      const verified = await app.verify();
      assert.deepEqual([verified.ok, verified.brokenAt], [true, null]);

      const ledger = join(repository.root, 'reports/agent_loop/active');
      const journal = readFileSync(join(ledger, 'events.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => sequenceOf(line));
      assert.deepEqual(
        journal,
        journal.map((_, i) => i + 1),
        'the journal has every event once',
      );
      for (const name of readdirSync(ledger))
        if (name.endsWith('.json')) JSON.parse(readFileSync(join(ledger, name), 'utf8'));
      assert.ok(existsSync(join(ledger, 'session_registry.json')));
    } finally {
      await app.close();
    }
  });
});
