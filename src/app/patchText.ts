import { redactSecrets } from '../core/privacy/secrets.ts';

const section = 'diff --git ';

/** The lines that a patch adds, without their mark. Content may look like the head of a file: only the first of each is one. */
export function addedText(patch: string): string {
  const added: string[] = [];
  let inHead = false;
  for (const line of patch.split('\n')) {
    if (line.startsWith(section)) inHead = true;
    else if (inHead && line.startsWith('+++ ')) inHead = false;
    else if (line.startsWith('+')) added.push(line.slice(1));
  }
  return added.join('\n');
}

/**
 * A patch as evidence that people can read: without secrets, which deleted lines and the lines around a change may hold,
 * and without binary data, which nobody could search again. It can't be applied; git has the change itself.
 */
export function evidenceText(patch: string): string {
  const kept: string[] = [];
  let inData = false;
  for (const line of patch.split('\n')) {
    if (line.startsWith(section)) inData = false;
    if (!inData) kept.push(line);
    if (line !== 'GIT binary patch') continue;
    inData = true;
    kept.push('[data not kept here]', '');
  }
  return redactSecrets(kept.join('\n'));
}
