import type { TickRule } from '../rule.ts';
import { branch } from './branch.ts';
import { files } from './files.ts';
import { merged } from './merged.ts';
import { overlap } from './overlap.ts';
import { privacy } from './privacy.ts';
import { queue } from './queue.ts';
import { readiness } from './readiness.ts';
import { roles } from './roles.ts';
import { ship } from './ship.ts';
import { claimText, prBody } from './texts.ts';

/** Every rule of a tick, in the order in which a person reads what they find. The lease comes after them. */
export const tickRules: readonly TickRule[] = [
  branch,
  queue,
  merged,
  overlap,
  files,
  privacy,
  claimText,
  prBody,
  roles,
  readiness,
  ship,
];
