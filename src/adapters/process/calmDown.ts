import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** How long what was typed for the agent is thrown away before the shell begins, in milliseconds: a shell would run it. */
const drainMs = 300;
/** Leaves what a killed agent left on: the other screen, the mouse, pastes in brackets, a hidden cursor. */
const calm =
  '\u001B[?1049l\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l\u001B[?2004l\u001B[?25h\u001B[<u\u001B[0m';

/** Brings the terminal of this process back into a state that a shell can use, without what was typed for the agent. */
export async function calmDown(): Promise<void> {
  process.stdout.write(calm);
  const { stdin } = process;
  if (!stdin.isTTY) return;
  const drop = (): void => undefined;
  stdin.setRawMode(true).on('data', drop);
  await delay(drainMs);
  stdin.off('data', drop).setRawMode(false).pause();
  await new Promise<void>((resolve) => {
    const stty = spawn('stty', ['sane'], { stdio: ['inherit', 'ignore', 'ignore'] });
    stty.once('error', () => resolve());
    stty.once('exit', () => resolve());
  });
}
