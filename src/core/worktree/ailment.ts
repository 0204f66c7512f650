import { commandLine } from '../../base/shellWord.ts';
import { problem, type Problem } from '../../base/problem.ts';

/** What is wrong with a worktree, or with what all of them share. Paths are absolute. */
export type Ailment =
  /** A folder is there that does not work as the worktree that git lists. */
  | { readonly kind: 'broken'; readonly path: string }
  | { readonly kind: 'moved'; readonly path: string; readonly from: string }
  | { readonly kind: 'locked'; readonly path: string; readonly reason: string }
  /** Its folder is gone; git still keeps its entry, and its branch for it. */
  | { readonly kind: 'gone'; readonly path: string }
  | { readonly kind: 'halfMade'; readonly path: string }
  /** Its removal was cut short; `aside` is where git lists it meanwhile. */
  | { readonly kind: 'cutShort'; readonly path: string; readonly aside: string | null }
  /** A folder of worktrees of which git knows nothing. */
  | { readonly kind: 'orphan'; readonly path: string; readonly empty: boolean }
  /** Git lists it below MAM's own folder, and the log does not know it. */
  | { readonly kind: 'stray'; readonly path: string }
  /** A task still needs it, and git does not list it. */
  | { readonly kind: 'missed'; readonly path: string }
  | { readonly kind: 'large'; readonly path: string; readonly bytes: number }
  /** `holder`: pid of the process that has it open, as far as anybody can see. */
  | { readonly kind: 'lockFile'; readonly path: string; readonly ageMs: number; readonly holder: number | null }
  /** Commits in it are checked by no hook, since their folder is only in the main checkout. */
  | { readonly kind: 'hooksMissing'; readonly path: string; readonly hooks: string; readonly from: string }
  | { readonly kind: 'lfsMissing'; readonly path: string }
  /** The history ends somewhere, so that what branches have in common can't be told. */
  | { readonly kind: 'shallow'; readonly path: string }
  /** Its work is in the base: its commits, or what they change, as after a squash. */
  | { readonly kind: 'landed'; readonly path: string; readonly base: string; readonly by: 'commits' | 'content' };

export interface Remedy {
  /** What is wrong, with the command. */
  readonly problem: Problem;
  /** The command that mends it. */
  readonly argv: readonly string[];
}

const minute = 60_000;
const gigabyte = 1024 ** 3;

/** The one command that mends an ailment, and the sentence that says so. */
export function remedyOf(ailment: Ailment): Remedy {
  const argv = commandFor(ailment);
  return { argv, problem: sentenceFor(ailment, commandLine(argv)) };
}

function commandFor(ailment: Ailment): readonly string[] {
  const { kind, path } = ailment;
  switch (kind) {
    // Git looks at all of them; given this one, it would only say that it can't read it.
    case 'broken':
      return ['git', 'worktree', 'repair'];
    case 'moved':
      return ['git', 'worktree', 'repair', path];
    case 'locked':
      return ['git', 'worktree', 'unlock', path];
    case 'gone':
    case 'cutShort':
      return ['mam', 'worktree', 'remove', path];
    case 'halfMade':
      return ['mam', 'worktree', 'finish', path];
    case 'orphan':
      return ailment.empty ? ['rmdir', path] : ['mv', path, `${path}.old`];
    case 'stray':
      return ['mam', 'worktree', 'remove', path, '--dry-run'];
    case 'missed':
      return ['mam', 'resume'];
    case 'large':
      return ['mam', 'worktree', 'remove', path, '--rescue'];
    case 'lockFile':
      return ailment.holder === null ? ['rm', path] : ['kill', String(ailment.holder)];
    case 'hooksMissing':
      return ['cp', '-R', `${ailment.from}/${ailment.hooks}`, `${path}/${ailment.hooks}`];
    case 'lfsMissing':
      return ['git', 'lfs', 'install'];
    case 'shallow':
      return ['git', 'fetch', '--unshallow'];
    case 'landed':
      return ['mam', 'worktree', 'remove', path];
  }
}

