import { heldSecret } from '../privacy/secrets.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { forcedGit } from './forcedGit.ts';

/**
 * Why an argument vector can't be the ship command, or null. What a person set is run as it is, but nothing that MAM
 * starts may force a push or delete remote branches, as far as that stands in its words: what a script does that it names
 * can't be seen here. Nor may it hold a secret: the log
 * keeps it.
 */
export function shipCommandProblem(argv: readonly string[]): Problem | null {
  if (argv.length === 0 || argv[0] === '')
    return problem(
      'ship.none',
      'No ship command is set, so nothing can ship. Set mam.ship.command to the program that ships a branch, with its arguments.',
    );
  const secret = heldSecret(argv.join(' '));
  if (secret !== null)
    return problem(
      'ship.secret',
      'The ship command holds a secret ({name}), so it is not run. Let it read the secret from the environment, and take it out of mam.ship.command.',
      { name: secret },
    );
  // A word may hold a whole command line: `sh -c "git push -f"`.
  const words = argv.flatMap((word) => word.split(/[\s;&|()'"`]+/)).filter((word) => word !== '');
  const found = words.find((word) => anywhere.test(word)) ?? forcedGit(words) ?? forcedForge(words) ?? byConfig(argv);
  return found === undefined
    ? null
    : problem(
        'ship.force',
        'The ship command is refused because of {word}: MAM never forces a push and never deletes remote branches. Change mam.ship.command.',
        { word: found },
      );
}

/** What overwrites or deletes whichever program it is given to. */
const anywhere =
  /(?:^|=)--force|^--(?:delete-branch|remove-source-branch)(?:=|$)|remove_source_branch|^deleteRef\b|deleteRef[({]/;

/** The word by which a forge's own program, or a call to its interface, deletes or overwrites a branch. */
function forcedForge(words: readonly string[]): string | undefined {
  const cli = words.findIndex((word) => /(?:^|[\\/=])(?:gh|glab)(?:\.exe)?$/i.test(word));
  const request = cli < 0 ? -1 : words.findIndex((word, i) => i > cli && /^(?:pr|mr)$/.test(word));
  const short = request < 0 ? undefined : words.slice(request + 1).find((word) => /^-[a-zA-Z]*d/.test(word));
  if (short !== undefined) return short;
  const reference = words.find((word) => /\brefs?\/|\bbranches\//.test(word));
  if (reference === undefined) return undefined;
  const deletes = words.find((word) => /^(?:-X=?|--(?:method|request)=)?DELETE$/i.test(word));
  return deletes ?? words.find((word) => /^(?:-[fF])?force=true$/.test(word));
}

/** A setting given to git on the way that makes every push such a one. */
const byConfig = (argv: readonly string[]): string | undefined =>
  argv.find((word) => /\bremote\.[^=\s]+\.(?:mirror\b|push\s*=\s*\+)/i.test(word));
