import { mergedTask } from '../../task/mergedTask.ts';
import type { TickRule } from '../rule.ts';

/** What is merged needs no preparation and no lease. A person may still ship it to where others have it. */
export const merged: TickRule = ({ state, facts }) =>
  facts.merged && facts.task !== null && !facts.execute ? { blockers: [mergedTask(state, facts.task)] } : {};
