import assert from 'node:assert/strict';
import type { DomainEvent } from '../../../../src/core/event.ts';
import { createMortalHost, type Death } from '../../../builders/mortalHost.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';
import { createMemoryStore } from '../../../fakes/memoryStore.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { ManualClock, settle } from '../../../fakes/manualClock.ts';
import { person } from '../../../builders/appHarness.ts';

const idle = { kind: 'idle' } as const;

/** Where a host dies: at a transaction with such an event, or at the n-th call of a place. */
type Step =
  | { readonly event: DomainEvent['type']; readonly at: Death['at'] }
  | { readonly call: number; at: Death['at'] };

const events: readonly DomainEvent['type'][] = [
  'agentSessionOpened',
  'effectStarted',
  'agentSessionStarted',
  'jobSubmitted',
  'promptSending',
  'promptDelivered',
  'agentSessionStopRequested',
  'agentSessionEnded',
];
const both: readonly Death['at'][] = ['before', 'after'];
const steps: readonly Step[] = [
  ...events.flatMap((event) => both.map((at) => ({ event, at }))),
  ...Array.from({ length: 24 }, (_, call) => both.map((at) => ({ call: call + 1, at }))).flat(),
];

const name = (step: Step): string =>
  'event' in step ? `${step.at} ${step.event} is recorded` : `${step.at} call ${step.call} of its place`;

describe('a host that dies between two steps of a start, a prompt or a stop', () => {
  for (const step of steps)
    it(`${name(step)}: one agent, one prompt`, async () => {
      const store = createMemoryStore();
      const files = createMemoryFiles({ '/repo/tasks/queue.md': '', '/repo/a.txt': '' });
      const clock = new ManualClock();
      const places = new FakeTerminals();
      places.onStart = ({ handle }) => places.draw(handle, 'welcome\n> ');
      let calls = 0;
      const mortal = createMortalHost(store, {
        at: step.at,
        when: (drafts) => 'event' in step && drafts.some(({ event }) => event.type === step.event),
        onPlace: () => ('call' in step && (calls += 1) === step.call ? step.at : null),
      });
      const first = await createSessionScene({ store, files, clock, places, wrap: mortal.wrap });
      await act(first, () => mortal.isDead);
      if (!mortal.isDead) return first.app.close();
      const next = await createSessionScene({ store, files, clock, places, idPrefix: 'next-' });
      await next.pass(1000);
      const asked = Object.keys(next.app.state.agentSessions).length;
      if (asked === 1) await act(next, () => false);
      // Whatever could be seen of it: no conversation had two agents, and no agent one prompt twice.
      const all = [...places.places.values()];
      assert.equal(all.length, asked);
      for (const place of all) {
        const prompts = place.received.filter((text) => text !== '');
        assert.equal(new Set(prompts).size, prompts.length, prompts.join('\n'));
        assert.ok(place.strokes.filter((one) => one.startsWith('"')).length <= 1, place.strokes.join('\n'));
        for (const prompt of prompts) assert.equal(prompt.split('Read the whole').length, 2, prompt);
      }
      if (asked === 1) {
        const { delivery } = next.attempt();
        const known = delivery.kind === 'delivered' || delivery.kind === 'notDelivered';
        assert.ok(known || next.job().status !== 'running', delivery.kind);
        assert.equal(next.session().ended?.how, 'stopped');
        assert.equal(next.place().look.kind, 'gone');
      }
      await next.app.close();
    });
});

/** Opens a session, gives it a job and stops it, as far as the host lives and that has not happened yet. */
async function act(scene: SessionScene, isDead: () => boolean): Promise<void> {
  const { app } = scene;
  const doing = async (): Promise<void> => {
    if (Object.keys(app.state.agentSessions).length === 0) void scene.open();
    await scene.pass(2000);
    if (isDead()) return;
    if (Object.keys(app.state.delegations).length === 0) {
      await scene.see('hook', idle);
      if (isDead()) return;
      void scene.submit();
    }
    await scene.pass(2000);
    if (isDead()) return;
    await scene.see('hook', { kind: 'working' });
    await scene.pass(20_000);
    if (isDead()) return;
    void app.agentSessions.stop(scene.session().id, person);
    await scene.pass(2000);
  };
  // A dead host answers nothing any more, also to whoever waits for it.
  let isDone = false;
  await Promise.race([doing().finally(() => (isDone = true)), died(() => isDead() || isDone)]);
}

async function died(isOver: () => boolean): Promise<void> {
  while (!isOver()) await settle();
}
