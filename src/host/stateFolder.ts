import { mkdir } from 'node:fs/promises';
import { problem, type Problem } from '../base/problem.ts';

/** Makes the folder of this user's state. A problem where there can be none, as below a file that XDG_STATE_HOME names. */
export async function makeStateFolder(path: string): Promise<Problem | null> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === null) throw error;
    return problem(
      'host.stateFolder',
      'MAM keeps what it knows of you in {path}, and no folder can be made there ({code}). Move away what is in its place, or name another folder in XDG_STATE_HOME.',
      { path, code },
    );
  }
}
