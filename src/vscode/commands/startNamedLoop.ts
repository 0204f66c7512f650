import { window } from 'vscode';
import type { LoopWish } from '../../app/loop/loopWish.ts';
import type { Worktree } from '../../core/worktree/types.ts';
import { workBegan } from '../../core/worktree/workBegan.ts';
import { startableTasks } from '../../app/views/startLoop.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickLoopTeam } from './pickLoopTeam.ts';
import { pickWorktree } from './pickWorktree.ts';

const plain = { claims: [], steps: {}, planner: null, maxRounds: null } as const;

const begin = async ({ app }: CommandDeps, wish: LoopWish): Promise<void> => {
  const started = await app.startNamedLoop(wish, editor);
  if (!started.ok) void showProblem(started.error);
};

/** An entry of the queue, or a person's own words. */
const askTask = async ({ app }: CommandDeps, title: string): Promise<LoopWish['task'] | undefined> => {
  const own = { label: `$(edit) ${t('In your own words…')}`, description: '', id: null };
  const tasks = startableTasks(app.state).map(({ id, title: label }) => ({ label, description: id, id }));
  const picked =
    tasks.length === 0 ? own : await window.showQuickPick([own, ...tasks], { title, matchOnDescription: true });
  if (picked === undefined) return undefined;
  if (picked.id !== null) return picked.id;
  const text = (await window.showInputBox({ title, prompt: t('What is to be done?'), ignoreFocusOut: true }))?.trim();
  return text ? { title: text.slice(0, 72), body: text, checks: [] } : undefined;
};

/** One task with writer and reviewers of a person's choice, on a new branch or in a worktree. */
export const createStartLoopOnTask =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    await deps.app.refresh();
    const task = await askTask(deps, t('Start Loop on Task'));
    if (task === undefined) return;
    const team = await pickLoopTeam(deps);
    if (team === undefined) return;
    const here = { label: `$(git-branch) ${t('A new branch')}`, description: t('made from the base'), own: true };
    const there = { label: `$(repo) ${t('A worktree…')}`, description: t('its branch gets the work'), own: false };
    const where = await window.showQuickPick([here, there], { title: t('Where does the work go?') });
    if (where === undefined) return;
    const path = where.own ? null : await pickWorktree(deps.app, { withMain: false });
    if (path === undefined) return;
    const place = path === null ? null : { path, base: null, reviewOnly: false };
    await begin(deps, { ...plain, task, ...team, place });
  };

/** Where MAM knows no commit that the work began on, a person says it. */
const askBase = async (worktree: Worktree | undefined): Promise<string | undefined> => {
  const recorded = worktree && workBegan(worktree);
  if (recorded) return recorded;
  const base = await window.showInputBox({
    title: t('Review Worktree'),
    prompt: t('The commit or branch that its work began on'),
    ignoreFocusOut: true,
  });
  return base?.trim() || undefined;
};

/** Judges what a worktree holds since its work began; what does not pass goes to a writer. */
export const createReviewWorktree =
  (deps: CommandDeps): CommandHandler =>
  async (wanted) => {
    const path = wanted ?? (await pickWorktree(deps.app, { withMain: false }));
    if (path === undefined) return;
    const base = await askBase(Object.values(deps.app.state.worktrees).find((one) => one.path === path));
    if (base === undefined) return;
    const task = await askTask(deps, t('What was to be done there?'));
    if (task === undefined) return;
    const team = await pickLoopTeam(deps);
    if (team === undefined) return;
    await begin(deps, { ...plain, task, ...team, place: { path, base, reviewOnly: true } });
  };
