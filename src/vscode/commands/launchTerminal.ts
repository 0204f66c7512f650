import { commands, window } from 'vscode';
import type { Problem } from '../../base/problem.ts';
import { whoWorksAt } from '../../app/views/whoWorksAt.ts';
import { folderName } from '../../app/views/words.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickPlace } from './pickPlace.ts';

const pickAgent = async ({ terminals }: CommandDeps): Promise<string | undefined> => {
  const items = Promise.all(
    terminals.agents().map(async ({ id, name }) => ({
      label: name,
      description: (await terminals.isInstalled(id)) ? '' : t('not installed'),
      id,
    })),
  ).then((all) => all.toSorted((a, b) => Number(a.description !== '') - Number(b.description !== '')));
  return (await window.showQuickPick(items, { title: t('Which agent?') }))?.id;
};

/** Two at work in one checkout step on each other, so a person says that they want it. */
export const mayDisturb = async ({ app, terminals }: CommandDeps, path: string): Promise<boolean> => {
  const who = whoWorksAt(app.state, app.facts, path, terminals.all);
  if (who.length === 0) return true;
  const open = t('Open Anyway');
  const chosen = await window.showWarningMessage(
    t('{who} works in {folder} now.', { who: who.join(', '), folder: folderName(path) }),
    {
      modal: true,
      detail: t(
        'What an agent changes there mixes with that work and may block its gate. A worktree of its own has neither problem.',
      ),
    },
    open,
  );
  return chosen === open;
};

/** The agent and the place of a new terminal, as far as they aren't given; undefined when the person turned away. */
export const chooseTerminal = async (
  deps: CommandDeps,
  given: string | null,
  path?: string,
): Promise<{ readonly agent: string; readonly cwd: string } | undefined> => {
  const agent = given ?? (await pickAgent(deps));
  if (agent === undefined) return undefined;
  const name = deps.terminals.agents().find(({ id }) => id === agent)?.name ?? agent;
  const cwd = path ?? (await pickPlace(deps, t('Where should {agent} work?', { agent: name })));
  return cwd !== undefined && (await mayDisturb(deps, cwd)) ? { agent, cwd } : undefined;
};

/** Says why there is no terminal, and leads to the setting that names the program where there is one. */
export const showTerminalProblem = async (problem: Problem): Promise<void> => {
  const setting = problem.params['setting'];
  if (typeof setting !== 'string' || setting === '') return showProblem(problem);
  const open = t('Open Setting');
  const chosen = await window.showErrorMessage(sentenceOf(problem), open);
  if (chosen === open) await commands.executeCommand('workbench.action.openSettings', `@id:${setting}`);
};

/** Opens an agent's own screen in a checkout that a person chose; `agent` is null where they choose that, too. */
export const createLaunchTerminal =
  (deps: CommandDeps, agent: string | null): CommandHandler =>
  async (path) => {
    const chosen = await chooseTerminal(deps, agent, path);
    if (chosen === undefined) return;
    const launched = await deps.terminals.launch(chosen.agent, chosen.cwd);
    if (!launched.ok) void showTerminalProblem(launched.error);
  };
