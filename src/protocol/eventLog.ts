import type { Problem } from '../base/problem.ts';
import { problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';
import { shellIsFree } from '../core/job/hold.ts';
import type { DomainEvent, EventType, Recorded } from '../core/event.ts';

/** The stored form of one event. `data` is JSON text of the event without its type. */
export interface StoredEvent {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly v: number;
  readonly data: string;
}

type Data = Readonly<Record<string, unknown>>;

/** Brings the data of an event from one version to the next. */
type Upgrade = (data: Data) => Data;

/**
 * The upgrades of each type, without a gap: the first brings version 1 to 2, the second 2 to 3. The version that is
 * written is therefore one more than the number of upgrades, and a type can't be forgotten here.
 */
export type Upgrades = Readonly<Record<EventType, readonly Upgrade[]>>;

/** A lease held only what its run does not know; every one lasted half an hour then. */
const withScope: Upgrade = (data) => ({
  ...data,
  lease: {
    issue: null,
    branch: '',
    worktree: '.',
    ttlMs: 1_800_000,
    borrower: null,
    ...within(data, 'lease'),
  },
});

/** Before models were chosen, every lane ran with what its CLI was set to. */
const withModels: Upgrade = (data) => ({ ...data, options: { models: {}, ...within(data, 'options') } });
const withModel: Upgrade = (data) => ({ ...data, job: { model: null, effort: null, ...within(data, 'job') } });

/** A lane was called enforced though its shell was free; what held by a sandbox or by a reader's rules still does. */
const withLevels: Upgrade = (data) => {
  const hold = within(data, 'hold');
  const by = Array.isArray(hold['by']) ? hold['by'] : [];
  if (hold['level'] === 'enforced' && !by.includes('hook'))
    return { ...data, hold: { ...hold, worktree: 'enforced', claim: null } };
  const worktree = by.includes('sandbox') ? 'enforced' : 'advisory';
  return {
    ...data,
    hold: { ...hold, level: 'advisory', worktree, claim: 'advisory', why: hold['why'] ?? shellIsFree },
  };
};

export const upgrades: Upgrades = {
  queueChanged: [],
  loopStarted: [withModels],
  loopStopRequested: [],
  loopFinishing: [],
  taskOverran: [],
  taskClockTurned: [],
  retryPlanned: [],
  loopResumed: [],
  cycleSettled: [],
  loopHalted: [],
  lanesTuned: [],
  tuningApplied: [],
  tuningDismissed: [],
  poolTuned: [],
  poolSet: [],
  loopEnded: [],
  runStarted: [],
  runPrepared: [],
  sourceSighted: [],
  reportsPromoted: [],
  jobFoldersCleared: [],
  claimsSet: [],
  runAsked: [],
  runContinued: [],
  runReadied: [],
  runStopped: [],
  phaseEntered: [],
  roundStarted: [],
  attemptStarted: [],
  leaseClaimed: [withScope],
  leasesRenewed: [],
  leaseReleased: [],
  leaseExpired: [],
  leaseStranded: [],
  leaseRecovered: [],
  leaseBorrowed: [],
  leaseReturned: [],
  takeoverAnnounced: [],
  leaseTakenOver: [],
  effectRequested: [],
  effectStarted: [],
  effectSettled: [],
  worktreeAdded: [],
  worktreePrepared: [],
  worktreeChanged: [],
  worktreeMoved: [],
  worktreeSetUp: [],
  worktreeRemoved: [],
  jobDispatched: [withModel],
  jobSignalled: [],
  laneHeld: [withLevels],
  reportHandedIn: [],
  jobEnded: [],
  patchCaptured: [],
  patchCommitted: [],
  patchApplied: [],
  proposalMade: [],
  verdictGiven: [],
  jobAnswered: [],
  verdictMissing: [],
  reviewReopened: [],
  faultFound: [],
  checksRecorded: [],
  resultMerged: [],
  mergeReopened: [],
  checkAllowed: [],
  gateOpened: [],
  gateClosed: [],
  refsObserved: [],
  approved: [],
  approvalLapsed: [],
  returned: [],
  abandoned: [],
  merged: [],
  shipRequested: [],
  shipEnded: [],
  shipAnswered: [],
  branchDeleted: [],
  issueOpened: [],
  runEnded: [],
  sessionBeat: [],
  ledgerImported: [],
  ticked: [],
  topologySet: [],
  batchStarted: [],
  batchBlocked: [],
  batchAudited: [],
  batchEnded: [],
  teamStarted: [],
  teamPassed: [],
  teamLaunched: [],
  teamSeen: [],
  teamCaptured: [],
  teamBlocked: [],
  teamEnded: [],
  agentSessionOpened: [],
  agentSessionResumed: [],
  agentSessionStarted: [],
  agentSessionSeen: [],
  agentSessionIdentified: [],
  agentSessionStopRequested: [],
  agentSessionStopFailed: [],
  agentSessionEnded: [],
  agentSessionForgotten: [],
  jobSubmitted: [],
  jobWithdrawn: [],
  jobRetried: [],
  attemptBegun: [],
  promptSending: [],
  promptDelivered: [],
  promptNotDelivered: [],
  attemptSignalled: [],
  wordOvertaken: [],
  permissionSettled: [],
  reportSighted: [],
  reportRefused: [],
  artifactsSighted: [],
  attemptLost: [],
  attemptWouldComplete: [],
  attemptEnded: [],
  attemptContradicted: [],
  mixSet: [],
  limitLifted: [],
  circuitOpened: [],
  circuitClosed: [],
  sharedSeen: [],
  breachFound: [],
  breachAccepted: [],
};

/** The version in which an event of this type is written. */
export const writtenVersion = (type: EventType, table: Upgrades = upgrades): number => table[type].length + 1;

/** Reads a stored event and brings it to the newest form; `store.newer` when a newer MAM wrote it, `store.unreadable` when it is broken. */
export function readStoredEvent(stored: StoredEvent, table: Upgrades = upgrades): Result<Recorded, Problem> {
  const chain = isEventType(stored.type, table) ? table[stored.type] : null;
  if (chain === null || stored.v > chain.length + 1) return err(newer(stored));
  const data = parseObject(stored.data);
  if (data === null || !Number.isInteger(stored.v) || stored.v < 1) return err(unreadable(stored.seq));
  const upgraded = chain.slice(stored.v - 1).reduce((current, upgrade) => upgrade(current), data);
  const event = { ...upgraded, type: stored.type };
  if (!isDomainEvent(event, table)) return err(newer(stored));
  return ok({ seq: stored.seq, at: stored.at, actor: stored.actor, event });
}

const isEventType = (type: string, table: Upgrades): type is EventType => Object.hasOwn(table, type);

/** The log holds what this program wrote and chained: a schema check of each event would only slow down the start. */
const isDomainEvent = (value: { readonly type: string }, table: Upgrades): value is DomainEvent =>
  isEventType(value.type, table);

const within = (data: Data, key: string): Data => (isData(data[key]) ? data[key] : {});

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Data | null {
  try {
    const value: unknown = JSON.parse(text);
    return isData(value) ? value : null;
  } catch {
    return null;
  }
}

const newer = (stored: StoredEvent): Problem =>
  problem(
    'store.newer',
    'The log holds an event that a newer version of MAM wrote (event {seq}, {type} version {version}). Update MAM to go on.',
    { seq: stored.seq, type: stored.type, version: stored.v },
  );

const unreadable = (seq: number): Problem =>
  problem(
    'store.unreadable',
    'Event {seq} of the log can’t be read. Restore a backup from the “backups” folder beside the database.',
    { seq },
  );
