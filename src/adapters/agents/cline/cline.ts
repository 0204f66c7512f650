import { err, ok } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { briefFile } from '../briefFile.ts';
import { anyNeedsPermission } from '../fullAccess.ts';
import { judgeLane } from '../judge.ts';
import { probeVersion } from '../probeVersion.ts';
import { unverified } from '../unverified.ts';
import { parseClineLine } from './parse.ts';

const name = 'Cline';

/** Cline's command line. It leaves a daemon behind, which ends with the lane. */
export const cline: Agent = {
  id: 'cline',
  name,
  family: 'cline',
  executables: ['cline'],
  embedded: null,
  capabilities: { ...unverified, structuredOutput: true, efforts: ['low', 'medium', 'high', 'xhigh'] },
  variables: ['CLINE_*', 'ANTHROPIC_*', 'OPENAI_*', 'OPENROUTER_*'],
  // By its bare name; never tried with the real program.
  screen: [],
  command(spec) {
    if (!spec.fullAccess) return err(anyNeedsPermission(name));
    const brief = briefFile(spec);
    return ok({
      args: [
        '--json',
        ...(spec.access === 'read' ? ['--plan'] : []),
        '--auto-approve',
        spec.access === 'read' ? 'false' : 'true',
        ...(spec.model === null ? [] : ['--model', spec.model]),
        ...(spec.effort === null ? [] : ['--thinking', spec.effort]),
        brief.prompt,
      ],
      stdin: '',
      env: {},
      files: brief.files,
    });
  },
  parse: parseClineLine,
  judge: (end) => judgeLane(name, end),
  probe: (tools) => probeVersion(name, tools),
};
