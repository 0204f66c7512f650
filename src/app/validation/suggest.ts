import { commandLine } from '../../base/shellWord.ts';
import type { Check } from '../../core/evidence/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { classify } from '../../core/surface/classify.ts';
import { applicableCommands } from '../../core/validation/commands.ts';
import type { Settings } from '../../protocol/settings.ts';
import { isWithin } from '../auditFolder.ts';
import type { Files } from '../ports/files.ts';

/** Whether a path must not be named to a command: by the privacy rules, or since it lies on a private surface. */
export const privateFiles =
  (privacy: Privacy, settings: Pick<Settings, 'mam.surfaces'>) =>
  (path: string): boolean =>
    privacy.audit(path).length > 0 || classify([path], settings['mam.surfaces'], []).private;

/** The allowed command lines that are for a change: what every list of suggestions shows, and `mam validate` runs. */
export async function suggestValidation(
  changed: readonly string[],
  deps: {
    readonly files: Pick<Files, 'kind' | 'real'>;
    readonly privacy: Privacy;
    readonly settings: Pick<Settings, 'mam.validation' | 'mam.surfaces'>;
    /** Absolute path of the checkout. */
    readonly root: string;
  },
): Promise<readonly Check[]> {
  const isPrivate = privateFiles(deps.privacy, deps.settings);
  const files: string[] = [];
  const top = await deps.files.real(deps.root);
  for (const file of changed) {
    const path = `${deps.root}/${file}`;
    if (isPrivate(file) || (await deps.files.kind(path)) !== 'file') continue;
    // A link may lead to a file that is nobody's business here, and a command would read it.
    const real = await deps.files.real(path);
    if (top !== null && real !== null && isWithin(top, real)) files.push(file);
  }
  return applicableCommands(files, deps.settings['mam.validation']).map((argv) => ({
    argv,
    line: commandLine(argv),
  }));
}
