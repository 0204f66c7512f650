import { staleEvidence } from '../../core/evidence/staleness.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { evidenceTexts } from '../evidence/evidenceFiles.ts';
import { newestChanges, newestRuns } from './facts.ts';
import type { Stamp } from './json.ts';
import type { Projection } from './projection.ts';

/** Where evidence lies, below the ledger's folder: a folder for each task. */
export const evidenceFolder = 'gate_evidence';

/** Evidence of the newest run of each task that committed something, its gate judged or not. */
export const gateEvidence = (state: State): readonly Projection[] => {
  const newest = new Map(newestRuns(state).map((run) => [run.task.id, run]));
  return newestChanges(state).flatMap((run) => {
    const reads = readsOf(state, run, newest.get(run.task.id));
    let made: { readonly seq: number; readonly both: ReturnType<typeof evidenceTexts> } | null = null;
    // Both are made from the same judgement.
    const texts = (stamp: Stamp) => {
      if (made?.seq !== stamp.seq) {
        const subject = { state, task: run.task.id, run, newest: newest.get(run.task.id) };
        made = { seq: stamp.seq, both: evidenceTexts(subject, stamp) };
      }
      return made.both;
    };
    return [`${evidenceFolder}/${run.task.id}`, `tasks/${run.task.id}`].flatMap((folder) => [
      { path: `${folder}/evidence.json`, reads, render: (stamp: Stamp) => texts(stamp).json },
      { path: `${folder}/evidence.md`, reads, render: (stamp: Stamp) => texts(stamp).markdown },
    ]);
  });
};

/** Roles and branches count only until a person has decided; a sentence says the same as itself, whenever it is made. */
const readsOf = (state: State, run: Run, newest: Run | undefined): readonly unknown[] => {
  const stale = JSON.stringify(staleEvidence(state, run, newest));
  return run.decision ? [run, stale] : [run, stale, state.sessions, run.lease && state.leases[run.lease]];
};
