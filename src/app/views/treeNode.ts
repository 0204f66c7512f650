/** How much a row asks for attention. Colour follows only `attention` and `bad`; the icon and the words say the same. */
export type Tone = 'none' | 'active' | 'good' | 'attention' | 'bad' | 'muted';

/** Something that a row can do: the command's name without the product's prefix, and plain arguments. */
export interface ViewAction {
  readonly title: string;
  readonly name: string;
  readonly args: readonly string[];
}

/** What a row is about, for the commands of its menu. */
interface Subject {
  readonly run?: string;
  readonly task?: string;
  /** What may be put into the queue by its title, or taken out of the backlog by its id. */
  readonly wish?: string;
  readonly path?: string;
  readonly lease?: string;
  readonly breach?: string;
  readonly job?: string;
  readonly terminal?: string;
  /** An agent session. */
  readonly session?: string;
  /** Something that the doctor found. */
  readonly finding?: string;
}

/** A row of any tree. The same id is the same row, so that a host updates only what changed. */
export interface TreeNode {
  readonly id: string;
  readonly label: string;
  /** One short phrase: the state, then what or since when. */
  readonly description: string;
  /** Name of a codicon, possibly with `~spin`. */
  readonly icon: string;
  readonly tone: Tone;
  /** Markdown; what came from outside is escaped. */
  readonly tooltip: string;
  /** What the host's menus hang on. */
  readonly contextValue: string;
  readonly subject: Subject;
  readonly children: readonly TreeNode[];
  /** Whether its children are shown before anybody unfolds it. */
  readonly expanded?: boolean;
  /** What a click does. */
  readonly action: ViewAction | null;
  readonly accessibilityLabel: string;
}

/** Makes text from outside harmless and literal in Markdown. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]()#+\-.!|<>~$&]/g, '\\$&').replace(/\r?\n/g, '  \n');

const spoken = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

/** A row with the usual defaults: no children, no click, the tooltip of its own words. */
export const treeNode = (
  row: Pick<TreeNode, 'id' | 'label' | 'description' | 'icon' | 'contextValue'> & Partial<TreeNode>,
): TreeNode => ({
  tone: 'none',
  subject: {},
  children: [],
  action: null,
  tooltip: `**${escapeMarkdown(row.label)}**${row.description === '' ? '' : `  \n${escapeMarkdown(row.description)}`}`,
  accessibilityLabel: spoken(row.label, row.description),
  ...row,
});
