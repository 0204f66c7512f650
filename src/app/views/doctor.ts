import type { Finding } from '../doctor/finding.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode } from './treeNode.ts';
import type { ViewContext } from './viewContext.ts';
import { oneLine } from './words.ts';
import { commandLine } from '../../base/shellWord.ts';
import { action } from './actions.ts';

/** What the doctor of a window knows. */
export interface Examination {
  /** A look is under way. */
  readonly looking: boolean;
  /** Null before the first look. */
  readonly findings: readonly Finding[] | null;
}

const shown: Readonly<Record<Finding['level'], { readonly icon: string; readonly tone: Tone }>> = {
  ok: { icon: 'pass', tone: 'none' },
  warn: { icon: 'warning', tone: 'attention' },
  fail: { icon: 'error', tone: 'bad' },
};

/** Names a finding for the commands of its row, as long as it is found. */
export const findingId = ({ what, words }: Finding): string => `${what}: ${words}`;

/** What keeps MAM from working comes first, then what can be mended from here. */
const urgency = ({ level, argv }: Finding): number => (level === 'fail' ? 0 : argv === null ? 2 : 1);

/** What is wrong, each with its remedy, and below one row what is as it should be. */
export const doctorView = (ctx: ViewContext, { looking, findings }: Examination): readonly TreeNode[] => {
  const { t } = ctx;
  const look = looking ? [row('looking', t('Looking…'), 'loading~spin')] : [];
  if (findings === null) return look;
  const wrong = findings.filter(({ level }) => level !== 'ok').toSorted((a, b) => urgency(a) - urgency(b));
  const fine = findings.filter(({ level }) => level === 'ok');
  const well =
    wrong.length === 0 ? t('Everything is as it should be') : t('As it should be: {count}', { count: fine.length });
  return [
    ...look,
    ...wrong.map((one) => findingNode(ctx, one)),
    ...(fine.length === 0
      ? []
      : [{ ...row('fine', well, 'pass'), children: fine.map((one) => findingNode(ctx, one)) }]),
  ];
};

const row = (id: string, label: string, icon: string): TreeNode =>
  treeNode({ id: `doctor:${id}`, label, description: '', icon, contextValue: 'doctor' });

const findingNode = (ctx: ViewContext, one: Finding): TreeNode => {
  const { level, what, words, argv } = one;
  const id = findingId(one);
  return treeNode({
    id: `finding:${id}`,
    label: what,
    description: oneLine(words, 200),
    ...shown[level],
    contextValue: argv === null ? 'finding' : 'finding.remedy',
    subject: { finding: id },
    action: argv === null ? null : action(ctx.t, 'mend', id),
    tooltip: [
      `**${escapeMarkdown(what)}**`,
      escapeMarkdown(words),
      ...(argv === null ? [] : [`\`${commandLine(argv).replaceAll('`', '')}\``]),
    ].join('\n\n'),
  });
};

/** How much is wrong, beside the view's title. */
export const doctorDescription = (ctx: ViewContext, { findings }: Examination): string => {
  const count = findings?.filter(({ level }) => level !== 'ok').length ?? 0;
  return count === 0 ? '' : ctx.t('{count} to look at', { count });
};
