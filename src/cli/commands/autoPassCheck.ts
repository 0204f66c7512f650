import { auditFolder } from '../../app/auditFolder.ts';
import { readHandoff } from '../../app/handoff/readHandoff.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { auditClaim } from '../../core/claim/auditClaim.ts';
import { assessAutoPass } from '../../core/ship/autoPass.ts';
import type { TextCheck } from '../../core/ship/readiness.ts';
import { openFollowUps } from '../../core/ship/openFollowUps.ts';
import { isPassProfile, passProfiles, strictBlockers, type PassProfile } from '../../core/ship/strictPass.ts';
import { classify } from '../../core/surface/classify.ts';
import type { Classification } from '../../core/surface/types.ts';
import type { Look } from '../../host/openLook.ts';
import { exit, type Cli } from '../cli.ts';
import { fileOptions, readChangedFiles, readInput } from '../fileFlags.ts';
import { reportOptions, runReport, type FindingsReport } from '../findingsReport.ts';
import { needPerson } from '../needPerson.ts';
import { surfaceData, surfaceFacts } from '../surfaceFacts.ts';
import { optionalTask, taskOption } from '../taskOption.ts';
import { fail } from '../tell.ts';
import { validateHere, validationFor } from '../validation.ts';
import type { Call, Verb } from '../verb.ts';

const profileNames = Object.keys(passProfiles).join(', ');

export const autoPassCheck: Verb = {
  name: 'auto-pass-check',
  summary: 'Say whether a change is plain enough that nobody has to look at it',
  positional: '',
  positionals: [0, 0],
  options: {
    task: taskOption,
    'claim-text': { kind: 'text', value: 'FILE', summary: 'What is claimed about the change' },
    strict: { kind: 'flag', value: '', summary: 'Ask for a task, a claim text and no open follow-ups too' },
    profile: {
      kind: 'text',
      value: 'NAME',
      summary: 'Hold it to a kind of change: docs-only-strict, ci-only-strict, …',
      words: Object.keys(passProfiles),
    },
    'review-followups': { kind: 'text', value: 'FILE', summary: 'A list of what reviews left open' },
    'run-validation': { kind: 'flag', value: '', summary: 'Run what mam.validation allows for the change' },
    ...fileOptions,
    ...reportOptions,
  },
  run: async (cli, call) => {
    const task = optionalTask(call);
    if (!task.ok) return fail(cli, task.error, exit.usage);
    const profile = call.text('profile');
    if (profile !== null && !isPassProfile(profile))
      return fail(
        cli,
        problem('cli.badProfile', 'There is no profile {profile}. There are: {known}.', {
          profile,
          known: profileNames,
        }),
        exit.usage,
      );
    const refused = call.flag('run-validation') ? needPerson(cli, 'auto-pass-check --run-validation') : null;
    if (refused) return fail(cli, refused, exit.blocked);
    return runReport(cli, call, (look) => gather(cli, call, look, { task: task.value, profile }));
  },
};

async function gather(
  cli: Cli,
  call: Call,
  look: Look,
  { task, profile }: { readonly task: string | null; readonly profile: PassProfile | null },
): Promise<Result<FindingsReport, Problem>> {
  const { settings, files: disk, places, privacy } = look;
  const changed = await readChangedFiles(cli, look, call);
  if (!changed.ok) return changed;
  const { files } = changed.value;
  const surface = classify(files, settings['mam.surfaces'], settings['mam.loadBearing']);
  const claim = await claimCheck(cli, call, look, surface);
  if (!claim.ok) return claim;
  const followUps = await readInput(cli, look, '--review-followups', call.text('review-followups'));
  if (!followUps.ok) return followUps;
  const rules = settings['mam.handoff'];
  const notes =
    task === null ? null : await readHandoff({ task, plan: null, changed: files }, { files: disk, places, rules });
  if (notes && !notes.ok) return notes;
  const audit = await auditFolder(disk, `${places.controlRoot}/reports/agent_loop`, privacy);
  const validation = call.flag('run-validation') ? await validated(cli, look, files) : ok('not-run' as const);
  if (!validation.ok) return validation;
  const privacyFindings = audit.findings.length + audit.unreadable.length;
  const pass = assessAutoPass({
    unread: null,
    files,
    surface,
    task,
    handoff: notes && ok(notes.value.check),
    privacyFindings,
    claim: claim.value,
    validation: validation.value,
  });
  const strict = call.flag('strict') || profile !== null;
  const more = strict
    ? strictBlockers({
        surface,
        task,
        claim: claim.value,
        openFollowUps: openFollowUps(followUps.value ?? ''),
        profile,
      })
    : [];
  const blockers = [...pass.blockers, ...more];
  const decision = blockers.length === 0 ? 'auto-pass' : 'human-review-required';
  return ok({
    title: 'Auto-Pass Check',
    facts: [
      { name: 'decision', value: decision },
      ...surfaceFacts(files, surface),
      { name: 'validation', value: validation.value },
    ],
    findings: blockers.map((one) => ({ problem: one })),
    data: { decision, task, profile, files, ...surfaceData(surface), validation: validation.value },
  });
}

async function claimCheck(
  cli: Cli,
  call: Call,
  look: Look,
  surface: Classification,
): Promise<Result<TextCheck, Problem>> {
  const text = await readInput(cli, look, '--claim-text', call.text('claim-text'));
  if (!text.ok) return text.error.code === 'cli.fileMissing' ? ok('missing') : err(text.error);
  if (text.value === null) return ok('none');
  return ok(auditClaim(text.value, surface, Object.values(look.settings['mam.claims.words'])).length);
}

/** Nothing to run proves nothing. */
async function validated(
  cli: Cli,
  look: Look,
  files: readonly string[],
): Promise<Result<'not-run' | 'passed' | 'failed', Problem>> {
  const checks = await validationFor(look, files);
  if (checks.length === 0) return ok('not-run');
  const ran = await validateHere(cli, look, checks, { keepGoing: false, record: false });
  if (!ran.ok) return ran;
  return ok(ran.value.every((one) => one.outcome === 'passed') ? 'passed' : 'failed');
}
