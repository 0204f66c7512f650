import type { App } from '../../app/app.ts';
import { reasonWords } from '../../app/views/leaseWords.ts';
import { problem } from '../../base/problem.ts';
import { leaseName } from '../../core/lease/facts.ts';
import { recoverySteps } from '../../core/lease/recover.ts';
import type { Lease, RecoveryStep } from '../../core/lease/types.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withLease } from './oneLease.ts';
import { told } from './told.ts';

const steps: readonly RecoveryStep[] = ['release', 'rescue', 'inspect'];

/** Without a step it says what is wrong and what can be done; with one it does that. */
export const recoverLease = async (cli: Cli, call: Call): Promise<number> => {
  const [step, second] = steps.filter((one) => call.flag(one));
  if (second !== undefined)
    return fail(
      cli,
      problem('cli.oneStep', 'Choose one of {known}.', { known: steps.map((one) => `--${one}`).join(', ') }),
      exit.usage,
    );
  if (step === undefined)
    return withLease(cli, call, { mirrorOnly: true }, async (app, lease) => explain(cli, call, app, lease));
  const refused = needPerson(cli, 'lease recover');
  if (refused) return fail(cli, refused, exit.blocked);
  // It is done here when nobody else runs the work; what else is open stays for the next host.
  return withLease(cli, call, { effects: ['inspectLease', 'rescueLease'] }, async (app, lease) => {
    const name = leaseName(app.state, lease);
    const done = await app.recoverLease(lease.id, step, cli.actor);
    const left = app.state.leases[lease.id];
    if (done.ok && left?.reason !== undefined) return explain(cli, call, app, left);
    const words =
      done.ok && done.value !== null
        ? cli.t('{lease} is free again. What was there is kept as {rescue}.', { lease: name, rescue: done.value })
        : cli.t('{lease} is free again.', { lease: name });
    return told(cli, call, app, done, { lease: lease.id, words, data: { rescue: done.ok ? done.value : null } });
  });
};

function explain(cli: Cli, call: Call, app: App, lease: Lease): number {
  const name = leaseName(app.state, lease);
  if (lease.state !== 'recovery-needed')
    return fail(cli, problem('lease.sound', 'The lease {lease} needs no recovery.', { lease: name }), exit.blocked);
  const reason = lease.reason ?? 'inspection-failed';
  const words = [
    cli.t('{lease} needs recovery: {reason}.', { lease: name, reason: reasonWords(cli.t, reason) }),
    ...recoverySteps[reason].map((step) =>
      cli.t('Next: {command}', { command: `${cli.self} lease recover ${name} --${step}` }),
    ),
  ].join('\n');
  told(cli, call, app, { ok: true, value: null }, { lease: lease.id, words });
  return exit.blocked;
}
