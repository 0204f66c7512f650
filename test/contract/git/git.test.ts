import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { buildState, openGit, plainGit } from '../../integration/git/support.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { describeBranchCare } from './describeBranchCare.ts';
import { describeComparison } from './describeComparison.ts';
import { describeGit, type GitSubject } from './describeGit.ts';
import { describeLeaseCare } from './describeLeaseCare.ts';
import { describeReaderCare } from './describeReaderCare.ts';
import { describeRescues } from './describeRescues.ts';
import { describeSource } from './describeSource.ts';
import { describeStatuses } from './describeStatuses.ts';

describe('git', () => {
  const folder = useTempFolder();

  const program = async (): Promise<GitSubject> => {
    const root = await buildState('plain', folder());
    // One entry of the seed keeps the two subjects alike: the fake has a single file.
    return {
      git: openGit(root),
      root,
      free: (name) => join(folder(), 'worktrees', name),
      write: async (checkout, path, text) => {
        const file = join(checkout, path);
        if (text === null) return rm(file);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      },
      read: (checkout, path) => readFile(join(checkout, path), 'utf8').catch(() => null),
      fetched: async (name, commit) => {
        await plainGit(root, 'update-ref', `refs/remotes/${name}`, commit);
        if (name === 'origin/main')
          await plainGit(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
      },
    };
  };

  const memory = async (): Promise<GitSubject> => {
    const git = createMemoryGit();
    const files = (checkout: string) => (hasCheckout(git, checkout) ? git.files(checkout) : null);
    return {
      git,
      root: git.root,
      free: (name) => `/worktrees/${name}`,
      write: async (checkout, path, text) => {
        if (text === null) git.files(checkout).delete(path);
        else git.files(checkout).set(path, text);
      },
      read: async (checkout, path) => files(checkout)?.get(path) ?? null,
      fetched: async (name, commit) => void git.remotes.set(name, commit),
    };
  };

  for (const [name, make] of Object.entries({ 'git program': program, memory })) {
    describeGit(name, make);
    describeLeaseCare(name, make);
    describeBranchCare(name, make);
    describeComparison(name, make);
    describeReaderCare(name, make);
    describeRescues(name, make);
    describeSource(name, make);
    describeStatuses(name, make);
  }
});

function hasCheckout(git: ReturnType<typeof createMemoryGit>, path: string): boolean {
  try {
    return git.files(path).size >= 0;
  } catch {
    return false;
  }
}
