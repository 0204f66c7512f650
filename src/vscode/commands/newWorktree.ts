import { isAbsolute, join } from 'node:path';
import { commands, Uri, window } from 'vscode';
import { commitAge } from '../../app/views/commitAge.ts';
import { phrase } from '../../app/views/words.ts';
import type { WorktreeBase } from '../../app/worktree/bases.ts';
import type { WorktreeOffer } from '../../app/worktree/offer.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { askSetUp } from './setUpChoices.ts';
import { withSetUp } from './withSetUp.ts';

/** What git certainly refuses; the rest it says itself. */
const branchError = (branch: string): string | undefined =>
  /^(?![-/])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\s~^:?*[\\\p{Cc}]+$/u.test(branch)
    ? undefined
    : t('Use letters, digits, - and /, without spaces or two dots.');

const folderOf = (deps: CommandDeps, branch: string): string => {
  const root = deps.settings()['mam.worktrees.root'];
  const base = isAbsolute(root) ? root : join(deps.app.facts.controlRoot, root);
  return join(base, branch.replaceAll('/', '-'));
};

interface OfferedBase {
  readonly base: WorktreeBase;
  readonly offer: WorktreeOffer;
  /** How old its newest commit is; empty where nobody can tell. */
  readonly age: string;
}

const offerOf = async ({ app }: CommandDeps, base: WorktreeBase): Promise<OfferedBase> => {
  const offer = await app.worktreeOffer(base);
  const age =
    offer.committedAt === null
      ? ''
      : t('{age} old', { age: commitAge(t, createViewContext(app).age(offer.committedAt)) });
  return { base, offer, age };
};

/** The shared base without a question, unless there is more here than in it. */
const pickBase = async (deps: CommandDeps, bases: readonly WorktreeBase[]): Promise<OfferedBase | undefined> => {
  const offered = await Promise.all(bases.map((base) => offerOf(deps, base)));
  if (offered.length === 1) return offered[0];
  const items = offered.map((one) => ({
    label: one.base.name,
    description: one.base.kind === 'shared' ? t('what everybody starts from') : t('with commits that are only here'),
    detail: one.age,
    one,
  }));
  const picked = await window.showQuickPick(items, { title: t('Where does the new worktree start?') });
  return picked?.one;
};

/** Where there is hardly room, a person says whether it is made all the same. */
const hasRoom = async ({ room }: WorktreeOffer): Promise<boolean> => {
  if (room === null) return true;
  const anyway = t('Make It Anyway');
  return (await window.showWarningMessage(sentenceOf(room), { modal: true }, anyway)) === anyway;
};

/** Asks for a branch and makes a worktree of it: its folder and what there is to say of it; undefined when there is none. */
export const makeWorktree = async (
  deps: CommandDeps,
): Promise<{ readonly path: string; readonly said: string } | undefined> => {
  const { app } = deps;
  const bases = await app.worktreeBases();
  if (!bases.ok) {
    void showProblem(bases.error);
    return undefined;
  }
  const chosen = await pickBase(deps, bases.value);
  if (chosen === undefined || !(await hasRoom(chosen.offer))) return undefined;
  const { base, offer, age } = chosen;
  const from = phrase(base.name, age);
  const branch = await window.showInputBox({
    title: t('New Worktree'),
    prompt: t('Name of its new branch; it starts at {base}', { base: from }),
    placeHolder: 'feature/login',
    ignoreFocusOut: true,
    validateInput: branchError,
  });
  if (branch === undefined) return undefined;
  const choices = await askSetUp(offer);
  if (choices === undefined) return undefined;
  for (const argv of choices.allowed) if (!(await dispatch(deps, { type: 'allowCheck', argv }))) return undefined;
  const path = folderOf(deps, branch);
  const { submodules } = choices;
  const done = await withSetUp(deps, { title: t('Making the worktree {branch}…', { branch }), worktree: branch }, () =>
    app.prepareWorktree({ path, branch, base, prepares: null, submodules }, editor),
  );
  if (done === null) return undefined;
  if (!done.ok) {
    void showProblem(done.error);
    return undefined;
  }
  const warnings = done.value.warnings.filter(({ code }) => code !== 'worktree.noRemote' && code !== offer.room?.code);
  return { path, said: [t('The worktree {branch} is ready.', { branch }), ...warnings.map(sentenceOf)].join(' ') };
};

export const createNewWorktree =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const made = await makeWorktree(deps);
    if (made === undefined) return;
    const open = t('Open in New Window');
    const chosen = await window.showInformationMessage(made.said, open);
    if (chosen === open)
      await commands.executeCommand('vscode.openFolder', Uri.file(made.path), { forceNewWindow: true });
  };
