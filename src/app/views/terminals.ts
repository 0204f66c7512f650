import type { TerminalNote } from '../ports/agentTerminals.ts';
import { action } from './actions.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode } from './treeNode.ts';
import type { ViewContext } from './viewContext.ts';
import { folderName, phrase, since } from './words.ts';

/** An agent's terminal, as this window sees it. */
export interface TerminalSession extends TerminalNote {
  /** Whether this window shows it. */
  readonly here: boolean;
}

interface TerminalStatus {
  readonly text: string;
  readonly icon: string;
  readonly tone: Tone;
  readonly kind: 'running' | 'shell' | 'elsewhere' | 'gone';
}

const shellWords = (ctx: ViewContext, { code, signal }: TerminalSession): string => {
  if (code === null && signal === null) return ctx.t('agent gone, shell open');
  return code === 0
    ? ctx.t('agent ended, shell open')
    : ctx.t('agent ended with {code}, shell open', { code: code ?? signal ?? '' });
};

export const terminalStatus = (ctx: ViewContext, terminal: TerminalSession): TerminalStatus => {
  if (!terminal.alive || terminal.state === 'closed')
    return {
      text: ctx.t('terminal gone since {time}, can be opened again', { time: ctx.clock(terminal.since) }),
      icon: 'debug-pause',
      tone: 'attention',
      kind: 'gone',
    };
  const shell = terminal.state === 'shell';
  const words = shell ? shellWords(ctx, terminal) : ctx.t('running, {time}', { time: since(ctx, terminal.openedAt) });
  if (!terminal.here)
    return {
      text: phrase(words, ctx.t('in another window')),
      icon: 'multiple-windows',
      tone: 'muted',
      kind: 'elsewhere',
    };
  if (!shell) return { text: words, icon: 'terminal', tone: 'active', kind: 'running' };
  const tone = terminal.code === 0 ? 'muted' : 'attention';
  return { text: words, icon: 'debug-disconnect', tone, kind: 'shell' };
};

/** A row for each agent that somebody opened in a terminal, below the seats of the loop. */
export const terminalsView = (ctx: ViewContext, terminals: readonly TerminalSession[]): readonly TreeNode[] =>
  terminals.map((terminal) => {
    const status = terminalStatus(ctx, terminal);
    const held = terminal.alive && terminal.state === 'agent';
    return treeNode({
      id: `terminal:${terminal.id}`,
      label: terminal.name,
      description: phrase(ctx.t('terminal'), folderName(terminal.cwd), status.text, held ? ctx.t('advisory') : null),
      icon: status.icon,
      tone: status.tone,
      contextValue: `terminal.${status.kind}`,
      subject: { terminal: terminal.id, path: terminal.cwd },
      action: action(ctx.t, 'showTerminal', terminal.id),
      tooltip: [
        `**${escapeMarkdown(terminal.name)}**`,
        escapeMarkdown(terminal.cwd),
        escapeMarkdown(status.text),
        ...(held
          ? [
              escapeMarkdown(
                ctx.t('Advisory: in a terminal no hook and no lease of MAM holds an agent to its checkout.'),
              ),
            ]
          : []),
      ].join('\n\n'),
    });
  });
