import { join } from 'node:path';
import { createAgentTerminals } from '../adapters/agents/terminal/terminals.ts';
import { createEditorTerminals } from '../adapters/terminals/editor/editorTerminals.ts';
import { createNodeFiles } from '../adapters/files/nodeFiles.ts';
import { createRandomIds } from '../adapters/system/randomIds.ts';
import type { FindProgram } from '../adapters/process/shellPath.ts';
import type { RepositoryFacts } from '../app/ports/git.ts';
import type { AgentTerminals } from '../app/ports/agentTerminals.ts';
import type { EditorScreens } from '../app/ports/editorScreens.ts';
import type { Terminals } from '../app/ports/terminals.ts';
import type { Settings } from '../protocol/settings.ts';
import { chosenPath, pathSetting } from './agentPaths.ts';
import { createHostRegistry } from './hostRegistry.ts';
import type { Programs } from './programs.ts';

/** The terminals of a repository's agents, for a host with a screen. */
export function openTerminals(deps: {
  readonly facts: Pick<RepositoryFacts, 'commonDir' | 'controlRoot'>;
  readonly settings: () => Settings;
  readonly programs: Programs;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The one that the application has. */
  readonly find: FindProgram;
}): AgentTerminals {
  const { facts, programs, settings } = deps;
  const files = createNodeFiles({ roots: [facts.commonDir] });
  return createAgentTerminals({
    registry: createHostRegistry(settings, programs, deps.find),
    env: deps.env,
    added: {
      MAM_CONTROL_ROOT: facts.controlRoot,
      MAM_BIN: programs.bin,
      MAM_NODE: process.execPath,
      MAM_SPOOL: join(facts.commonDir, 'mam/spool'),
    },
    bin: programs.bin,
    folder: notesFolder(facts),
    program: [process.execPath, programs.terminal],
    pathSetting,
    chosenPath: (agent) => chosenPath(settings(), agent),
    ids: createRandomIds(),
    watch: (folder, onChange) => files.watch(folder, onChange),
  });
}

const notesFolder = ({ commonDir }: Pick<RepositoryFacts, 'commonDir'>): string => join(commonDir, 'mam/terminals');

/** The terminals of an editor's window as places for agent sessions. */
export const openEditorPlaces = (
  facts: Pick<RepositoryFacts, 'commonDir'>,
  notes: AgentTerminals,
  screens: EditorScreens,
): Terminals => createEditorTerminals({ notes, folder: notesFolder(facts), screens });
