import { problem, type Problem } from '../../base/problem.ts';

// Every sentence that git work can end with. The text is the key of its translations, so each is written once, here.

export const gitMissing = (git: string): Problem =>
  problem(
    'git.missing',
    'Git was not found ({git}). Install git 2.30 or newer, or set the path of git in the settings.',
    { git },
  );

export const gitTooOld = (version: string): Problem =>
  problem('git.tooOld', 'Git {version} is too old. Install git 2.30 or newer.', { version });

export const notARepository = (folder: string): Problem =>
  problem(
    'git.notARepository',
    '{folder} is not in a git repository. Open a folder of a repository, or run git init there.',
    { folder },
  );

export const bareAlone = (repository: string, folder: string): Problem =>
  problem(
    'repo.bare',
    '{repository} is a bare repository without a worktree below {folder}, so MAM has no folder of its own to work in. Add one there with git worktree add, or open a checkout.',
    { repository, folder },
  );

export const bareShared = (folder: string, repository: string, other: string): Problem =>
  problem(
    'repo.bareShared',
    '{folder} holds {repository} and {other}, and two repositories can’t share a ledger. Move one into a folder of its own, or open a checkout.',
    { folder, repository, other },
  );

export const folderMissing = (folder: string): Problem =>
  problem('git.folderMissing', 'The folder {folder} does not exist. Open another folder, or restore it.', { folder });

export const lineFeed = (folder: string): Problem =>
  problem(
    'git.lineFeed',
    'The path {path} holds a line feed, and git’s answers about it can’t be read. Rename the folder.',
    {
      path: JSON.stringify(folder),
    },
  );

export const unsafe = (folder: string, command: string): Problem =>
  problem('git.unsafe', 'Git refuses {folder} because another user owns it. If you trust it, run: {command}', {
    folder,
    command,
  });

export const unborn = (branch: string): Problem =>
  problem(
    'git.unborn',
    'The branch {branch} has no commit yet, so nothing can start from it. Make a first one, an empty one if need be: {command}',
    { branch, command: 'git commit --allow-empty -m "First commit"' },
  );

export const baseMissing = (ref: string): Problem =>
  problem(
    'git.baseMissing',
    'The base {ref} names no commit of this repository. Choose an existing branch in the settings.',
    { ref },
  );

export const noBase = (): Problem =>
  problem('git.noBase', 'No branch of this repository can serve as the base. Choose one in the settings.');

export const objectMissing = (id: string): Problem =>
  problem(
    'git.objectMissing',
    'The object {id} is not in this repository. If the clone is shallow or partial, fetch the rest and try again.',
    { id },
  );

export const gitFailed = (action: string, reason: string): Problem =>
  problem('git.failed', 'Git could not {action}: {reason}', { action, reason });

export const noForecast = (version: string): Problem =>
  problem('git.noForecast', 'Git {version} can’t foretell merges of work in progress. Install git 2.39 or newer.', {
    version,
  });

export const gitTimedOut = (action: string): Problem =>
  problem(
    'git.timedOut',
    'Git did not {action} in time. Check whether the disk or another git program is busy, then try again.',
    { action },
  );

export const gitBusy = (holder: string): Problem =>
  problem(
    'git.busy',
    'Another process ({holder}) is changing worktrees or branches of this repository. Try again when it has ended.',
    { holder },
  );

export const branchName = (branch: string): Problem =>
  problem(
    'branch.invalid',
    '"{branch}" is not a valid branch name. Use letters, digits, "-" and "/", without spaces or "..".',
    { branch },
  );

export const branchLong = (branch: string, bytes: number): Problem =>
  problem('branch.tooLong', 'The branch name {branch} has {bytes} bytes. Use at most 200.', { branch, bytes });

export const branchClash = (branch: string, other: string): Problem =>
  problem(
    'branch.clash',
    'The branch {branch} cannot be made beside {other}: git keeps one as a file and the other as a folder. Choose another name.',
    { branch, other },
  );

export const branchInUse = (branch: string, path: string): Problem =>
  problem(
    'branch.checkedOut',
    'The branch {branch} is checked out in “{path}”. Choose another name, or switch that checkout to another branch.',
    { branch, path },
  );

export const branchElsewhere = (branch: string, commit: string): Problem =>
  problem(
    'branch.exists',
    'The branch {branch} exists already at {commit}. Choose another name, or delete that branch.',
    { branch, commit },
  );

export const switchedMeanwhile = (branch: string, now: string | null): Problem =>
  problem(
    'branch.switched',
    'This checkout went to {now} meanwhile, so {branch} was not checked out. Look at who works here, then try again.',
    { branch, now: now ?? 'HEAD' },
  );

export const notSwitched = (branch: string, reason: string): Problem =>
  problem(
    'branch.notSwitched',
    'The branch {branch} could not be checked out: {reason}. Commit or stash your changes, then try again.',
    { branch, reason },
  );

export const occupied = (path: string): Problem =>
  problem('worktree.occupied', 'The folder {path} holds something else. Move it away, or choose another folder.', {
    path,
  });

