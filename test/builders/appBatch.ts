import assert from 'node:assert/strict';
import type { BatchRequest } from '../../src/app/batch/request.ts';
import type { PatchRequest } from '../../src/app/patch/request.ts';
import type { Batch } from '../../src/core/batch/types.ts';
import { reported, type Play } from '../fakes/fakeLanes.ts';
import { createHarness, person, type Harness, type HarnessOptions } from './appHarness.ts';
import { queueText } from './queueText.ts';

export const batchQueue = queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['npm test'] });
export const batchRequest = (change: Partial<BatchRequest> = {}): BatchRequest => ({
  kind: 'runner',
  execute: true,
  sessions: null,
  role: null,
  agent: 'codex',
  model: null,
  task: null,
  base: null,
  sandbox: 'read-only',
  maxParallel: 8,
  timeoutMs: 0,
  maxCommands: 0,
  counts: true,
  dual: false,
  warnings: [],
  ...change,
});
export const patchRequest: PatchRequest = {
  execute: true,
  task: 'T-2026-0001',
  agent: 'codex',
  model: null,
  base: null,
  timeoutMs: 0,
  maxCommands: 0,
  seedChanges: false,
  warnings: [],
};
/** Lets every reader pass. */
export const passes: Play = () => reported('Fine.\n\n[VERDICT: PASS]');

/** A team of eight that nothing was done with yet. */
export async function seated(options: Partial<HarnessOptions> = {}): Promise<Harness> {
  const h = await createHarness({ queue: batchQueue, ...options });
  await h.app.tick(
    {
      execute: false,
      topology: 'expanded-eight',
      task: null,
      issue: null,
      branch: null,
      files: [],
      fromGit: false,
      claimText: null,
      prBody: null,
      leaseTtlMs: null,
      handedIn: [],
      unused: [],
    },
    person,
  );
  return h;
}

/** Runs a batch to its end. */
export async function batchOf(h: Harness, change: Partial<BatchRequest> = {}): Promise<Batch> {
  const running = h.app.runBatch(batchRequest(change), person);
  const seen: Batch[] = [];
  void running.then((ended) => ended.ok && seen.push(ended.value));
  for (let n = 0; n < 50 && seen.length === 0; n++) await h.rest();
  const [batch] = seen;
  assert.ok(batch, 'the batch did not end');
  return batch;
}
