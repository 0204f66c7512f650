import type { TextEdit } from 'vscode-languageserver/node';

/** One way to mend a problem, or to write something anew. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The one that an editor may take by itself when it is asked to mend everything. */
  readonly preferred?: boolean;
}
