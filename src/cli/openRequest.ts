import type { Actor } from '../core/actor.ts';
import type { OpenRequest } from './cli.ts';

/**
 * A job may look and hand in, and never becomes the owner: the settings of its process are of an agent's choice, and
 * decide how the work of others is started.
 */
export function requestOf({ kind }: Pick<Actor, 'kind'>, request: OpenRequest): OpenRequest {
  if (kind !== 'job') return request;
  const { folder, settings } = request;
  return { ...(folder === undefined ? {} : { folder }), ...(settings ? { settings } : {}), mirrorOnly: true };
}
