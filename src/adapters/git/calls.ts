import { availableParallelism } from 'node:os';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import type { ProcessEnd, ProcessSpec } from '../process/run.ts';
import { gitEnvironment, hardenedConfig } from './hardening.ts';
import { keptConfig } from './configTexts.ts';
import { createIndexTrees, type TreeOfIndex } from './indexTrees.ts';
import { createKnownTexts, type ReadText } from './knownTexts.ts';
import { createRecentTexts } from './recentTexts.ts';
import { createLimit } from './limit.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';

export type RunProcess = (spec: ProcessSpec, signal?: AbortSignal) => Promise<ProcessEnd>;

interface GitCall {
  readonly args: readonly string[];
  /** A named repository, or a folder from which git finds it itself. */
  readonly at: Place | { readonly discover: string };
  readonly config?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Milliseconds; two minutes unless said. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** The call may fetch objects that a partial clone lacks. */
  readonly network?: boolean;
}

export interface GitEnd {
  readonly code: number;
  readonly bytes: Buffer;
  /** Output as text, with its line end or NUL at the end. */
  readonly out: string;
  /** What git said on the other stream, in one line. */
  readonly said: string;
  readonly cut: boolean;
}

export interface Calls {
  readonly git: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Any exit code is fine; a problem means that git did not run to its end. `action` completes "git could not …". */
  run(action: string, call: GitCall): Promise<Result<GitEnd, Problem>>;
  /** As `run`, and any exit code but 0 is `git.failed` with git's own reason. */
  must(action: string, call: GitCall): Promise<Result<GitEnd, Problem>>;
  /** All that is configured at a place and in which file it is, as `config --list --show-origin -z` says it. */
  config(at: Place): Promise<Result<string, Problem>>;
  /** A small file of the repository's. */
  readonly text: ReadText;
  readonly treeOfIndex: TreeOfIndex;
}

const defaultTimeoutMs = 120_000;

/** Runs hardened git processes, at most as many at once as there are cores. */
export function createCalls(deps: {
  readonly git: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunProcess;
  readonly now: () => number;
}): Calls {
  const limit = createLimit(Math.max(2, availableParallelism()));
  const offline = gitEnvironment(deps.env, false);
  const online = gitEnvironment(deps.env, true);

  async function run(action: string, call: GitCall): Promise<Result<GitEnd, Problem>> {
    const place = 'discover' in call.at ? { cwd: call.at.discover, gitDir: null, workTree: null } : call.at;
    const config = [...hardenedConfig, ...(call.config ?? [])].flatMap((setting) => ['-c', setting]);
    const where = place.gitDir === null ? [] : [`--git-dir=${place.gitDir}`];
    const tree = place.workTree === null ? [] : [`--work-tree=${place.workTree}`];
    const end = await limit(() =>
      deps.run({
        argv: [deps.git, '--no-pager', ...config, ...where, ...tree, ...call.args],
        cwd: place.cwd,
        env: { ...(call.network ? online : offline), ...call.env },
        timeoutMs: call.timeoutMs ?? defaultTimeoutMs,
        ...(call.input === undefined ? {} : { input: call.input }),
        ...(call.maxBytes === undefined ? {} : { maxBytes: call.maxBytes }),
      }),
    );
    if (end.startFailure === 'folder-missing') return err(problems.folderMissing(place.cwd));
    if (end.startFailure !== null) return err(problems.gitMissing(deps.git));
    if (end.stopped !== null) return err(problems.gitTimedOut(action));
    const said = end.stderr
      .toString('utf8')
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    if (end.exitCode === null) return err(problems.gitFailed(action, `it was ended by ${end.signal ?? 'a signal'}`));
    return ok({ code: end.exitCode, bytes: end.stdout, out: end.stdout.toString('utf8'), said, cut: end.cut.stdout });
  }

  async function must(action: string, call: GitCall): Promise<Result<GitEnd, Problem>> {
    const end = await run(action, call);
    if (!end.ok || end.value.code === 0) return end;
    return err(problems.gitFailed(action, end.value.said || `exit code ${end.value.code}`));
  }
  const text = createKnownTexts(deps.now);
  const config = keptConfig(offline, { text, recent: createRecentTexts(deps.now) }, async (at) => {
    const listed = await must('read the configuration', { at, args: ['config', '--list', '--show-origin', '-z'] });
    return listed.ok ? ok(listed.value.out) : listed;
  });

  return { git: deps.git, env: offline, run, must, config, text, treeOfIndex: createIndexTrees(text) };
}

/** Parts of `-z` output. */
export const splitNul = (out: string): string[] => (out === '' ? [] : out.replace(/\0$/, '').split('\0'));
