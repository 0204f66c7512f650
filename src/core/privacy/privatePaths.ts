import { covers } from '../lease/glob.ts';
import type { Rule } from './settle.ts';

const pathMarker = '[redacted-private-artifact]';

/** A run of characters that could be a path: what parts words, and what stands before a value, ends it. */
const word = /[^\s"'`()<>=,;:|]+/g;
/** The rest of a path's characters: a name may hold what ends a word. */
const rest = /[^\s)`'"]*/y;
/** What may stand before a path in a text: emphasis, a bracket, the mark of an address, the sides of a diff. */
const lead = /^[[{*_~!@+-]*(?:(?:\.{0,2}\/+)+|[ab]\/(?=.))?/;
/** No path is longer; what comes after doesn't change what it begins with. */
const longestPath = 4096;

interface PrivateGlob {
  readonly glob: string;
  /** Its folders without a wildcard, which may be shown. */
  readonly folder: string;
  /** How many parts a path that it covers has at least: a folder alone is not private. */
  readonly least: number;
  /** What every such path begins with. */
  readonly prefix: string;
}

function readGlob(glob: string): PrivateGlob {
  const parts = glob.split('/').filter((part) => part !== '' && part !== '.');
  const wild = parts.findIndex((part) => /[*?{]/.test(part));
  const shown = parts.slice(0, wild === -1 ? parts.length - 1 : wild);
  const folder = shown.map((part) => `${part}/`).join('');
  const least = parts.filter((part) => part !== '**').length + (parts.at(-1) === '**' ? 1 : 0);
  const prefix = (parts.join('/').split(/[*?{]/)[0] ?? '').normalize('NFC');
  return { glob, folder, least, prefix };
}

/** Rule for the names of private files: the folder stays, the name does not. */
export function privatePathRule(globs: readonly string[]): Rule {
  const known = globs.map(readGlob);
  const masked = (path: string): string | null => {
    if (path === pathMarker) return null;
    const parts = path
      .slice(0, longestPath)
      .normalize('NFC')
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    const named = parts.join('/');
    const found = known.find(
      (one) => parts.length >= one.least && named.startsWith(one.prefix) && covers(one.glob, named),
    );
    return found === undefined ? null : `${found.folder}${pathMarker}`;
  };
  /** Both as it stands and without what may stand before it: a name may begin like that. */
  const inWord = (text: string): string | null => {
    const whole = masked(text);
    if (whole !== null) return whole;
    const [before = ''] = lead.exec(text) ?? [];
    const inner = before === '' ? null : masked(text.slice(before.length));
    return inner === null ? null : `${before}${inner}`;
  };
  const apply = (text: string): string => {
    let clean = '';
    let at = 0;
    for (const match of text.matchAll(word)) {
      // Behind a call, a dot names what belongs to its result, and no file.
      if (match.index < at || (match[0].startsWith('.') && text[match.index - 1] === ')')) continue;
      const shown = inWord(match[0]);
      if (shown === null) continue;
      rest.lastIndex = match.index + match[0].length;
      rest.test(text);
      clean += text.slice(at, match.index) + shown;
      at = rest.lastIndex;
    }
    return at === 0 ? text : clean + text.slice(at);
  };
  return { finding: 'private artifact path', apply };
}
