import { leaseName } from '../../core/lease/facts.ts';
import type { Cli } from '../cli.ts';
import type { Call } from '../verb.ts';
import { withLease } from './oneLease.ts';
import { hashToken } from './token.ts';
import { told } from './told.ts';

export const returnLease = (cli: Cli, call: Call): Promise<number> =>
  withLease(cli, call, { mirrorOnly: true }, async (app, lease) => {
    const name = leaseName(app.state, lease);
    const token = call.text('token');
    const done = await app.dispatch(
      { type: 'returnLease', lease: lease.id, token: token === null ? null : hashToken(token) },
      cli.actor,
    );
    return told(cli, call, app, done, { lease: lease.id, words: cli.t('{lease} is given back.', { lease: name }) });
  });
