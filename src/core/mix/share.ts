import type { MixAgent, MixTarget } from './types.ts';

/** A part of the whole; `none` where there is no whole. */
const share = (part: number, whole: number, none: number): number => (whole === 0 ? none : part / whole);

/** How far an agent is below its share of the work, as a part of all of it; negative where it is above. */
export const gap = (agent: MixAgent, target: MixTarget, rolling: MixTarget): number =>
  share(target[agent], target.claude + target.codex, 0.5) - share(rolling[agent], rolling.claude + rolling.codex, 0);
