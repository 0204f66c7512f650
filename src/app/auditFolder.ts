import { codeSpan } from '../base/plainMarkdown.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { Files } from './ports/files.ts';
import { createAuditMemory, type AuditMemory } from './auditMemory.ts';
import { auditText } from './publicText.ts';

export interface FolderAudit {
  /** One row for each kind of finding in a file; the file is named as people may see it, relative to the folder. */
  readonly findings: readonly { readonly file: string; readonly issue: string }[];
  /** What could not be looked at, named the same way: nobody knows what it holds, so it is never clean. */
  readonly unreadable: readonly string[];
}

/** Kinds of files that are meant to be read by others. */
const audited = /\.(?:md|txt|json|jsonl|ya?ml)$/i;

/**
 * Looks through the reports below a folder, or through one file, for what may not be shown around. Each file is looked
 * at once, whichever links lead to it; a link that leads out of the folder is not followed, and is named. With the
 * `memory` of an earlier audit of the same folder, only files that changed since are read.
 */
export async function auditFolder(
  files: Pick<Files, 'kind' | 'list' | 'read' | 'real' | 'version'>,
  folder: string,
  privacy: Privacy,
  memory: AuditMemory = createAuditMemory(),
): Promise<FolderAudit> {
  const findings: { file: string; issue: string }[] = [];
  const unreadable: string[] = [];
  const root = await files.real(folder);
  // Only what is surely not there holds nothing: whatever else went wrong, nobody has looked.
  if (root === null) return { findings, unreadable: (await isMissing(files, folder)) ? [] : ['.'] };
  const seen = new Set<string>();

  const look = async (path: string): Promise<void> => {
    const name = path.slice(folder.length + 1);
    const shown = privacy.redact(name);
    const real = await files.real(path);
    if (real === null || !isWithin(root, real)) {
      if (real !== null || !(await isGone(path))) unreadable.push(shown);
      return;
    }
    if (seen.has(real)) return;
    seen.add(real);
    // Taken before the text is read: a file that is replaced between the two is read again the next time.
    const version = await files.version(path);
    const known = memory.find(path, version, privacy);
    if (known !== null) {
      for (const issue of known) findings.push({ file: shown, issue });
      return;
    }
    const issues = name === '' ? [] : [...privacy.audit(name)];
    for (const issue of issues) findings.push({ file: shown, issue });
    const kind = await files.kind(path);
    if (kind === 'folder') return lookInto(path, shown);
    if (kind === null && !(await isGone(path))) unreadable.push(shown);
    if (kind === null || !audited.test(path)) return;
    const text = await files.read(path);
    if (!text.ok) unreadable.push(shown);
    else if (text.value !== null) {
      const inside = auditText(path, text.value, privacy);
      for (const issue of inside) findings.push({ file: shown, issue });
      memory.note(path, version, privacy, [...issues, ...inside]);
    }
  };
  const lookInto = async (path: string, shown: string): Promise<void> => {
    const names = await files.list(path).catch(() => null);
    if (names === null) unreadable.push(shown);
    for (const name of names ?? []) await look(`${path}/${name}`);
  };
  /** Gone since its folder was listed, as a file is that is written whole under another name first. */
  const isGone = async (path: string): Promise<boolean> => {
    const cut = path.lastIndexOf('/');
    const names = await files.list(path.slice(0, cut)).catch(() => null);
    return names !== null && !names.includes(path.slice(cut + 1));
  };

  await look(folder);
  const rows = new Map(findings.map((one) => [JSON.stringify(one), one]));
  return { findings: [...rows.values()], unreadable: [...new Set(unreadable)] };
}

/** Whether nothing is at a path, for sure. */
export const isMissing = async (files: Pick<Files, 'read'>, path: string): Promise<boolean> => {
  const found = await files.read(path);
  return found.ok && found.value === null;
};

/** Whether a path is a folder or lies below it, both as they really are. */
export const isWithin = (root: string, path: string): boolean =>
  path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);

/** The report of an audit, as the contract has it. */
export function auditMarkdown(target: string, { findings, unreadable }: FolderAudit): string {
  const list = (lines: readonly string[]): string => (lines.length === 0 ? '- None' : lines.join('\n'));
  return `${[
    '# Privacy Audit',
    [
      `- Target: ${codeSpan(target)}`,
      `- Result: ${isClean({ findings, unreadable }) ? 'pass' : 'fail'}`,
      `- Finding count: ${findings.length + unreadable.length}`,
    ].join('\n'),
    `## Findings\n\n${list([
      ...findings.map(({ file, issue }) => `- ${codeSpan(file)}: ${issue}`),
      ...unreadable.map((file) => `- ${codeSpan(file)}: could not be looked at`),
    ])}`,
  ].join('\n\n')}\n`;
}

export const isClean = ({ findings, unreadable }: FolderAudit): boolean =>
  findings.length === 0 && unreadable.length === 0;
