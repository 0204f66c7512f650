import type { RescueCopy } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { isoSeconds } from '../../base/clock.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { central, type Repository } from './repository.ts';

const prefix = 'refs/mam/rescue/';

/** Everything that is kept below `refs/mam/rescue/`, the newest first. */
export async function listRescues(
  calls: Calls,
  repository: Repository,
): Promise<Result<readonly RescueCopy[], Problem>> {
  const listed = await calls.must('list what was rescued', {
    at: central(repository),
    args: [
      'for-each-ref',
      '--sort=-committerdate',
      '--format=%(refname)%00%(objectname)%00%(parent)%00%(committerdate:unix)%00%(contents:subject)',
      prefix,
    ],
    maxBytes: 64 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  return ok(
    listed.value.out.split('\n').flatMap((line) => {
      const [ref = '', commit = '', parents = '', seconds = '', about = ''] = line.split('\0');
      if (!ref.startsWith(prefix)) return [];
      const [parent] = parents.split(' ');
      return [
        {
          name: ref.slice(prefix.length),
          commit,
          parent: parent || null,
          at: isoSeconds(Number(seconds) * 1000),
          about,
        },
      ];
    }),
  );
}
