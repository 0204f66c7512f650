import { readSettings, type Settings } from '../../src/protocol/settings.ts';

/** The defaults, with some keys set. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...readSettings(() => undefined).settings,
  ...changes,
});
