import { problem, type Problem } from '../../base/problem.ts';

/** What a job can be short of before it counts as done. Each is a fact, and says what would change it. */
export const missing = {
  queued: (job: string): Problem =>
    problem('missing.queued', 'It waits for {job}, which its session works on.', { job }),
  delivery: problem('missing.delivery', 'It is not known that its prompt got there.'),
  start: problem('missing.start', 'Its agent has not said that it began.'),
  permission: (text: string): Problem =>
    problem('missing.permission', 'Its agent waits for an answer: {text}', { text }),
  report: problem('missing.report', 'Its report is not there.'),
  refusedReport: problem('missing.refusedReport', 'What is at the place of its report is taken for none.'),
  verdict: problem('missing.verdict', 'Its report does not end with a verdict.'),
  artifact: (path: string): Problem =>
    problem('missing.artifact', 'It is to leave {path}, which is not there, or is older than this attempt.', { path }),
  whole: (seconds: number): Problem =>
    problem('missing.whole', 'Its report may still be written. It counts after {seconds} s without a change.', {
      seconds,
    }),
  still: (seconds: number): Problem =>
    problem('missing.still', 'Its agent was active a moment ago. It counts after {seconds} s of rest.', { seconds }),
  idle: problem('missing.idle', 'Nobody who could know has seen the end of its turn.'),
  working: problem('missing.working', 'Its agent is at work.'),
  running: problem('missing.running', 'Commands of its agent are still running.'),
  unwatched: problem('missing.unwatched', 'Nobody can tell whether commands of its agent are still running.'),
  unobservable: (reason: Problem): Problem =>
    problem(
      'missing.unobservable',
      'Nobody can tell what its agent does. Only its own word or a person ends this job.',
      {
        code: reason.code,
      },
    ),
  limited: problem('missing.limited', 'Its agent has reached a usage limit.'),
  session: problem('missing.session', 'Its session has ended.'),
  replaced: problem(
    'missing.replaced',
    'Another process runs its session by now. Only the word of its agent or a person ends this job.',
  ),
  conversation: problem(
    'missing.conversation',
    'Its session is in another conversation by now. Only the word of its agent or a person ends this job.',
  ),
  outside: problem(
    'missing.outside',
    'It reaches outside of this machine. Only the word of its agent or a person ends this job.',
  ),
} as const;
