import assert from 'node:assert/strict';
import { approvalView } from '../../../../src/app/views/approvalPacket.ts';
import { inboxView } from '../../../../src/app/views/inbox.ts';
import { entryNow } from '../../../../src/core/task/entryNow.ts';
import type { State } from '../../../../src/core/state.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { aProblem, aScene, aTask, gateOpenState, reader } from '../../../builders/scene.ts';

const withQueue = (tasks: readonly Task[], problems: State['queue']['problems'] = []): State => ({
  ...gateOpenState(),
  queue: { tasks, problems },
});
const said = (state: State) => {
  const found = entryNow(state, state.runs['run-1']!);
  return found && [found.code, found.params['what']];
};

describe('what became of an entry since its work began', () => {
  const rows: readonly (readonly [name: string, tasks: readonly Task[], want: ReturnType<typeof said>])[] = [
    ['stands as it was', [aTask()], null],
    ['moved, and has another status and priority', [aTask({ line: 90, status: 'review', priority: 7 })], null],
    ['is gone', [aTask({ id: 'T-2026-0099' })], ['task.entryGone', undefined]],
    ['has other claims', [aTask({ claims: ['src/**'] })], ['task.entryChanged', 'claims']],
    ['has another title and text', [aTask({ title: 'No', body: 'No.' })], ['task.entryChanged', 'title, text']],
    ['has other checks', [aTask({ checks: ['npm run all'] })], ['task.entryChanged', 'checks']],
  ];
  for (const [name, tasks, want] of rows)
    it(`is said of one that ${name}: ${want?.[0] ?? 'nothing'}`, () => assert.deepEqual(said(withQueue(tasks)), want));

  it('is not said where the queue can’t be read, and once the work is over', () => {
    assert.equal(said(withQueue([], [aProblem])), null);
    const over = withQueue([]);
    assert.equal(entryNow(over, { ...over.runs['run-1']!, phase: 'ended' }), null);
  });

  it('stands on the packet and in the inbox, beside a decision that stays possible', () => {
    const scene = aScene(withQueue([aTask({ claims: ['src/**'] })]));
    const page = approvalView(reader(), scene, 'run-1');
    const why = 'sections' in page ? page.sections.find(({ id }) => id === 'why') : undefined;
    assert.match(why?.lines[1]?.text ?? '', /^T-2026-0014 was changed in the queue since its work began: claims\./);
    const row = inboxView(reader(), scene).find(({ id }) => id === 'inbox:run-1');
    assert.match(row?.description ?? '', /changed in the queue$/);
    assert.match(row?.tooltip ?? '', /The work goes by what it began with/);
    const gone = inboxView(reader(), aScene(withQueue([]))).find(({ id }) => id === 'inbox:run-1');
    assert.match(gone?.description ?? '', /not in the queue any more$/);
  });
});
