import type { Capabilities } from './agent.ts';

/** What is promised of a CLI whose command line was never tried here: nothing that its being wrong would break. */
export const unverified: Capabilities = {
  unverified: true,
  looseReader: true,
  silentCommands: true,
  structuredOutput: false,
  resume: false,
  efforts: [],
  models: [],
  sandboxedWrite: false,
  denyHook: false,
  notify: false,
  authCheck: false,
  interruptSignal: 'SIGTERM',
};
