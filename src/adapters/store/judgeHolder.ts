import type { ProcessIdentity, ProcessSighting } from './processFacts.ts';

/** Awake milliseconds without a heartbeat after which an owner counts as silent. */
const silentAfterAwakeMs = 30_000;
/** Where its process can't be looked at, this many milliseconds by the clock on the wall must have passed as well. */
const silentFarAfterMs = 10 * 60_000;

export interface Holder extends ProcessIdentity {
  /** Made anew for every store that is opened. */
  readonly nonce: string;
  readonly beatAwakeMs: number;
  readonly beatWallMs: number;
}

export interface Scene {
  readonly me: ProcessIdentity;
  readonly nonce: string;
  /** What was seen of the holder's pid; only looked at when the pid is one of ours. */
  readonly sighting: ProcessSighting;
  readonly awakeMs: number;
  readonly wallMs: number;
}

export type Judgement = 'mine' | 'dead' | 'silent' | 'alive';

/** Whether ownership may be taken from its holder. Dead needs proof; everything that is unknown counts as alive. */
export function judgeHolder(holder: Holder, scene: Scene): Judgement {
  if (holder.nonce === scene.nonce) return 'mine';
  if (isOfEarlierBoot(holder, scene.me)) return 'dead';
  const near = isNear(holder, scene.me);
  if (near && isGone(holder, scene.sighting)) return 'dead';
  const silent = scene.awakeMs - holder.beatAwakeMs >= silentAfterAwakeMs;
  const longAgo = near || scene.wallMs - holder.beatWallMs >= silentFarAfterMs;
  return silent && longAgo ? 'silent' : 'alive';
}

const isOfEarlierBoot = (holder: Holder, me: ProcessIdentity): boolean =>
  holder.machine === me.machine && holder.boot !== null && me.boot !== null && holder.boot !== me.boot;

/** Its pid means the same to us as to it. */
export const isNear = (holder: ProcessIdentity, me: ProcessIdentity): boolean =>
  holder.machine === me.machine && holder.boot === me.boot && holder.pidNamespace === me.pidNamespace;

const isGone = (holder: Holder, sighting: ProcessSighting): boolean =>
  !sighting.alive || (holder.started !== null && sighting.started !== null && holder.started !== sighting.started);
