import { msBetween } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { LaneOutcome } from '../../core/job/types.ts';
import type { LaneEnd } from './agent.ts';
import { explainFailure, shorten } from './failure.ts';
import { liftedAt } from './limit.ts';

/**
 * The outcome of a lane from its events, its exit and its error output together. No single one is believed: CLIs end
 * with 0 after an interrupt, call a failure a success, and die with a good report.
 */
export function judgeLane(agent: string, end: LaneEnd): LaneOutcome {
  const { exit, transcript } = end;
  const usage = transcript.result?.usage ?? transcript.failure?.usage;
  const failed = (reason: Problem): LaneOutcome => ({
    kind: 'failed',
    problem: reason,
    ...(usage === undefined ? {} : { usage }),
  });
  /** A limit is no fault of the work: it ends with the time, so it is told apart from a failure. */
  const told = (reason: Problem, words: string): LaneOutcome =>
    reason.code === 'lane.limited'
      ? {
          kind: 'limited',
          problem: reason,
          until: later(transcript.limitedUntil, exit.at) ?? liftedAt(words, exit.at),
          ...(usage === undefined ? {} : { usage }),
        }
      : failed(reason);

  switch (exit.reason) {
    case 'lost':
      return {
        kind: 'interrupted',
        problem: problem(
          'lane.interrupted',
          'The supervisor of {agent} ended while it was working, and what was left of it was ended too. It may be tried again.',
          { agent },
        ),
      };
    case 'stopped':
      return failed(
        problem('lane.stopped', '{agent} was stopped on request. Start a new attempt to go on.', { agent }),
      );
    case 'timeout':
      return failed(
        problem(
          'lane.timeout',
          '{agent} did not finish within {minutes} min and was ended. Allow more time or make the task smaller.',
          { agent, minutes: Math.round((end.spec.timeoutMs / 60_000) * 100) / 100 },
        ),
      );
    case 'spawn-failed':
      return failed(
        problem(
          'lane.spawnFailed',
          '{agent} could not be started: {reason}. Check its installation and the worktree.',
          { agent, reason: shorten(exit.detail) },
        ),
      );
    case 'exited':
      break;
  }
  if (transcript.failure !== null)
    return told(
      explainFailure(agent, transcript.failure.message, transcript.failure.status),
      transcript.failure.message,
    );
  if (exit.signal !== null) return failed(terminated(agent, exit.signal));
  if (transcript.result === null) return told(unfinished(agent, end), end.stderr);
  if (exit.code !== 0)
    return failed(
      problem(
        'lane.failed',
        '{agent} stopped with an error: {reason}. Read its transcript, then start a new attempt.',
        { agent, reason: lastWords(end.stderr) ?? `it ended with code ${exit.code ?? 'unknown'}` },
      ),
    );
  const text = [transcript.result.text, transcript.message, end.lastMessage].find(
    (one) => one !== null && one.trim() !== '',
  );
  if (text === undefined || text === null)
    return failed(
      problem(
        'lane.noReport',
        '{agent} ended without a final message. Read its transcript, then start a new attempt.',
        { agent },
      ),
    );
  return { kind: 'report', text, ...(usage === undefined ? {} : { usage }) };
}

/** A limit that was told of early may be over by now. */
const later = (until: string | undefined, than: string): string | null =>
  until !== undefined && msBetween(than, until) > 0 ? until : null;

/** No turn came to an end: it was interrupted, it never began, or it does not speak the language that it should. */
function unfinished(agent: string, { exit, transcript, stderr }: LaneEnd): Problem {
  const understood = transcript.lines - transcript.broken;
  if (understood > 0) return terminated(agent, exit.code === 0 ? 'an interrupt' : `code ${exit.code ?? 'unknown'}`);
  if (transcript.broken > 0 && exit.code === 0)
    return problem(
      'lane.badOutput',
      '{agent} printed {lines} lines that are no events of it. Check that its version is one that MAM knows.',
      { agent, lines: transcript.broken },
    );
  const words = lastWords(stderr);
  if (words !== null && exit.code !== 0) return explainFailure(agent, words, null);
  if (exit.code === 0)
    return problem(
      'lane.noReport',
      '{agent} ended without a final message. Read its transcript, then start a new attempt.',
      { agent },
    );
  return problem(
    'lane.failed',
    '{agent} stopped with an error: {reason}. Read its transcript, then start a new attempt.',
    { agent, reason: `it ended with code ${exit.code ?? 'unknown'} and said nothing` },
  );
}

const terminated = (agent: string, by: string): Problem =>
  problem('lane.terminated', '{agent} was ended from outside ({by}) before it was done. Start a new attempt.', {
    agent,
    by,
  });

/** The last line of error output that isn't empty; the first `error:` line where there is one, for usage texts follow it. */
export function lastWords(stderr: string): string | null {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => /^error\b/i.test(line)) ?? lines.at(-1) ?? null;
}
