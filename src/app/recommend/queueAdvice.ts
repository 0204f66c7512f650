import { laneRules } from '../laneRules.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Actor } from '../../core/actor.ts';
import type { OverlapWith } from '../../core/overlap/radar.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { laneJudge, type LaneRules, type LaneVerdict } from '../../core/queue/lanes.ts';
import type { Task } from '../../core/task/types.ts';
import { titleKey } from '../../core/queue/titleKey.ts';
import { draftOf, recommend } from '../../core/recommend/recommend.ts';
import type { Recommendation } from '../../core/recommend/types.ts';
import type { State } from '../../core/state.ts';
import type { Settings } from '../../protocol/settings.ts';
import { readBacklog, type BacklogTask } from '../handoff/backlog.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import type { AddedTask, AddedTasks, QueueEdits } from '../queue/queueEdits.ts';
import { proposalsIn } from './proposals.ts';
import { publishAdvice } from './publishAdvice.ts';

export interface Advice {
  readonly recommendations: readonly Recommendation[];
  readonly backlog: readonly BacklogTask[];
  /** What was proposed and is none. */
  readonly problems: readonly Problem[];
}

/** What could be put into the queue, or taken out of its backlog, and what a person may do about it. */
export interface QueueAdvice {
  /** As the state is now; the same objects as long as nothing changed that it is made of. */
  recommendations(): readonly Recommendation[];
  /** Beside what a task may be worked on, by the settings of now; of a task of the state it is found out once. */
  laneOf(task: Task): LaneVerdict;
  /** Everything, looked up anew. Changes nothing. */
  read(): Promise<Advice>;
  /** Writes the reports of it; why not, where they could not be written. */
  publish(advice: Advice): Promise<Problem | null>;
  /** Puts all into the queue that MAM itself recommends. What agents propose is none of it. */
  apply(actor: Actor): Promise<Result<AddedTasks, Problem>>;
  /** Puts one into the queue by its title, or takes one out of the backlog by its id; it is ready then. */
  promote(what: string, actor: Actor): Promise<Result<AddedTask, Problem>>;
}

interface Deps {
  readonly files: Files;
  readonly places: Places;
  readonly settings: () => Settings;
  readonly privacy: () => Privacy;
  readonly state: () => State;
  readonly overlaps: () => ReadonlyMap<string, readonly OverlapWith[]> | null;
  readonly look: () => Promise<Problem | null>;
  readonly edits: QueueEdits;
}

export function createQueueAdvice(deps: Deps): QueueAdvice {
  const { state, settings, edits } = deps;
  let made: {
    readonly of: readonly unknown[];
    readonly rules: LaneRules;
    readonly all: readonly Recommendation[];
  } | null = null;

  let lanes: {
    readonly rules: LaneRules;
    readonly judge: (task: Task) => LaneVerdict;
    readonly known: WeakMap<Task, LaneVerdict>;
  } | null = null;
  const laneOf = (task: Task): LaneVerdict => {
    const rules = laneRules(settings());
    if (lanes === null || !sameValue(rules, lanes.rules))
      lanes = { rules, judge: laneJudge(rules), known: new WeakMap() };
    const known = lanes.known.get(task) ?? lanes.judge(task);
    lanes.known.set(task, known);
    return known;
  };

  const recommendations = (): readonly Recommendation[] => {
    const now = state();
    const overlaps = deps.overlaps();
    const rules = laneRules(settings());
    const of = [now.queue, now.runs, now.openRuns, now.batches, overlaps];
    if (made === null || of.some((value, i) => value !== made?.of[i]) || !sameValue(rules, made.rules))
      made = { of, rules, all: recommend({ state: now, rules, overlaps, proposals: proposalsIn(now).tasks }) };
    return made.all;
  };

  const read = async (): Promise<Advice> => ({
    recommendations: recommendations(),
    backlog: await readBacklog(state().queue.tasks, {
      files: deps.files,
      places: deps.places,
      rules: settings()['mam.handoff'],
    }),
    problems: proposalsIn(state()).problems,
  });

  return {
    recommendations,
    laneOf,
    read,
    publish: (advice) => publishAdvice(advice, deps),
    async apply(actor) {
      await deps.look();
      const own = recommendations().filter(({ byAgent }) => !byAgent);
      return edits.add(
        own.map((one) => draftOf(one, 'backlog')),
        actor,
      );
    },
    async promote(what, actor) {
      await deps.look();
      const task = state().queue.tasks.find(({ id }) => id === what.toUpperCase());
      if (task) {
        const done = await edits.ready(task.id, actor);
        return done.ok ? ok({ task: task.id, title: task.title, added: false }) : done;
      }
      const found = recommendations().find(({ title }) => titleKey(title) === titleKey(what));
      if (!found) return err(noSuch(what));
      const added = await edits.add([draftOf(found, 'ready')], actor);
      if (!added.ok) return added;
      const [one] = added.value.tasks;
      return one ? ok(one) : err(noSuch(what));
    },
  };
}

const noSuch = (what: string): Problem =>
  problem(
    'recommend.unknown',
    'Neither a recommendation nor a task of the queue is called {what}. List them with mam queue-recommendations.',
    { what },
  );
