import { err, ok } from '../../../base/result.ts';
import type { Agent } from '../agent.ts';
import { briefFile } from '../briefFile.ts';
import { anyNeedsPermission } from '../fullAccess.ts';
import { judgePlain, parsePlainLine } from '../plainText.ts';
import { probeVersion } from '../probeVersion.ts';
import { unverified } from '../unverified.ts';

const name = 'Antigravity';

/** Google's agy. Its own limit for a run is five minutes unless another is given. */
export const agy: Agent = {
  id: 'agy',
  name,
  family: 'google',
  executables: ['agy'],
  embedded: null,
  capabilities: unverified,
  variables: ['AGY_*', 'ANTIGRAVITY_*'],
  // By its bare name; never tried with the real program.
  screen: [],
  command(spec) {
    if (!spec.fullAccess) return err(anyNeedsPermission(name));
    const brief = briefFile(spec);
    return ok({
      args: [
        '--add-dir',
        spec.folder,
        '--print-timeout',
        `${Math.max(1, Math.ceil(spec.timeoutMs / 60_000))}m`,
        ...(spec.access === 'read' ? ['--sandbox'] : []),
        '--dangerously-skip-permissions',
        '--print',
        brief.prompt,
      ],
      stdin: '',
      env: { AGY_CLI_DISABLE_AUTO_UPDATE: '1' },
      files: brief.files,
    });
  },
  parse: parsePlainLine,
  judge: (end) => judgePlain(name, end),
  probe: (tools) => probeVersion(name, tools),
};
