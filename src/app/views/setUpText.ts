import { commandLine } from '../../base/shellWord.ts';
import type { SetUpResult, Worktree } from '../../core/worktree/types.ts';
import { escapeMarkdown } from './treeNode.ts';
import type { ViewContext } from './viewContext.ts';
import { duration } from './words.ts';

/** The page of a worktree's newest set-up: what was linked and copied, and what its commands printed at their end. */
export function setUpText(ctx: ViewContext, { path, setUp }: Worktree, name: string): string {
  const { t } = ctx;
  const head = [`# ${escapeMarkdown(name)}`, `\`${path.replaceAll('`', '')}\``];
  if (setUp === undefined) return `${[...head, t('It was not set up yet.')].join('\n\n')}\n`;
  const list = (title: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`## ${title}`, names.map((one) => `- \`${one.replaceAll('`', '')}\``).join('\n')];
  return `${[
    ...head,
    ...list(t('Linked: what is written there is written in the main checkout'), setUp.linked),
    ...list(t('Copied'), setUp.copied),
    ...list(t('Was there before, and stayed as it is'), setUp.kept),
    ...setUp.commands.flatMap((one) => commandPart(ctx, one)),
  ].join('\n\n')}\n`;
}

function commandPart(ctx: ViewContext, one: SetUpResult['commands'][number]): readonly string[] {
  const title = `## ${escapeMarkdown(commandLine(one.argv))}`;
  const said = `${outcomeWords(ctx, one)} · ${duration(ctx, one.durationMs)}`;
  // Indented, so that nothing of what was printed is taken for Markdown.
  const printed = one.tail.trimEnd();
  return [title, said, ...(printed === '' ? [] : [printed.replaceAll(/^/gm, '    ')])];
}

const outcomeWords = ({ t }: ViewContext, { outcome, exitCode }: SetUpResult['commands'][number]): string => {
  switch (outcome) {
    case 'passed':
      return t('passed');
    case 'failed':
      return exitCode === null ? t('did not run') : t('failed with code {code}', { code: exitCode });
    case 'timed-out':
      return t('took too long and was ended');
    case 'not-run':
      return t('did not run');
  }
};
