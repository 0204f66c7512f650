import { relative, resolve, sep } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { createNodeFiles } from '../adapters/files/nodeFiles.ts';
import { publicText } from '../app/publicText.ts';
import type { Privacy } from '../core/privacy/privacy.ts';

/** The one folder that generated reports go to, relative to the control root. */
const reports = 'reports/agent_loop';

/** Where `--out` leads, as an absolute path; a path outside the reports' folder is wrong usage. */
export function reportPath(controlRoot: string, cwd: string, out: string): Result<string, Problem> {
  const folder = resolve(controlRoot, reports);
  const path = resolve(cwd, out);
  const way = relative(folder, path);
  if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && way !== path) return ok(path);
  return err(
    problem('cli.outOutside', '--out has to name a file below {folder}, and {path} is none.', {
      folder: reports,
      path: out,
    }),
  );
}

/** Writes a report whole, without what may not be shown around; a link below the folder does not lead out of it. */
export const writeReport = (
  controlRoot: string,
  path: string,
  text: string,
  privacy: Privacy,
): Promise<Result<void, Problem>> =>
  createNodeFiles({ roots: [resolve(controlRoot, reports)] }).write(path, publicText(path, text, privacy));
