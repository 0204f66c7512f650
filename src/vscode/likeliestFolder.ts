interface Signs<F> {
  readonly hasWork: (folder: F) => Promise<boolean>;
  readonly hasGit: (folder: F) => Promise<boolean>;
}

/** The folder with work first, then those with a git folder, then the others, each in the order of the window. */
export const likeliest = async <F>(folders: readonly F[], { hasWork, hasGit }: Signs<F>): Promise<readonly F[]> => {
  const weighed = await Promise.all(
    folders.map(async (folder) => {
      const [work, git] = await Promise.all([hasWork(folder), hasGit(folder)]);
      return { folder, weight: (work ? 2 : 0) + (git ? 1 : 0) };
    }),
  );
  return weighed.toSorted((a, b) => b.weight - a.weight).map(({ folder }) => folder);
};