function sentenceFor(ailment: Ailment, command: string): Problem {
  const { path } = ailment;
  switch (ailment.kind) {
    case 'broken':
      return problem(
        'doctor.broken',
        'The folder {path} does not work as the worktree that git lists there, so nothing is started in it. Mend it: {command}',
        { path, command },
      );
    case 'moved':
      return problem('doctor.moved', 'The worktree {from} was moved to {path}. Tell git: {command}', {
        path,
        from: ailment.from,
        command,
      });
    case 'locked':
      return problem('doctor.locked', 'The worktree {path} is locked: {reason}. When that is over: {command}', {
        path,
        reason: ailment.reason || '-',
        command,
      });
    case 'gone':
      return problem(
        'doctor.gone',
        'The folder {path} is gone, and git keeps its entry and its branch for it. If it was moved, run git worktree repair in it; else let go of this one entry: {command}',
        { path, command },
      );
    case 'halfMade':
      return problem(
        'doctor.halfMade',
        'The worktree {path} was not made to its end. Finish it: {command} Or undo it: {undo}',
        { path, command, undo: commandLine(['mam', 'worktree', 'remove', path]) },
      );
    case 'cutShort':
      return problem(
        'doctor.cutShort',
        'The removal of the worktree {path} has not come to its end; nothing of it is lost. Go on with it: {command}',
        { path, command },
      );
    case 'orphan':
      return problem(
        'doctor.orphan',
        'The folder {path} was a worktree and is none any more: git knows nothing of it. Take what you need; to put it aside: {command}',
        { path, command },
      );
    case 'stray':
      return problem(
        'doctor.stray',
        'The worktree {path} is unknown to this log. What MAM kept before is below refs/mam/rescue. See what only it holds before you remove it: {command}',
        { path, command },
      );
    case 'missed':
      return problem('doctor.missed', '{path} is gone though a task still needs it. Make a new one: {command}', {
        path,
        command,
      });
    case 'large':
      return problem('doctor.large', 'The worktree {path} takes {size} GB. When it is no longer needed: {command}', {
        path,
        size: (ailment.bytes / gigabyte).toFixed(1),
        command,
      });
    case 'lockFile': {
      const minutes = Math.floor(ailment.ageMs / minute);
      return ailment.holder === null
        ? problem(
            'doctor.lockFile',
            'The lock {path} is {minutes} min old, and no process that can be seen has it open. If no git program runs: {command}',
            { path, minutes, command },
          )
        : problem(
            'doctor.lockHeld',
            'The lock {path} is {minutes} min old and held by process {holder}. Wait for it; if it hangs: {command}',
            { path, minutes, holder: ailment.holder, command },
          );
    }
    case 'hooksMissing':
      return problem(
        'doctor.hooksMissing',
        'Commits in {path} are checked by no hook: {hooks} is only in the main checkout. Copy it: {command}',
        { path, hooks: ailment.hooks, command },
      );
    case 'lfsMissing':
      return problem(
        'doctor.lfsMissing',
        '{path} keeps files with Git LFS, which is not installed, so that checkouts have pointers for them. Install git-lfs, then: {command}',
        { path, command },
      );
    case 'shallow':
      return problem(
        'doctor.shallow',
        'The clone {path} is shallow, so what branches have in common can’t always be told. Fetch their history: {command}',
        { path, command },
      );
    case 'landed':
      return ailment.by === 'commits'
        ? problem(
            'doctor.landed',
            '{base} contains every commit of the worktree {path}. When it is no longer needed: {command}',
            { path, base: ailment.base, command },
          )
        : problem(
            'doctor.landedContent',
            '{base} has what the worktree {path} changes, by other commits: merging it would change nothing. When it is no longer needed: {command}',
            { path, base: ailment.base, command },
          );
  }
}
