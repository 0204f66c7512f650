import type { TextDocument } from 'vscode-languageserver-textdocument';
import { parseQueue, type Queue } from '../protocol/queue.ts';
import { createEntryMemory, type EntryMemory } from './entryMemory.ts';

export interface QueueReader {
  read(document: TextDocument): Queue;
  forget(uri: string): void;
}

interface Known {
  readonly memory: EntryMemory;
  readonly version: number;
  readonly queue: Queue;
}

/** Parses each version of a document once, however many questions are asked about it, and of a new one what changed. */
export function createQueueReader(parse: typeof parseQueue = parseQueue): QueueReader {
  const known = new Map<string, Known>();
  return {
    read: (document) => {
      const { uri, version } = document;
      const last = known.get(uri);
      if (last?.version === version) return last.queue;
      const memory = last?.memory ?? createEntryMemory();
      const queue = parse(document.getText(), memory.read);
      memory.settle();
      known.set(uri, { memory, version, queue });
      return queue;
    },
    forget: (uri) => void known.delete(uri),
  };
}
