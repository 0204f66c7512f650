import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { State } from '../../core/state.ts';
import {
  removalBlockers,
  removalConcerns,
  removalsUnderWay,
  sessionsIn,
  type RemovalConcerns,
  type RemovalWish,
} from '../../core/worktree/removal.ts';
import type { Worktree, WorktreeSight } from '../../core/worktree/types.ts';
import type { AppSessions } from '../agentSession/appSessions.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Git } from '../ports/git.ts';
import { removalsCutShort } from './cutShort.ts';
import type { Settled } from '../settlement.ts';

/** What a person asks for. */
interface RemovalRequest {
  /** Absolute. */
  readonly path: string;
  /** What only the worktree holds may be kept elsewhere. */
  readonly rescue: boolean;
  /** Sessions that live in it are stopped, once nothing else speaks against its removal. */
  readonly stop: boolean;
  /** The copy may be of any size. */
  readonly anySize: boolean;
  /** Its clean-up commands are not run. */
  readonly skipCleanUp?: boolean;
  /** Only judge. */
  readonly dryRun: boolean;
}

export interface Removal {
  /** False when it was only judged, or when anything spoke against it: then nothing was changed. */
  readonly removed: boolean;
  readonly sight: WorktreeSight;
  readonly blockers: readonly Problem[];
  /** The same by what a person can do about it, whatever was asked for. */
  readonly concerns: RemovalConcerns;
  /** Names of the sessions that were stopped for it. */
  readonly stopped: readonly string[];
  /** Where the copy is; null when there was nothing to keep. */
  readonly rescue: string | null;
}

export type RemoveWorktree = (request: RemovalRequest, actor: Actor) => Promise<Result<Removal, Problem>>;

interface Deps {
  readonly git: Pick<Git, 'lookAtWorktree'>;
  readonly orchestrator: Pick<Orchestrator, 'state' | 'onDidChange' | 'dispatch'>;
  readonly sessions: Pick<AppSessions, 'stop'>;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
  /** The setting `mam.worktrees.rescueMegabytes`. */
  readonly mostMegabytes: () => number;
  /** Clean-up by the settings of now. */
  readonly cleanUp: () => NonNullable<RemovalWish['cleanUp']>;
  readonly refresh: () => Promise<void>;
}

/**
 * Judges whether a worktree may go, says everything that speaks against it, and removes it where nothing does. Its branch
 * stays. What a session wrote until it was stopped is judged again.
 */
