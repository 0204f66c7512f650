import { fill } from '../../base/problem.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { documentMarkdown } from '../export/markdown.ts';
import { packetDocument } from '../export/packetDocument.ts';
import { approvalView } from '../views/approvalPacket.ts';
import { otherChanges } from '../views/otherChanges.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { Scene, ViewContext } from '../views/viewContext.ts';
import { newestChanges } from './facts.ts';
import type { Projection } from './projection.ts';

/** English and UTC: the file says the same to everybody who reads it. */
const ledgerReader: ViewContext = {
  t: fill,
  now: () => '',
  age: () => 0,
  clock: (iso) => iso,
  day: (iso) => iso,
  progress: () => null,
};

/** A packet for the newest run of each task that has a change, and at the top the one that waits for a person. */
export const approvalPackets = (state: State): readonly Projection[] => {
  const runs = newestChanges(state);
  const packet = (path: string, run: Run): Projection => {
    // A decided packet is a record: what others do later is no news about it.
    const seen = run.phase === 'ended' ? { ...state, runs: { [run.id]: run }, refs: {} } : state;
    return {
      path,
      reads: run.phase === 'ended' ? [run] : [run, state.refs, JSON.stringify(otherChanges(state, run))],
      render: () => {
        const model = approvalView(ledgerReader, sceneOf(seen), run.id);
        return 'missing' in model ? `${model.missing}\n` : documentMarkdown(packetDocument(model));
      },
    };
  };
  const newest = newestFirst(state).filter((run) => runs.includes(run));
  const top = newest.find((run) => run.phase === 'waiting' && run.decision === null) ?? newest[0];
  return [
    ...(top ? [packet('approval_packet.md', top)] : []),
    ...runs.map((run) => packet(`tasks/${run.task.id}/approval_packet.md`, run)),
  ];
};

const sceneOf = (state: State): Scene => ({
  state,
  problem: null,
  role: 'owner',
  owner: null,
  repository: '',
  worktrees: new Map(),
  overlaps: null,
  recommendations: [],
  awakeMs: null,
});
