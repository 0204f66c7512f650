import { topologies } from '../core/topology/presets.ts';
import type { OptionSpec } from './verb.ts';

export const topologyOption: OptionSpec = {
  kind: 'text',
  value: 'X',
  summary: 'four-role, expanded-eight or one of your own',
  words: topologies.map(({ id }) => id),
};
