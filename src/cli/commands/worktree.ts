import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { App } from '../../app/app.ts';
import { openIssue } from '../../app/openIssue.ts';
import { startBase, type SharedBase } from '../../app/overlap/sharedBase.ts';
import { worktreeSettled } from '../../app/worktreeSettled.ts';
import type { Look } from '../../host/openLook.ts';
import { exit, type Cli } from '../cli.ts';
import { lookHere } from '../lookHere.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { shellWord } from '../../base/shellWord.ts';
import { fail, words } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { createSettings } from '../settings.ts';
import { readWish, worktreePlan, type WorktreeWish } from '../worktreePlan.ts';

export const worktree: Verb = {
  name: 'worktree',
  summary: 'Show or make a branch and a worktree for an issue',
  positional: '',
  positionals: [0, 0],
  options: {
    role: { kind: 'text', value: 'ROLE', summary: 'Who works there' },
    slug: { kind: 'text', value: 'WORDS', summary: 'Words for the names of branch and folder' },
    issue: { kind: 'text', value: 'N', summary: 'The issue' },
    title: { kind: 'text', value: 'TEXT', summary: 'Title of the issue to open when there is none' },
    type: { kind: 'text', value: 'TYPE', summary: 'Type of the branch; chore unless said' },
    base: { kind: 'text', value: 'BRANCH', summary: 'The branch to start from, instead of the shared base' },
    'dry-run': { kind: 'flag', value: '', summary: 'Only show what would be done, as without --execute' },
    execute: { kind: 'flag', value: '', summary: 'Do it' },
    json,
  },
  run: async (cli, call) => {
    const { settings } = createSettings(cli.env, {});
    const wish = readWish(call, settings['mam.branches.types']);
    if (!wish.ok) return fail(cli, wish.error, exit.usage);
    const refused = wish.value.execute ? needPerson(cli, 'worktree --execute') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    const look = await lookHere(cli);
    if (!look.ok) return fail(cli, look.error, exit.usage);
    const branches = await look.value.git.listBranches();
    if (!branches.ok) return fail(cli, branches.error, exit.usage);
    const base = startBase(branches.value, wish.value.base, look.value.settings['mam.base']);
    if (!base.ok) return fail(cli, base.error, exit.usage);
    const { redact } = look.value.privacy;
    // Also in a command that is shown to be pasted.
    const shown = {
      ...wish.value,
      role: redact(wish.value.role),
      title: wish.value.title && redact(wish.value.title),
    };
    return shown.execute
      ? execute(cli, call, look.value, shown, base.value)
      : dryRun(cli, call, look.value, shown, base.value);
  },
};

/** Stands where the number of an issue will be that is not open yet. */
const placeholder = 'NUMBER';

/** What an offline machine can't do and another one need not. */
const notFetched = (base: string): Problem =>
  problem(
    'worktree.notFetched',
    'The base {base} is used as it is here; nothing was fetched. Fetch it first where that matters.',
    {
      base,
    },
  );

const bodyOf = ({ role }: WorktreeWish): string => `Role: ${role}\n`;

/** The commands that do the same by hand. */
function commandsFor(
  wish: WorktreeWish,
  plan: { readonly branch: string; readonly path: string },
  base: SharedBase,
): readonly string[] {
  const open =
    wish.title === null ? [] : [['gh', 'issue', 'create', '--title', wish.title, '--body', bodyOf(wish).trimEnd()]];
  const add = ['git', 'worktree', 'add', '-b', plan.branch, plan.path, base.name];
  return [...open, add].map((argv) => argv.map(shellWord).join(' '));
}

function dryRun(cli: Cli, call: Call, { facts }: Look, wish: WorktreeWish, base: SharedBase): number {
  const plan = worktreePlan(wish, wish.issue ?? placeholder, facts.controlRoot);
  show(cli, call, { wish, plan, base, issue: wish.issue, done: false });
  return exit.done;
}

async function execute(cli: Cli, call: Call, look: Look, wish: WorktreeWish, base: SharedBase): Promise<number> {
  const { controlRoot } = look.facts;
  const issue = await issueFor(cli, look, wish);
  if (!issue.ok) return fail(cli, issue.error, exit.usage);
  const plan = worktreePlan(wish, issue.value, controlRoot);
  const made = await withApp(cli, { effects: ['createWorktree', 'inspectLease'] }, async (app) => {
    const done = await make(cli, app, plan, base);
    return done.ok ? exit.done : fail(cli, done.error, exit.usage);
  });
  if (made !== exit.done) {
    // The number would be lost otherwise, and the next call would open another issue.
    if (wish.issue === null) cli.terminal.out(cli.t('Issue #{issue} is open.', { issue: issue.value }));
    return made;
  }
  show(cli, call, { wish, plan, base, issue: issue.value, done: true });
  return exit.done;
}

/** The issue, opened if there is none yet: asked for last before the worktree, so that nothing wrong leaves one behind. */
async function issueFor(
  { actor }: Cli,
  { git, forge, facts, privacy }: Look,
  wish: WorktreeWish,
): Promise<Result<string, Problem>> {
  if (wish.title === null) return ok(wish.issue ?? placeholder);
  const unfit = await git.branchProblem(worktreePlan(wish, '1', facts.controlRoot).branch);
  return unfit === null || unfit.code !== 'branch.invalid'
    ? openIssue({ title: wish.title, body: bodyOf(wish) }, { forge, redact: privacy.redact, actor })
    : err(unfit);
}

/** By the same command as in the editor; resolves when the worktree is there. */
async function make(
  cli: Cli,
  app: App,
  { branch, path }: { readonly branch: string; readonly path: string },
  { commit }: SharedBase,
): Promise<Result<void, Problem>> {
  const asked = await app.dispatch({ type: 'createWorktree', path, branch, commit }, cli.actor);
  if (!asked.ok) return asked;
  const state = await worktreeSettled(app, path, () => ({ dispose: () => undefined }));
  if (state === 'ready') return ok(undefined);
  const events = await app.recentEvents(100);
  const why = events.findLast(
    ({ event }) => event.type === 'effectSettled' && event.effect === `${branch}/create`,
  )?.event;
  return err(
    (why?.type === 'effectSettled' ? why.problem : null) ??
      app.problem ??
      problem('worktree.notMade', 'The worktree {path} could not be made. Try again with MAM_LOG=1.', { path }),
  );
}

function show(
  cli: Cli,
  call: Call,
  done: {
    readonly wish: WorktreeWish;
    readonly plan: { readonly branch: string; readonly path: string };
    readonly base: SharedBase;
    readonly issue: string | null;
    readonly done: boolean;
  },
): void {
  const { terminal, t } = cli;
  const commands = commandsFor(done.wish, done.plan, done.base);
  const warning = notFetched(done.base.name);
  if (call.flag('json')) {
    terminal.out(
      JSON.stringify({
        executed: done.done,
        role: done.wish.role,
        issue: done.issue,
        ...done.plan,
        base: done.base.commit,
        commands,
        warnings: [{ code: warning.code, sentence: words(cli, warning) }],
      }),
    );
    return;
  }
  terminal.out(
    done.done
      ? terminal.paint.good(t('The worktree {branch} is ready.', { branch: done.plan.branch }))
      : t('Nothing was done. With --execute:'),
  );
  if (done.done) terminal.out(`  ${printable(done.plan.path)}`);
  else for (const command of commands) terminal.out(`  ${printable(command)}`);
  terminal.out(`  - ${words(cli, warning)} [${warning.code}]`);
}
