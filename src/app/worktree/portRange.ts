import type { PortRange } from '../../core/worktree/ports.ts';
import type { Settings } from '../../protocol/settings.ts';

/** Where worktrees get their ports, by the settings. */
export const portRange = (settings: Settings): PortRange => ({
  first: settings['mam.worktrees.firstPort'],
  count: settings['mam.worktrees.portCount'],
});
