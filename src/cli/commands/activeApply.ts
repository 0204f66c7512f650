import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ApplyReport } from '../../app/apply/request.ts';
import type { App } from '../../app/app.ts';
import { placesOf } from '../../app/places.ts';
import { fill, problem, type Problem } from '../../base/problem.ts';
import { err, type Result } from '../../base/result.ts';
import { isoSeconds } from '../../base/clock.ts';
import { readPatchArtifact, type PatchProposal } from '../../protocol/ledger/patchArtifact.ts';
import { exit, type Cli, type OpenRequest } from '../cli.ts';
import { readInputFile } from '../inputFile.ts';
import { needPerson } from '../needPerson.ts';
import { printable } from '../paint.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { fail, words } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

/** As large as a lane's patch may be (64 MB) when each of its bytes takes up to six in JSON. */
const artifactMegabytes = 400;

export const activeApply: Verb = {
  name: 'active-apply',
  summary: 'Check whether a proposed patch fits its integration branch, or apply it',
  positional: '',
  positionals: [0, 0],
  options: {
    patch: { kind: 'text', value: 'FILE', summary: 'The patch artifact; the write lane’s newest unless said' },
    task: { kind: 'text', value: 'T', summary: 'The task that it has to be for' },
    base: { kind: 'text', value: 'BRANCH', summary: 'What a new integration branch starts from' },
    'three-way': { kind: 'flag', value: '', summary: 'Merge it where it does not fit as it stands' },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report to a file below reports/agent_loop' },
    state: { kind: 'text', value: 'FILE', summary: 'Write it as JSON below reports/agent_loop' },
    'dry-run': { kind: 'flag', value: '', summary: 'Only check, as without --execute' },
    execute: { kind: 'flag', value: '', summary: 'Apply it' },
    json,
  },
  run: async (cli, call) => {
    const execute = call.flag('execute');
    if (execute && call.flag('dry-run'))
      return fail(cli, problem('cli.dryAndExecute', 'Give --dry-run or --execute, not both.'), exit.usage);
    const refused = execute ? needPerson(cli, 'active-apply --execute') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    const request: OpenRequest = execute
      ? { effects: ['applyPatch', 'commitPatch', 'inspectLease'] }
      : { mirrorOnly: true };
    return withApp(cli, request, (app) => apply(cli, call, app, execute));
  },
};

async function apply(cli: Cli, call: Call, app: App, execute: boolean): Promise<number> {
  const { facts } = app;
  const places = new Map<'out' | 'state', string>();
  for (const name of ['out', 'state'] as const) {
    const given = call.text(name);
    const place = given === null ? null : reportPath(facts.controlRoot, cli.cwd, given, `--${name}`);
    if (place && !place.ok) return fail(cli, place.error, exit.usage);
    if (place) places.set(name, place.value);
  }
  const file = call.text('patch') ?? join(placesOf(facts).ledger, 'patch_runs/implementer/patch_artifact.json');
  const text = await readInputFile([facts.sourceRoot, facts.controlRoot], cli.cwd, '--patch', file, artifactMegabytes);
  if (!text.ok) return fail(cli, text.error, exit.usage);
  const proposal: Result<PatchProposal, Problem> =
    text.value === null
      ? err(
          problem('apply.notFound', 'There is no patch artifact at {file}. Name one with --patch.', {
            file: file.replace(`${facts.controlRoot}/`, ''),
          }),
        )
      : readPatchArtifact(text.value, call.text('task'));
  const stale = proposal.ok && call.text('patch') === null ? await staleProblem(app, proposal.value) : null;
  const report = stale
    ? err(stale)
    : proposal.ok
      ? await app.applyPatch(
          {
            execute,
            ...proposal.value,
            artifact: digestOf(proposal.value),
            threeWay: call.flag('three-way'),
            base: call.text('base'),
          },
          cli.actor,
        )
      : proposal;
  const told = dataOf(execute, call.text('task'), report);
  const texts = { out: pageOf(told), state: `${JSON.stringify(told, null, 2)}\n` };
  for (const [name, path] of places) {
    const unsaved = await saveReport(cli, facts, path, texts[name], app.privacy);
    if (unsaved !== null) return unsaved;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(told));
  else show(cli, report);
  return told.decision === 'blocked' ? exit.blocked : exit.done;
}

/**
 * The write lane's own file may be older than what the log says: a host was killed before it wrote it again. And where
 * no lane proposed anything, somebody else put it there.
 */
async function staleProblem(app: App, { diff }: PatchProposal): Promise<Problem | null> {
  const { proposal } = app.state;
  const isNewest = proposal?.verdict === 'proposed' && (await app.patch(proposal.patch)) === diff;
  return isNewest
    ? null
    : problem(
        'apply.stale',
        'The patch artifact is not what the newest write lane proposed. Run the lane again, or name the file with --patch.',
      );
}

const digestOf = ({ task, diff }: PatchProposal): string =>
  createHash('sha256').update(`${task}\0${diff}`).digest('hex');

/** What came of it, for `--json` and `--state`. It has more than the ledger's file, which only shows what is on a branch. */
function dataOf(execute: boolean, task: string | null, report: Result<ApplyReport, Problem>) {
  const blockers = report.ok ? report.value.blockers : [report.error];
  const told = (all: readonly Problem[]) => all.map((one) => `${fill(one.text, one.params)} [${one.code}]`);
  return {
    schema_version: 1,
    generated_at: isoSeconds(Date.now()),
    execute,
    decision: report.ok ? report.value.decision : ('blocked' as const),
    task_id: report.ok ? report.value.task : task,
    integration_branch: report.ok ? report.value.branch : null,
    applied: report.ok && report.value.decision === 'applied',
    head: report.ok ? report.value.head : null,
    files: report.ok ? report.value.files : [],
    blockers: told(blockers),
    warnings: told(report.ok ? report.value.warnings : []),
  };
}

const pageOf = (told: ReturnType<typeof dataOf>): string =>
  [
    '# Patch',
    '',
    `- Decision: ${told.decision}`,
    `- Task: ${told.task_id ?? 'none'}`,
    `- Integration branch: ${told.integration_branch ?? 'none'}`,
    `- Commit: ${told.head ?? 'none'}`,
    ...told.files.map((path) => `- File: ${path}`),
    ...told.blockers.map((one) => `- In the way: ${one}`),
    ...told.warnings.map((one) => `- Warning: ${one}`),
    '',
  ].join('\n');

function show(cli: Cli, report: Result<ApplyReport, Problem>): void {
  const { terminal, t } = cli;
  if (!report.ok) return void fail(cli, report.error, exit.blocked);
  const { decision, branch, head, task, files, blockers, warnings } = report.value;
  for (const one of blockers) fail(cli, one, exit.blocked);
  if (decision === 'blocked') return;
  if (decision === 'checked')
    terminal.out(t('The patch for {task} fits {branch}. With --execute it is applied.', { task, branch }));
  else
    terminal.out(
      terminal.paint.good(t('The patch for {task} is on {branch} as {head}.', { task, branch, head: head ?? '' })),
    );
  for (const path of files) terminal.out(`  ${printable(path)}`);
  for (const one of warnings) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
}
