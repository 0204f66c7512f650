import { fill } from '../../base/problem.ts';
import type { TaskDraft } from '../queue/edit.ts';
import { laneJudge } from '../queue/lanes.ts';
import { titleKey } from '../queue/titleKey.ts';
import { signals } from './signals/index.ts';
import type { RecommendFacts, Recommendation } from './types.ts';

/** What could be put into the queue, the most urgent first: nothing that it has already, and nothing twice. */
export function recommend(facts: RecommendFacts): readonly Recommendation[] {
  const known = new Set(facts.state.queue.tasks.map(({ title }) => titleKey(title)));
  const found: Recommendation[] = [];
  const laneOf = laneJudge(facts.rules);
  for (const signal of signals)
    for (const suggestion of signal.find(facts)) {
      const key = titleKey(suggestion.title);
      if (known.has(key)) continue;
      known.add(key);
      const { title, goal, claims } = suggestion;
      const { lane } = laneOf({ ...nobodys, id: '', title, body: goal, claims, priority: suggestion.priority });
      found.push({ ...suggestion, trigger: signal.id, lane, byAgent: signal.byAgent === true });
    }
  return found.toSorted((a, b) => a.priority - b.priority);
}

const nobodys = { status: 'backlog', checks: [], line: 0 } as const;

/** A recommendation as a task of the queue. Nothing is begun by itself: it waits in the backlog unless a person says more. */
export const draftOf = (
  { title, priority, ownerRole, goal, reason, claims, acceptance, validation }: Recommendation,
  status: TaskDraft['status'],
): TaskDraft => ({
  title,
  status,
  priority,
  ownerRole,
  goal,
  context: fill(reason.text, reason.params),
  claims,
  acceptance,
  checks: validation,
});
