import type { Orchestrator } from '../orchestrator.ts';

/** `held`: the agent is not ready for a prompt now; `over`: this one must not be typed any more. */
type Sending = 'recorded' | 'held' | 'over';

export type RecordSending = (job: string, attempt: number, again: boolean) => Promise<Sending>;

/** Records that a prompt is about to be typed. What could not be recorded is not typed: nobody would know after a crash. */
export const createRecordSending =
  ({ dispatch }: Pick<Orchestrator, 'dispatch'>): RecordSending =>
  async (job, attempt, again) => {
    const command = { type: 'sendPrompt', job, attempt, ...(again ? { again: true as const } : {}) } as const;
    const recorded = await dispatch(command, { kind: 'host', id: 'delivery' });
    if (!recorded.ok) return recorded.error.code.startsWith('held.') ? 'held' : 'over';
    return recorded.value.some(({ type }) => type === 'promptSending') ? 'recorded' : 'over';
  };
