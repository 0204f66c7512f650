import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeRepository, openTestApp, type TestRepository } from './support.ts';

const count = 200;

interface Told {
  readonly won: readonly string[];
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** A host in a process of its own, which has opened and waits to be told. */
async function host(root: string, session: string): Promise<{ readonly child: ChildProcess; go(): Promise<Told> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'submitHost.ts'), root, session, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  while (!out.includes('open\n')) await once(child.stdout, 'data');
  return {
    child,
    async go() {
      child.stdin.write('go');
      await once(child, 'close');
      assert.equal(child.exitCode, 0, out);
      return JSON.parse(out.trim().split('\n').at(-1) ?? '');
    },
  };
}

describe('two processes that hand in the same jobs', function () {
  this.timeout(120_000);
  let repository: TestRepository;
  beforeEach(() => {
    repository = makeRepository({ 'tasks/queue.md': '', 'a.txt': 'one\n' });
  });
  afterEach(() => repository.dispose());

  it(`have each of ${count} taken once`, async () => {
    const { root } = repository;
    const first = await openTestApp(root, {});
    const opened = await first.agentSessions.open(
      { agent: 'rehearsal', backend: 'headless', cwd: root, name: 'one', role: null, controlPlane: null },
      { kind: 'person', id: 'test' },
    );
    assert.ok(opened.ok, opened.ok ? '' : opened.error.code);
    const hosts = await Promise.all([host(root, opened.value.id), host(root, opened.value.id)]);
    const told = await Promise.all(hosts.map((one) => one.go()));
    const won = told.flatMap((one) => one.won);
    assert.deepEqual([won.length, new Set(won).size], [count, count]);
    // Whoever is a step behind all the way wins none: that they were at it together is what makes it a race.
    const together = Math.min(...told.map(({ to }) => to)) - Math.max(...told.map(({ from }) => from));
    assert.ok(together > 0, `${together} ms: they did not race`);
    await first.refresh();
    const jobs = Object.values(first.state.delegations);
    assert.equal(jobs.length, count);
    const submitted = await first.recentEvents(100_000);
    const times = submitted.filter(({ event }) => event.type === 'jobSubmitted').length;
    assert.equal(times, count);
    const begun = new Map<string, number>();
    for (const { event } of submitted)
      if (event.type === 'attemptBegun') begun.set(event.job, (begun.get(event.job) ?? 0) + 1);
    assert.ok([...begun.values()].every((n) => n === 1));
    const stopped = await first.agentSessions.stop('one', { kind: 'person', id: 'test' });
    assert.ok(stopped.ok);
    await first.close();
  });
});
