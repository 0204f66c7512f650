import { join, relative, sep } from 'node:path';
import type { App } from '../../app/app.ts';
import type { StartPack } from '../../app/start/pack.ts';
import { usualRepair, type BranchRepair } from '../../app/start/request.ts';
import { startMarkdown } from '../../app/reports/start.ts';
import { problemData, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findTopology } from '../../core/topology/define.ts';
import { branchTypeProblem } from '../branchType.ts';
import { startWord } from '../../app/views/decisionWords.ts';
import { exit, type Cli } from '../cli.ts';
import { issueOption } from '../issueOption.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { createSettings } from '../settings.ts';
import { fail, words } from '../tell.ts';
import { readTickOptions, type TickOptions } from '../tickOptions.ts';
import { readTickRequest } from '../tickRequest.ts';
import { topologyOption } from '../topologyOption.ts';
import { usualBranchTypes } from '../../protocol/checkSettings.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const activeStart: Verb = {
  name: 'active-start',
  summary: 'Prepare work on a task: branch, pull request text, a dry tick and every report',
  positional: '',
  positionals: [0, 0],
  options: {
    mode: { kind: 'text', value: 'full-ship', summary: 'The one mode that there is' },
    topology: topologyOption,
    task: { kind: 'text', value: 'T', summary: 'The task; otherwise the best of the queue' },
    issue: issueOption,
    branch: { kind: 'text', value: 'NAME', summary: 'The branch; otherwise the one that is checked out' },
    'changed-files': { kind: 'text', value: 'FILE', summary: 'A file that lists the changed files' },
    'from-git': { kind: 'flag', value: '', summary: 'Count the uncommitted changes of this checkout as changed files' },
    'claim-text': { kind: 'text', value: 'FILE', summary: 'What is claimed about the change' },
    'pr-body': { kind: 'text', value: 'FILE', summary: 'The body of its pull request; drafted otherwise' },
    'lease-ttl-minutes': { kind: 'text', value: 'N', summary: 'How long the lease holds without another tick' },
    batch: { kind: 'text', value: 'FILE', summary: 'Taken for compatibility; a tick has no use for it' },
    'agent-mix': { kind: 'text', value: 'MIX', summary: 'The wanted mix of agents, such as claude=5,codex=5' },
    'repair-branch': {
      kind: 'flag',
      value: '',
      summary: 'Make a branch of an issue where none is checked out; opens the issue when none is known',
    },
    'repair-branch-type': {
      kind: 'text',
      value: 'TYPE',
      summary: 'Its type; chore otherwise',
      words: usualBranchTypes,
    },
    'repair-slug': { kind: 'text', value: 'WORDS', summary: 'The words in its name; those of the task otherwise' },
    'repair-title': { kind: 'text', value: 'TEXT', summary: 'The title of a new issue; that of the task otherwise' },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there too, below reports/agent_loop' },
    json,
  },
  run: async (cli, call) => {
    const options = readTickOptions(call);
    if (!options.ok) return fail(cli, options.error, exit.usage);
    const mix = call.text('agent-mix');
    const chosen = mix === null ? {} : { 'mam.agentMix': mix };
    const { settings } = createSettings(cli.env, chosen);
    const topology = findTopology(call.text('topology') ?? settings['mam.topology'], settings['mam.topologies']);
    if (!topology.ok) return fail(cli, topology.error, exit.usage);
    const repair = readRepair(call, settings['mam.branches.types']);
    if (!repair.ok) return fail(cli, repair.error, exit.usage);
    const refused = repair.value === null ? null : needPerson(cli, 'active-start --repair-branch');
    if (refused) return fail(cli, refused, exit.blocked);
    // Whatever a loop left open is not this step's to take up: it starts no lane.
    const effects = ['inspectLease', ...(repair.value === null ? [] : (['openIssue'] as const))] as const;
    return withApp(cli, { settings: chosen, effects }, (app) =>
      prepare(cli, call, { options: options.value, topology: topology.value.id, repair: repair.value }, app),
    );
  },
};

