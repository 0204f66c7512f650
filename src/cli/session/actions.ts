import { resolve } from 'node:path';
import { problem } from '../../base/problem.ts';
import { isoSeconds } from '../../base/clock.ts';
import { commandLine } from '../../base/shellWord.ts';
import { callersPlane } from '../../app/agentSession/controlPlane.ts';
import type { App } from '../../app/app.ts';
import type { Showing } from '../../app/ports/terminals.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { statusOf } from '../../core/agentSession/status.ts';
import { sessionWords } from '../../app/views/sessionWords.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { pad, printable } from '../paint.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';
import { backendOf } from './backendOf.ts';
import { callersBinding } from './callersBinding.ts';
import { sessionEffects } from './effects.ts';
import { endedAtOnce } from './endedAtOnce.ts';
import { exitOf } from './exitOf.ts';
import { sessionData } from './sessionData.ts';
import { isWatched, tellUnwatched } from './watched.ts';

const now = (): string => isoSeconds(Date.now());

export async function createSession(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session create');
  if (refused) return fail(cli, refused, exit.blocked);
  const agent = call.text('agent');
  if (agent === null) return missing(cli, '--agent A');
  const backend = backendOf(call);
  if (!backend.ok) return fail(cli, backend.error, exit.usage);
  const workdir = call.text('workdir');
  const cwd = resolve(cli.cwd, workdir ?? '.');
  return withApp(cli, { folder: cwd, effects: sessionEffects }, async (app) => {
    const plane = callersBinding(cli, app, cwd);
    if (!plane.ok) return fail(cli, plane.error, exitOf(plane.error));
    const wish = {
      agent,
      backend: backend.value,
      cwd,
      name: call.positionals[1] ?? call.text('name'),
      role: call.text('role'),
    };
    const opened = await app.agentSessions.open({ ...wish, controlPlane: plane.value }, cli.actor);
    if (!opened.ok) return fail(cli, opened.error, exitOf(opened.error));
    return showStarted(
      cli,
      call,
      app,
      opened.value,
      cli.t('The session {session} runs.', { session: opened.value.name }),
    );
  });
}

export async function resumeSession(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session resume');
  if (refused) return fail(cli, refused, exit.blocked);
  const session = call.positionals[1];
  if (session === undefined) return missing(cli, 'SESSION');
  const workdir = call.text('workdir');
  const cwd = workdir === null ? null : resolve(cli.cwd, workdir);
  return withApp(cli, { effects: sessionEffects }, async (app) => {
    // The session has a binding of its own, which counts: of the caller's only what differs is told.
    const plane = callersPlane(cli.env, app.facts.controlRoot);
    if (!plane.ok) return fail(cli, plane.error, exitOf(plane.error));
    await app.agentSessions.reconcile();
    const resumed = await app.agentSessions.resume({ session, cwd, controlPlane: plane.value }, cli.actor);
    if (!resumed.ok) return fail(cli, resumed.error, exitOf(resumed.error));
    const { value } = resumed;
    for (const variable of value.differs)
      fail(
        cli,
        problem('binding.kept', '{session} keeps its own {variable}; the one of this terminal is another.', {
          session: value.session.name,
          variable,
        }),
        exit.done,
      );
    const { id, name } = value.session;
    const others = session === id ? [] : namesakes(app, value.session);
    if (others.length > 0)
      cli.terminal.err(
        printable(
          cli.t('Of the sessions named {name} this is {id}. Others are: {others}.', {
            name,
            id,
            others: others.map((one) => one.id).join(', '),
          }),
        ),
      );
    const said = value.wasAlive
      ? cli.t('The session {session} runs already.', { session: name })
      : cli.t('The session {session} goes on.', { session: name });
    return value.wasAlive
      ? show(cli, call, app, value.session, said)
      : showStarted(cli, call, app, value.session, said);
  });
}

export async function forgetSession(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session forget');
  if (refused) return fail(cli, refused, exit.blocked);
  const session = call.positionals[1];
  if (session === undefined) return missing(cli, 'SESSION');
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const done = await app.agentSessions.forget(session, cli.actor);
    if (!done.ok) return fail(cli, done.error, exitOf(done.error));
    const { id, name } = done.value;
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ id, name, forgotten: true }));
    else cli.terminal.out(cli.t('The session {session} is off the list.', { session: name }));
    return exit.done;
  });
}

