import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { App } from '../../app/app.ts';
import { commitAge } from '../../app/views/commitAge.ts';
import type { PreparedWorktree } from '../../app/worktree/types.ts';
import { problem, problemData, type Problem } from '../../base/problem.ts';
import { ok } from '../../base/result.ts';
import { backends } from '../../core/agentSession/types.ts';
import { isWhole } from '../../core/worktree/setUp.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { unknownAgent } from '../../app/loopOptions.ts';
import { backendOf } from '../session/backendOf.ts';
import { sessionEffects } from '../session/effects.ts';
import { fail, words } from '../tell.ts';
import type { Call, OptionSpec } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { readiness } from './readiness.ts';

export const prepareOptions: Readonly<Record<string, OptionSpec>> = {
  path: { kind: 'text', value: 'DIR', summary: 'prepare: where the worktree is to be' },
  branch: { kind: 'text', value: 'BRANCH', summary: 'prepare: the branch to make' },
  submodules: { kind: 'flag', value: '', summary: 'prepare, set-up: fill the submodules, too' },
  allow: {
    kind: 'flag',
    value: '',
    summary: 'prepare, set-up, remove: allow the set-up or clean-up commands of the settings, once for all',
  },
  'creator-agent': {
    kind: 'text',
    value: 'AGENT',
    summary: 'prepare: open a session of this agent in it',
    words: 'agents',
  },
  session: { kind: 'text', value: 'NAME', summary: 'prepare: how that session is called' },
  backend: { kind: 'text', value: 'PLACE', summary: 'prepare: where it runs; tmux unless said', words: backends },
  'herdr-session': { kind: 'text', value: 'NAME', summary: 'prepare: run it in this session of herdr' },
  'herdr-workspace': {
    kind: 'text',
    value: 'NAME',
    summary: 'prepare: taken for older scripts; each session has its own',
  },
};

/**
 * `mam worktree prepare --path DIR --branch BRANCH`: makes a worktree on the newest base, sets it up, opens the creator's
 * session where one is named, and prints `BASE=<sha>` last. 0 done, 1 it failed (submodules leave no trace) or a set-up command did not pass, 2 refused.
 */
export async function prepareOne(cli: Cli, call: Call): Promise<number> {
  const [path, branch] = [call.text('path'), call.text('branch')];
  const creator = call.text('creator-agent');
  if (path === null || branch === null || (creator === null) !== (call.text('session') === null))
    return fail(cli, incomplete(), exit.usage);
  const refused = needPerson(cli, 'worktree prepare');
  if (refused) return fail(cli, refused, exit.blocked);
  const herdr = call.text('herdr-session');
  const backend = herdr === null ? backendOf(call) : ok('herdr' as const);
  if (!backend.ok) return fail(cli, backend.error, exit.usage);
  const settings = herdr === null ? {} : { settings: { 'mam.herdr.session': herdr } };
  const effects = ['createWorktree', 'setUpWorktree', 'inspectLease', ...sessionEffects] as const;
  return withApp(cli, { effects, ...settings }, async (app) => {
    const stranger = creator === null ? null : unknownAgent([creator], app.agents());
    if (stranger) return fail(cli, stranger, exit.usage);
    const base = await app.prepareBase(call.text('base'));
    if (!base.ok) return fail(cli, base.error, exit.usage);
    if (call.flag('allow')) await allowAll(cli, app, app.setUpCommands());
    const submodules = call.flag('submodules');
    const wanted = { path: resolve(cli.cwd, path), branch, base: base.value, prepares: null, submodules };
    const made = await app.prepareWorktree(wanted, cli.actor);
    if (!made.ok) return fail(cli, made.error, refusals.has(made.error.code) ? exit.usage : exit.blocked);
    const name = call.text('session');
    const cwd = await placeIn(app, cli, wanted.path);
    const session = { agent: creator ?? '', backend: backend.value, cwd, name, role: 'creator' };
    const opened =
      creator === null ? ok(null) : await app.agentSessions.open({ ...session, controlPlane: null }, cli.actor);
    if (!opened.ok) return fail(cli, opened.error, exit.blocked);
    return show(cli, call, made.value, wanted, opened.value);
  });
}

/** What was wrong before anything was made. */
const refusals: ReadonlySet<string> = new Set([
  ...['branch.invalid', 'branch.tooLong', 'branch.clash', 'branch.exists', 'branch.checkedOut'],
  ...['worktree.exists', 'worktree.occupied', 'worktree.locked', 'worktree.nameTooLong', 'worktree.pathTooLong'],
]);

/** A person who calls this has said yes to the commands of their settings. */
export async function allowAll(cli: Cli, app: App, commands: readonly (readonly string[])[]): Promise<void> {
  for (const argv of commands) await app.dispatch({ type: 'allowCheck', argv }, cli.actor);
}

/** The folder of the new worktree that is the caller's own in this checkout; its top where the base has no such folder. */
async function placeIn({ facts }: Pick<App, 'facts'>, { cwd }: Pick<Cli, 'cwd'>, path: string): Promise<string> {
  const real = (at: string): Promise<string | null> => realpath(at).catch(() => null);
  const below = relative((await real(facts.sourceRoot)) ?? facts.sourceRoot, (await real(cwd)) ?? cwd);
  if (below === '' || below.startsWith('..') || isAbsolute(below)) return path;
  const [top, place] = [await real(path), await real(join(path, below))];
  const isThere = top !== null && place === join(top, below) && (await stat(place)).isDirectory();
  return isThere ? place : path;
}

function show(
  cli: Cli,
  call: Call,
  { base, fetched, committedAt, ports, setUp, warnings }: PreparedWorktree,
  { path, branch }: { readonly path: string; readonly branch: string },
  session: { readonly name: string } | null,
): number {
  const { terminal, t } = cli;
  const isReady = setUp === null || isWhole(setUp);
  const code = isReady ? exit.done : exit.blocked;
  if (call.flag('json')) {
    const data = { path, branch, base: base.name, commit: base.commit, committedAt, fetched, ports, setUp };
    terminal.out(JSON.stringify({ ...data, session: session?.name ?? null, warnings: warnings.map(problemData) }));
    return code;
  }
  terminal.out(readiness(cli, branch, isReady));
  terminal.out(`  ${printable(path)}`);
  if (committedAt !== null)
    terminal.out(
      t('It starts at {base}, whose newest commit is {age} old.', {
        base: base.name,
        age: commitAge(t, Date.now() - Date.parse(committedAt)),
      }),
    );
  for (const name of setUp?.linked ?? [])
    terminal.out(t('{name} is a link: what is written there is written in the main checkout.', { name }));
  if (setUp !== null && setUp.copied.length > 0) terminal.out(t('Copied: {names}', { names: setUp.copied.join(', ') }));
  if (ports !== null)
    terminal.out(t('Its ports: {first} to {last}', { first: ports.first, last: ports.first + ports.count - 1 }));
  for (const one of warnings) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  if (session !== null) terminal.out(t('The session {session} runs.', { session: session.name }));
  terminal.out(`BASE=${base.commit}`);
  return code;
}

const incomplete = (): Problem =>
  problem(
    'cli.prepareWhat',
    'Name place and branch, and for a session both its agent and its name: mam worktree prepare --path DIR --branch BRANCH --creator-agent AGENT --session NAME.',
  );
