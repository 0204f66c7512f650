import type { Privacy } from '../core/privacy/privacy.ts';
import type { Files } from './ports/files.ts';
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
 * at once, whichever links lead to it; a link that leads out of the folder is not followed, and is named.
 */
export async function auditFolder(
  files: Pick<Files, 'kind' | 'list' | 'read' | 'real'>,
  folder: string,
  privacy: Privacy,
): Promise<FolderAudit> {
  const findings: { file: string; issue: string }[] = [];
  const unreadable: string[] = [];
  const root = await files.real(folder);
  if (root === null) return { findings, unreadable };
  const seen = new Set<string>();

  const look = async (path: string): Promise<void> => {
    const name = path.slice(folder.length + 1);
    const shown = privacy.redact(name);
    const real = await files.real(path);
    if (real === null || !isWithin(root, real)) {
      unreadable.push(shown);
      return;
    }
    if (seen.has(real)) return;
    seen.add(real);
    for (const issue of name === '' ? [] : privacy.audit(name)) findings.push({ file: shown, issue });
    const kind = await files.kind(path);
    if (kind === 'folder') return lookInto(path, shown);
    if (kind === null) unreadable.push(shown);
    if (kind === null || !audited.test(path)) return;
    const text = await files.read(path);
    if (!text.ok) unreadable.push(shown);
    else if (text.value !== null)
      for (const issue of auditText(path, text.value, privacy)) findings.push({ file: shown, issue });
  };
  const lookInto = async (path: string, shown: string): Promise<void> => {
    const names = await files.list(path).catch(() => null);
    if (names === null) unreadable.push(shown);
    for (const name of names ?? []) await look(`${path}/${name}`);
  };

  await look(folder);
  const rows = new Map(findings.map((one) => [JSON.stringify(one), one]));
  return { findings: [...rows.values()], unreadable: [...new Set(unreadable)] };
}

const isWithin = (root: string, path: string): boolean =>
  path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);

/** The report of an audit, as the contract has it. */
export function auditMarkdown(target: string, { findings, unreadable }: FolderAudit): string {
  const list = (lines: readonly string[]): string => (lines.length === 0 ? '- None' : lines.join('\n'));
  return `${[
    '# Privacy Audit',
    [
      `- Target: \`${target}\``,
      `- Result: ${isClean({ findings, unreadable }) ? 'pass' : 'fail'}`,
      `- Finding count: ${findings.length + unreadable.length}`,
    ].join('\n'),
    `## Findings\n\n${list([
      ...findings.map(({ file, issue }) => `- \`${file}\`: ${issue}`),
      ...unreadable.map((file) => `- \`${file}\`: could not be looked at`),
    ])}`,
  ].join('\n\n')}\n`;
}

export const isClean = ({ findings, unreadable }: FolderAudit): boolean =>
  findings.length === 0 && unreadable.length === 0;
