import { leaseName } from '../../core/lease/facts.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withLease } from './oneLease.ts';
import { told } from './told.ts';

export const takeOverLease = async (cli: Cli, call: Call): Promise<number> => {
  const refused = needPerson(cli, 'lease take-over');
  if (refused) return fail(cli, refused, exit.blocked);
  return withLease(cli, call, { mirrorOnly: true }, async (app, lease) => {
    const name = leaseName(app.state, lease);
    const done = await app.takeOverLease(lease.id, cli.actor);
    const mine = Object.values(app.state.leases).find(
      (one) => one.person === cli.actor.id && one.epoch > lease.epoch && one.claims === lease.claims,
    );
    const isWaiting = app.state.leases[lease.id] !== undefined;
    const words = isWaiting
      ? cli.t('{lease} is lent to {agent}, who has a moment to give it back. Then it is yours.', {
          lease: name,
          agent: lease.borrower?.agent ?? '',
        })
      : cli.t('{lease} is yours. Give it back with: {command}', {
          lease: name,
          command: `${cli.self} lease return ${mine ? leaseName(app.state, mine) : name}`,
        });
    return told(cli, call, app, done, { lease: isWaiting ? lease.id : (mine?.id ?? ''), words });
  });
};
