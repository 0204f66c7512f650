import type { LaneSpec } from '../../src/app/ports/agents.ts';
import type { LaneExit } from '../../src/protocol/agents/laneFiles.ts';

/** A lane of the rehearsal agent that reads, in folders that need not exist. */
export const laneSpec = (changes: Partial<LaneSpec> = {}): LaneSpec => ({
  id: 'job-1',
  agent: 'rehearsal',
  model: null,
  effort: null,
  access: 'read',
  cwd: '/work',
  brief: 'Do it.',
  folder: '/lane',
  timeoutMs: 60_000,
  fullAccess: false,
  env: {},
  ...changes,
});

/** A process that ended by itself, with 0. */
export const laneExit = (changes: Partial<LaneExit> = {}): LaneExit => ({
  code: 0,
  signal: null,
  reason: 'exited',
  detail: '',
  at: '2026-01-31T12:00:00Z',
  cut: false,
  survivors: 0,
  ...changes,
});

/** A brief as the app writes it, with a script for the rehearsal agent. */
export const rehearsalBrief = (head: Readonly<Record<string, unknown>>, scenes: readonly unknown[] = []): string =>
  [
    '# Implementer: T-1 - Say hello',
    `MAM-BRIEF: ${JSON.stringify({ job: 'job-1', attempt: 1, round: 1, kind: 'implement', session: 'implementer', role: 'Implementer', task: 'T-1', claims: ['docs/hello.md'], base: null, head: null, files: [], ...head })}`,
    '## Task',
    ...(scenes.length === 0 ? ['Say hello.'] : ['```rehearsal', JSON.stringify(scenes), '```']),
    '',
  ].join('\n\n');
