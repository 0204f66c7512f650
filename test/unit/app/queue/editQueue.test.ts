import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { editQueue } from '../../../../src/app/effects/editQueue.ts';
import { placesOf } from '../../../../src/app/places.ts';
import type { Files } from '../../../../src/app/ports/files.ts';
import type { QueueEdit } from '../../../../src/core/queue/edit.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { plainTask } from '../../../../src/protocol/newTask.ts';
import { parseQueue } from '../../../../src/protocol/queue.ts';
import { aProblem } from '../../../builders/core.ts';
import { ManualClock } from '../../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';

const places = placesOf({ controlRoot: '/r', commonDir: '/r/.git' });
const add = (title: string): QueueEdit => ({
  kind: 'add',
  draft: plainTask({ title, goal: 'A goal.', claims: [], checks: ['npm test'] }),
});
const context = (files: Files) => ({ files, places, clock: new ManualClock(), state: () => emptyState });

describe('a change of the queue file', () => {
  it('makes the file where there is none, and does nothing the second time', async () => {
    const files = createMemoryFiles();
    const made = async () => editQueue({ edit: add('One') }, context(files));
    assert.deepEqual([await made(), await made()], [{ kind: 'editQueue' }, { kind: 'editQueue', wasThere: true }]);
    assert.deepEqual(files.written, [places.queue]);
  });

  it('of two who write, and a person who types, nobody loses anything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1 }),
        fc.array(fc.constantFrom('C', 'D'), { minLength: 1 }),
        fc.integer({ min: 0, max: 3 }),
        async (s, mine, theirs, remarks) => {
          const files = createMemoryFiles({ [places.queue]: '# Q\n' });
          const slow = (): Files => ({
            ...files,
            read: async (path) => s.schedule(files.read(path)),
            replace: async (path, before, text) => {
              await s.schedule(Promise.resolve());
              return files.replace(path, before, text);
            },
          });
          const apply = async (titles: readonly string[]): Promise<void> => {
            for (const title of titles)
              assert.equal((await editQueue({ edit: add(title) }, context(slow()))).kind, 'editQueue');
          };
          const type = async (): Promise<void> => {
            for (let i = 0; i < remarks; i++) {
              await s.schedule(Promise.resolve());
              files.edit(places.queue, `Remark ${i}\n${files.texts.get(places.queue) ?? ''}`);
            }
          };
          await s.waitFor(Promise.all([apply(mine), apply(theirs), type()]));
          const text = files.texts.get(places.queue) ?? '';
          const { entries, problems } = parseQueue(text);
          const wanted = [...new Set([...mine, ...theirs])].toSorted();
          assert.deepEqual(problems, []);
          assert.deepEqual(entries.map(({ title }) => title).toSorted(), wanted);
          assert.deepEqual(
            entries.map(({ id }) => Number(id.slice(-4))),
            wanted.map((_, i) => i + 1),
          );
          for (let i = 0; i < remarks; i++) assert.ok(text.includes(`Remark ${i}\n`));
        },
      ),
    );
  });

  it('gives up on a file that changes all the time, and says what keeps it from one', async () => {
    const files = createMemoryFiles({ [places.queue]: '# Q\n' });
    const busy = { ...files, replace: async () => ({ ok: true, value: false }) as const };
    const ended = await editQueue({ edit: add('One') }, context(busy));
    assert.equal(ended.kind === 'failed' && ended.problem.code, 'queue.busy');
    files.broken.set(places.queue, aProblem);
    assert.deepEqual(await editQueue({ edit: add('One') }, context(files)), { kind: 'failed', problem: aProblem });
  });
});
