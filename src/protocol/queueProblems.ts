import { problem } from '../base/problem.ts';
import { taskStatuses } from '../core/task/statuses.ts';
import { needsShell, parseCheck } from '../core/evidence/checks.ts';
import { normaliseClaim } from '../core/lease/claims.ts';
import { findSecrets } from '../core/privacy/secrets.ts';
import { fieldsIn, plain } from './queueBody.ts';
import type { EntryParts, QueueProblem } from './queueEntry.ts';
import { priorityOf } from './taskFields.ts';

/** What keeps an entry from being worked on as it was meant. */
export const problemsOf = (parts: EntryParts): readonly QueueProblem[] => [
  ...statusProblem(parts),
  ...priorityProblem(parts),
  ...claimProblems(parts),
  ...checkProblems(parts),
];

function statusProblem({ entry: { id: task, status }, fields }: EntryParts): readonly QueueProblem[] {
  const line = fields.get('status')?.line ?? 1;
  if (status === '')
    return [
      {
        line,
        problem: problem(
          'queue.noStatus',
          '{task} has no Status bullet, so it is never started. Add "- Status: ready".',
          { task },
        ),
      },
    ];
  if (taskStatuses.some((known) => known === status)) return [];
  return [
    {
      line,
      problem: problem('queue.unknownStatus', '{task} has the unknown status "{status}". Use one of {known}.', {
        task,
        status,
        known: taskStatuses.join(', '),
      }),
    },
  ];
}

function priorityProblem({ entry: { id: task }, fields }: EntryParts): readonly QueueProblem[] {
  const field = fields.get('priority');
  const priority = plain(field?.value ?? '');
  if (field === undefined || priority === '' || priorityOf(priority) !== null) return [];
  return [
    {
      line: field.line,
      problem: problem(
        'queue.unknownPriority',
        '{task} has the unknown priority "{priority}", so it comes last. Use P0 to P9.',
        { task, priority },
      ),
    },
  ];
}

function claimProblems({ entry: { id: task, claims }, fields }: EntryParts): readonly QueueProblem[] {
  const claim = claims.find((one) => normaliseClaim(one) === null);
  if (claim === undefined) return [];
  return [
    {
      line: fields.get('claims')?.line ?? 1,
      problem: problem(
        'queue.badClaim',
        '{task} claims {claim}, which is no path inside the repository. It is left out.',
        { task, claim },
      ),
    },
  ];
}

/** A finished task is checked no more. */
function checkProblems({ entry: { id: task, status }, checks }: EntryParts): readonly QueueProblem[] {
  if (checks.length === 0 && status === 'done') return [];
  if (checks.length === 0)
    return [
      {
        line: 1,
        problem: problem(
          'queue.noChecks',
          '{task} names no check. Add a fenced block under "### Validation Commands".',
          { task },
        ),
      },
    ];
  const secret = checks.flatMap(({ text, number: line }) => findSecrets(text).map((name) => ({ line, name })))[0];
  if (secret === undefined) return [];
  return [
    {
      line: secret.line,
      problem: problem(
        'queue.secretCheck',
        '{task} names a check that holds a secret ({name}), so it is never run. Let the check read it from the environment.',
        { task, name: secret.name },
      ),
    },
  ];
}

/** Labels that mean something to MAM, and how a person writes them. */
const labels = new Map([
  ['title', 'Title'],
  ['status', 'Status'],
  ['priority', 'Priority'],
  ['claims', 'Claims'],
  ['depends on', 'Depends on'],
]);

/** What an editor may say about an entry beyond its problems. */
export const adviceOn = (parts: EntryParts): readonly QueueProblem[] => [
  ...uselessFields(parts),
  ...noClaims(parts),
  ...parts.checks.flatMap(({ text, number: line }) => {
    const check = parseCheck(text.trim());
    return check.argv.length > 0 ? [] : [{ line, problem: needsShell(check) }];
  }),
];

/** Bullets that look like fields and count for nothing: the second of a label, or below a heading. */
function uselessFields({ entry: { id: task }, head, body, fields }: EntryParts): readonly QueueProblem[] {
  const twice = fieldsIn(head).filter(({ label, line }) => fields.get(label)?.line !== line);
  const below = body.filter((line) => !line.fenced && !head.includes(line));
  const late = fieldsIn(below).filter(({ label }) => !fields.has(label));
  return [
    ...twice.flatMap(({ label, line }) => {
      const name = labels.get(label);
      if (name === undefined) return [];
      return [
        {
          line,
          problem: problem(
            'queue.fieldTwice',
            '{task} has more than one {field} bullet. Only the first counts: remove this one.',
            { task, field: name },
          ),
        },
      ];
    }),
    ...late.flatMap(({ label, line }) => {
      const name = labels.get(label);
      if (name === undefined) return [];
      return [
        {
          line,
          problem: problem(
            'queue.lateField',
            'This {field} bullet of {task} stands below a heading, so it does not count. Move it right below the heading of the task.',
            { task, field: name },
          ),
        },
      ];
    }),
  ];
}

/** A finished task takes no files any more. */
function noClaims({ entry: { id: task, claims, mentions, status } }: EntryParts): readonly QueueProblem[] {
  if (status === 'done' || [...claims, ...mentions].some((path) => normaliseClaim(path) !== null)) return [];
  return [
    {
      line: 1,
      problem: problem(
        'queue.noClaims',
        '{task} names no files, so you are asked for them when it starts. Add "- Claims: `src/…`".',
        { task },
      ),
    },
  ];
}
