import { TextDocument } from 'vscode-languageserver-textdocument';
import { TextDocuments } from 'vscode-languageserver/node';
import { parseQueue, type Queue } from '../protocol/queue.ts';
import type { FileTree } from './fileTree.ts';
import { placeOf, queuePath, type Place } from './place.ts';
import { createQueueReader } from './queueReader.ts';

/** The documents that the client has open, and the queue that they belong to. */
export interface OpenDocuments {
  readonly documents: TextDocuments<TextDocument>;
  placeOf(document: TextDocument): Place | null;
  /** The queue in an open document. */
  read(document: TextDocument): Queue;
  forget(uri: string): void;
  /** A checkout's queue as it stands in the editor, else on disk, else an empty one. */
  queueOf(root: string): Promise<Queue>;
}

const emptyQueue: Queue = { entries: [], problems: [], advice: [] };

export function openDocuments(files: FileTree): OpenDocuments {
  const documents = new TextDocuments(TextDocument);
  const queues = createQueueReader();
  const places = new Map<string, Place | null>();

  const place = ({ uri }: TextDocument): Place | null => {
    const known = places.get(uri);
    if (known !== undefined) return known;
    const found = placeOf(uri);
    places.set(uri, found);
    return found;
  };
  const openQueue = (root: string): TextDocument | undefined =>
    documents.all().find((document) => {
      const found = place(document);
      return found?.kind === 'queue' && found.root === root;
    });
  return {
    documents,
    placeOf: place,
    read: (document) => queues.read(document),
    forget: (uri) => {
      queues.forget(uri);
      places.delete(uri);
    },
    queueOf: async (root) => {
      const document = openQueue(root);
      if (document) return queues.read(document);
      const text = await files.read(root, queuePath);
      return text === null ? emptyQueue : parseQueue(text);
    },
  };
}
