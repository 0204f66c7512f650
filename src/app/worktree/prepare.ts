import { isoSeconds } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { Command } from '../../core/command.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import { publicText } from '../publicText.ts';
import { shownPath } from '../overlap/shownPath.ts';
import { freshBase } from './freshBase.ts';
import { worktreeMarkdown } from './report.ts';
import type { PreparedWorktree, WorktreeWanted } from './types.ts';

interface Deps {
  readonly ports: Pick<Ports, 'git' | 'files' | 'clock'>;
  readonly places: Places;
  readonly orchestrator: Pick<Orchestrator, 'state'>;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: (effect: string, command: Command, actor: Actor) => Promise<Result<undefined, Problem>>;
  readonly privacy: () => Privacy;
}

const report = 'active_worktree_prepare.md';

/** Makes branch and worktree of a role on the newest base that there is; the log and a report say so. Resolves when it is there. */
export const createPrepareWorktree =
  ({ ports, places, orchestrator, settled, privacy }: Deps) =>
  async (wanted: WorktreeWanted, actor: Actor): Promise<Result<PreparedWorktree, Problem>> => {
    const found = await freshBase(ports.git, wanted.base);
    const { base, fetched, warnings } = found;
    const { role, issue, branch, path } = wanted;
    const prepares = { role, issue, base: base.name, fetched };
    const made = await settled(
      `${branch}/create`,
      { type: 'createWorktree', path, branch, commit: base.commit, prepares },
      actor,
    );
    if (!made.ok) return made;
    const stamp = { seq: orchestrator.state.seq, at: isoSeconds(ports.clock.now()) };
    const file = `${places.ledger}/${report}`;
    const text = worktreeMarkdown(wanted, found, shownPath(places.controlRoot, path), stamp);
    const written = await ports.files.write(file, publicText(file, text, privacy()));
    return ok({ base, fetched, warnings: written.ok ? warnings : [...warnings, written.error] });
  };
