import { literally } from './pattern.ts';
import type { Rule } from './settle.ts';

const finding = 'absolute local path';
export const localPathMarker = '[redacted-local-path]';

/**
 * What a path may consist of where it stands in a text: it ends at white space, a quote, a back-tick, a parenthesis, and
 * at what parts it from the next path of a list, a line's number or the rest of a sentence.
 */
const pathRest = String.raw`[^\s)\`'":;,]`;
/** Behind one of these a slash begins no path, but goes on with one, or is a part of an address. */
const notInside = '(?<![A-Za-z0-9_-])';

/** Folders of people on Linux, macOS and WSL, and those of macOS in which a person's files lie. */
const unix = new RegExp(
  `${notInside}/(?:(?:(?:mnt/)?[A-Za-z]/)?Users|private|var/folders|Volumes|home|root)/${pathRest}+`,
  'g',
);

/** A name of a Windows account may hold spaces; it is one only where a folder of it follows. */
const account = String.raw`[^\s\\/)\`'"]+(?: [^\s\\/)\`'"]+){0,2}(?=[\\/])`;
const windows = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:[A-Za-z]:[\\/]+(?:Users|Documents and Settings)[\\/]+(?:${account}${pathRest}*|${pathRest}+)|\\{2,4}wsl(?:\$|\.localhost)[\\/]+${pathRest}+)`,
  'gi',
);

const mask = (pattern: RegExp): Rule => ({ finding, apply: (text) => text.replace(pattern, localPathMarker) });

/** Shows what lies in the repository's folder relative to it. */
function rootRules(root: string | null): readonly Rule[] {
  const parts = (root ?? '').split(/[\\/]+/).filter((part) => part !== '');
  if (root === null || parts.length === 0) return [];
  const isDrive = /^[A-Za-z]:/.test(root);
  const path = `${isDrive ? '' : String.raw`[\\/]`}${parts.map(literally).join(String.raw`[\\/]+`)}`;
  const below = new RegExp(`${notInside}${path}${String.raw`[\\/]+`}(?=${pathRest})`, isDrive ? 'gi' : 'g');
  const itself = new RegExp(
    String.raw`${notInside}${path}(?:[\\/]+|(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]))`,
    isDrive ? 'giu' : 'gu',
  );
  return [
    { finding, apply: (text) => text.replace(below, '') },
    { finding, apply: (text) => text.replace(itself, '.') },
  ];
}

/** Rules for paths that tell who works here, or where. */
export const localPathRules = (root: string | null): readonly Rule[] => [...rootRules(root), mask(unix), mask(windows)];
