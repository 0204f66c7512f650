import type { App } from '../../app/app.ts';
import { activeLoopReport } from '../../app/projections/activeLoop.ts';
import { problemData, type Problem } from '../../base/problem.ts';
import { findTopology } from '../../core/topology/define.ts';
import type { Tick } from '../../core/tick/types.ts';
import { tickWord } from '../../app/views/decisionWords.ts';
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
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const activeLoop: Verb = {
  name: 'active-loop',
  summary: 'Claim the change, say what is in the way, and ship when nothing is',
  positional: '',
  positionals: [0, 0],
  options: {
    mode: { kind: 'text', value: 'full-ship', summary: 'The one mode that there is' },
    topology: topologyOption,
    task: { kind: 'text', value: 'T', summary: 'The task; otherwise the one that the branch names' },
    issue: issueOption,
    branch: { kind: 'text', value: 'NAME', summary: 'The branch; otherwise the one that is checked out' },
    'changed-files': { kind: 'text', value: 'FILE', summary: 'A file that lists the changed files' },
    'from-git': { kind: 'flag', value: '', summary: 'Count the uncommitted changes of this checkout as changed files' },
    'claim-text': { kind: 'text', value: 'FILE', summary: 'What is claimed about the change' },
    'pr-body': { kind: 'text', value: 'FILE', summary: 'The body of its pull request' },
    'lease-ttl-minutes': { kind: 'text', value: 'N', summary: 'How long the lease holds without another tick' },
    batch: { kind: 'text', value: 'FILE', summary: 'Taken for compatibility; a tick has no use for it' },
    'agent-mix': { kind: 'text', value: 'MIX', summary: 'The wanted mix of agents, such as claude=5,codex=5' },
    'dry-run': { kind: 'flag', value: '', summary: 'Only say what would be done, as without any option' },
    execute: { kind: 'flag', value: '', summary: 'Ship when nothing is in the way' },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there too, below reports/agent_loop' },
    json,
  },
  run: async (cli, call) => {
    const options = readTickOptions(call);
    if (!options.ok) return fail(cli, options.error, exit.usage);
    const mix = call.text('agent-mix');
    const chosen = mix === null ? {} : { 'mam.agentMix': mix };
    const { settings, sourceOf } = createSettings(cli.env, chosen);
    const set = sourceOf('mam.topology').kind === 'default' ? null : settings['mam.topology'];
    const topology = call.text('topology') ?? set;
    const found = topology === null ? null : findTopology(topology, settings['mam.topologies']);
    if (found && !found.ok) return fail(cli, found.error, exit.usage);
    const refused = options.value.execute ? needPerson(cli, 'active-loop --execute') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    // Whatever a loop left open is not this step's to take up: it starts no lane. Leases that nobody renews it looks at.
    return withApp(cli, { settings: chosen, effects: ['ship', 'inspectLease'] }, (app) =>
      step(cli, call, options.value, topology, app),
    );
  },
};

async function step(cli: Cli, call: Call, options: TickOptions, topology: string | null, app: App): Promise<number> {
  const { controlRoot } = app.facts;
  const out = call.text('out');
  const place = out === null ? null : reportPath(controlRoot, cli.cwd, out);
  if (place && !place.ok) return fail(cli, place.error, exit.usage);
  const request = await readTickRequest(cli, call, options, app.facts);
  if (!request.ok) return fail(cli, request.error, exit.usage);
  const done = await app.tick({ ...request.value, topology }, cli.actor);
  if (!done.ok) return fail(cli, done.error, exit.blocked);
  const tick = done.value;
  if (place) {
    const failed = await saveReport(cli, app.facts, place.value, activeLoopReport(app.state, tick), app.privacy);
    if (failed !== null) return failed;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(dataOf(tick)));
  else show(cli, tick);
  return tick.decision === 'planned' || tick.decision === 'executed' ? exit.done : exit.blocked;
}

const dataOf = (tick: Tick): Readonly<Record<string, unknown>> => {
  return {
    decision: tick.decision,
    mode: tick.mode,
    topology: tick.topology,
    execute: tick.execute,
    task_id: tick.task,
    issue: tick.issue,
    branch: tick.branch,
    head: tick.head,
    changed_files: tick.files,
    overlap: tick.overlap,
    ship_command: tick.shipCommand,
    blockers: tick.blockers.map(problemData),
    warnings: tick.warnings.map(problemData),
    evidence: tick.evidence.map(problemData),
  };
};

function show(cli: Cli, tick: Tick): void {
  const { terminal, t } = cli;
  const { paint } = terminal;
  const good = tick.decision === 'planned' || tick.decision === 'executed';
  terminal.out((good ? paint.good : paint.bad)(t('Tick: {decision}', { decision: tickWord(t, tick.decision) })));
  terminal.out(
    printable(
      t('Task {task}, issue {issue}, branch {branch}', {
        task: tick.task ?? '-',
        issue: tick.issue ?? '-',
        branch: tick.branch,
      }),
    ),
  );
  const list = (title: string, ones: readonly Problem[]): void => {
    if (ones.length === 0) return;
    terminal.out('');
    terminal.out(title);
    for (const one of ones) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  };
  list(t('In the way:'), tick.blockers);
  list(t('To look at:'), tick.warnings);
  list(t('In order:'), tick.evidence);
}
