import { problem } from '../../../base/problem.ts';
import type { RecommendFacts, Signal } from '../types.ts';

/** With fewer, waiting for each other costs less than taking a file apart. */
const fewest = 3;

/** One file that many change at once, each of whom has to merge with all others. */
export const hotFile: Signal = {
  id: 'hot-file',
  find: (facts) =>
    [...changersOf(facts)]
      .filter(([, places]) => places.size >= fewest)
      .toSorted(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1))
      .map(([file, { size: count }]) => ({
        title: `Take ${file} apart so that fewer tasks change it`,
        priority: 2,
        ownerRole: 'Implementer',
        goal: `What different tasks change in \`${file}\` stands in files of its own.`,
        reason: problem('recommend.hotFile', '{count} worktrees change {file} at once.', { count, file }),
        claims: [file],
        acceptance: [`Nothing but where things stand changes with ${file}.`],
        validation: [],
      })),
};

/** The places that change each file: as the radar sees them, else the runs that are at work. */
function changersOf({ overlaps, state }: RecommendFacts): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  const add = (file: string, place: string): void =>
    void places.set(file, (places.get(file) ?? new Set<string>()).add(place));
  if (overlaps !== null && overlaps.size > 0) {
    for (const [place, others] of overlaps)
      for (const { other, files } of others)
        for (const file of files ?? []) {
          add(file, place);
          add(file, other);
        }
    return places;
  }
  for (const id of Object.keys(state.openRuns)) {
    const run = state.runs[id];
    for (const { path } of run?.captured?.files ?? run?.change?.files ?? []) add(path, id);
  }
  return places;
}
