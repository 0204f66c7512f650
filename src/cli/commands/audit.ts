import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { createNodeFiles } from '../../adapters/files/nodeFiles.ts';
import { createGit } from '../../adapters/git/createGit.ts';
import { runProcess } from '../../adapters/process/run.ts';
import { auditFolder, auditMarkdown, isClean } from '../../app/auditFolder.ts';
import { createPrivacySource } from '../../app/privacySource.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { exit } from '../cli.ts';
import { printable } from '../paint.ts';
import { reportPath, writeReport } from '../reportFile.ts';
import { createSettings } from '../settings.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';

const usualFolder = 'reports/agent_loop';

export const audit: Verb = {
  name: 'privacy-audit-output',
  summary: 'Look through the generated reports for what may not be shown around',
  positional: '',
  positionals: [0, 0],
  options: {
    path: { kind: 'text', value: 'DIR', summary: 'Look there, inside the repository; in reports/agent_loop otherwise' },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
    json,
  },
  run: async (cli, call) => {
    const facts = await createGit({ folder: cli.cwd, env: cli.env, run: runProcess }).facts();
    if (!facts.ok) return fail(cli, facts.error, exit.blocked);
    const { controlRoot, commonDir } = facts.value;
    const given = call.text('path');
    const folder = await inside(
      controlRoot,
      given === null ? resolve(controlRoot, usualFolder) : resolve(cli.cwd, given),
      given ?? usualFolder,
    );
    if (!folder.ok) return fail(cli, folder.error, exit.usage);
    const out = call.text('out');
    const report = out === null ? null : reportPath(controlRoot, cli.cwd, out);
    if (report && !report.ok) return fail(cli, report.error, exit.usage);

    const { settings } = createSettings(cli.env, {});
    const privacy = createPrivacySource(() => settings, controlRoot)();
    const found = await auditFolder(createNodeFiles({ roots: [controlRoot, commonDir] }), folder.value, privacy);
    const target = privacy.displayPath(folder.value);
    const text = auditMarkdown(target, found);
    const result = isClean(found) ? 'pass' : 'fail';
    if (report) {
      const written = await writeReport(controlRoot, report.value, text, privacy);
      if (!written.ok) return fail(cli, written.error, written.error.code === 'files.link' ? exit.usage : exit.blocked);
    }
    if (call.flag('json')) cli.terminal.out(JSON.stringify({ target, result, ...found }));
    else if (report === null) for (const line of text.trimEnd().split('\n')) cli.terminal.out(printable(line));
    return isClean(found) ? exit.done : exit.blocked;
  },
};

/** A path that is inside the repository, also where its links lead. What is not there yet leads nowhere. */
async function inside(root: string, path: string, shown: string): Promise<Result<string, Problem>> {
  const real = await realpath(path).catch(() => path);
  const isInside = [path, real].every((one) => {
    const way = relative(root, one);
    return way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === one;
  });
  return isInside
    ? ok(real)
    : err(
        problem('cli.pathOutside', '{path} is not inside the repository. Name a folder of it.', {
          path: shown,
        }),
      );
}