/** As the log has them, which is what a live owner saw last; without one they are looked at once before. */
export const listSessions = (cli: Cli, call: Call): Promise<number> =>
  withApp(cli, { mirrorOnly: true }, async (app) => {
    await app.lookOnce();
    const meant = call.positionals[1];
    const found = meant === undefined ? null : app.agentSessions.find(meant);
    if (found && !found.ok) return fail(cli, found.error, exitOf(found.error));
    const sessions = found ? [found.value] : Object.values(app.state.agentSessions);
    if (call.flag('json'))
      cli.terminal.out(
        JSON.stringify({
          sessions: sessions.map((one) => sessionData(app.state, one, now())),
          watched: isWatched(app),
        }),
      );
    else if (sessions.length === 0)
      cli.terminal.out(cli.t('There is no session. Start one: {command}', { command: 'mam session create --agent A' }));
    else {
      for (const one of sessions) tell(cli, app, one);
      tellUnwatched(cli, app, {
        jobs: sessions.flatMap(({ job }) => job ?? []),
        live: sessions.some(({ ended }) => ended === null),
      });
    }
    return exit.done;
  });

/** Looks at every one of them before it lists them. */
export async function reconcileSessions(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'session reconcile');
  if (refused) return fail(cli, refused, exit.blocked);
  return withApp(cli, { effects: sessionEffects }, async (app) => {
    const found = await app.agentSessions.reconcile();
    const { state } = app;
    const all = found.flatMap((one) => {
      const session = state.agentSessions[one.session];
      return session ? [{ session, found: one.found }] : [];
    });
    if (call.flag('json'))
      cli.terminal.out(
        JSON.stringify({
          sessions: all.map((one) => ({ ...sessionData(state, one.session, now()), found: one.found })),
        }),
      );
    else if (all.length === 0) cli.terminal.out(cli.t('No session is open.'));
    else for (const one of all) tell(cli, app, one.session);
    return exit.done;
  });
}

export async function showSession(cli: Cli, call: Call): Promise<number> {
  const meant = call.positionals[1];
  if (meant === undefined) return missing(cli, 'SESSION');
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const found = app.agentSessions.find(meant);
    if (!found.ok) return fail(cli, found.error, exitOf(found.error));
    const shown = await app.agentSessions.show(found.value.id);
    if (!shown.ok) return fail(cli, shown.error, exitOf(shown.error));
    const { name } = found.value;
    return show(cli, call, app, found.value, showingWords(cli, name, shown.value), { showing: shown.value });
  });
}

function showingWords({ t }: Cli, session: string, showing: Showing): string {
  switch (showing.kind) {
    case 'inFront':
      return t('{session} is in front of you.', { session });
    case 'attach':
      return t('Run this in a terminal to see {session}: {command}', { session, command: commandLine(showing.argv) });
    case 'output':
      return t('{session} has no terminal. What it printed stands in {path}.', { session, path: showing.path });
  }
}

function show(cli: Cli, call: Call, app: App, session: AgentSession, said: string, more: object = {}): number {
  if (call.flag('json')) cli.terminal.out(JSON.stringify({ ...sessionData(app.state, session, now()), ...more }));
  else cli.terminal.out(printable(said));
  return exit.done;
}

/** Says that a session runs only where its agent outlives its start. */
async function showStarted(cli: Cli, call: Call, app: App, session: AgentSession, said: string): Promise<number> {
  const dead = await endedAtOnce(cli, app, session);
  if (dead === null) return show(cli, call, app, session, said);
  if (call.flag('json')) show(cli, call, app, app.state.agentSessions[session.id] ?? session, said);
  return fail(cli, dead, exit.blocked);
}

const nameWidth = 34;

function tell(cli: Cli, app: App, session: AgentSession): void {
  const { terminal } = cli;
  const status = statusOf(app.state, session, now());
  const { text, detail } = sessionWords(viewContext(cli, app), session, status);
  terminal.out(`${terminal.paint.bold(pad(printable(session.name), nameWidth))}${printable(text)}`);
  const about = [
    `${session.agent}, ${session.backend}`,
    session.cwd,
    ...(namesakes(app, session).length === 0 ? [] : [session.id]),
    ...(session.job === null ? [] : [session.job]),
  ];
  terminal.out(`  ${printable(about.join(', '))}`);
  if (status.kind === 'needsYou' && status.need === 'signIn' && detail !== null) terminal.out(`  ${printable(detail)}`);
}

/** Others of the same name, as there may be after a stop. */
const namesakes = ({ state }: Pick<App, 'state'>, { id, name }: AgentSession): readonly AgentSession[] =>
  Object.values(state.agentSessions).filter((one) => one.name === name && one.id !== id);

/** What an action needs and was not given. */
export const missing = (cli: Cli, what: string): number =>
  fail(
    cli,
    problem('cli.argumentMissing', 'mam {verb} needs {what}. See mam {verb} --help.', { verb: 'session', what }),
    exit.usage,
  );
