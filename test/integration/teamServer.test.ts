import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOmc } from '../../src/adapters/omc/createOmc.ts';
import { runProcess } from '../../src/adapters/process/run.ts';
import { createProgramFinder } from '../../src/adapters/process/shellPath.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('The tmux server of a team', () => {
  const root = useTempFolder();

  /** Ends it in a host whose own PATH has no tmux, and the person's terminals another one. */
  async function end(terminalsPath: (tools: string) => string | null) {
    const folder = root();
    const tools = join(folder, 'tools');
    await mkdir(tools);
    const seen = join(folder, 'seen');
    const script = `#!/bin/sh\necho "$PATH" > '${seen}'\necho "no server running on it" >&2\nexit 1\n`;
    await writeFile(join(tools, 'tmux'), script, { mode: 0o755 });
    const socket = join(folder, 'socket');
    await writeFile(socket, '');
    const short = join(folder, 'short');
    const teams = createOmc({
      run: runProcess,
      find: createProgramFinder(async () => terminalsPath(tools)),
      folder,
      env: { PATH: short, HOME: folder },
    });
    const isOver = await teams.endServer({ socket, pid: 1, session: 'team' });
    return { isOver, isLeft: existsSync(socket), path: await readFile(seen, 'utf8').catch(() => null), tools, short };
  }

  it('is ended with the tmux that the person’s terminals find', async () => {
    const { tools, short, ...found } = await end((folder) => folder);
    assert.deepEqual(found, { isOver: true, isLeft: false, path: `${tools}:${short}\n` });
  });

  it('is not said to be over where there is no tmux', async () => {
    const { isOver, isLeft, path } = await end(() => null);
    assert.deepEqual([isOver, isLeft, path], [false, true, null]);
  });
});
