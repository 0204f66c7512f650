import { problem, type Problem } from '../../base/problem.ts';
import type { BusAddress } from '../../app/ports/bus.ts';

type Place = Pick<BusAddress, 'host' | 'port'>;

/** Codes by which a broker says that it won't have somebody: bad name or password, and not allowed. */
const refusals: ReadonlySet<unknown> = new Set([2, 4, 5]);
const certificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/;

/** Why there is no line to a broker, told from what the library or the system said. */
export function lineProblem({ host, port }: Place, error: unknown): Problem {
  const code = codeOf(error);
  if (refusals.has(code))
    return problem(
      'bus.refused',
      'The message broker at {host}:{port} does not accept MAM. Check mam.bus.user and the password.',
      { host, port },
    );
  if (typeof code === 'string' && certificate.test(code))
    return problem(
      'bus.untrusted',
      'The certificate of the message broker at {host}:{port} can’t be trusted ({reason}). Name its CA in mam.bus.caFile.',
      { host, port, reason: code },
    );
  return problem(
    'bus.unreachable',
    'The message broker at {host}:{port} can’t be reached ({reason}). MAM goes on and tries again.',
    { host, port, reason: typeof code === 'string' ? code : 'no answer' },
  );
}

export const notAllowed = ({ host, port }: Place, topic: string): Problem =>
  problem('bus.notAllowed', 'The message broker at {host}:{port} does not let MAM read {topic}.', {
    host,
    port,
    topic,
  });

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
