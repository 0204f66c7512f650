import { localPathMarker } from './localPaths.ts';

/** Neither a word, nor a part of an address or of a relative path stands before. */
const before = String.raw`(?<![\p{L}\p{N}_.~:/\\-])`;
const rest = String.raw`[^\s'"\x60)\]}<>,;|]`;

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`\bfile:/{1,3}${rest}+`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}])[A-Za-z]:[\\/]+${rest}*`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}\p{N}\\])\\{2,4}[\p{L}\p{N}$._-]+\\${rest}*`, 'gu'),
  new RegExp(`${before}~?/+${String.raw`[\p{L}\p{N}_.$@+-]`}${rest}*`, 'gu'),
];

/**
 * A text without any absolute path, of whatever machine: for what leaves this one. Some of what only looks like a path
 * goes too, such as a command that begins with a slash; what is taken for a path of the repository stays.
 */
export const withoutPaths = (text: string): string =>
  patterns.reduce((clean, pattern) => clean.replace(pattern, localPathMarker), text);
