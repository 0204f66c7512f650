import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { App } from '../../app/app.ts';
import type { OpenedIssue } from '../../app/openIssue.ts';
import { startBase } from '../../app/overlap/sharedBase.ts';
import { ofNoRemote, remoteOf } from '../../app/worktree/freshBase.ts';
import { worktreeSettled } from '../../app/worktreeSettled.ts';
import type { FetchedBase } from '../../core/worktree/types.ts';
import type { Look } from '../../host/openLook.ts';
import { exit, type Cli } from '../cli.ts';
import { lookHere } from '../lookHere.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { commandLine } from '../../base/shellWord.ts';
import { fail, words } from '../tell.ts';
import { usualBranchTypes } from '../../protocol/checkSettings.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { createSettings } from '../settings.ts';
import { readWish, worktreePlan, type WorktreeWish } from '../worktreePlan.ts';
import { branchTaken, startAt, type StartOf } from '../worktreeStart.ts';

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
    type: { kind: 'text', value: 'TYPE', summary: 'Type of the branch; chore unless said', words: usualBranchTypes },
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
    const startOf: StartOf = (branch) => startAt(branch, shown, branches.value.local, base.value);
    return shown.execute
      ? execute(cli, call, look.value, shown, startOf)
      : dryRun(cli, call, look.value, shown, startOf);
  },
};

/** Stands where the number of an issue will be that is not open yet. */
const placeholder = 'NUMBER';

const bodyOf = ({ role }: WorktreeWish): string => `Role: ${role}\n`;

/** The commands that do the same by hand. */
function commandsFor(
  wish: WorktreeWish,
  plan: { readonly branch: string; readonly path: string },
  from: Awaited<ReturnType<typeof remoteOf>>,
  base: { readonly name: string; readonly taken: boolean },
): readonly string[] {
  const open =
    wish.title === null ? [] : [['gh', 'issue', 'create', '--title', wish.title, '--body', bodyOf(wish).trimEnd()]];
  const fetch = from === null ? [] : [['git', 'fetch', from.remote, from.branch]];
  const add = ['git', 'worktree', 'add', ...(base.taken ? [] : ['-b', plan.branch]), plan.path, base.name];
  return [...open, ...fetch, add].map(commandLine);
}

async function dryRun(
  cli: Cli,
  call: Call,
  { facts, git }: Look,
  wish: WorktreeWish,
  startOf: StartOf,
): Promise<number> {
  const plan = worktreePlan(wish, wish.issue ?? placeholder, facts.controlRoot);
  const base = startOf(plan.branch);
  const from = await remoteOf(git, base);
  const warnings = base.taken ? [branchTaken(base)] : from === null ? [ofNoRemote(base)] : [];
  const commands = commandsFor(wish, plan, from, base);
  show(cli, call, { wish, plan, issue: wish.issue, base: base.commit, fetched: null, commands, warnings });
  return exit.done;
}

async function execute(cli: Cli, call: Call, look: Look, wish: WorktreeWish, startOf: StartOf): Promise<number> {
  return withApp(cli, { effects: ['openIssue', 'createWorktree', 'inspectLease'] }, async (app) => {
    const issue = await issueFor(cli, app, look, wish);
    if (!issue.ok) return fail(cli, issue.error, exit.usage);
    const { number, found } = issue.value;
    const plan = worktreePlan(wish, number, look.facts.controlRoot);
    const base = startOf(plan.branch);
    const from = await remoteOf(look.git, base);
    const done = await app.prepareWorktree({ role: wish.role, issue: number, ...plan, base }, cli.actor);
    if (!done.ok && !(await joins(app, done.error, plan, wish))) {
      if (wish.issue === null) cli.terminal.out(cli.t('Issue #{issue} is open.', { issue: number }));
      return fail(cli, done.error, exit.usage);
    }
    const {
      base: on,
      fetched,
      warnings,
    } = done.ok ? done.value : { base, fetched: 'no-remote' as const, warnings: [] };
    const commands = commandsFor(wish, plan, fetched === 'fetched' ? from : null, { ...base, ...on });
    const told = [
      ...(wish.issue === null && found ? [issueFound(number)] : []),
      ...(base.taken ? [branchTaken(base)] : warnings),
    ];
    show(cli, call, { wish, plan, issue: number, base: on.commit, fetched, commands, warnings: told });
    return exit.done;
  });
}

/**
 * Whether the worktree that is there already is the wanted one: of two that ask at once the second has what the first
 * makes, and whoever names a title wants the worktree of its issue, whoever made it.
 */
async function joins(
  app: App,
  why: Problem,
  { branch, path }: { readonly branch: string; readonly path: string },
  wish: WorktreeWish,
): Promise<boolean> {
  const there = app.state.worktrees[branch];
  if (why.code !== 'worktree.exists' || there?.path !== path) return false;
  if (wish.title === null && there.state !== 'creating') return false;
  return (await worktreeSettled(app, path, () => ({ dispose: () => undefined }))) === 'ready';
}

/** The issue, opened if there is none yet: asked for last before the worktree, so that nothing wrong leaves one behind. */
async function issueFor(
  { actor }: Cli,
  app: App,
  { git, facts }: Look,
  wish: WorktreeWish,
): Promise<Result<OpenedIssue, Problem>> {
  if (wish.title === null) return ok({ number: wish.issue ?? placeholder, found: true });
  const unfit = await git.branchProblem(worktreePlan(wish, '1', facts.controlRoot).branch);
  return unfit === null || unfit.code !== 'branch.invalid'
    ? app.openIssue({ title: wish.title, body: bodyOf(wish) }, actor)
    : err(unfit);
}

const issueFound = (issue: string): Problem =>
  problem('worktree.issueFound', 'Issue #{issue} has this title and is open already, so no other one was opened.', {
    issue,
  });

interface Shown {
  readonly wish: WorktreeWish;
  readonly plan: { readonly branch: string; readonly path: string };
  readonly issue: string | null;
  /** Commit that it starts from. */
  readonly base: string;
  /** Null before anything is done. */
  readonly fetched: FetchedBase | null;
  readonly commands: readonly string[];
  readonly warnings: readonly Problem[];
}

function show(cli: Cli, call: Call, { wish, plan, fetched, commands, warnings, ...known }: Shown): void {
  const { terminal, t } = cli;
  const executed = fetched !== null;
  if (call.flag('json')) {
    const told = warnings.map((one) => ({ code: one.code, sentence: words(cli, one) }));
    terminal.out(JSON.stringify({ executed, role: wish.role, ...plan, ...known, fetched, commands, warnings: told }));
    return;
  }
  terminal.out(
    executed
      ? terminal.paint.good(t('The worktree {branch} is ready.', { branch: plan.branch }))
      : t('Nothing was done. With --execute:'),
  );
  if (executed) terminal.out(`  ${printable(plan.path)}`);
  else for (const command of commands) terminal.out(`  ${printable(command)}`);
  for (const one of warnings) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
}
