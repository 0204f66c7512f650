import { err, ok } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { briefFile } from '../briefFile.ts';
import { anyNeedsPermission } from '../fullAccess.ts';
import { judgePlain, parsePlainLine } from '../plainText.ts';
import { probeVersion } from '../probeVersion.ts';
import { unverified } from '../unverified.ts';

const name = 'Hermes';

/** Nous Research's hermes in its one-shot form, which prints the final answer and nothing else. */
export const hermes: Agent = {
  id: 'hermes',
  name,
  family: 'hermes',
  executables: ['hermes'],
  embedded: null,
  capabilities: unverified,
  variables: ['HERMES_*', 'NOUS_*', 'OPENROUTER_*', 'ANTHROPIC_*', 'OPENAI_*'],
  // By its bare name; never tried with the real program.
  screen: [],
  command(spec) {
    if (!spec.fullAccess) return err(anyNeedsPermission(name));
    const brief = briefFile(spec);
    return ok({
      args: [
        ...(spec.access === 'read' ? [] : ['--yolo']),
        ...(spec.model === null ? [] : ['--model', spec.model]),
        '-z',
        brief.prompt,
      ],
      // It is said to read what is piped in as well; the file is what the prompt names.
      stdin: spec.brief,
      env: {},
      files: brief.files,
    });
  },
  parse: parsePlainLine,
  judge: (end) => judgePlain(name, end),
  probe: (tools) => probeVersion(name, tools),
};
