import type { Handler } from './handler.ts';

/** Looks at the change that is about to be reviewed. What can't be determined fails, and so asks nobody for a review. */
export const sightSource: Handler<'sightSource'> = async ({ path, base, head }, { git }) => {
  const sight = await git.sightSource({ path, base, head });
  return sight.ok ? { kind: 'sightSource', sight: sight.value } : { kind: 'failed', problem: sight.error };
};
