import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isAboutBreach } from '../gate/rules/breaches.ts';
import { goOn } from '../loop/goOn.ts';
import type { State } from '../state.ts';
import { isOwn } from './own.ts';
import { blockingBreaches, openWitnesses } from './select.ts';
import type { Breach, SharedLook, TiedChange, Witness } from './types.ts';

/** Names that one breach lists; the rest is counted. */
const mostNames = 20;

/** Records what a look found: what changed by nobody's leave while jobs worked, and where things stand now. */
export function observeShared(state: State, look: SharedLook, context: Context): readonly DomainEvent[] {
  const before = state.shared;
  const found = before === null ? [] : breachesOf(state, before.jobs, look, context);
  const isNews = look.facts !== null && look.facts !== before?.facts && openWitnesses(state).length > 0;
  return [
    ...found.map((breach): DomainEvent => ({ type: 'breachFound', breach })),
    ...(look.facts !== null && isNews ? [{ type: 'sharedSeen', facts: look.facts } as const] : []),
  ];
}

function breachesOf(state: State, jobs: readonly Witness[], look: SharedLook, context: Context): readonly Breach[] {
  if (jobs.length === 0) return [];
  const breach = (rest: Omit<Breach, 'id' | 'at' | 'names' | 'more'>, names: readonly string[]): Breach => ({
    id: context.id(),
    ...rest,
    names: names.slice(0, mostNames),
    more: Math.max(0, names.length - mostNames),
    at: context.at,
  });
  if (look.facts === null) {
    const told = openBreaches(state, jobs).filter((one) => one.kind === 'unseen');
    const news = jobs.filter(({ job }) => !told.some((one) => isWitness(one, job)));
    return news.length === 0 ? [] : [breach({ kind: 'unseen', witnesses: news, tie: null, blocks: true }, [])];
  }
  const groups = new Map<
    string,
    { readonly like: Omit<Breach, 'id' | 'at' | 'names' | 'more'>; readonly names: string[] }
  >();
  for (const change of look.changes) {
    if (change.told !== true && isOwn(state, change)) continue;
    for (const { witnesses, tie } of sourcesOf(change, jobs)) {
      const like = {
        kind: change.kind,
        witnesses,
        tie: tie && { ...tie, text: context.redact(tie.text) },
        blocks: tie !== null || !change.usual,
      };
      if (isKnown(state, like, change.name)) continue;
      const key = JSON.stringify([change.kind, witnesses.map((one) => one.job), like.blocks, tie]);
      const group = groups.get(key) ?? { like, names: new Array<string>() };
      if (!group.names.includes(change.name)) group.names.push(change.name);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ like, names }) => breach(like, names));
}

/** Each job that a change is tied to answers for itself; without a tie all who worked meanwhile are named together. */
const sourcesOf = (change: TiedChange, jobs: readonly Witness[]): readonly Pick<Breach, 'witnesses' | 'tie'>[] => {
  const tied = change.ties.flatMap(({ job, tie }) => {
    const witness = jobs.find((one) => one.job === job);
    return witness ? [{ witnesses: [witness], tie }] : [];
  });
  return tied.length > 0 ? tied : [{ witnesses: jobs, tie: null }];
};

const openBreaches = (state: State, jobs: readonly Witness[]): readonly Breach[] =>
  Object.values(state.breaches).filter(
    (one) => one.accepted === undefined && one.witnesses.some(({ job }) => jobs.some((other) => other.job === job)),
  );

const isWitness = ({ witnesses }: Breach, job: string): boolean => witnesses.some((one) => one.job === job);

/** It is told already of each of these jobs, and nobody has answered it yet. */
const isKnown = (state: State, like: Pick<Breach, 'kind' | 'witnesses' | 'tie' | 'blocks'>, name: string): boolean =>
  openBreaches(state, like.witnesses).some(
    (one) =>
      one.kind === like.kind &&
      one.blocks === like.blocks &&
      (like.tie === null || one.tie !== null) &&
      like.witnesses.every(({ job }) => isWitness(one, job)) &&
      one.names.includes(name),
  );

/** A person has looked at a breach and lets the work count all the same. Runs that waited only for that go on. */
export function acceptBreach(state: State, id: string, context: Context): Result<readonly DomainEvent[], Problem> {
  const breach = state.breaches[id];
  if (!breach)
    return err(problem('breach.unknown', 'There is no breach {breach}. List them with mam breach.', { breach: id }));
  if (breach.accepted) return ok([]);
  const accepted: DomainEvent = { type: 'breachAccepted', breach: id, by: context.actor.id };
  const ids = breach.witnesses.flatMap(({ run, judges }) => (judges === undefined ? [run] : [run, judges]));
  const runs = [...new Set(ids)].flatMap((run) => state.runs[run] ?? []);
  const waited = runs.filter(
    (run) =>
      run.phase === 'needs-you' &&
      run.ask?.kind === 'problem' &&
      isAboutBreach(run.ask.problem) &&
      blockingBreaches(state, run.id).every((one) => one.id === id),
  );
  return ok([accepted, ...goOn(state, waited)]);
}
