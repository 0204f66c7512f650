import { isoSeconds } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import { publicText } from '../publicText.ts';
import { shownPath } from '../overlap/shownPath.ts';
import { branchThere } from './branchThere.ts';
import { portRange } from './portRange.ts';
import { freshBase } from './freshBase.ts';
import { worktreeMarkdown } from './report.ts';
import { openPorts, roomWarnings } from './room.ts';
import { createSetUp } from './setUp.ts';
import type { PreparedWorktree, WorktreeWanted } from './types.ts';
import type { Settled } from '../settlement.ts';

export interface PrepareDeps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Pick<Orchestrator, 'state'>;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
  readonly privacy: () => Privacy;
  readonly settings: () => Settings;
}

const report = 'active_worktree_prepare.md';

/**
 * Makes a branch and its worktree on the newest base that there is. For whom it is prepared the log and a report say; a
 * person's own is neither for a role nor for an issue, and has none. Resolves when it is there.
 */
export const createPrepareWorktree = ({ ports, places, orchestrator, settled, privacy, settings }: PrepareDeps) => {
  const setUp = createSetUp({ orchestrator, settings, settled });
  return async (wanted: WorktreeWanted, actor: Actor): Promise<Result<PreparedWorktree, Problem>> => {
    const { git } = ports;
    const found = await freshBase(git, wanted.base);
    const { base, fetched } = found;
    const { branch, path } = wanted;
    const prepares = wanted.prepares && { ...wanted.prepares, base: base.name, fetched };
    const committedAt = await git.commitTime(base.commit);
    const { machine } = ports;
    const open = await openPorts(() => orchestrator.state, machine, portRange(settings()), branch);
    const room = roomWarnings(path, await machine.freeBytes(path), open.taken);
    const made = await settled(
      `${branch}/create`,
      {
        ...{ type: 'createWorktree', path, branch, commit: base.commit },
        ...(prepares ? { prepares } : {}),
        base: { name: base.name, fetched, committedAt },
        asked: { submodules: wanted.submodules ?? false },
        portRange: open,
      },
      actor,
    );
    if (!made.ok) return err(await branchThere(git, made.error, { branch, path, base }));
    const ready = await setUp(branch, false, actor);
    if (!ready.ok) return ready;
    const done = {
      ...{ base, fetched, committedAt, setUp: ready.value.result },
      ports: orchestrator.state.worktrees[branch]?.ports ?? null,
      warnings: [...room, ...found.warnings, ...ready.value.warnings],
    };
    if (prepares === null) return ok(done);
    const stamp = { seq: orchestrator.state.seq, at: isoSeconds(ports.clock.now()) };
    const file = `${places.ledger}/${report}`;
    const text = worktreeMarkdown(prepares, { ...done, branch, path: shownPath(places.controlRoot, path) }, stamp);
    const written = await ports.files.write(file, publicText(file, text, privacy()));
    return ok(written.ok ? done : { ...done, warnings: [...done.warnings, written.error] });
  };
};
