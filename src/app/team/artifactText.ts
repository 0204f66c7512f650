import { ledgerJson, type Stamp } from '../projections/json.ts';
import type { TeamArtifact } from './artifacts.ts';

/** Stands where the diff goes: it is put in afterwards, since nothing of it may be changed. */
const place = 'MAM-DIFF';

/** A patch artifact as the ledger has it: everything but the diff is fit to be shown around. */
export function artifactText({ diff, ...rest }: TeamArtifact, stamp: Stamp): string {
  const text = ledgerJson({ ...rest, diff: place }, stamp);
  // A function, since a dollar sign in the diff means nothing.
  return text.replace(`"diff": "${place}"`, () => `"diff": ${JSON.stringify(diff)}`);
}
