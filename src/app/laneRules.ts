import type { LaneRules } from '../core/queue/lanes.ts';
import type { Settings } from '../protocol/settings.ts';

/** By what a task gets its lane, as the settings are now. */
export const laneRules = (settings: Settings): LaneRules => ({
  serialWords: settings['mam.queue.serialWords'],
  surfaces: settings['mam.surfaces'],
  loadBearing: settings['mam.loadBearing'],
});
