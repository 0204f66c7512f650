// One program run to its end.
import { spawn } from 'node:child_process';
import { root, toolEnvironment } from './project.mjs';

const USUAL_LIMIT_MILLISECONDS = 10 * 60_000;

/** Runs one program to its end, its process group ended with it; `output` is both streams together. */
export function execute(command, args, { env = {}, limit = USUAL_LIMIT_MILLISECONDS } = {}) {
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      env: toolEnvironment({ NO_COLOR: '1', ...env }),
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    };
    const child = spawn(command, args, options);
    let output = '';
    const end = (signal) => {
      try {
        process.kill(options.detached ? -child.pid : child.pid, signal);
      } catch {
        // Nobody of the group is alive any more.
      }
    };
    const onInterrupt = () => {
      end('SIGTERM');
      // Several may run at once: each ends its own before this process goes.
      setImmediate(() => process.exit(130));
    };
    process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
    const timer = setTimeout(() => {
      output += `\nstill running after ${limit / 1000} s: ended\n`;
      end('SIGKILL');
    }, limit);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => (output += error.message));
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
      end('SIGKILL');
      resolve({ code, output });
    });
  });
}
