import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desk } from '../../../src/adapters/process/supervisor/desk.ts';
import { laneFolder } from '../../../src/adapters/process/supervisor/laneFolder.ts';
import { noteOpenLanes, readOpenLanes } from '../../../src/adapters/process/supervisor/openLanes.ts';
import { endNoted } from '../../../src/adapters/process/supervisor/orphan.ts';
import type { LaneExit } from '../../../src/protocol/agents/laneFiles.ts';
import type { ServerMessage } from '../../../src/protocol/agents/supervisorMessages.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('A lane that is still noted as open by a killed supervisor', () => {
  const root = useTempFolder();
  const key = 'key-of-no-process';
  const at = '2026-01-01T00:00:00Z';
  const exit: LaneExit = { code: 3, signal: null, reason: 'exited', detail: '', at, cut: false, survivors: 0 };

  /** The lane's folder with the files that its supervisor got to. */
  function left(specKey: string | null, end: string | null): string {
    const folder = join(root(), 'lane');
    mkdirSync(folder);
    if (specKey !== null)
      laneFolder(folder).writeSpec({ id: 'a', argv: ['true'], cwd: root(), key: specKey, timeoutMs: 0, at });
    if (end !== null) writeFileSync(join(folder, 'exit.json'), end);
    return folder;
  }

  for (const [what, specKey, end, found] of [
    ['ended as its folder says', key, JSON.stringify(exit), 'exited'],
    ['is lost where its folder says nothing of an end', key, null, 'lost'],
    ['is lost where its end can’t be read', key, '{', 'lost'],
    ['is lost where the folder is of another lane', 'other', JSON.stringify(exit), 'lost'],
    ['is lost where the folder is of nobody', null, JSON.stringify(exit), 'lost'],
  ] as const)
    it(what, async () => {
      const folder = left(specKey, end);
      const told = await endNoted({ folder, key, owned: false });
      assert.equal(told.reason, found);
      if (found === 'exited') assert.deepEqual(told, exit);
    });

  for (const isAsked of [true, false])
    it(`is told to ${isAsked ? 'the host that' : 'no host, and its output goes where nobody'} asks for it`, async () => {
      const folder = left(key, JSON.stringify(exit));
      const home = join(root(), 'mam');
      noteOpenLanes(home).add({ folder, key, owned: true });
      const events = new EventEmitter();
      const idle = once(events, 'idle');
      const limit = { head: 1000, tail: 1000 };
      const desk = new Desk(home, { stdout: limit, stderr: limit }, () => events.emit('idle'));
      desk.endLeft();
      const sent: ServerMessage[] = [];
      if (isAsked) desk.attach(folder, { send: (message) => void sent.push(message) });
      await idle;
      assert.deepEqual(
        sent,
        isAsked
          ? [
              { type: 'running', folder },
              { type: 'ended', folder, exit },
            ]
          : [],
      );
      assert.deepEqual([existsSync(folder), readOpenLanes(home)], [isAsked, []]);
    });
});
