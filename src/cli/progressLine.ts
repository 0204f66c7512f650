import type { Translate } from '../base/problem.ts';
import { whyUnproven } from '../core/evidence/unproven.ts';
import type { DomainEvent, Recorded } from '../core/event.ts';
import type { Job, JobKind } from '../core/job/types.ts';
import type { FileChange, Phase, Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import { personWord } from '../app/views/actorWord.ts';
import { mergeWords } from '../app/views/mergeWords.ts';
import { clampLines, setWords, tuningWords } from '../app/views/poolWords.ts';
import { baseName, oneLine, phrase, shortCommit, shortList } from '../app/views/words.ts';
import { printable, type Paint } from './paint.ts';

/** What a line of progress is made with. */
export interface Writing {
  readonly t: Translate;
  readonly paint: Paint;
  /** Paths below it are shown from there. */
  readonly controlRoot: string;
}

const jobOf = (state: State, id: string): Job | undefined =>
  Object.values(state.runs)
    .flatMap((run) => run.jobs)
    .find((job) => job.id === id);

export const seconds = (ms: number): string => {
  const value = Math.max(0, ms) / 1000;
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
};

export const patchWords = (t: Translate, files: readonly FileChange[]): string => {
  const lines = {
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
  return files.length === 1
    ? t('1 file, +{added} −{removed}', lines)
    : t('{count} files, +{added} −{removed}', { count: files.length, ...lines });
};

/** The task that an event is about, as the first column of its line. */
const taskOf = (state: State, event: DomainEvent): string => {
  if (event.type === 'runStarted') return event.task.id;
  if (event.type === 'leaseClaimed') return event.lease.task ?? '';
  if (event.type === 'jobDispatched') return state.runs[event.job.run]?.task.id ?? '';
  const run =
    'job' in event && typeof event.job === 'string' ? jobOf(state, event.job)?.run : 'run' in event ? event.run : null;
  if (run) return state.runs[run]?.task.id ?? '';
  const worktree =
    'worktree' in event && typeof event.worktree === 'string' ? state.worktrees[event.worktree] : undefined;
  return worktree?.run ? (state.runs[worktree.run]?.task.id ?? '') : '';
};

/** The phase that a job is for, by its name in the table of docs/loop.md; its role says all of the two that always are. */
const phaseOf: Readonly<Record<JobKind, Phase | null>> = {
  implement: null,
  review: null,
  plan: 'planning',
  'plan-talk': 'plan-talk',
  'self-review': 'self-reviewing',
  rebuttal: 'rebutting',
  adjudication: 'adjudicating',
  arbitration: 'arbitrating',
};

/** One line for a step that a person wants to see, null for everything in between. */
export function progressLine(writing: Writing, { at, event }: Recorded, state: State): string | null {
  const said = sentenceOf(writing, event, state, at);
  if (said === null) return null;
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
  return [writing.paint.dim(time), taskOf(state, event), said].filter((part) => part !== '').join('  ');
}

function sentenceOf({ t, paint, controlRoot }: Writing, event: DomainEvent, state: State, at: string): string | null {
  const problem = (one: {
    readonly text: string;
    readonly params: Readonly<Record<string, string | number>>;
  }): string => oneLine(printable(t(one.text, one.params)), 300);
  switch (event.type) {
    case 'loopStarted':
      return phrase(
        t('loop {loop} started: {agents}', {
          loop: event.loop,
          agents: [...new Set(Object.values(event.options.agents))].join(', '),
        }),
        ...clampLines({ t }, event.options).map((line) => paint.warn(printable(line))),
      );
    case 'loopResumed':
      return t('loop goes on');
    case 'loopStopRequested':
      return paint.warn(t('stopping: the running lanes are ended'));
    case 'loopFinishing':
      return paint.warn(t('nothing more is begun; what is in flight goes on to its end'));
    case 'retryPlanned':
      return paint.warn(t('tried again after a while: {why}', { why: problem(event.why) }));
    case 'taskOverran':
      return paint.warn(t('at work for more than {seconds} s', { seconds: event.seconds }));
    case 'poolTuned':
      return event.tuning.from === event.tuning.to ? null : printable(tuningWords({ t }, event.tuning));
    case 'poolSet':
      return printable(setWords({ t }, event));
    case 'loopHalted':
      return paint.warn(problem(event.why));
    case 'circuitOpened':
      return paint.warn(
        t('{agent} gets no job for now: {count} {count|of its lanes|of its lanes in a row} failed', {
          agent: event.agent,
          count: event.failures,
        }),
      );
    case 'circuitClosed':
      return t('{agent} gets jobs again', { agent: event.agent });
    case 'loopEnded':
      return loopEnd(t, paint, event.outcome);
    case 'runStarted':
      return paint.bold(t('task chosen: {title}', { title: printable(event.task.title) }));
    case 'runPrepared':
      return t('base {base}, branch {branch}', { base: baseName(event.base), branch: event.branch });
    case 'leaseClaimed':
      return t('lease held: {files}', { files: printable(shortList(event.lease.claims, 4)) });
    case 'takeoverAnnounced':
      return paint.warn(t('{by} wants to take over the lease', { by: event.takeover.by }));
    case 'leaseTakenOver':
      return paint.warn(t('lease taken over: {files}', { files: printable(shortList(event.to.claims, 4)) }));
    case 'roundStarted':
      return event.round === 1 ? null : paint.warn(t('round {round}: back to the writer', { round: event.round }));
    case 'attemptStarted':
      return t('attempt {attempt}', { attempt: event.attempt });
    case 'worktreeChanged': {
      const path = (state.worktrees[event.worktree]?.path ?? event.worktree).replace(`${controlRoot}/`, '');
      if (event.state === 'ready') return t('worktree ready: {path}', { path });
      return event.state === 'failed' ? paint.bad(t('worktree failed: {path}', { path })) : null;
    }
    case 'jobDispatched':
      return phrase(
        t('{role} started ({agent})', { role: t(event.job.role), agent: event.job.agent }),
        phaseOf[event.job.kind],
      );
    case 'jobEnded': {
      const job = jobOf(state, event.job);
      const params = {
        role: t(job?.role ?? ''),
        seconds: job ? seconds(Date.parse(at) - Date.parse(job.dispatchedAt)) : '?',
      };
      if (event.outcome.kind === 'limited' && event.outcome.until !== null)
        return paint.warn(
          t('{role} ({agent}) met a usage limit, until {time}', {
            ...params,
            agent: job?.agent ?? '',
            time: localTime(event.outcome.until, at),
          }),
        );
      return event.outcome.kind === 'report'
        ? t('{role} ended after {seconds} s', params)
        : paint.bad(t('{role} failed after {seconds} s: {why}', { ...params, why: problem(event.outcome.problem) }));
    }
    case 'patchCaptured':
      return t('patch: {patch}', { patch: patchWords(t, event.files) });
    case 'patchCommitted':
      return t('committed as {commit}', { commit: shortCommit(event.change.head) });
    case 'limitLifted':
      return t('{agent} is tried again whatever it said of its limit', { agent: event.agent });
    case 'verdictGiven': {
      const { role, word, findings } = event.verdict;
      const params = { role: t(role), count: findings.length };
      if (word === 'pass') return paint.good(t('{role}: PASS', params));
      return paint.bad(
        findings.length === 1
          ? t('{role}: NOT PASS, 1 finding', params)
          : t('{role}: NOT PASS, {count} findings', params),
      );
    }
    case 'jobAnswered': {
      const role = t(jobOf(state, event.job)?.role ?? '');
      const { word } = event.answer;
      if (word === null) return t('{role}: answered', { role });
      return word === 'pass' ? t('{role}: agreed', { role }) : t('{role}: not agreed', { role });
    }
    case 'verdictMissing':
      return paint.bad(t('no verdict: {why}', { why: problem(event.problem) }));
    case 'faultFound':
      return paint.bad(t('fault: {why}', { why: problem(event.problem) }));
    case 'checksRecorded':
      return event.results
        .map((result) => {
          const { check, outcome, durationMs, exitCode } = result;
          // A proof that shows nothing may well have ended with exit code 0.
          const unproven = whyUnproven(result);
          if (unproven) return paint.bad(problem(unproven));
          const params = { check: printable(check.line), seconds: seconds(durationMs), code: exitCode ?? '-' };
          if (outcome === 'passed') return paint.good(t('check passed: {check} ({seconds} s)', params));
          if (outcome === 'timed-out') return paint.bad(t('check took too long: {check} ({seconds} s)', params));
          if (outcome === 'not-run') return paint.bad(t('check not run: {check}', params));
          return paint.bad(t('check failed: {check} (exit code {code}, {seconds} s)', params));
        })
        .join('; ');
    case 'resultMerged': {
      const { made } = event.merged;
      const isClean = made.kind === 'clean' && made.both.length === 0;
      return (isClean ? paint.dim : paint.bad)(printable(mergeWords({ t }, event)));
    }
    case 'mergeReopened':
    case 'approvalLapsed':
      return paint.warn(mergeWords({ t }, event));
    case 'gateOpened':
      return paint.good(t('gate OPEN: {passed} of {all} rules pass', ruleCount(event.gate.rules)));
    case 'reportsPromoted':
      return t('reports kept: {count}, named in {file}', {
        count: event.promotion.reports.length,
        file: `.agents/reports/${event.promotion.manifest}`,
      });
    case 'gateClosed':
      return paint.warn(t('gate CLOSED: {passed} of {all} rules pass', ruleCount(event.gate.rules)));
    case 'runAsked':
      return paint.warn(event.ask.kind === 'problem' ? problem(event.ask.problem) : t('waits for your answer'));
    case 'runStopped':
      return t('stopped; it can be resumed');
    case 'approved':
      return paint.good(t('approved by {by}', { by: personWord(t, event.by) }));
    case 'returned':
      return t('returned by {by}', { by: personWord(t, event.by) });
    case 'merged':
      return paint.good(t('merged at {commit}', { commit: shortCommit(event.head) }));
    default:
      return null;
  }
}

/** `15:40` on this machine's clock, with the day where it is another one. */
function localTime(iso: string, now: string): string {
  const date = new Date(iso);
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return date.toDateString() === new Date(now).toDateString()
    ? time
    : `${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

const ruleCount = (rules: NonNullable<Run['gate']>['rules']): { readonly passed: number; readonly all: number } => ({
  passed: rules.filter((rule) => rule.outcome === 'pass').length,
  all: rules.length,
});

function loopEnd(t: Translate, paint: Paint, outcome: 'completed' | 'blocked' | 'stopped'): string {
  if (outcome === 'completed') return t('loop ended: everything that it could do is done');
  return paint.warn(outcome === 'blocked' ? t('loop ended: something waits for you') : t('loop stopped'));
}
