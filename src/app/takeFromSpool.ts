import { isoSeconds } from '../base/clock.ts';
import { parseSpoolEvent } from '../protocol/spool.ts';
import type { Orchestrator } from './orchestrator.ts';
import { findJob } from './findRun.ts';

/**
 * Turns a file that an agent or hook handed in into a command. Throws for one that can't be read, so that it is put aside
 * as refused; one that could not be recorded stays for later.
 */
export async function takeFromSpool(name: string, text: string, orchestrator: Orchestrator): Promise<void | 'later'> {
  const parsed = parseSpoolEvent(text);
  if (!parsed.ok) throw new Error(`${name}: ${parsed.error}`);
  const message = parsed.value;
  if (message.type === 'heartbeat') {
    const { session, role, task, status, agent, ttlMinutes } = message;
    const saidAt = saidIn(name);
    const beat = await orchestrator.dispatch(
      {
        type: 'heartbeat',
        session,
        role,
        task,
        status,
        agent,
        ...(saidAt === null ? {} : { saidAt }),
        ...(ttlMinutes === undefined ? {} : { ttlMs: ttlMinutes * 60_000 }),
      },
      { kind: 'job', id: session },
    );
    return beat.ok ? undefined : 'later';
  }
  const job = findJob(orchestrator.state, message.job);
  if (!job || job.ended) throw new Error(`${name}: no job ${message.job} is running`);
  const signal = await orchestrator.dispatch(
    { type: 'reportProgress', job: message.job, kind: message.kind, text: message.text },
    { kind: 'job', id: message.job },
  );
  return signal.ok ? undefined : 'later';
}

/** When a file was handed in, which its name begins with; null for one that is named in another way. */
function saidIn(name: string): string | null {
  const [, ms] = /^(\d{13})-/.exec(name) ?? [];
  return ms === undefined ? null : isoSeconds(Number(ms));
}
