import type { Translate } from '../base/problem.ts';
import type { BoardCard, BoardColumn } from '../protocol/webview.ts';
import { cut, pad, printable } from './paint.ts';

/** Widths of the columns with a task's id and its title. */
const [idWidth, titleWidth] = [13, 36];

/** The board as text: a heading for each column that holds something, a line for each task and each lane at work on it. */
export function boardLines(
  t: Translate,
  { facts, columns }: { readonly facts: readonly string[]; readonly columns: readonly BoardColumn[] },
): readonly string[] {
  const filled = columns.filter(({ cards }) => cards.length > 0);
  const head = facts.length === 0 ? [] : [facts.join(' · ')];
  if (filled.length === 0) return [...head, t('The queue is empty. Add a task, then start the loop.')];
  return [...head, ...filled.flatMap(({ title, cards }) => [`${title} (${cards.length})`, ...cards.flatMap(linesOf)])];
}

const linesOf = ({ task, title, mark, age, lanes }: BoardCard): readonly string[] => [
  printable(
    `  ${pad(task, idWidth)}  ${pad(cut(title, titleWidth), titleWidth)}  ${[mark.words, age].filter((word) => word !== '').join('  ')}`,
  ),
  ...lanes.map(({ role, agent, mark: now }) =>
    printable(`  ${pad('', idWidth)}  ${pad(cut(`${role} · ${agent}`, titleWidth), titleWidth)}  ${now.words}`),
  ),
];
