import { problem } from '../../base/problem.ts';
import { leaseName } from '../../core/lease/facts.ts';
import { exit, type Cli } from '../cli.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { findLease, noLease } from './oneLease.ts';
import { hashToken, newToken } from './token.ts';
import { told } from './told.ts';

export const borrowLease = async (cli: Cli, call: Call): Promise<number> => {
  const agent = call.text('agent');
  if (!agent)
    return fail(
      cli,
      problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', {
        verb: 'lease borrow',
        what: '--agent A',
      }),
      exit.usage,
    );
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const known = app.agents().map((one) => one.id);
    if (!known.includes(agent))
      return fail(
        cli,
        problem('agent.unknown', 'There is no agent {agent}. Known are: {known}.', { agent, known: known.join(', ') }),
        exit.usage,
      );
    const [, name] = call.positionals;
    const named = name === undefined ? null : findLease(app.state, name);
    if (named === undefined) return fail(cli, noLease(app.state, name ?? ''), exit.blocked);
    const token = call.text('token') ?? newToken();
    const hash = hashToken(token);
    const done = await app.dispatch(
      {
        type: 'borrowLease',
        lease: named?.id ?? null,
        agent,
        token: hash,
        allowRecovery: call.flag('allow-recovery'),
      },
      cli.actor,
    );
    const lent = Object.values(app.state.leases).find((lease) => lease.borrower?.token === hash);
    const lease = lent ? leaseName(app.state, lent) : '';
    const words = cli.t('{lease} is lent to {agent}. Give it back with: {command}', {
      lease,
      agent,
      command: `${cli.self} lease return ${lease} --token ${token}`,
    });
    return told(cli, call, app, done, { lease: lent?.id ?? '', words, data: { token } });
  });
};
