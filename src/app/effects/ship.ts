import { problem, type Problem } from '../../base/problem.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { shipUnknown } from '../../core/ship/settle.ts';
import { shipCommandProblem } from '../../core/ship/shipCommand.ts';
import { takenBack } from '../../core/ship/takenBack.ts';
import type { EffectContext, EffectOf, Handler } from './handler.ts';

/** A ship command may wait for checks of the remote. */
const timeoutMs = 60 * 60_000;

/**
 * Runs the ship command in the checkout of the branch, once. Everything that could have changed since it was asked for
 * is looked at again right before: the command, the kill switches, the checkout, the log, and whether this host still is
 * the owner.
 */
export const ship: Handler<'ship'> = async (effect, context, signal) => {
  const { shipping, places, store, privacy } = context;
  if (!shipping) return { kind: 'ship', refused: nobodyShips };
  const refused =
    shipCommandProblem(effect.argv) ??
    (await shipping.refused()) ??
    (await notThere(effect, context)) ??
    (await context.prove()) ??
    notWanted(effect, context);
  if (refused) return { kind: 'ship', refused: redactProblem(refused, privacy().redact) };
  if (!(await store.ownership.beat())) return { kind: 'ship', refused: notOwner };
  const cwd = pathOf(effect, places.controlRoot);
  const ran = await shipping.run({ cwd, argv: effect.argv, timeoutMs }, signal);
  if (ran.problem?.code === 'command.notStarted')
    return { kind: 'ship', refused: redactProblem(ran.problem, privacy().redact) };
  // Cut off halfway, it may have pushed already.
  if (ran.problem !== null || ran.timedOut || ran.exitCode === null) return { kind: 'failed', problem: shipUnknown };
  return { kind: 'ship', exitCode: ran.exitCode, tail: privacy().redact(ran.tail) };
};

/** The absolute path of the checkout; it may lie beside the control root. */
function pathOf({ worktree }: EffectOf<'ship'>, root: string): string {
  const path = root.split('/');
  for (const part of worktree.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}

/** The branch must be checked out where the command runs, at exactly the head that the gate was judged on. */
async function notThere(effect: EffectOf<'ship'>, { git, places }: EffectContext): Promise<Problem | null> {
  const checkouts = await git.listCheckouts();
  if (!checkouts.ok) return checkouts.error;
  const path = pathOf(effect, places.controlRoot);
  const found = checkouts.value.find((one) => one.path === path);
  if (found?.branch === effect.branch && found.head === effect.head) return null;
  return problem(
    'ship.notCheckedOut',
    '{path} is not at {branch} with {head}, which is what may ship. Check it out there, then ship again.',
    { path: effect.worktree, branch: effect.branch, head: effect.head.slice(0, 7) },
  );
}

/** The log must still ask for it, and no reviewer may have taken its pass back meanwhile. */
function notWanted({ ship: id, run: of }: EffectOf<'ship'>, { state }: EffectContext): Problem | null {
  const { ships, runs } = state();
  const run = runs[of];
  return run && ships[id]?.outcome === 'under-way' ? takenBack(state(), run) : notAsked;
}

const notAsked = problem(
  'ship.notAsked',
  'The log does not ask to ship this, so it was not run. Look at the gate, then ship again.',
);

const nobodyShips = problem(
  'ship.nobody',
  'This host can’t ship. Ship from the editor or from a terminal of your own.',
);

const notOwner = problem(
  'ship.notOwner',
  'Another window took over right before the ship command was to run, so it was not run. Ship again from there.',
);
