import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { openIssue } from '../../app/openIssue.ts';
import { startBase, type SharedBase } from '../../app/overlap/sharedBase.ts';
import { ofNoRemote, remoteOf } from '../../app/worktree/freshBase.ts';
import type { FetchedBase } from '../../core/worktree/types.ts';
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

const bodyOf = ({ role }: WorktreeWish): string => `Role: ${role}\n`;

/** The commands that do the same by hand. */
function commandsFor(
  wish: WorktreeWish,
  plan: { readonly branch: string; readonly path: string },
  from: Awaited<ReturnType<typeof remoteOf>>,
  base: SharedBase,
): readonly string[] {
  const open =
    wish.title === null ? [] : [['gh', 'issue', 'create', '--title', wish.title, '--body', bodyOf(wish).trimEnd()]];
  const fetch = from === null ? [] : [['git', 'fetch', from.remote, from.branch]];
  const add = ['git', 'worktree', 'add', '-b', plan.branch, plan.path, base.name];
  return [...open, ...fetch, add].map((argv) => argv.map(shellWord).join(' '));
}

async function dryRun(
  cli: Cli,
  call: Call,
  { facts, git }: Look,
  wish: WorktreeWish,
  base: SharedBase,
): Promise<number> {
  const plan = worktreePlan(wish, wish.issue ?? placeholder, facts.controlRoot);
  const from = await remoteOf(git, base);
  const warnings = from === null ? [ofNoRemote(base)] : [];
  const commands = commandsFor(wish, plan, from, base);
  show(cli, call, { wish, plan, issue: wish.issue, base: base.commit, fetched: null, commands, warnings });
  return exit.done;
}

async function execute(cli: Cli, call: Call, look: Look, wish: WorktreeWish, base: SharedBase): Promise<number> {
  const { controlRoot } = look.facts;
  const from = await remoteOf(look.git, base);
  const issue = await issueFor(cli, look, wish);
  if (!issue.ok) return fail(cli, issue.error, exit.usage);
  const plan = worktreePlan(wish, issue.value, controlRoot);
  const made = await withApp(cli, { effects: ['createWorktree', 'inspectLease'] }, async (app) => {
    const done = await app.prepareWorktree({ role: wish.role, issue: issue.value, ...plan, base }, cli.actor);
    if (!done.ok) return fail(cli, done.error, exit.usage);
    const { base: on, fetched, warnings } = done.value;
    const commands = commandsFor(wish, plan, fetched === 'fetched' ? from : null, on);
    show(cli, call, { wish, plan, issue: issue.value, base: on.commit, fetched, commands, warnings });
    return exit.done;
  });
  // The number would be lost otherwise, and the next call would open another issue.
  if (made !== exit.done && wish.issue === null)
    cli.terminal.out(cli.t('Issue #{issue} is open.', { issue: issue.value }));
  return made;
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
