import { problem, type Problem } from '../../base/problem.ts';

/** Options of `git push`, by the least that git takes for them, that overwrite or delete what others may have. */
const forcing = /^--(?:for|mir|m$|mi$|del|de$|pru)/;
/** Short options of `git push` in one word: `-f`, `-uf`, `-d`. */
const forcingShort = /^-[a-zA-Z]*[fd]/;

/**
 * Why an argument vector can't be the ship command, or null. What a person set is run as it is, but nothing that MAM
 * starts may force a push or delete remote branches, however it is wrapped.
 */
export function shipCommandProblem(argv: readonly string[]): Problem | null {
  if (argv.length === 0 || argv[0] === '')
    return problem(
      'ship.none',
      'No ship command is set, so nothing can ship. Set mam.ship.command to the program that ships a branch, with its arguments.',
    );
  // A word may hold a whole command line: `sh -c "git push -f"`.
  const words = argv.flatMap((word) => word.split(/[\s;&|()'"`=]+/)).filter((word) => word !== '');
  const found = words.find((word) => word.startsWith('--force')) ?? forcedPush(words) ?? forcedByConfig(argv);
  return found === undefined
    ? null
    : problem(
        'ship.force',
        'The ship command is refused because of {word}: MAM never forces a push and never deletes remote branches. Change mam.ship.command.',
        { word: found },
      );
}

/** The word behind `push` that makes it one that overwrites or deletes. */
function forcedPush(words: readonly string[]): string | undefined {
  const git = words.findIndex((word) => /(?:^|[\\/])git(?:\.exe)?$/i.test(word));
  const push = git < 0 ? -1 : words.indexOf('push', git);
  return push < 0
    ? undefined
    : words
        .slice(push + 1)
        .find((word) => forcing.test(word) || forcingShort.test(word) || word.startsWith('+') || word.startsWith(':'));
}

/** A setting given to git on the way that makes every push such a one. */
const forcedByConfig = (argv: readonly string[]): string | undefined =>
  argv.find((word) => /\bremote\.[^=\s]+\.(?:mirror\b|push\s*=\s*\+)/i.test(word));
