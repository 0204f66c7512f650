import { breachWords, tieWords } from '../../app/views/breachWords.ts';
import { problem } from '../../base/problem.ts';
import type { Breach } from '../../core/breach/types.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { whoGoesOn } from '../whoGoesOn.ts';
import { withApp } from '../withApp.ts';

const actions: Readonly<Record<string, (cli: Cli, call: Call) => Promise<number>>> = {
  list: listBreaches,
  accept: acceptBreaches,
};

export const breach: Verb = {
  name: 'breach',
  summary: 'List what was changed outside the worktrees while agents worked, or accept it',
  positional: '[list | accept BREACH…]',
  words: Object.keys(actions),
  positionals: [0, 50],
  options: { json },
  run: async (cli, call) => {
    const [name = 'list'] = call.positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action) return action(cli, call);
    return fail(
      cli,
      problem('cli.badAction', 'mam {verb} can’t {action}. It knows: {known}.', {
        verb: 'breach',
        action: name,
        known: Object.keys(actions).join(', '),
      }),
      exit.usage,
    );
  },
};

function listBreaches(cli: Cli, call: Call): Promise<number> {
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const all = Object.values(app.state.breaches);
    if (call.flag('json')) {
      cli.terminal.out(JSON.stringify({ breaches: all }));
      return exit.done;
    }
    if (all.length === 0) cli.terminal.out(cli.t('Nothing was found outside a worktree.'));
    const context = viewContext(cli, app);
    for (const one of all) {
      const tie = tieWords(context, one);
      cli.terminal.out(`${one.id}  ${stateWords(cli, one)}`);
      cli.terminal.out(`  ${printable(breachWords(context, one))}`);
      if (tie !== null) cli.terminal.out(`  ${printable(tie)}`);
    }
    return exit.done;
  });
}

function stateWords(cli: Cli, { accepted, blocks }: Breach): string {
  if (accepted) return cli.t('accepted by {by}', { by: accepted.by });
  return blocks ? cli.terminal.paint.warn(cli.t('the gate stays closed')) : cli.t('only a warning');
}

async function acceptBreaches(cli: Cli, call: Call): Promise<number> {
  const refused = needPerson(cli, 'breach accept');
  if (refused) return fail(cli, refused, exit.blocked);
  const [, ...ids] = call.positionals;
  if (ids.length === 0)
    return fail(
      cli,
      problem('cli.noBreach', 'Which breach do you accept? Name it as mam breach lists it.'),
      exit.usage,
    );
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    for (const id of ids) {
      const done = await app.dispatch({ type: 'acceptBreach', breach: id }, cli.actor);
      if (!done.ok) return fail(cli, done.error, exit.blocked);
    }
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ accepted: ids }));
    else {
      cli.terminal.out(cli.t('Accepted: {breaches}.', { breaches: ids.join(', ') }));
      cli.terminal.out(whoGoesOn(cli, app));
    }
    return exit.done;
  });
}
