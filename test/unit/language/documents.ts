import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position } from 'vscode-languageserver/node';
import type { FileTree } from '../../../src/language/fileTree.ts';

export const queueUri = 'file:///repo/tasks/queue.md';

export const documentOf = (text: string, version = 1, uri = queueUri): TextDocument =>
  TextDocument.create(uri, 'markdown', version, text);

/** A document and the position that `|` marks in its text. */
export function marked(text: string, uri = queueUri): { readonly document: TextDocument; readonly position: Position } {
  const offset = text.indexOf('|');
  const document = documentOf(text.slice(0, offset) + text.slice(offset + 1), 1, uri);
  return { document, position: document.positionAt(offset) };
}

/** A checkout in memory: the files by their path below its root. */
export function filesOf(texts: Readonly<Record<string, string>>, cut = false): FileTree {
  return {
    read: async (_root, path) => texts[path] ?? null,
    isFile: async (_root, path) => path in texts,
    isSame: async (root, other) => root === other,
    list: async (_root, folder) => {
      const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
      const names = new Map<string, boolean>();
      for (const path of Object.keys(texts).toSorted()) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...below] = path.slice(prefix.length).split('/');
        names.set(name, below.length > 0);
      }
      return { names: [...names].map(([name, isFolder]) => ({ name, folder: isFolder })), cut };
    },
  };
}
