import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';
import { Random } from '../../builders/random.ts';

const kills = 5;
const seeds = (process.env['MAM_SEEDS'] ?? '1').split(',').map(Number);

const implement = (steps: readonly object[]) => ({ on: { kind: 'implement' }, steps: [{ sleep: 200 }, ...steps] });
/** More in each round, so that there is something to review again. */
const writes = (file: string) => implement([{ append: file, text: '// One line more.\n' }, { report: 'Done.' }]);
const review = (verdict: 'pass' | 'not-pass', round?: number) => ({
  on: { kind: 'review', ...(round === undefined ? {} : { round }) },
  steps: [{ sleep: 100 }, { verdict }],
});

/** What agents do with the task of a file, and what that comes to. */
const kinds = {
  good: { scenes: (file: string) => [writes(file), review('pass')], completed: true },
  repaired: { scenes: (file: string) => [review('not-pass', 1), writes(file), review('pass')], completed: true },
  crashes: { scenes: () => [implement([{ exit: 3 }])], completed: false },
  outside: { scenes: () => [writes('src/elsewhere.mjs')], completed: false },
  silent: { scenes: () => [implement([{ silent: true }])], completed: false },
} as const;
const fates = ['good', 'repaired', 'crashes', 'good', 'outside', 'silent', 'good', 'good'] as const;

const tasks = fates.map((fate, n) => {
  const file = `src/part${n}.mjs`;
  return { id: `T-2026-030${n}`, file, fate, script: kinds[fate].scenes(file) };
});
const queue = queueText(
  ...tasks.map(({ id, file, script }) => ({
    id,
    claims: file,
    checks: ['git --version'],
    notes: `### Script\n\n\`\`\`rehearsal\n${JSON.stringify(script)}\n\`\`\`\n`,
  })),
);
const wanted = tasks.map(({ id, fate }) => `${id} ${kinds[fate].completed ? 'completed' : 'deferred'}`);

interface Line {
  readonly type?: string;
  readonly data?: { readonly run?: string; readonly task?: unknown; readonly job?: string; readonly outcome?: string };
}

/** The supervisor of the lanes dies, too: what it held is lost, and each lane is tried again. */
async function killSupervisor({ repository }: MamCommand): Promise<void> {
  try {
    const { pid }: { pid: number } = JSON.parse(await readFile(join(repository, '.git/mam/supervisor.json'), 'utf8'));
    process.kill(pid, 'SIGKILL');
  } catch {
    // None was needed so far, or it has ended.
  }
}

/** Events of the log that count: what was begun, what ended, and what was counted. */
const told = (lines: readonly Line[], type: string): readonly string[] =>
  lines.flatMap((line) =>
    line.type === type
      ? [type === 'jobEnded' ? `${line.data?.job}` : JSON.stringify([line.data?.task, line.data?.outcome])]
      : [],
  );

describe('mam start with four tasks at once, killed again and again', function () {
  this.timeout(600_000);

  for (const seed of seeds)
    it(`comes to the same for each task as if nobody had killed it, seed ${seed}`, async () => {
      const random = new Random(seed);
      const mam = await createMamCommand();
      try {
        await mam.setQueue(queue);
        // Failures one after another are no reason to stop here.
        mam.env['BIDMATE_AGENT_LOOP_MAX_CONSECUTIVE_BLOCKERS'] = '1000';
        let host = mam.start(
          ...['start', '--infinite', '--pool', '4', '--json', '--yes', '--agents', 'rehearsal'],
          ...['--topology', 'four-role', '--allow-check', 'git --version'],
        );
        for (let n = 0; n < kills; n++) {
          // At an instant that only the seed knows: after so many events, and a moment later.
          let left = random.int(8, 45);
          const reached = new Promise<void>((resolve) => {
            host.child.stdout?.on('data', (text: string) => {
              left -= text.split('\n').length - 1;
              if (left <= 0) setTimeout(resolve, random.int(0, 30));
            });
          });
          await Promise.race([reached, host.ended]);
          assert.equal(host.child.exitCode, null, `it ended before kill ${n + 1}`);
          host.child.kill('SIGKILL');
          await host.ended;
          if (n % 2 === 1) await killSupervisor(mam);
          host = mam.start('resume', '--json');
        }
        const ended = await host.ended;
        const ledger = join(mam.repository, 'reports/agent_loop/active');
        const state = JSON.parse(await readFile(join(ledger, 'auto_loop_state.json'), 'utf8'));
        const cycles: readonly { readonly task_id: string; readonly completed: boolean }[] = state.cycles;
        assert.deepEqual(
          cycles.map((cycle) => `${cycle.task_id} ${cycle.completed ? 'completed' : 'deferred'}`).toSorted(),
          wanted,
          ended.err,
        );
        const log = await readFile(join(ledger, 'events.jsonl'), 'utf8');
        const lines: readonly Line[] = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
        assert.equal(told(lines, 'runStarted').length, tasks.length, 'each is begun once');
        for (const type of ['cycleSettled', 'jobEnded']) {
          const all = told(lines, type);
          assert.deepEqual([...new Set(all)], all, `${type} twice`);
        }
        assert.equal(told(lines, 'cycleSettled').length, tasks.length, 'none is lost');
      } finally {
        await mam.dispose();
      }
    });
});
