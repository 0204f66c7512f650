import { join } from 'node:path';
import type { LaneSpec } from '../../app/ports/agents.ts';

const fileName = 'prompt.md';

/** The brief for a CLI that takes its prompt as an argument or from a file: never the text itself, which may be long and say anything. */
export const briefFile = (spec: Pick<LaneSpec, 'folder' | 'brief'>) => {
  const path = join(spec.folder, fileName);
  return {
    path,
    files: { [fileName]: spec.brief },
    /** What to say where only a prompt can be given. */
    prompt: `Read the file ${path} and do exactly what it says. Your last message is the report that it asks for.`,
  };
};
