import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { jobLine, jobOf } from '../../../src/app/projections/jobLine.ts';
import { jobFilesOf } from '../../../src/app/projections/jobs.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import { jobFiles } from '../../../src/protocol/ledger/jobFiles.ts';
import { begun, endedWith, lifeOf, orderOf, recordedFrom, said, stateOf } from '../../builders/delegation.ts';
import { privacy } from '../../builders/privacy.ts';

const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const sha = 'b'.repeat(64);
const report = { sha256: sha, bytes: 5, manifest: true, verdict: 'notPass', sinceAwake: 5 } as const;
const problem = { code: 'a.b', text: 'It failed.', params: {} } as const;

/** Everything that can happen to a job, each once at least. */
const everything: readonly DomainEvent[] = [
  {
    type: 'jobSubmitted',
    job: orderOf('j1', { kind: 'review', prompt: `Look. ${secret}`, role: 'Reviewer', task: 'T-2026-0001' }),
  },
  begun('j1'),
  { type: 'promptSending', job: 'j1', attempt: 1, tries: 1 },
  { type: 'promptDelivered', job: 'j1', attempt: 1, by: 'hook' },
  said('j1', 1, 'started'),
  said('j1', 2, 'progress', `half ${secret}`),
  said('j1', 3, 'permission_required', 'May I?'),
  { type: 'permissionSettled', job: 'j1', attempt: 1 },
  { type: 'reportSighted', job: 'j1', attempt: 1, report },
  { type: 'attemptWouldComplete', job: 'j1', attempt: 1, grounds: ['report', 'idle'], report: sha },
  { type: 'attemptLost', job: 'j1', attempt: 1, how: 'gone', awake: 9 },
  endedWith('j1', 'error', { problem, report: sha }),
  { type: 'attemptContradicted', job: 'j1', attempt: 1, seq: 4, kind: 'completed', text: 'Done.' },
  { type: 'jobRetried', job: 'j1' },
  begun('j1', 2),
  { type: 'promptNotDelivered', job: 'j1', attempt: 2, problem },
  { type: 'jobWithdrawn', job: 'j1', problem },
];

const schemasOf = (path: string): readonly z.ZodType[] => {
  const file = jobFiles.find(({ paths }) =>
    paths.some((one) => new RegExp(`^${one.replace('*', '[^/]+')}$`).test(path)),
  );
  assert.ok(file, path);
  const json = readFileSync(join(import.meta.dirname, '../../../media/schemas', file.schemaFile), 'utf8');
  return [file.schema, z.fromJSONSchema(JSON.parse(json))];
};
const demand = (path: string, text: string): void => {
  for (const schema of schemasOf(path)) {
    const parsed = schema.safeParse(JSON.parse(text));
    assert.ok(parsed.success, parsed.success ? '' : `${path}\n${z.prettifyError(parsed.error)}\n${text}`);
  }
};

describe('the files of a delegated job', () => {
  it('are as their schemas say, at each step of a job, and hold no secret and no token', () => {
    for (let length = 1; length <= everything.length; length += 1) {
      const state = stateOf(everything.slice(0, length));
      const files = jobFilesOf(state.delegations['j1']!, { seq: state.seq, at: state.updatedAt, privacy });
      assert.deepEqual(
        files.map(([path]) => path),
        ['jobs/j1.json', 'delegate_job_logs/j1/meta.json', 'delegate_job_logs/j1/status.json'],
      );
      for (const [path, text] of files) {
        demand(path, text);
        assert.ok(!text.includes(secret) && !text.includes('a'.repeat(64)), text);
      }
    }
  });

  it('have a line for each thing that happened, which holds neither', () => {
    const lines = recordedFrom(everything).map((one) => jobLine(one, privacy));
    for (const line of lines) {
      demand('delegate_job_logs/j1/events.ndjson', line);
      assert.ok(!line.includes(secret) && !line.includes('a'.repeat(64)) && !line.includes('\n'), line);
    }
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).event),
      [
        'submitted',
        'begun',
        'promptSending',
        'promptDelivered',
        'started',
        'progress',
        'permission_required',
        'permission_answered',
        'reportSighted',
        'attemptWouldComplete',
        'attemptLost',
        'error',
        'attemptContradicted',
        'jobRetried',
        'begun',
        'promptNotDelivered',
        'cancelled',
      ],
    );
    assert.deepEqual(JSON.parse(lines[11]!).data, { source: 'agent', grounds: [], report_sha256: sha });
  });

  it('are about the events of that job alone', () => {
    const [other] = recordedFrom([{ type: 'refsObserved', refs: {} }]);
    assert.equal(jobOf(other!), null);
    assert.deepEqual(
      recordedFrom(lifeOf('j7', 3)).map(jobOf),
      recordedFrom(lifeOf('j7', 3)).map(() => 'j7'),
    );
  });
});
