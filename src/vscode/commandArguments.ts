import { subjectOf, takesMany, type CommandName } from './ids.ts';
import { isRow, type Row } from './views/rows.ts';

/** What kind of thing a row is, without how it stands. */
const kindOf = ({ node }: Row): string => node.contextValue.split('.')[0] ?? '';

/** The rows that are meant: those that are selected if the one that was chosen is among them, and are of its kind. */
const rowsOf = (name: CommandName, row: Row, selected: unknown): readonly Row[] => {
  const all = takesMany(name) && Array.isArray(selected) ? selected.filter(isRow) : [];
  return all.includes(row) ? all.filter((one) => kindOf(one) === kindOf(row)) : [row];
};

/** Rows of a tree come as objects, pages and links give plain texts; a command takes texts only. */
export const commandArguments = (name: CommandName, given: readonly unknown[]): readonly string[] => {
  const [first, selected] = given;
  if (!isRow(first)) return given.filter((one) => typeof one === 'string');
  const key = subjectOf(name);
  return key === undefined ? [] : rowsOf(name, first, selected).flatMap(({ node }) => node.subject[key] ?? []);
};
