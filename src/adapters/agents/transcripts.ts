import { redactSecrets } from '../../core/privacy/secrets.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptEntry, TranscriptReading, Transcripts } from '../../app/ports/transcripts.ts';
import type { Agent, AgentEvent } from './agent.ts';
import type { AgentRegistry } from './registry.ts';
import { tailLines, type Tail } from './tail.ts';

/** Bytes of a transcript that are read at most when it is opened: nobody reads more, and its end counts. */
const mostRead = 4 * 1024 * 1024;
const longestLine = 1024 * 1024;
/** Characters of a line that nobody understood which are still worth showing. */
const shownOfBroken = 240;

/** Reads transcripts from the files of lanes, each in the words of its agent. */
export const createTranscripts = (registry: Pick<AgentRegistry, 'find'>): Transcripts => ({
  open(id, folder) {
    const path = join(folder, 'stdout.jsonl');
    const reader = readEntries(registry.find(id));
    let tail: Tail | null = null;
    let skipped = 0;
    let reading = Promise.resolve<readonly TranscriptEntry[]>([]);
    const read = async (until: Parameters<TranscriptReading['read']>[0]): Promise<readonly TranscriptEntry[]> => {
      if (tail === null) {
        const size = (await stat(path).catch(() => null))?.size ?? 0;
        skipped = Math.max(0, size - mostRead);
        // A reading that begins in the middle begins with a torn line.
        let torn = skipped > 0;
        tail = tailLines(
          path,
          longestLine,
          (line) => {
            if (!torn) reader.take(line);
            torn = false;
          },
          skipped,
        );
      }
      await tail.read(until === 'end');
      return reader.entries(until !== 'more');
    };
    return {
      read: (until) => (reading = reading.then(() => read(until))),
      skipped: () => skipped,
    };
  },
});

/** Collects entries; pieces of one message become one entry when it is whole. */
function readEntries(agent: Pick<Agent, 'parse' | 'capabilities'> | null) {
  let entries: TranscriptEntry[] = [];
  let open = '';
  const close = (): void => {
    if (open.trim() !== '') entries.push({ kind: 'said', text: open });
    open = '';
  };
  const note = (event: AgentEvent): void => {
    if (event.kind === 'message' && event.piece === true) {
      open += event.text;
      return;
    }
    close();
    if (event.kind === 'message') entries.push({ kind: 'said', text: event.text });
    else if (event.kind === 'progress') entries.push({ kind: 'did', text: event.text });
    else if (event.kind === 'failure') entries.push({ kind: 'failed', text: event.message });
  };
  return {
    take(line: string): void {
      if (line.trim() === '' && agent?.capabilities.structuredOutput !== false) return;
      const events = agent?.parse(line) ?? null;
      if (events === null) {
        close();
        entries.push({ kind: 'unknown', text: redactSecrets(line).slice(0, shownOfBroken) });
      } else for (const event of events) note(event);
    },
    entries(last: boolean): readonly TranscriptEntry[] {
      if (last) close();
      const taken = entries;
      entries = [];
      return taken;
    },
  };
}
