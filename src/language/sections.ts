import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver/node';
import { readNotes } from '../core/handoff/readNotes.ts';
import { usualHandoff } from '../core/handoff/usualRules.ts';
import type { QueueEntry } from '../protocol/queueEntry.ts';
import { insertBelow, lineText } from './lines.ts';

const checksSection = 'Validation Commands';
const usual = ['Goal', 'Acceptance Criteria', checksSection] as const;

const bodyOf = (section: string): string => (section === checksSection ? '\n\n```sh\n# one command a line\n```' : '\n');

/** The usual sections that an entry has not; one with checks has those somewhere. */
export const missingSections = ({ body, checks }: QueueEntry): readonly string[] =>
  usual.filter((name) =>
    name === checksSection ? checks.length === 0 : !new RegExp(`^#{2,4}[ \\t]+${name}[ \\t]*$`, 'im').test(body),
  );

/** 1-based line of a section's heading in the entry, or null. */
function headingLine(document: TextDocument, { line, lastLine }: QueueEntry, section: string): number | null {
  const pattern = new RegExp(`^#{2,3}[ \\t]+${section}[ \\t]*$`);
  for (let number = line + 1; number <= lastLine; number++)
    if (pattern.test(lineText(document, number - 1))) return number;
  return null;
}

/** Puts sections at the end of an entry; a block for the checks goes into the section that is there already. */
export function addSections(document: TextDocument, entry: QueueEntry, names: readonly string[]): TextEdit {
  const there = names.length === 1 && names[0] === checksSection ? headingLine(document, entry, checksSection) : null;
  if (there !== null) return insertBelow(document, there, bodyOf(checksSection).slice(1));
  return insertBelow(document, entry.lastLine, names.map((name) => `\n### ${name}${bodyOf(name)}`).join('\n'));
}

/** Hand-over notes at the end of an entry, to be filled in; null where it has some. What only an evaluation needs is left out. */
export function addNotes(document: TextDocument, entry: QueueEntry): TextEdit | null {
  if (readNotes([entry.body], usualHandoff) !== null) return null;
  const fields = usualHandoff.fields.filter(({ when }) => when === undefined).map(({ label }) => `- ${label}:`);
  return insertBelow(document, entry.lastLine, `\n### ${usualHandoff.headings[0]}\n\n${fields.join('\n')}`);
}
