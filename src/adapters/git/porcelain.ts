import { tmpdir } from 'node:os';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { hardenedConfig } from './hardening.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';

/**
 * What simple-git does here, and why not more. It serves where a person's command and its parsed answer are wanted: the
 * version, the remotes, a fast-forward in a checkout. It is the wrong tool for the rest: it decodes output to text and
 * trims it (patches and `-z` lists have to stay as they are), takes an exit code for a failure (`merge-base` and
 * `diff-files` answer with it), puts no limit on output, and has no words for private indexes, compare-and-swap ref
 * updates or object directories.
 */
export interface Porcelain {
  /** Null when git can't be started. */
  version(): Promise<{ readonly major: number; readonly minor: number; readonly text: string } | null>;
  remotes(place: Place): Promise<readonly string[]>;
  /** Where each remote is fetched from, as git rewrites it. */
  remoteUrls(place: Place): Promise<readonly string[]>;
  /** Fast-forwards the checkout to a commit, never over a file that is not tracked, ignored or not; git's reason when it refuses. */
  fastForward(place: Place, commit: string): Promise<Result<void, Problem>>;
}

const timeoutMs = 120_000;

/** The same environment and settings as every other call. Loaded when first used: the library is no cheap import. */
export function createPorcelain(calls: Calls): Porcelain {
  const open = async (place: Place | null) => {
    const { simpleGit } = await import('simple-git');
    const env = {
      ...calls.env,
      ...(place === null ? {} : { GIT_DIR: place.gitDir }),
      ...(place === null || place.workTree === null ? {} : { GIT_WORK_TREE: place.workTree }),
    };
    return simpleGit({
      baseDir: place?.cwd ?? tmpdir(),
      binary: calls.git,
      config: [...hardenedConfig],
      maxConcurrentProcesses: 2,
      timeout: { block: timeoutMs },
      // Its guards take these for an attack whatever they say; here they switch the dangerous things off.
      allowEnvironment: Object.keys(env),
      unsafe: {
        allowUnsafeCustomBinary: true,
        allowUnsafeDiffExternal: true,
        allowUnsafeFsMonitor: true,
        allowUnsafeHooksPath: true,
        allowUnsafeProtocolOverride: true,
      },
    }).env(env);
  };
  return {
    async version() {
      const found = await (await open(null)).version();
      return found.installed
        ? { major: found.major, minor: found.minor, text: `${found.major}.${found.minor}.${found.patch}` }
        : null;
    },
    async remotes(place) {
      return (await (await open(place)).getRemotes()).map((remote) => remote.name);
    },
    async remoteUrls(place) {
      return (await (await open(place)).getRemotes(true)).map((remote) => remote.refs.fetch);
    },
    async fastForward(place, commit) {
      try {
        await (await open(place)).merge(['--ff-only', '--no-overwrite-ignore', '--quiet', commit]);
        return ok(undefined);
      } catch (error) {
        const said = error instanceof Error ? error.message.trim().replaceAll(/\s*\n\s*/g, ' ') : String(error);
        return err(problems.mergeBlocked(place.cwd, said));
      }
    },
  };
}
