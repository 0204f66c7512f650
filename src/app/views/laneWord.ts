import type { Translate } from '../../base/problem.ts';
import type { QueueLane } from '../../core/queue/lanes.ts';

/** A lane of the queue for people. */
export function laneWord(t: Translate, lane: QueueLane): string {
  switch (lane) {
    case 'parallel-safe':
      return t('parallel-safe');
    case 'review-only':
      return t('review only');
    case 'serial-gated':
      return t('one at a time');
  }
}
