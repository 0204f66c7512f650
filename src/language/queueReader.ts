import type { TextDocument } from 'vscode-languageserver-textdocument';
import { parseQueue, type Queue } from '../protocol/queue.ts';

export interface QueueReader {
  read(document: TextDocument): Queue;
  forget(uri: string): void;
}

/** Parses each version of a document once, however many questions are asked about it. */
export function createQueueReader(parse: (text: string) => Queue = parseQueue): QueueReader {
  const known = new Map<string, { readonly version: number; readonly queue: Queue }>();
  return {
    read: (document) => {
      const { uri, version } = document;
      const last = known.get(uri);
      if (last?.version === version) return last.queue;
      const queue = parse(document.getText());
      known.set(uri, { version, queue });
      return queue;
    },
    forget: (uri) => void known.delete(uri),
  };
}
