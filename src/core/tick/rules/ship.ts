import { problem, type Problem } from '../../../base/problem.ts';
import { whenExecuting, type TickRule } from '../rule.ts';
import type { TickScene } from '../scene.ts';

/** What shipping itself needs: a command, nobody who forbids it, and the open gate of the run that made this commit. */
export const ship: TickRule = (scene) => {
  const { command, refused } = scene.facts.ship;
  const setUp = [
    ...(command.length === 0
      ? [
          problem(
            'tick.noShipCommand',
            'No ship command is set, so nothing can ship. Set mam.ship.command to the program that ships a branch, with its arguments.',
          ),
        ]
      : []),
    ...(refused === null ? [] : [refused]),
    ...uncommitted(scene),
  ];
  const gate = whenExecuting(scene, gateProblems(scene));
  return { ...gate, blockers: [...(scene.facts.execute ? setUp : []), ...(gate.blockers ?? [])] };
};

const most = 5;

/** The ship command may commit what lies around, and nobody has looked at that. */
const uncommitted = ({ facts }: TickScene): readonly Problem[] =>
  facts.uncommitted.length === 0
    ? []
    : [
        problem(
          'tick.uncommitted',
          'The checkout has changes that nobody reviewed: {files}. Commit them through a task or put them aside, then tick again.',
          { files: facts.uncommitted.slice(0, most).join(', ') },
        ),
      ];

/** Where a role is missing the gate is closed for that reason, which is told already. */
function gateProblems({ facts, roles, run }: TickScene): readonly Problem[] {
  if (roles.some((role) => !role.ok)) return [];
  if (run === null)
    return [
      problem('tick.noRun', 'MAM did not make what {branch} is at, so its gate was never judged. Run the task first.', {
        branch: facts.branch,
      }),
    ];
  if (run.gate?.open !== true)
    return [
      problem('tick.gateClosed', 'The gate of {task} is closed. See what is missing with mam gate {task}.', {
        task: run.task.id,
      }),
    ];
  return [];
}
