import type { Problem } from '../../base/problem.ts';
import type { State } from '../../core/state.ts';
import { forbidden } from '../../core/worktree/setUp.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { SharedBase } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';

/** What a person should know and can choose before a worktree is made of a base. */
export interface WorktreeOffer {
  /** When the base's newest commit was made, UTC; null where nobody can tell. */
  readonly committedAt: string | null;
  /** The base has submodules, which are filled on request. */
  readonly submodules: boolean;
  /** Set-up commands that nobody allowed yet: they are not run unless a person allows them. */
  readonly asks: readonly (readonly string[])[];
  /** Why there may be no room for it; null where there is, or nobody can tell. */
  readonly room: Problem | null;
}

interface Deps {
  readonly git: Pick<Git, 'commitTime' | 'readFileAt'>;
  readonly state: () => State;
  readonly settings: () => Settings;
  /** Why there may be no room where worktrees lie. */
  readonly lowDisk: () => Promise<Problem | null>;
}

export const createOffer =
  ({ git, state, settings, lowDisk }: Deps) =>
  async ({ commit }: Pick<SharedBase, 'commit'>): Promise<WorktreeOffer> => {
    const [committedAt, modules, room] = await Promise.all([
      git.commitTime(commit),
      git.readFileAt(commit, '.gitmodules'),
      lowDisk(),
    ]);
    const { 'mam.checks.allowed': allowed, 'mam.worktrees.setUp': commands } = settings();
    return {
      committedAt,
      submodules: modules.ok && modules.value !== null,
      asks: forbidden(state(), allowed, { commands }),
      room,
    };
  };
