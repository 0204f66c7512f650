import type { State } from '../core/state.ts';
import { entriesMatcher } from '../core/topology/loadBearing.ts';
import type { OverlapWith } from '../core/overlap/radar.ts';
import type { Settings } from '../protocol/settings.ts';
import { createOverlapRadar } from './overlap/radar.ts';
import type { Ports } from './ports.ts';
import { createWorktreeWatch, type WorktreeWatch } from './worktreeWatch.ts';

export interface FollowedWorktrees extends WorktreeWatch {
  /** By absolute path what worktrees have to do with each other; null while nobody follows it. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null;
  /** Follows from now on; resolves when everything was compared once. */
  followOverlaps(): Promise<void>;
  /** Lets go of everything; resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

/** How the worktrees stand, each by itself and beside each other. */
export function followWorktrees(
  ports: Pick<Ports, 'git' | 'files' | 'clock' | 'log'>,
  settings: () => Settings,
  preferredBase: () => string | null,
  main: string,
  onChange: () => void,
): FollowedWorktrees {
  const radar = createOverlapRadar(
    {
      git: ports.git,
      clock: ports.clock,
      loadBearing: () => entriesMatcher(settings()['mam.loadBearing']),
      onFailure: (reason) => ports.log.error('worktrees could not be compared', { reason }),
    },
    onChange,
  );
  const watch = createWorktreeWatch({ ...ports, preferredBase, main }, (sighting) => {
    onChange();
    radar.see(sighting);
  });
  let following = false;
  return {
    get statuses() {
      return watch.statuses;
    },
    get overlaps() {
      return following ? radar.overlaps : null;
    },
    follow: (state: State) => watch.follow(state),
    refresh: () => watch.refresh(),
    settled: () => watch.settled(),
    async followOverlaps() {
      following = true;
      radar.start();
      await watch.settled();
      await radar.settled();
    },
    dispose: () => watch.dispose(),
    close: () => radar.close(),
  };
}
