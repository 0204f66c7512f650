import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSession } from '../../src/core/agentSession/types.ts';
import type { DomainEvent } from '../../src/core/event.ts';
import { begun, orderOf, said } from '../builders/delegation.ts';
import { openStore } from '../integration/store/openStore.ts';

/** Where a session runs. The editor is no place of a headless host, so that nobody looks after it. */
export type Seat = Pick<AgentSession, 'backend' | 'process'> & { readonly handle: string };
export const elsewhere: Seat = { backend: 'editor', handle: 'h', process: null };

/** A job whose prompt arrived, of a session of its own that tells by hooks that it works. */
export const runningJob = (id: string, { backend, handle, process }: Seat = elsewhere): readonly DomainEvent[] => [
  {
    type: 'agentSessionOpened',
    session: {
      id: `s-${id}`,
      name: `s-${id}`,
      agent: 'codex',
      backend,
      cwd: '/repo',
      worktree: null,
      role: null,
      controlPlane: { workspaceRoot: '/repo', agentSessionsYaml: '/y', mamJobsDir: '/j', delegateJobLogsDir: '/l' },
      conversation: null,
    },
  },
  { type: 'agentSessionStarted', session: `s-${id}`, generation: 1, handle, process },
  { type: 'jobSubmitted', job: orderOf(id) },
  begun(id),
  { type: 'promptDelivered', job: id, attempt: 1, by: 'hook' },
  {
    type: 'agentSessionSeen',
    session: `s-${id}`,
    generation: 1,
    sight: {
      source: 'hook',
      activity: { kind: 'working' },
      at: '2026-11-30T10:00:00Z',
      seenAt: '2026-11-30T10:00:00Z',
      awake: 0,
      order: 1,
    },
  },
  said(id, 1, 'started'),
];

/** The same job after its agent said that it is done; its report is still to come. */
export const waitingJob = (id: string, seat: Seat = elsewhere): readonly DomainEvent[] => [
  ...runningJob(id, seat),
  said(id, 2, 'completed'),
];

/** Puts events into the log of a repository that nobody has open. */
export async function fillLog(root: string, events: readonly DomainEvent[]): Promise<void> {
  const store = await openStore(join(root, '.git'));
  const drafts = events.map((event) => ({ at: '2026-11-30T10:00:00Z', actor: 'bench', event }));
  const filled = await store.transact(0, () => ({ drafts, result: undefined }));
  if (!filled.ok) throw new Error(filled.error.code);
  store.dispose();
}

/** Hands in the report of a job as `mam event` does; answers when the manifest was renamed into place. */
export function handIn(root: string, id: string): number {
  const folder = join(root, '.mam/jobs', id, '1');
  mkdirSync(folder, { recursive: true });
  const text = `# Report of ${id}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(folder, '.report.tmp'), text);
  const manifest = { v: 1, job: id, attempt: 1, sha256, bytes: Buffer.byteLength(text) };
  writeFileSync(join(folder, '.manifest.tmp'), JSON.stringify(manifest));
  renameSync(join(folder, '.report.tmp'), join(folder, 'report.md'));
  const start = performance.now();
  renameSync(join(folder, '.manifest.tmp'), join(folder, 'manifest.json'));
  return start;
}
