import type { Problem } from '../../base/problem.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import type { App } from '../../app/app.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { Cli } from '../cli.ts';

/** How long leaving may take before the process ends anyway, in milliseconds. */
const leaveMs = 2000;

/** How waiting for a job ended: it is there, the time is up, nobody knows the job any more, or Ctrl-C. */
export type WaitEnd = 'there' | 'late' | 'gone' | 'interrupted';

interface Waiting {
  /** Null waits for as long as it takes. */
  readonly limitMs: number | null;
  readonly isThere: (job: DelegatedJob) => boolean;
  /** Hears of every change until then. */
  readonly onChange?: (job: DelegatedJob) => void;
}

/** Waits until `isThere` holds for a job. What the job does goes on in any case. */
export function follow(
  { terminal }: Pick<Cli, 'terminal'>,
  app: App,
  id: string,
  { limitMs, isThere, onChange }: Waiting,
): Promise<WaitEnd> {
  return new Promise((resolve) => {
    const end = (how: WaitEnd): void => {
      listening.dispose();
      release();
      clearTimeout(timer);
      resolve(how);
    };
    const look = (): void => {
      const job = app.state.delegations[id];
      if (!job) return end('gone');
      onChange?.(job);
      if (isThere(job)) end('there');
    };
    const listening = app.onDidChange(look);
    const release = terminal.onInterrupt(() => {
      setTimeout(() => process.exit(130), leaveMs).unref();
      end('interrupted');
    });
    const timer = limitMs === null ? undefined : setTimeout(() => end('late'), limitMs);
    // Something has to keep this process, where another one does the work and only a file tells of it.
    look();
  });
}

export const isOver = ({ status }: DelegatedJob): boolean => status !== 'pending' && status !== 'running';

/** Why its prompt did not get there; null while that is not known, or it did. Somebody has to decide then. */
export function notDelivered(job: DelegatedJob): Problem | null {
  const delivery = openAttempt(job)?.delivery;
  return delivery?.kind === 'notDelivered' ? delivery.problem : null;
}