export const createRemoveWorktree = (deps: Deps): RemoveWorktree => {
  const begun = removalsCutShort(deps.orchestrator);
  return async (request, actor) => {
    const { git, orchestrator, sessions, settled } = deps;
    await deps.refresh();
    const usual = { mostBytes: deps.mostMegabytes() * megabyte };
    const earlier = request.dryRun || actor.kind !== 'person' ? undefined : begun.get(request.path);
    if (earlier !== undefined) {
      const waits = removalsUnderWay(orchestrator.state).some(({ path }) => path === request.path);
      // Since then another one may have been made in its place.
      const gone = waits ? null : await git.lookAtWorktree(request.path);
      if (gone === null || (!gone.ok && gone.error.code === 'worktree.notLinked')) {
        const ended = await earlier.ended;
        if (!ended.ok) return ended;
        const sight = { ...nothingAt(request.path), branch: earlier.branch };
        const concerns = removalConcerns(orchestrator.state, sight, usual);
        return ok({ removed: true, sight, blockers: [], concerns, stopped: [], rescue: ended.value });
      }
    }
    const wish = {
      rescue: request.rescue,
      stop: request.stop,
      mostBytes: request.anySize ? null : usual.mostBytes,
    };
    const judge = async (stop: boolean) => {
      const looked = await git.lookAtWorktree(request.path);
      const unmade = looked.ok ? undefined : neverMade(orchestrator.state, request.path);
      if (!looked.ok && (unmade === undefined || looked.error.code !== 'worktree.notLinked')) return looked;
      const sight = looked.ok ? looked.value : nothingAt(request.path);
      const cleanUp = request.skipCleanUp === true ? {} : cleanUpOf(orchestrator.state, sight, deps.cleanUp());
      const { mostBytes } = usual;
      return ok({
        sight,
        cleanUp,
        blockers: removalBlockers(orchestrator.state, sight, { ...wish, ...cleanUp, stop }),
        concerns: removalConcerns(orchestrator.state, sight, { mostBytes, ...cleanUp }),
        // One that is still on its way has a creation to take back, and its branch.
        undone: unmade?.state === 'failed' ? unmade : undefined,
      });
    };
    const first = await judge(wish.stop);
    if (!first.ok) return first;
    const none = { removed: false, stopped: [], rescue: null };
    const { undone, cleanUp: _, ...found } = first.value;
    if (found.blockers.length > 0 || request.dryRun) return ok({ ...none, ...found });
    if (actor.kind !== 'person') return err(byPerson());
    if (undone !== undefined) {
      const forgotten = await orchestrator.dispatch({ type: 'forgetWorktree', worktree: undone.id }, actor);
      return forgotten.ok ? ok({ ...none, ...found, removed: true }) : forgotten;
    }
    const stopped: string[] = [];
    for (const { id, name } of sessionsIn(orchestrator.state, first.value.sight.path)) {
      const done = await sessions.stop(id, actor);
      if (!done.ok) return done;
      stopped.push(name);
    }
    const again = stopped.length === 0 ? first : await judge(false);
    if (!again.ok) return again;
    const { sight, blockers, concerns, cleanUp } = again.value;
    if (blockers.length > 0) return ok({ ...none, sight, blockers, concerns, stopped });
    const worktree = idOf(orchestrator.state, sight);
    let rescue: string | null = null;
    const listening = orchestrator.onDidChange((news) => {
      for (const { event } of news)
        if (event.type === 'worktreeRemoved' && event.worktree === worktree) ({ rescue } = event);
    });
    try {
      const done = await settled(
        `${worktree}/remove`,
        { type: 'removeWorktree', worktree, sight, wish: { ...wish, ...cleanUp } },
        actor,
      );
      return done.ok ? ok({ removed: true, sight, blockers: [], concerns, stopped, rescue }) : done;
    } finally {
      listening.dispose();
    }
  };
};

/** Only what MAM made and set up is cleaned up, and only while its folder is there. */
const cleanUpOf = (
  { worktrees }: Pick<State, 'worktrees'>,
  { path, folder }: WorktreeSight,
  cleanUp: NonNullable<RemovalWish['cleanUp']>,
): Pick<RemovalWish, 'cleanUp'> =>
  folder === 'there' && Object.values(worktrees).some((one) => one.path === path && one.state === 'ready')
    ? { cleanUp }
    : {};

/** One that was not made, so that git knows nothing of it: there is only its entry in the log to let go of. */
const neverMade = ({ worktrees }: Pick<State, 'worktrees'>, path: string): Worktree | undefined =>
  Object.values(worktrees).find(
    (one) => one.path === path && one.run === null && (one.state === 'failed' || one.state === 'creating'),
  );

const nothingAt = (path: string): WorktreeSight => ({
  ...{ path, branch: null, head: null, locked: null, folder: 'missing', operation: null },
  ...{ changed: [], untracked: [], ignored: [], counts: { changed: 0, untracked: 0, ignored: 0 } },
  ...{ bytes: 0, lost: 0, unpushed: null, submodules: [], specials: [], nested: [], branchGoes: false },
});

/** The id that the log has for it; one that MAM did not make gets a name that nothing else has. */
function idOf({ worktrees }: Pick<State, 'worktrees'>, { path, branch }: WorktreeSight): string {
  const known = Object.values(worktrees).find((one) => one.path === path);
  if (known) return known.id;
  const own = path
    .split(/[\\/:]+/)
    .filter(Boolean)
    .join('-');
  if (branch === null) return own;
  return worktrees[branch] ? `${branch}/${own}` : branch;
}

const megabyte = 1024 * 1024;

const byPerson = (): Problem =>
  problem('worktree.removeByPerson', 'Only a person removes a worktree. Use the editor, or a terminal of your own.');
