import type { TextDocument } from 'vscode-languageserver-textdocument';
import { parseCheck } from '../core/evidence/checks.ts';
import { normaliseClaim } from '../core/lease/claims.ts';
import type { QueueEntry } from '../protocol/queueEntry.ts';
import { lineText, removeLines, replaceLine } from './lines.ts';
import type { Fix } from './fix.ts';
import { t } from './translate.ts';

/** What changes the shell itself: it would change nothing for a check of its own. */
const ofTheShell = new Set(['.', 'alias', 'cd', 'eval', 'exec', 'export', 'popd', 'pushd', 'set', 'source', 'umask']);

/** Checks that only `&&` joins are as good one a line: the first that fails ends them, too. */
export function shellFixes(document: TextDocument, line: number, text: string): readonly Fix[] {
  const parts = text.trim().split(/\s*&&\s*/);
  const programs = parts.map((part) => parseCheck(part).argv[0]);
  if (parts.length < 2 || programs.some((program) => program === undefined || ofTheShell.has(program))) return [];
  const indent = /^\s*/.exec(text)?.[0] ?? '';
  const apart = parts.map((part) => indent + part).join('\n');
  return [{ title: t('Write one check a line'), edits: [replaceLine(document, line, apart)], preferred: true }];
}

/** A claim that is left out anyway is taken away: from the bullet on this 1-based line, or from the ones right below it. */
export function claimFixes(document: TextDocument, entry: QueueEntry, line: number): readonly Fix[] {
  const claim = entry.claims.find((one) => normaliseClaim(one) === null);
  if (claim === undefined) return [];
  for (let number = line; number <= entry.lastLine; number++) {
    const text = lineText(document, number - 1);
    if (number > line && !/^[ \t]+[-*][ \t]/.test(text)) break;
    const left = without(text, claim);
    if (left === null) continue;
    const edit = /^[ \t]+[-*]\s*$/.test(left) ? removeLines(number, 1) : replaceLine(document, number, left);
    return [{ title: t('Remove {claim} from the files', { claim }), edits: [edit], preferred: true }];
  }
  return [];
}

/** The line without a path, its back-ticks and the comma that parts it from the others; null when it isn't there. */
function without(text: string, claim: string): string | null {
  for (const token of [`\`${claim}\``, claim]) {
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
      const [before, behind] = [text.slice(0, at), text.slice(at + token.length)];
      if (!/(?:^|[\s,:])$/.test(before) || !/^(?:$|[\s,])/.test(behind)) continue;
      const rest = behind.replace(/^[\s,]+/, '');
      return rest === '' ? before.replace(/[\s,]+$/, '') : before + rest;
    }
  }
  return null;
}
