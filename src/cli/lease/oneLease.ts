import type { App } from '../../app/app.ts';
import { problem } from '../../base/problem.ts';
import { leaseName } from '../../core/lease/facts.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { State } from '../../core/state.ts';
import { exit, type Cli, type OpenRequest } from '../cli.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';

/** Opens the application and finds the lease that was named: by the ledger's id, or by its task. */
export const withLease = (
  cli: Cli,
  call: Call,
  request: OpenRequest,
  work: (app: App, lease: Lease) => Promise<number>,
): Promise<number> => {
  const [action = '', name] = call.positionals;
  if (name === undefined)
    return Promise.resolve(
      fail(
        cli,
        problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
          verb: `lease ${action}`,
          what: 'LEASE',
        }),
        exit.usage,
      ),
    );
  return withApp(cli, request, async (app) => {
    const found = findLease(app.state, name);
    return found ? work(app, found) : fail(cli, noLease(app.state, name), exit.blocked);
  });
};

export const findLease = (state: State, name: string): Lease | undefined =>
  Object.values(state.leases).find(
    (lease) => leaseName(state, lease) === name || lease.task === name || lease.id === name,
  );

export const noLease = (state: State, name: string) => {
  const known = Object.values(state.leases).map((lease) => leaseName(state, lease));
  return known.length === 0
    ? problem('lease.noneHeld', 'There is no lease {lease}: nothing is leased here now.', { lease: name })
    : problem('lease.notFound', 'There is no lease {lease}. Held are: {known}.', {
        lease: name,
        known: known.join(', '),
      });
};
