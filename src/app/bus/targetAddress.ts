import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { BusTarget } from '../../protocol/busSettings.ts';
import type { BusAddress } from '../ports/bus.ts';
import type { Files } from '../ports/files.ts';

type External = Extract<BusTarget, { kind: 'external' }>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Where an external broker is, with what its files and the environment hold now. */
export async function targetAddress(
  target: External,
  files: Pick<Files, 'read'>,
  env: Environment,
): Promise<Result<BusAddress, Problem>> {
  const { host, port, user } = target;
  const password = env[target.passwordVariable] ?? null;
  if (!target.tls) return ok({ host, port, tls: null, user, password });
  const texts: (string | null)[] = [];
  for (const path of [target.caFile, target.certFile, target.keyFile]) {
    const text = path === null ? ok(null) : await files.read(path);
    if (!text.ok || (path !== null && text.value === null)) return err(missing(path ?? ''));
    texts.push(text.value);
  }
  const [ca = null, cert = null, key = null] = texts;
  return ok({ host, port, tls: { ca, cert, key }, user, password });
}

const missing = (path: string): Problem =>
  problem('bus.noFile', 'The file {path} for the message broker can’t be read. Correct its name in the settings.', {
    path,
  });
