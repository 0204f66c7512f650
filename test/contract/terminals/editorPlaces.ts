import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '../../../src/adapters/agents/registry.ts';
import { createAgentTerminals } from '../../../src/adapters/agents/terminal/terminals.ts';
import { createNodeFiles } from '../../../src/adapters/files/nodeFiles.ts';
import { createEditorTerminals } from '../../../src/adapters/terminals/editor/editorTerminals.ts';
import { createEditorScreens } from '../../../src/vscode/terminals/editorScreens.ts';
import { createShownTerminals } from '../../../src/vscode/terminals/shownTerminals.ts';
import type { Terminals } from '../../../src/app/ports/terminals.ts';
import { FakeWindow } from '../../fakes/fakeWindow.ts';
import { realAgent, type PlacesUnderTest } from './placesUnderTest.ts';

const main = join(import.meta.dirname, '../../../src/adapters/agents/terminal/main.ts');

interface EditorPlaces extends PlacesUnderTest {
  readonly window: FakeWindow;
  /** The places as another window sees them. */
  in(window: FakeWindow): Terminals;
}

/** The editor's terminals with the real program of a terminal, in windows without an editor around them. */
export async function editorPlaces(): Promise<EditorPlaces> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mam-editor-')));
  const notes = join(folder, 'notes');
  const files = createNodeFiles({ roots: [folder] });
  const disposables: { dispose(): void }[] = [];
  const within = (window: FakeWindow): Terminals => {
    const terminals = createAgentTerminals({
      registry: createRegistry({ rehearsalProgram: ['/nowhere'] }),
      env: {},
      added: {},
      bin: '/nowhere',
      folder: notes,
      program: [process.execPath, main],
      pathSetting: () => null,
      chosenPath: () => '',
      ids: { next: () => 'unused' },
      watch: (path, onChange) => files.watch(path, onChange),
    });
    const shown = createShownTerminals(window, terminals);
    disposables.push(shown);
    const screens = createEditorScreens({
      window,
      shown,
      version: '1.117.0',
      shell: '/bin/cat',
      words: { ended: 'ended {code}', failed: 'failed {reason}', again: 'again' },
      optionsOf: ({ name, program, args, env }) => ({ name, shellPath: program, shellArgs: [...args], env }),
    });
    return createEditorTerminals({ notes: terminals, folder: notes, screens });
  };
  const window = new FakeWindow();
  const others: FakeWindow[] = [];
  const terminals = within(window);
  return {
    ...realAgent(folder),
    terminals,
    window,
    in: within,
    second() {
      const other = new FakeWindow();
      others.push(other);
      return within(other);
    },
    folder,
    async close() {
      await Promise.all([window, ...others].map((one) => one.close()));
      for (const one of disposables) one.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
