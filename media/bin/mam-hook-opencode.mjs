// A plugin of opencode that hands what happens in its sessions to MAM. It never holds opencode up, and never fails.
import { spawn } from 'node:child_process';

const told = new Set([
  'session.created',
  'session.status',
  'session.idle',
  'session.error',
  'permission.asked',
  'permission.updated',
  'permission.replied',
  'question.asked',
  'question.replied',
]);

/** One after another, so that what happened last is told last. */
let turn = Promise.resolve();

const tell = (type, properties) =>
  new Promise((done) => {
    try {
      const hook = spawn(process.env.MAM_HOOK, ['opencode', type], { stdio: ['pipe', 'ignore', 'ignore'] });
      hook.on('error', done).on('exit', done);
      hook.stdin.on('error', () => undefined).end(JSON.stringify(properties ?? {}));
    } catch {
      done();
    }
  });

export const MamHook = async () =>
  process.env.MAM_HOOK
    ? {
        event: async ({ event: { type, properties } }) => {
          if (told.has(type)) turn = turn.then(() => tell(type, properties));
        },
      }
    : {};
