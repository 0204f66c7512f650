import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import type { Places } from '../places.ts';
import { activeApply } from './activeApply.ts';
import { activeLoop } from './activeLoop.ts';
import { agentMix, agentMixReport } from './agentMix.ts';
import { approvalPackets } from './approvalPacket.ts';
import { assignments } from './assignments.ts';
import { autoLoopState } from './autoLoopState.ts';
import { codexRunner } from './codexRunner.ts';
import { gateEvidence } from './gateEvidence.ts';
import { leases } from './leases.ts';
import { patchArtifact } from './patchArtifact.ts';
import type { Projection } from './projection.ts';
import { reviewArtifacts } from './reviewArtifacts.ts';
import { sessionRegistry } from './sessionRegistry.ts';
import { taskFiles } from './taskFiles.ts';

/** Before a loop was started or a session reported there is nothing to tell, and a repository that was only looked at gets no files. */
export const hasNews = (state: State): boolean =>
  state.topology !== null ||
  Object.keys(state.sessions).length > 0 ||
  state.imports.length > 0 ||
  Object.keys(state.batches).length > 0 ||
  Object.keys(state.teams).length > 0 ||
  Object.keys(state.applied).length > 0 ||
  state.proposal !== null;

/** `texts` holds the blobs that `projectedBlobs` names, as far as they are there. */
const projections = (state: State, texts: ReadonlyMap<string, string>): readonly Projection[] =>
  !hasNews(state)
    ? []
    : [
        sessionRegistry(state),
        leases(state),
        agentMix(state),
        agentMixReport(state),
        ...autoLoopState(state),
        ...assignments(state),
        ...gateEvidence(state),
        ...approvalPackets(state),
        ...taskFiles(state),
        ...activeLoop(state),
        ...codexRunner(state),
        ...activeApply(state),
        ...patchArtifact(state, texts),
        ...reviewArtifacts(state),
      ];

/**
 * Contract files as they should be now: absolute path and text, each made when it is asked for, since a long history has
 * thousands. With `since`, an earlier state whose files are all written, only those that may differ from then; `hash` is
 * that of the state's last event. The same state gives the same bytes.
 */
export function* projectedFiles(
  state: State,
  places: Places,
  privacy: Privacy,
  since?: State,
  hash?: string,
  texts: ReadonlyMap<string, string> = new Map(),
): Generator<readonly [path: string, text: string]> {
  const before = new Map((since ? projections(since, texts) : []).map((one) => [one.path, one.reads]));
  for (const one of projections(state, texts)) {
    if (sameInputs(before.get(one.path), one.reads)) continue;
    yield [`${places.ledger}/${one.path}`, projectedText(one, state, privacy, hash)];
  }
}

/** The text of one contract file, fit to be shown around. */
export function projectedText(one: Projection, state: State, privacy: Privacy, hash?: string): string {
  const stamp = { seq: state.seq, at: state.updatedAt, privacy, ...(hash === undefined ? {} : { hash }) };
  const text = one.render(stamp);
  return one.path.endsWith('.json') ? text : privacy.redact(text);
}

const sameInputs = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  a !== undefined && a.length === b.length && a.every((value, i) => value === b[i]);