function readRepair(call: Call, types: readonly string[]): Result<BranchRepair | null, Problem> {
  const type = call.text('repair-branch-type') ?? usualRepair.type;
  const unfit = branchTypeProblem(type, types);
  if (unfit) return err(unfit);
  if (!call.flag('repair-branch')) return ok(null);
  const slug = call.text('repair-slug') ?? usualRepair.slug;
  return ok({ type, slug, title: call.text('repair-title') ?? usualRepair.title });
}

/** Relative to the control root. */
const reports = 'reports/agent_loop/active';

/** Options that a tick has too and that say what is not known without them. */
const repeated = ['changed-files', 'from-git', 'claim-text', 'lease-ttl-minutes', 'agent-mix'] as const;

function again(call: Call, name: (typeof repeated)[number]): readonly string[] {
  const value = call.text(name);
  if (name === 'from-git') return call.flag(name) ? ['--from-git'] : [];
  return value === null ? [] : [`--${name}`, value];
}

async function prepare(
  cli: Cli,
  call: Call,
  about: { readonly options: TickOptions; readonly topology: string; readonly repair: BranchRepair | null },
  app: App,
): Promise<number> {
  const { controlRoot } = app.facts;
  const out = call.text('out');
  const place = out === null ? null : reportPath(controlRoot, cli.cwd, out);
  if (place && !place.ok) return fail(cli, place.error, exit.usage);
  const request = await readTickRequest(cli, call, about.options, app.facts);
  if (!request.ok) return fail(cli, request.error, exit.usage);
  const { topology, repair } = about;
  const done = await app.activeStart(
    {
      ...request.value,
      topology,
      repair,
      shownPath: (path) => relative(cli.cwd, join(controlRoot, path)).replaceAll(sep, '/'),
      repeat: repeated.flatMap((name) => again(call, name)),
    },
    cli.actor,
  );
  if (!done.ok) return fail(cli, done.error, exit.blocked);
  if (place) {
    const failed = await saveReport(cli, app.facts, place.value, startMarkdown(done.value), app.privacy);
    if (failed !== null) return failed;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(app.privacy.redactValue(dataOf(done.value))));
  else show(cli, done.value, app.facts);
  return done.value.decision === 'started' ? exit.done : exit.blocked;
}

function dataOf({ facts, tick, ...pack }: StartPack): Readonly<Record<string, unknown>> {
  return {
    decision: pack.decision,
    tick: tick?.decision ?? null,
    topology: pack.topology.id,
    task_id: facts.task,
    issue: facts.issue,
    branch: facts.branch,
    changed_files: facts.files,
    blockers: pack.blockers.map(problemData),
    tick_blockers: (tick?.blockers ?? []).map(problemData),
    warnings: pack.warnings.map(problemData),
    artifacts: pack.written,
    next_safe_command: pack.nextCommand,
  };
}

function show(cli: Cli, pack: StartPack, { controlRoot, sourceRoot }: App['facts']): void {
  const { terminal, t } = cli;
  const { paint } = terminal;
  const started = pack.decision === 'started';
  terminal.out((started ? paint.good : paint.bad)(t('Start: {decision}', { decision: startWord(t, pack.decision) })));
  const { task, issue, branch } = pack.facts;
  terminal.out(
    printable(t('Task {task}, issue {issue}, branch {branch}', { task: task ?? '-', issue: issue ?? '-', branch })),
  );
  const list = (title: string, ones: readonly Problem[]): void => {
    if (ones.length === 0) return;
    terminal.out('');
    terminal.out(title);
    for (const one of ones) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  };
  list(t('In the way:'), pack.blockers);
  list(t('In the way of shipping:'), pack.tick?.blockers ?? []);
  list(t('To look at:'), pack.warnings);
  terminal.out('');
  terminal.out(
    t('{count} {count|report is|reports are} in {folder}.', {
      count: pack.written.length,
      // Worktrees have no such folder: one set is for all of them.
      folder: controlRoot === sourceRoot ? reports : join(controlRoot, reports),
    }),
  );
  terminal.out(t('Next: {command}', { command: pack.nextCommand }));
}
