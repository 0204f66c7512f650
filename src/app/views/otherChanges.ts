import { globMeeter, headOf, headsMeet } from '../../core/lease/glob.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';

/** A task that still changes files of a run, and which of the run's. */
export interface OtherChange {
  readonly task: string;
  readonly files: readonly string[];
}

/** What a run changes, or will change, with what every path of it begins with. */
interface Touched {
  readonly id: string;
  readonly task: string;
  readonly paths: readonly string[];
  readonly heads: readonly (readonly string[])[];
}

type Runs = State['runs'];
interface Known {
  readonly open: readonly Run[];
  readonly touched: readonly Touched[];
  readonly found: Map<string, readonly OtherChange[]>;
}

const known = new WeakMap<Runs, Known>();
let last: Known | undefined;

/**
 * Other runs that still change files of one: what merges cleanly today may not tomorrow. Asked of every packet after every
 * event, so that pairs are only looked at again once a change, a claim or an end is another one.
 */
export function otherChanges({ runs }: Pick<State, 'runs'>, run: Run): readonly OtherChange[] {
  const all = known.get(runs) ?? lookAt(runs);
  const found = all.found.get(run.id) ?? changesOf(all, run);
  all.found.set(run.id, found);
  return found;
}

function lookAt(runs: Runs): Known {
  const open = Object.values(runs).filter((run) => run.phase !== 'ended' && run.decision === null);
  const isSame = last?.open.length === open.length && open.every((run, i) => touchesTheSame(run, last?.open[i]));
  const all = isSame && last ? last : { open, touched: open.map(touchedBy), found: new Map() };
  last = all;
  known.set(runs, all);
  return all;
}

const touchesTheSame = (a: Run, b: Run | undefined): boolean =>
  a === b || (a.id === b?.id && a.change?.files === b.change?.files && a.claims === b.claims);

function touchedBy(run: Run): Touched {
  const paths = run.change?.files.map((file) => file.path) ?? run.claims;
  return { id: run.id, task: run.task.id, paths, heads: paths.map(headOf) };
}

function changesOf({ touched }: Known, run: Run): readonly OtherChange[] {
  const files = (run.change?.files ?? []).map(({ path }) => ({ path, head: headOf(path), meets: globMeeter(path) }));
  return touched.flatMap(({ id, task, paths, heads }) => {
    if (id === run.id) return [];
    const shared = files.filter(({ head, meets }) =>
      paths.some((path, i) => headsMeet(head, heads[i] ?? []) && meets(path)),
    );
    return shared.length === 0 ? [] : [{ task, files: shared.map(({ path }) => path) }];
  });
}
