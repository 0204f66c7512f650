import type { Problem } from '../../../base/problem.ts';
import { readTime } from '../../../base/clock.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { ImportedUnit } from '../../../core/ledger/types.ts';
import { isDocument, lineIn, listIn, notObject, refuseVersion, taskIn } from './document.ts';

const newest = 2;

/** Work units that another tool counted. A count that is no whole number from 0 counts as 0. */
export function readUnits(file: string, value: unknown): Result<readonly ImportedUnit[], Problem> {
  if (!isDocument(value)) return err(notObject(file));
  const refused = refuseVersion(file, value, newest);
  if (refused) return err(refused);
  const ledger = listIn(file, value, 'ledger');
  if (!ledger.ok) return ledger;
  return ok(
    ledger.value.filter(isDocument).flatMap((entry) => {
      const agent = lineIn(entry, 'agent');
      // What every object has by nature would be found in any count by name.
      return agent === null || !/^[a-z][a-z0-9-]*$/.test(agent) || agent in {}
        ? []
        : [{ agent, task: taskIn(entry, 'task_id'), wu: countOf(entry['wu']), at: readTime(entry['at']) }];
    }),
  );
}

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
