import { commandLine } from '../../base/shellWord.ts';
import type { FileChange } from '../../core/loop/types.ts';
import type { ShownRescue } from '../rescues.ts';
import { escapeMarkdown } from './treeNode.ts';
import type { ViewContext } from './viewContext.ts';
import { shortCommit } from './words.ts';

/** More lines of one kind than anybody reads. */
const mostLines = 500;

/** What is in a copy, without the change itself: a heading and a line each. `name` of a file is any text, so it stands in code. */
export function rescueLines(ctx: ViewContext, { stood, commits, files, beside, copy }: ShownRescue): readonly string[] {
  const of = (status: FileChange['status']) => files.filter((one) => one.status === status);
  const changes = (some: readonly FileChange[]) =>
    some.map(({ path, added, removed }) => `${code(path)} +${added} −${removed}`);
  const changed = [...of('modified'), ...of('type-changed')];
  const folder = copy.folder === undefined ? ctx.t('Kept beside the commit') : ctx.t('Files');
  return [
    ...(stood === null ? [] : [ctx.t('It stood at {path}', { path: code(stood.path) })]),
    ...(stood === null || stood.branch === null ? [] : [ctx.t('Branch {branch}', { branch: code(stood.branch) })]),
    ...group(
      ctx.t('Commits'),
      commits.map(({ commit, about }) => `${code(shortCommit(commit))} ${escapeMarkdown(about)}`),
    ),
    ...group(ctx.t('New files'), changes(of('added'))),
    ...group(ctx.t('Changed files'), changes(changed)),
    ...group(ctx.t('Deleted files'), changes(of('deleted'))),
    ...group(folder, beside.map(code)),
  ];
}

/** The page of a copy: what is in it, how it comes back, and the change itself. */
export function rescueText(ctx: ViewContext, shown: ShownRescue): string {
  const { copy, diff, cut } = shown;
  const head = [
    `# ${escapeMarkdown(copy.name)}`,
    ctx.t('Kept {day} {time}.', { day: ctx.day(copy.at), time: ctx.clock(copy.at) }),
    ctx.t('To get it back: MAM: Restore Rescued Work…, or {command}', {
      command: code(commandLine(['mam', 'rescue', 'restore', copy.name])),
    }),
  ];
  const change =
    copy.folder !== undefined || diff.trim() === ''
      ? []
      : [`## ${ctx.t('The change')}`, fenced(diff), ...(cut ? [ctx.t('The rest is cut off here.')] : [])];
  return `${[...head, rescueLines(ctx, shown).join('\n'), ...change].join('\n\n')}\n`;
}

const group = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : [
        '',
        `## ${title} (${lines.length})`,
        '',
        ...lines.slice(0, mostLines).map((line) => `- ${line}`),
        ...(lines.length > mostLines ? ['- …'] : []),
      ];

const code = (text: string): string => `\`${text.replaceAll(/[`\r\n]/g, '?')}\``;

/** A fence that nothing in the text can close. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text.trimEnd()}\n${fence}`;
};
