import type { App } from '../../app/app.ts';
import { exit, type Cli } from '../cli.ts';
import { onlyLoop } from '../followLoop.ts';
import { loopOptions } from '../loop/loopOptions.ts';
import { isRefusal } from '../loop/isRefusal.ts';
import { readLoop } from '../loop/readLoop.ts';
import { needPerson } from '../needPerson.ts';
import { runToEnd } from '../runToEnd.ts';
import { fail } from '../tell.ts';
import type { Call, Verb } from '../verb.ts';

export const loop: Verb = {
  name: 'loop',
  summary: 'Take one piece of work through writing and reviews until all pass',
  positional: '',
  positionals: [0, 0],
  exitCodes: 'Exit codes: 0 done, 1 blocked, 2 wrong usage, 130 interrupted, 143 ended from outside.',
  options: loopOptions,
  run: runLoop,
};

async function runLoop(cli: Cli, call: Call): Promise<number> {
  const asked = readLoop(call, cli.env, cli.cwd);
  if (!asked.ok) return fail(cli, asked.error, exit.usage);
  const refused = needPerson(cli, 'loop');
  if (refused) return fail(cli, refused, exit.blocked);
  for (const warning of asked.value.warnings) fail(cli, warning, exit.done);
  const opened = await cli.open({ effects: 'all' });
  if (!opened.ok) return fail(cli, opened.error, exit.blocked);
  const app = opened.value;
  const asJson = call.flag('json');
  const since = app.state.seq;
  const started = await app.startNamedLoop(asked.value.wish, cli.actor);
  const id = started.ok
    ? started.value.flatMap((event) => (event.type === 'loopStarted' ? [event.loop] : []))[0]
    : null;
  if (!started.ok || id === undefined || id === null) {
    await app.close();
    return started.ok ? exit.blocked : fail(cli, started.error, isRefusal(started.error) ? exit.usage : exit.blocked);
  }
  tellHow(cli, app, id);
  const answers = call.flag('yes') ? 'yes' : cli.terminal.interactive && !asJson ? 'ask' : 'leave';
  return runToEnd(cli, app, { followed: onlyLoop(id), since, json: asJson, answers, own: true });
}

/** For people: who runs it, on what, and what is left out. */
function tellHow({ t, terminal }: Cli, app: App, id: string): void {
  if (app.role === 'mirror' && app.owner)
    terminal.err(t('{owner} runs the work; this terminal follows it.', { owner: app.owner.label }));
  const source = app.state.loops[id]?.options.source;
  if (source === undefined) return;
  const told = { path: source.path, branch: source.branch ?? '-', base: source.base };
  terminal.err(t('Works in {path} on {branch}; its change counts from {base}.', told));
  if (source.reviewOnly) terminal.err(t('Only reviews: nothing is written before the first of them.'));
}
