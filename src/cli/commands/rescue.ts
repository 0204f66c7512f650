import type { App } from '../../app/app.ts';
import type { RescueCopy } from '../../app/ports/git.ts';
import { rescueLines } from '../../app/views/rescueText.ts';
import { shortCommit } from '../../app/views/words.ts';
import { problem } from '../../base/problem.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import { viewContext } from '../viewContext.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

type Action = (cli: Cli, call: Call, name: string) => Promise<number>;

const actions: Readonly<Record<string, Action>> = { list: listCopies, show: showCopy, restore: restoreCopy };

export const rescue: Verb = {
  name: 'rescue',
  summary: 'List, show or get back work that was kept when its worktree or branch went',
  positional: '[list | show NAME | restore NAME]',
  positionals: [0, 2],
  words: Object.keys(actions),
  options: { json },
  run: async (cli, call) => {
    const [action = 'list', name = ''] = call.positionals;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run)
      return fail(
        cli,
        problem('cli.badAction', 'mam {verb} can’t {action}. It knows: {known}.', {
          verb: 'rescue',
          action,
          known: Object.keys(actions).join(', '),
        }),
        exit.usage,
      );
    if (action !== 'list' && name === '')
      return fail(cli, problem('cli.noRescue', 'Which copy? Name it as mam rescue lists it.'), exit.usage);
    return run(cli, call, name);
  },
};

function listCopies(cli: Cli, call: Call): Promise<number> {
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const listed = await app.rescues.list();
    if (!listed.ok) return fail(cli, listed.error, exit.blocked);
    const copies = listed.value.map((copy) => shown(app, copy));
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ rescues: copies }));
    else if (copies.length === 0) cli.terminal.out(cli.t('Nothing had to be rescued.'));
    else for (const copy of copies) cli.terminal.out(lineOf(copy));
    return exit.done;
  });
}

function showCopy(cli: Cli, call: Call, name: string): Promise<number> {
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const found = await app.rescues.show(name);
    if (!found.ok) return fail(cli, found.error, exit.blocked);
    const { diff, cut, commits, files, beside } = found.value;
    const copy = shown(app, found.value.copy);
    if (call.flag('json')) {
      cli.terminal.out(JSON.stringify({ ...copy, commits, files, beside, diff, cut }));
      return exit.done;
    }
    cli.terminal.out(lineOf(copy));
    // Where there is no commit, the files are what the text below lists.
    if (copy.folder === undefined)
      for (const line of rescueLines(viewContext(cli, app), found.value)) cli.terminal.out(printable(line));
    cli.terminal.out('');
    for (const line of diff.trimEnd().split('\n')) cli.terminal.out(printable(line));
    const { folder } = copy;
    if (cut)
      cli.terminal.out(
        folder === undefined
          ? cli.t('… and more: git show {commit}', { commit: copy.commit })
          : cli.t('… and more in {folder}', { folder }),
      );
    return exit.done;
  });
}

function restoreCopy(cli: Cli, call: Call, name: string): Promise<number> {
  const refused = needPerson(cli, 'rescue restore');
  if (refused) return Promise.resolve(fail(cli, refused, exit.blocked));
  return withApp(cli, { effects: ['createWorktree', 'inspectLease'] }, async (app) => {
    const done = await app.rescues.restore(name, cli.actor);
    if (!done.ok) return fail(cli, done.error, exit.blocked);
    const { branch, path } = done.value;
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ rescue: name, branch, path }));
    else {
      cli.terminal.out(
        cli.terminal.paint.good(
          branch === null
            ? cli.t('The files are back in a folder.')
            : cli.t('The worktree {branch} is ready.', { branch }),
        ),
      );
      cli.terminal.out(`  ${printable(path)}`);
    }
    return exit.done;
  });
}

/** Its message names a place of this machine: that is shown from the repository on. */
const shown = ({ facts }: App, copy: RescueCopy): RescueCopy => ({
  ...copy,
  about: copy.about.replaceAll(`${facts.controlRoot}/`, ''),
  ...(copy.folder === undefined ? {} : { folder: copy.folder.replace(`${facts.controlRoot}/`, '') }),
});

const lineOf = ({ name, commit, at, about }: RescueCopy): string =>
  printable(`${name}  ${commit === '' ? '-' : shortCommit(commit)}  ${at}  ${about}`);
