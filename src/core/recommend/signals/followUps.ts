import { problem } from '../../../base/problem.ts';
import { followUpLines } from '../../ship/openFollowUps.ts';
import type { Verdict } from '../../review/types.ts';
import { recentRuns } from '../recentRuns.ts';
import { isDone } from '../../loop/phases.ts';
import type { Signal } from '../types.ts';

/** More notes than these make a list that nobody reads. */
const mostNotes = 12;

/** Reviewers let something pass and wrote down what is still to be done. */
export const followUps: Signal = {
  id: 'follow-ups',
  byAgent: true,
  find: ({ state }) =>
    recentRuns(state)
      .filter(isDone)
      .flatMap((run) => {
        const passed = run.verdicts.filter(
          ({ word, identity }) => word === 'pass' && identity.head === run.change?.head,
        );
        const notes = [...new Set(passed.flatMap(notesOf))].slice(0, mostNotes);
        if (notes.length === 0) return [];
        return [
          {
            title: `Follow up on the review of ${run.task.id}`,
            priority: 3,
            ownerRole: 'Implementer',
            goal: `What the reviewers of ${run.task.id} left for later is done, or it is written down why it is not.`,
            reason: problem(
              'recommend.followUps',
              'The reviewers of {task} passed it and left {count} {count|note|notes}.',
              {
                task: run.task.id,
                count: notes.length,
              },
            ),
            claims: run.claims,
            acceptance: notes,
            validation: run.task.checks,
          },
        ];
      }),
};

const heading = /^#{1,6}\s+(?:open\s+)?follow[- ]?ups?\b|^#{1,6}\s+후속/i;

/** Its findings that block nothing, and the lines below a heading for follow-ups. */
function notesOf({ findings, summary }: Verdict): readonly string[] {
  const minor = findings.filter(({ severity, advisory }) => severity !== 'blocker' && advisory !== true);
  const lines = summary.split(/\r?\n/);
  const start = lines.findIndex((line) => heading.test(line));
  const rest = start === -1 ? [] : lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,6}\s/.test(line));
  const below = followUpLines((end === -1 ? rest : rest.slice(0, end)).join('\n'));
  return [...minor.map(({ file, text }) => (file === undefined ? text : `${file}: ${text}`)), ...below].filter(
    (text) => text.trim() !== '' && !/\[(?:blocker|major|minor)\]/i.test(text),
  );
}
