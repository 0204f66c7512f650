import type { State } from '../core/state.ts';
import { entriesMatcher } from '../core/topology/loadBearing.ts';
import type { OverlapWith } from '../core/overlap/radar.ts';
import type { Settings } from '../protocol/settings.ts';
import { createOverlapRadar } from './overlap/radar.ts';
import type { Ports } from './ports.ts';
import { createWorktreeWatch, type WorktreeWatch } from './worktreeWatch.ts';

/** Who can look at how the worktrees stand. */
export type WorktreeViewer = 'tree' | 'dashboard' | 'command';

export interface FollowedWorktrees extends Pick<WorktreeWatch, 'statuses' | 'follow' | 'dispose'> {
  /** By absolute path what worktrees have to do with each other; null before somebody sees it. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null;
  /** Looks and compares while any viewer sees it; resolves when everything was compared once. */
  show(seen: boolean, viewer: WorktreeViewer): Promise<void>;
  /** Looks and compares once, though nobody sees it; while that goes on, or somebody sees it anyway, nothing more. */
  compareOnce(): Promise<void>;
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
  const onFailure = (reason: string): void => ports.log.error('worktrees could not be compared', { reason });
  const radar = createOverlapRadar(
    {
      git: ports.git,
      clock: ports.clock,
      loadBearing: () => entriesMatcher(settings()['mam.loadBearing']),
      onFailure,
    },
    onChange,
  );
  const watch = createWorktreeWatch({ ...ports, preferredBase, main, onFailure }, (sighting) => {
    onChange();
    radar.see(sighting);
  });
  let shown = false;
  const viewers = new Set<WorktreeViewer>();
  let comparing = false;
  const compare = async (): Promise<void> => {
    watch.show(true);
    shown = true;
    radar.start();
    await watch.settled();
    await radar.settled();
  };
  return {
    get statuses() {
      return watch.statuses;
    },
    get overlaps() {
      return shown ? radar.overlaps : null;
    },
    follow: (state: State) => watch.follow(state),
    async show(seen, viewer) {
      if (seen) {
        viewers.add(viewer);
        await compare();
      } else {
        viewers.delete(viewer);
        watch.show(comparing || viewers.size > 0);
      }
    },
    async compareOnce() {
      if (viewers.size > 0 || comparing) return;
      comparing = true;
      try {
        await compare();
      } finally {
        comparing = false;
        watch.show(viewers.size > 0);
      }
    },
    dispose: () => watch.dispose(),
    close: () => radar.close(),
  };
}
