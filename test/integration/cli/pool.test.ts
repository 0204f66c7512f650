import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

const script = (steps: readonly object[]): string =>
  `### Script\n\n\`\`\`rehearsal\n${JSON.stringify([{ on: { kind: 'implement' }, steps }])}\n\`\`\`\n`;
const writes = (file: string) => [{ write: file, text: 'export const done = true;\n' }, { report: 'Done.' }];

/** Two that are right, one whose agent fails, one beyond its claim, one that waits for the first, and one of the backlog. */
const queue = queueText(
  { id: 'T-2026-0101', claims: 'src/one.mjs', checks: ['git --version'], notes: script(writes('src/one.mjs')) },
  { id: 'T-2026-0102', claims: 'src/two.mjs', checks: ['git --version'], notes: script([{ exit: 3 }]) },
  { id: 'T-2026-0103', claims: 'src/three.mjs', checks: ['git --version'], notes: script(writes('src/other.mjs')) },
  { id: 'T-2026-0104', claims: 'src/four.mjs', checks: ['git --version'], notes: script(writes('src/four.mjs')) },
  { id: 'T-2026-0105', status: 'backlog', priority: 'P0', claims: 'src/five.mjs' },
).replace('- Claims: src/four.mjs', '- Claims: src/four.mjs\n- Depends on:');

const waiting = queueText({ id: 'T-2026-0106', claims: 'src/six.mjs' }).replace(
  '- Claims: src/six.mjs',
  '- Claims: src/six.mjs\n- Depends on: T-2026-0101',
);

interface Told {
  readonly outcomes: readonly string[];
  readonly code: number | null;
  readonly most: number;
}

describe('mam start with several tasks at once', function () {
  this.timeout(300_000);

  async function outcomesWith(pool: string): Promise<Told> {
    const mam = await createMamCommand();
    try {
      // What fails is tried again, and nobody has to wait long for it here.
      mam.env['MAM_LOOP_BACK_OFF_SECONDS'] = '1';
      await mam.setQueue(queue + waiting.replace(/^# .*\n/, ''));
      const ended = await mam.run(
        ...['start', '--infinite', '--pool', pool, '--json', '--yes', '--agents', 'rehearsal'],
        ...['--topology', 'four-role', '--allow-check', 'git --version'],
      );
      const told = ended.out.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      const state = JSON.parse(
        await readFile(join(mam.repository, 'reports/agent_loop/active/auto_loop_state.json'), 'utf8'),
      );
      const open = new Set<string>();
      let most = 0;
      for (const { type, data } of told) {
        if (type === 'runStarted' || type === 'runContinued') open.add(data.run);
        if (type === 'cycleSettled' || type === 'retryPlanned') open.delete(data.run);
        most = Math.max(most, open.size);
      }
      const cycles: readonly { readonly task_id: string; readonly completed: boolean }[] = state.cycles;
      return {
        outcomes: [
          ...cycles.map((cycle) => `${cycle.task_id} ${cycle.completed ? 'completed' : 'deferred'}`).toSorted(),
          `${state.decision}, ${state.completed_task_ids.length} completed, ${state.deferred_task_ids.length} deferred`,
        ],
        code: ended.code,
        most,
      };
    } finally {
      await mam.dispose();
    }
  }

  it('comes to the same as one at a time, and takes neither the backlog nor what waits for another', async () => {
    const [alone, together] = [await outcomesWith('1'), await outcomesWith('3')];
    assert.deepEqual(alone.outcomes, [
      'T-2026-0101 completed',
      'T-2026-0102 deferred',
      'T-2026-0103 deferred',
      'T-2026-0104 completed',
      'partial, 2 completed, 2 deferred',
    ]);
    assert.deepEqual(together.outcomes, alone.outcomes);
    assert.deepEqual([alone.code, together.code], [1, 1]);
    assert.deepEqual([alone.most, together.most], [1, 3]);
  });
});
