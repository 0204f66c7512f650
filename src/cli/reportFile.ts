import { relative, resolve, sep } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { createNodeFiles } from '../adapters/files/nodeFiles.ts';
import { hideOwnFolders } from '../app/ledgerGuard.ts';
import { placesOf } from '../app/places.ts';
import type { RepositoryFacts } from '../app/ports/git.ts';
import { publicText } from '../app/publicText.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import { exit, type Cli } from './cli.ts';
import { fail } from './tell.ts';

/** The one folder that generated reports go to, relative to the control root. */
const reports = 'reports/agent_loop';

/** What MAM itself keeps there. */
const own = 'active';

/**
 * Where an option says that a report goes, as an absolute path: a name alone lies in the reports' folder, a path is
 * relative to where the caller stands. A path outside of that folder, or among MAM's own files there, is wrong usage.
 */
export function reportPath(controlRoot: string, cwd: string, given: string, option = '--out'): Result<string, Problem> {
  const folder = resolve(controlRoot, reports);
  const here = resolve(cwd, given);
  const path = isBelow(folder, here) || /[/\\]|^\.*$/.test(given) ? here : resolve(folder, given);
  if (!isBelow(folder, path))
    return err(
      problem('cli.outOutside', '{option} has to name a place below {folder}, and {path} is none.', {
        option,
        folder: reports,
        path: given,
      }),
    );
  // Where letters of both cases are the same, another spelling leads to the same file.
  if (relative(folder, path).split(sep)[0]?.toLowerCase() === own)
    return err(
      problem('cli.outOwn', '{path} is among MAM’s own files. Name another place below {folder} with {option}.', {
        option,
        folder: reports,
        path: given,
      }),
    );
  return ok(path);
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
}

/**
 * Writes a report whole, without what may not be shown around; a link below the folder does not lead out of it. Git is
 * told first to leave the folder alone: a repository in which no loop ever ran has not been told yet.
 */
export async function writeReport(
  facts: Pick<RepositoryFacts, 'controlRoot' | 'commonDir'>,
  path: string,
  text: string,
  privacy: Privacy,
): Promise<Result<void, Problem>> {
  const files = createNodeFiles({ roots: [resolve(facts.controlRoot, reports), resolve(facts.commonDir, 'info')] });
  const why = await hideOwnFolders(files, placesOf(facts));
  return why ? err(why) : files.write(path, publicText(path, text, privacy));
}

/** The same for a verb whose report it is: the exit code to end with when it could not be written, which is told; null when it was. */
export async function saveReport(cli: Cli, ...what: Parameters<typeof writeReport>): Promise<number | null> {
  const written = await writeReport(...what);
  // The place was named on the command line, so a link there is wrong usage.
  return written.ok ? null : fail(cli, written.error, written.error.code === 'files.link' ? exit.usage : exit.blocked);
}
