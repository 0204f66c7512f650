import { canResume } from '../../core/agentSession/canResume.ts';
import { isoSeconds } from '../../base/clock.ts';
import { waitingFor } from '../../core/delegation/queue.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { missing } from './actions.ts';
import { sessionEffects } from './effects.ts';
import { exitOf } from './exitOf.ts';
import { sessionData } from './sessionData.ts';

/** Ends a session's agent, and says which job came to nothing by that. */
export async function stopSession(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session stop');
  if (refused) return fail(cli, refused, exit.blocked);
  const session = call.positionals[1];
  if (session === undefined) return missing(cli, 'SESSION');
  return withApp(cli, { effects: sessionEffects }, async (app) => {
    const before = app.agentSessions.find(session);
    const waited = before.ok ? waitingFor(app.state, before.value.id).map((one) => one.id) : [];
    const stopped = await app.agentSessions.stop(session, cli.actor);
    if (!stopped.ok) return fail(cli, stopped.error, exitOf(stopped.error));
    const { name } = stopped.value;
    const { terminal, t } = cli;
    const job = (before.ok && before.value.job) || null;
    const status = job === null ? null : (app.state.delegations[job]?.status ?? null);
    const waiting = waited.flatMap((one) => app.state.delegations[one] ?? []);
    if (call.flag('json')) {
      const data = sessionData(app.state, stopped.value, isoSeconds(Date.now()));
      const ended = job === null ? null : { job, status };
      terminal.out(
        JSON.stringify({
          ...data,
          ended_job: ended,
          waiting_jobs: waiting.filter(({ status: now }) => now === 'pending').map((one) => one.id),
        }),
      );
      return exit.done;
    }
    const said = canResume(stopped.value)
      ? t('The session {session} has ended; its conversation is kept.', { session: name })
      : t('The session {session} has ended. It had no conversation yet, so it can’t be resumed.', { session: name });
    terminal.out(printable(said));
    if (job !== null) terminal.out(printable(t('Its job {job} is {status} by that.', { job, status: status ?? '-' })));
    for (const one of waiting)
      terminal.out(
        printable(
          one.status === 'pending'
            ? t('The job {job} waits until the session is resumed, or is cancelled.', { job: one.id })
            : t('The job {job} is {status} by that. Hand it in to another session.', {
                job: one.id,
                status: one.status,
              }),
        ),
      );
    return exit.done;
  });
}

/** Breaks off what a session's agent does. */
export async function interruptSession(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session interrupt');
  if (refused) return fail(cli, refused, exit.blocked);
  const session = call.positionals[1];
  if (session === undefined) return missing(cli, 'SESSION');
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const done = await app.agentSessions.interrupt(session, cli.actor);
    if (!done.ok) return fail(cli, done.error, exitOf(done.error));
    const { id, name } = done.value;
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ id, name, pressed: 'Escape' }));
    else cli.terminal.out(printable(cli.t('Escape was pressed in {session}.', { session: name })));
    return exit.done;
  });
}
