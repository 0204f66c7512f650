import { err, ok } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { briefFile } from '../briefFile.ts';
import { anyNeedsPermission } from '../fullAccess.ts';
import { judgePlain, parsePlainLine } from '../plainText.ts';
import { probeVersion } from '../probeVersion.ts';
import { unverified } from '../unverified.ts';

const name = 'Grok';

/** xAI's grok. It reads no prompt from stdin, and what asks for a permission without a person ends its run. */
export const grok: Agent = {
  id: 'grok',
  name,
  family: 'xai',
  executables: ['grok'],
  embedded: null,
  capabilities: { ...unverified, models: ['grok-'] },
  variables: ['GROK_*', 'XAI_*'],
  // By its bare name; never tried with the real program.
  screen: [],
  command(spec) {
    if (!spec.fullAccess) return err(anyNeedsPermission(name));
    const brief = briefFile(spec);
    return ok({
      args: [
        '--prompt-file',
        brief.path,
        '--output-format',
        'plain',
        '--sandbox',
        spec.access === 'read' ? 'read-only' : 'off',
        '--always-approve',
        ...(spec.model === null ? [] : ['--model', spec.model]),
      ],
      stdin: '',
      env: { GROK_DISABLE_AUTOUPDATER: '1' },
      files: brief.files,
    });
  },
  parse: parsePlainLine,
  judge: (end) => judgePlain(name, end),
  probe: (tools) => probeVersion(name, tools),
};
