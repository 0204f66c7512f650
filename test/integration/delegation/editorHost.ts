import assert from 'node:assert/strict';
import type { App } from '../../../src/app/app.ts';
import { openApp } from '../../../src/host/openApp.ts';
import { findOnPath } from '../../../src/adapters/process/shellPath.ts';
import { openEditorPlaces, openTerminals } from '../../../src/host/openTerminals.ts';
import { createEditorScreens } from '../../../src/vscode/terminals/editorScreens.ts';
import { createShownTerminals } from '../../../src/vscode/terminals/shownTerminals.ts';
import { settingsWith } from '../../builders/settings.ts';
import { FakeWindow } from '../../fakes/fakeWindow.ts';
import { hostEnvironment, sourcePrograms } from '../app/support.ts';

/** The application as a window of an editor opens it, with real terminals and without an editor around them. */
export interface EditorHost {
  readonly app: App;
  close(): Promise<void>;
}

export async function openEditorHost(root: string): Promise<EditorHost> {
  const window = new FakeWindow();
  const env = hostEnvironment(root);
  const settings = () => settingsWith({});
  const shown: { dispose(): void }[] = [];
  const opened = await openApp({
    folder: root,
    host: 'test',
    label: `test, pid ${process.pid}`,
    version: '0.0.0',
    settings,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    programs: sourcePrograms,
    env,
    supervisorIdleMs: 200,
    terminals: (facts) => {
      const notes = openTerminals({ facts, settings, programs: sourcePrograms, env, find: findOnPath });
      const terminals = createShownTerminals(window, notes);
      shown.push(terminals);
      const screens = createEditorScreens({
        window,
        shown: terminals,
        version: '1.117.0',
        shell: '/bin/cat',
        words: { ended: 'ended {code}', failed: 'failed {reason}', again: 'again' },
        optionsOf: ({ name, program, args, env: added }) => ({
          name,
          shellPath: program,
          shellArgs: [...args],
          env: added,
        }),
      });
      return { editor: openEditorPlaces(facts, notes, screens) };
    },
  });
  assert.ok(opened.ok, opened.ok ? '' : `${opened.error.code} ${JSON.stringify(opened.error.params)}`);
  return {
    app: opened.value,
    async close() {
      await opened.value.close();
      await window.close();
      for (const one of shown) one.dispose();
    },
  };
}
