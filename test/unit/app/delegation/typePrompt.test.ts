import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { err } from '../../../../src/base/result.ts';
import { createMemoryStore } from '../../../fakes/memoryStore.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const idle = { kind: 'idle' } as const;
const trust = { kind: 'needsYou', need: 'trust', text: 'Do you trust the files in this folder?' } as const;

/** How the newest attempt's prompt got on. */
const delivery = (scene: SessionScene): string => {
  const { delivery: found } = scene.attempt();
  if (found.kind === 'delivered') return `delivered by ${found.by}`;
  return found.kind === 'notDelivered' ? found.problem.code : found.kind;
};
const enters = (scene: SessionScene): number => scene.place().strokes.filter((one) => one === '<Enter>').length;
const pastes = (scene: SessionScene): number => scene.place().strokes.length - enters(scene);

describe('a prompt between its text and Enter', () => {
  let scene: SessionScene;
  beforeEach(async () => {
    scene = await createSessionScene();
    await scene.open();
    scene.terminals.draw(scene.place().handle, 'welcome\n> ');
  });
  afterEach(() => scene.app.close());

  const begin = async (): Promise<void> => {
    await scene.see('hook', idle);
    await scene.submit();
    await scene.pass(1000);
  };

  /** Something happens between the text and Enter. */
  const meanwhile = (happens: () => unknown): void => {
    const { terminals, clock } = scene;
    const type = terminals.type.bind(terminals);
    terminals.type = async (handle, text) => {
      const typed = await type(handle, text);
      clock.after(100, () => void happens());
      return typed;
    };
  };
  const form = 'Do you want to run `rm -rf build`?\n❯ 1. Yes\n  2. No\n';
  const draw = (screen: string) => (): void => scene.terminals.draw(scene.place().handle, screen);
  const between: readonly { readonly name: string; readonly happens: () => unknown; readonly code: string }[] = [
    { name: 'a dialogue that covers it', happens: () => draw(form)(), code: 'job.typedInto' },
    {
      name: 'a dialogue below it',
      happens: () => draw(`${scene.place().screen}\n\n${form}`)(),
      code: 'job.typedInto',
    },
    { name: 'a dialogue that nobody can read', happens: () => draw('Press any key')(), code: 'job.typedInto' },
    { name: 'an empty screen', happens: () => draw('')(), code: 'job.typedInto' },
    { name: 'a hook that says that a person is asked', happens: () => scene.see('hook', trust), code: 'job.typedInto' },
    {
      name: 'a watcher that says that a person is asked',
      happens: () => scene.see('watcher', trust),
      code: 'job.typedInto',
    },
    {
      name: 'a log that can’t be read',
      happens: () => {
        scene.store.read = async () => err(problem('store.busy', 'It is busy.'));
      },
      code: 'job.unsure',
    },
  ];
  for (const { name, happens, code } of between)
    it(`is not sent into ${name}, and a person is told`, async () => {
      const read = scene.store.read.bind(scene.store);
      meanwhile(happens);
      await begin();
      assert.deepEqual([pastes(scene), enters(scene)], [1, 0]);
      scene.store.read = read;
      await scene.pass(20_000);
      assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], [code, 1, 0]);
    });

  it('that a dialogue covers at once is not typed into that again', async () => {
    const { terminals } = scene;
    const type = terminals.type.bind(terminals);
    terminals.type = async (handle, text) => {
      const typed = await type(handle, text);
      draw(form)();
      return typed;
    };
    // What the watch sees of it would hold the second one, too.
    terminals.watch = () => ({ dispose: () => undefined });
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.typedInto', 1, 0]);
  });

  it('is not sent by a host that slept, once another one has taken over', async () => {
    const { database } = scene.store;
    meanwhile(() => {
      const store = createMemoryStore(database);
      database.epoch += 1;
      assert.ok(database.owner);
      database.owner = { store, info: { ...database.owner.info, epoch: database.epoch } };
    });
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([pastes(scene), enters(scene)], [1, 0]);
  });

  it('has no second Enter by a host that slept after the first, once another one has taken over', async () => {
    const { database } = scene.store;
    scene.place().swallow.enters = 1;
    await begin();
    assert.equal(enters(scene), 1);
    assert.ok(database.owner);
    database.epoch += 1;
    database.owner = { store: createMemoryStore(database), info: { ...database.owner.info, epoch: database.epoch } };
    await scene.pass(20_000);
    assert.equal(enters(scene), 1);
  });

  it('that a person has sent meanwhile has no Enter behind it', async () => {
    meanwhile(() => {
      const confirm = { type: 'confirmPrompt', job: scene.job().id, attempt: 1, by: 'hook' } as const;
      return scene.app.dispatch(confirm, { kind: 'host', id: 'test' });
    });
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['delivered by hook', 1, 0]);
  });

  it('is not sent where no screen can be read, once a person is asked', async () => {
    const places = new FakeTerminals('editor', { screen: false });
    const here = await createSessionScene({ places });
    await here.open();
    const type = places.type.bind(places);
    places.type = async (...given) => {
      here.clock.after(100, () => void here.see('hook', trust));
      return type(...given);
    };
    await here.see('hook', idle);
    await here.submit();
    await here.pass(20_000);
    assert.deepEqual([delivery(here), pastes(here), enters(here)], ['job.typedInto', 1, 0]);
    await here.app.close();
  });
});
