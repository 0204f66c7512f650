import type { Disposable } from '../base/disposable.ts';
import type { Settings } from '../protocol/settings.ts';

interface KeptSettings extends Disposable {
  readonly now: () => Settings;
}

/** Settings are asked for many times a minute, and reading them all takes milliseconds each time: they stay until one is changed. */
export const keepSettings = (read: () => Settings, onDidChange: (listener: () => void) => Disposable): KeptSettings => {
  let known: Settings | null = null;
  const changes = onDidChange(() => {
    known = null;
  });
  return { now: () => (known ??= read()), dispose: () => changes.dispose() };
};