export const folderLong = (path: string, bytes: number, most: number): Problem =>
  problem('worktree.nameTooLong', 'The folder {path} can’t be made: its name has {bytes} bytes. Use at most {most}.', {
    path,
    bytes,
    most,
  });

export const pathsLong = (path: string, file: string, length: number, most: number): Problem =>
  problem(
    'worktree.pathTooLong',
    'In the worktree {path} the path of {file} would have {length} characters, and Windows takes {most}. Choose a shorter folder, in mam.worktrees.root for all of them, or run git config core.longpaths true.',
    { path, file, length, most },
  );

export const notIsolated = (path: string, reason: string): Problem =>
  problem(
    'worktree.notIsolated',
    'Work in {path} would land elsewhere: {reason}. Remove the worktree and make it again.',
    { path, reason },
  );

export const notCreated = (path: string, reason: string): Problem =>
  problem('worktree.failed', 'The worktree {path} could not be made: {reason}', { path, reason });

export const locked = (path: string, reason: string): Problem =>
  problem(
    'worktree.locked',
    'The worktree {path} is locked ({reason}). Unlock it with git worktree unlock if nobody uses it.',
    { path, reason },
  );

export const notLinked = (path: string): Problem =>
  problem('worktree.notLinked', '{path} is not a linked worktree of this repository, so it is left alone.', { path });

export const submodulesFailed = (path: string, reason: string): Problem =>
  problem(
    'worktree.submodulesFailed',
    'The submodules of {path} could not be filled, and nothing of them was left there: {reason}. Mend that, then run git submodule update --init in it.',
    { path, reason },
  );

/** Git works in a worktree at this moment, and nobody knows which one. */
export const busy = (path: string): Problem =>
  problem(
    'worktree.busy',
    'Git is at work in {path}, or was ended there: its index is locked. Wait for it; mam doctor tells who holds the lock.',
    { path },
  );

export const notMoved = (path: string, to: string, reason: string): Problem =>
  problem(
    'worktree.notMoved',
    'The worktree {path} could not be moved to {to}: {reason}. Close what uses it and clear the place, then try again.',
    { path, to, reason },
  );

export const nestedRepository = (path: string): Problem =>
  problem(
    'capture.nestedRepository',
    '{path} is a repository of its own and cannot be taken over. Remove its .git folder, or move it out.',
    { path },
  );

export const submoduleChanged = (path: string): Problem =>
  problem('capture.submodule', 'The submodule {path} was changed. Undo it; a submodule is moved by hand.', { path });

export const submoduleFilled = (path: string): Problem =>
  problem(
    'capture.submoduleFilled',
    'There are files in {path}, where a submodule belongs that is not fetched, so they cannot be taken over. Write them elsewhere.',
    { path },
  );

export const linkOutside = (path: string, target: string): Problem =>
  problem('capture.linkOutside', 'The link {path} leads out of the worktree, to {target}. Point it to a path inside.', {
    path,
    target,
  });

export const unstable = (path: string): Problem =>
  problem(
    'capture.unstable',
    'Files in {path} kept changing while they were read. End what is writing there, then try again.',
    { path },
  );

export const patchTooLarge = (path: string, megabytes: number): Problem =>
  problem(
    'capture.tooLarge',
    'The changes in {path} are larger than {megabytes} MB. Remove build output or add it to .gitignore.',
    { path, megabytes },
  );

export const commitMoved = (branch: string, found: string): Problem =>
  problem(
    'commit.moved',
    'The branch {branch} was moved to {found} by somebody else. Look at it, then run the task again.',
    { branch, found },
  );

export const commitCheckedOut = (branch: string, path: string): Problem =>
  problem(
    'commit.checkedOut',
    'The branch {branch} is checked out in {path}, so it is not moved. Check out another branch there, then try again.',
    { branch, path },
  );

export const baseMoved = (ref: string, found: string): Problem =>
  problem('merge.baseMoved', '{ref} moved to {found} since the review. Run the task again on the new base.', {
    ref,
    found,
  });

export const mergeDirty = (folder: string, path: string): Problem =>
  problem(
    'merge.dirty',
    '{path} is changed in {folder} and in the task. Stash it, then merge again: a commit there would move the base, and the approval with it.',
    { path, folder },
  );

export const mergeInProgress = (path: string, what: string): Problem =>
  problem('merge.inProgress', 'A {what} is in progress in {path}. Finish or abort it, then merge again.', {
    path,
    what,
  });

export const notFastForward = (ref: string): Problem =>
  problem(
    'merge.notFastForward',
    'The change does not follow on {ref}, so it cannot be fast-forwarded. Run the task again on the new base.',
    { ref },
  );

export const mergeBlocked = (path: string, reason: string): Problem =>
  problem('merge.blocked', 'The merge would touch files in {path}: {reason}', { path, reason });

export const noTarget = (ref: string): Problem =>
  problem(
    'merge.noBranch',
    '{ref} is no local branch, so there is nothing to fast-forward. Choose a branch to merge into.',
    { ref },
  );

export const patchConflict = (reason: string): Problem =>
  problem(
    'patch.conflict',
    'The patch does not fit: {reason}. Make it anew on the integration branch, or let it be merged with --three-way.',
    { reason },
  );
