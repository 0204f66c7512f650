import { autotuneView } from '../../app/views/autotune.ts';
import type { App } from '../../app/app.ts';
import { currentLoop } from '../../app/views/select.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { ok, err, type Result } from '../../base/result.ts';
import { adviceOf } from '../../core/autotune/advice.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { poolData } from '../poolData.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';

const actions = {
  apply: { summary: 'Give the lane of ROLE and AGENT what is recommended, for the next task alone' },
  dismiss: { summary: 'Put what is recommended for ROLE and AGENT away until the next comparison' },
} as const;

const commands = { apply: 'applyTuning', dismiss: 'dismissTuning' } as const;

type Action = keyof typeof commands;

export const autotune: Verb = {
  name: 'autotune',
  summary: 'Show what lanes took of late, and what to change about the slow ones',
  positional: '[apply|dismiss ROLE AGENT]',
  words: Object.keys(actions),
  positionals: [0, 3],
  actions,
  options: { json },
  run: async (cli, call) => {
    const asked = readAction(call.positionals);
    if (!asked.ok) return fail(cli, asked.error, exit.usage);
    const wish = asked.value;
    if (wish === null) return withApp(cli, { mirrorOnly: true }, async (app) => show(cli, app, call.flag('json')));
    const refused = needPerson(cli, `autotune ${wish.action}`);
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const lane = { role: roleOf(app, wish.role), agent: wish.agent };
      const done = await app.dispatch({ type: commands[wish.action], ...lane }, cli.actor);
      if (!done.ok) return fail(cli, done.error, exit.blocked);
      const [event] = done.value.filter(({ type }) => type === 'tuningApplied' || type === 'tuningDismissed');
      if (call.flag('json')) cli.terminal.out(JSON.stringify(event ?? null));
      else if (event?.type === 'tuningApplied')
        cli.terminal.out(
          cli.t('{role} ({agent}) gets {effort} for the next task, by hand', { ...lane, effort: event.effort }),
        );
      else cli.terminal.out(cli.t('advice about {role} ({agent}) dismissed', lane));
      return exit.done;
    });
  },
};

interface Wish {
  readonly action: Action;
  readonly role: string;
  readonly agent: string;
}

const isAction = (word: string): word is Action => Object.hasOwn(commands, word);

/** Null shows how lanes stand. */
function readAction([action, role, agent]: readonly string[]): Result<Wish | null, Problem> {
  if (action === undefined) return ok(null);
  if (isAction(action) && role !== undefined && agent !== undefined) return ok({ action, role, agent });
  return err(
    problem('autotune.badAction', 'Write mam autotune alone, or with apply ROLE AGENT or dismiss ROLE AGENT.'),
  );
}

/** A role by its name or by the id of its session, in any case: both are what a person sees. */
function roleOf({ state }: App, wanted: string): string {
  const roles = adviceOf(state)?.loop.options.topology.roles ?? [];
  const same = (name: string): boolean => name.toLowerCase() === wanted.toLowerCase();
  return roles.find(({ name, session }) => same(name) || same(session))?.name ?? wanted;
}

function show(cli: Cli, app: App, asJson: boolean): number {
  const { state } = app;
  const { note, pool, lanes } = autotuneView(viewContext(cli, app), state);
  if (asJson) {
    const tuning = Object.values(state.loops)
      .findLast(({ tunings = [] }) => tunings.length > 0)
      ?.tunings?.at(-1);
    const loop = currentLoop(state);
    const width = loop === null ? null : poolData(loop);
    cli.terminal.out(JSON.stringify({ note, pool: width, lanes, tuning: tuning ?? null }));
    return exit.done;
  }
  for (const line of [pool, note]) if (line !== '') cli.terminal.out(line);
  for (const { lane, seconds, threshold, failures, advice } of lanes) {
    const times = `${seconds.join(' ')} s${threshold === null ? '' : ` (> ${threshold} s)`}`;
    const said = advice === null ? [] : [advice.words, advice.standing];
    cli.terminal.out(printable([lane, times, failures, ...said].join('  ')));
  }
  return exit.done;
}
