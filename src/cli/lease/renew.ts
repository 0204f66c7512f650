import { leaseName } from '../../core/lease/facts.ts';
import type { Cli } from '../cli.ts';
import type { Call } from '../verb.ts';
import { withLease } from './oneLease.ts';
import { told } from './told.ts';

export const renewLease = (cli: Cli, call: Call): Promise<number> =>
  withLease(cli, call, { mirrorOnly: true }, async (app, lease) => {
    const done = await app.dispatch({ type: 'renewLease', lease: lease.id }, cli.actor);
    const words = cli.t('{lease} is renewed for {minutes} min.', {
      lease: leaseName(app.state, lease),
      minutes: Math.round(lease.ttlMs / 60_000),
    });
    return told(cli, call, app, done, { lease: lease.id, words });
  });
