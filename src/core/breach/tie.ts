import type { SharedChange, Tie } from './types.ts';

/** Something that a job is known to have done or tried, newest last. */
export type Deed = Tie;

/** Where the repository lies, absolute, with `/` between the parts. */
export interface SharedPlaces {
  readonly controlRoot: string;
  readonly commonDir: string;
}

/** Tools that only look: what they name they did not change. */
const looks = /^(?:Read|Grep|Glob|LS|WebFetch|WebSearch)\b/;

/** The newest deed of a job that a change can stem from, or null. A tie is a reason to ask, not a proof. */
export function findTie(change: SharedChange, places: SharedPlaces, deeds: readonly Deed[]): Tie | null {
  const mayStemFrom = testOf(change, places);
  return deeds.findLast((deed) => !looks.test(deed.text) && mayStemFrom(deed.text)) ?? null;
}

function testOf({ kind, name }: SharedChange, { controlRoot, commonDir }: SharedPlaces): (text: string) => boolean {
  const gitFile = (text: string): boolean => text.includes(`${commonDir}/`) || text.includes('.git/');
  switch (kind) {
    case 'config': {
      const key = lastPart(name.split(' ')[0] ?? name).toLowerCase();
      return (text) =>
        runsGit(text, 'config|remote|submodule|lfs') || mentions(text.toLowerCase(), key) || /\.gitconfig\b/.test(text);
    }
    case 'hooks':
      return (text) =>
        /\bhooks?(?:Path)?\b/i.test(text) &&
        (gitFile(text) || /hookspath|husky|pre-commit|lefthook/i.test(text) || text.includes(name));
    case 'stash':
      return (text) => runsGit(text, 'stash|gc|update-ref|reflog');
    case 'refs':
      return (text) =>
        mentions(text, shortRef(name))
          ? /\bgit\b/.test(text) || gitFile(text)
          : !isLocalBranch(name) && runsGit(text, fetches(name));
    case 'worktrees':
      return (text) => runsGit(text, 'worktree') || names(text, name);
    case 'checkout':
      return name === 'HEAD'
        ? (text) => names(text, controlRoot) && /\bgit\b/.test(text)
        : (text) =>
            names(text, `${controlRoot}/${name}`) || reachesOver(text, name) || worksIn(text, controlRoot, name);
  }
}

/** Whether a text runs git with one of these subcommands, options before it allowed. */
const runsGit = (text: string, subcommands: string): boolean =>
  new RegExp(String.raw`\bgit(?:\s+(?:-[cC]\s+\S+|-\S+))*\s+(?:${subcommands})\b`).test(text);

const isLocalBranch = (name: string): boolean => name.startsWith('refs/heads/');
const fetches = (name: string): string =>
  name.startsWith('refs/remotes/')
    ? 'fetch|pull|push|remote|clone'
    : name.startsWith('refs/tags/')
      ? 'tag|fetch|pull'
      : 'notes|replace|update-ref|bisect';

const shortRef = (name: string): string => name.replace(/^refs\/(?:heads|remotes|tags)\//, '');
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A word of its own, not a part of another one or of a longer path. */
const mentions = (text: string, word: string): boolean =>
  word !== '' && new RegExp(`(?<![\\w./-])${escape(word)}(?![\\w/-])`).test(text);

/** A path that ends there, not one that leads on below it. */
const names = (text: string, path: string): boolean => new RegExp(`${escape(path)}/?(?![\\w./-])`).test(text);

/** A command that works in the main checkout and names a file of it. */
const worksIn = (text: string, root: string, name: string): boolean =>
  names(text, root) && (mentions(text, name) || mentions(text, name.slice(name.lastIndexOf('/') + 1)));

/** A command that looks for another checkout, or climbs out of its own, and names such a file. */
const reachesOver = (text: string, name: string): boolean =>
  /worktree list|git-common-dir|\.\.\/\.\./.test(text) && text.includes(name.slice(name.lastIndexOf('/') + 1));
