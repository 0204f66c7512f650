import { problem, problemData } from '../../base/problem.ts';
import { planIssueWorktree } from '../../app/worktree/plan.ts';
import type { IssueWorktree } from '../../app/worktree/types.ts';
import { usualBranchTypes } from '../../protocol/checkSettings.ts';
import { exit, type Cli } from '../cli.ts';
import { lookHere } from '../lookHere.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { createSettings } from '../settings.ts';
import { fail, words } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { prepareOne, prepareOptions } from '../worktree/prepare.ts';
import { finishOne } from '../worktree/finish.ts';
import { setUpOne } from '../worktree/setUp.ts';
import { removeOne, removeOptions } from '../worktree/remove.ts';
import { readWish } from '../worktreeWish.ts';

const actions: Readonly<Record<string, (cli: Cli, call: Call) => Promise<number>>> = {
  prepare: prepareOne,
  'set-up': setUpOne,
  finish: finishOne,
  remove: removeOne,
};

export const worktree: Verb = {
  name: 'worktree',
  summary: 'Show or make a branch and a worktree for an issue; prepare or remove any worktree',
  positional: '[prepare | set-up PATH | finish PATH | remove PATH]',
  positionals: [0, 2],
  words: Object.keys(actions),
  exitCodes: 'Exit codes: 0 done, 1 blocked, 2 wrong usage, 3 judged no and nothing was changed, 130 interrupted.',
  options: {
    ...prepareOptions,
    ...removeOptions,
    role: { kind: 'text', value: 'ROLE', summary: 'Who works there' },
    slug: { kind: 'text', value: 'WORDS', summary: 'Words for the names of branch and folder' },
    issue: { kind: 'text', value: 'N', summary: 'The issue' },
    title: { kind: 'text', value: 'TEXT', summary: 'Title of the issue to open when there is none' },
    type: { kind: 'text', value: 'TYPE', summary: 'Type of the branch; chore unless said', words: usualBranchTypes },
    base: { kind: 'text', value: 'BRANCH', summary: 'The branch to start from, instead of the shared base' },
    'dry-run': { kind: 'flag', value: '', summary: 'Only show what would be done, as without --execute' },
    execute: { kind: 'flag', value: '', summary: 'Do it' },
    json,
  },
  run: async (cli, call) => {
    const [action] = call.positionals;
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run) return run(cli, call);
    if (action !== undefined)
      return fail(
        cli,
        problem('cli.badAction', 'mam {verb} can’t {action}. It knows: {known}.', {
          verb: 'worktree',
          action,
          known: Object.keys(actions).join(', '),
        }),
        exit.usage,
      );
    return forIssue(cli, call);
  },
};

/** Shows or makes the worktree for an issue. */
async function forIssue(cli: Cli, call: Call): Promise<number> {
  const { settings } = createSettings(cli.env, {});
  const wish = readWish(call, settings['mam.branches.types']);
  if (!wish.ok) return fail(cli, wish.error, exit.usage);
  const refused = call.flag('execute') ? needPerson(cli, 'worktree --execute') : null;
  if (refused) return fail(cli, refused, exit.blocked);
  const look = await lookHere(cli);
  if (!look.ok) return fail(cli, look.error, exit.usage);
  const { git, facts, privacy } = look.value;
  // Also in a command that is shown to be pasted.
  const shown = {
    ...wish.value,
    role: privacy.redact(wish.value.role),
    title: wish.value.title && privacy.redact(wish.value.title),
  };
  const planned = await planIssueWorktree(shown, {
    git,
    controlRoot: facts.controlRoot,
    preferred: look.value.settings['mam.base'],
  });
  if (!planned.ok) return fail(cli, planned.error, exit.usage);
  if (!call.flag('execute')) return show(cli, call, shown.role, planned.value);
  return withApp(cli, { effects: ['openIssue', 'createWorktree', 'setUpWorktree', 'inspectLease'] }, async (app) => {
    const done = await app.issueWorktree(shown, cli.actor);
    return done.ok ? show(cli, call, shown.role, done.value) : fail(cli, done.error, exit.usage);
  });
}

function show(cli: Cli, call: Call, role: string, found: IssueWorktree): number {
  const { terminal, t } = cli;
  const { state, branch, path, commands, warnings } = found;
  if (call.flag('json')) {
    terminal.out(JSON.stringify({ executed: state === 'made', role, ...found, warnings: warnings.map(problemData) }));
    return exit.done;
  }
  const { paint } = terminal;
  if (state === 'planned') terminal.out(t('Nothing was done. With --execute:'));
  if (state === 'made') terminal.out(paint.good(t('The worktree {branch} is ready.', { branch })));
  if (state === 'joined')
    terminal.out(paint.good(t('The worktree {branch} is there already, so none was made.', { branch })));
  for (const line of state === 'planned' ? commands : [path]) terminal.out(`  ${printable(line)}`);
  for (const one of warnings) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  return exit.done;
}
