import assert from 'node:assert/strict';
import { ok } from '../../../../src/base/result.ts';
import { person } from '../../../builders/appHarness.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const idle = { kind: 'idle' } as const;
const working = { kind: 'working' } as const;
const trust = { kind: 'needsYou', need: 'trust', text: 'Do you trust the files in this folder?' } as const;

/** How the newest attempt's prompt got on. */
const delivery = (scene: SessionScene): string => {
  const { delivery: found } = scene.attempt();
  if (found.kind === 'delivered') return `delivered by ${found.by}`;
  return found.kind === 'notDelivered' ? found.problem.code : found.kind;
};
const enters = (scene: SessionScene): number => scene.place().strokes.filter((one) => one === '<Enter>').length;
const pastes = (scene: SessionScene): number => scene.place().strokes.length - enters(scene);

describe('a prompt', () => {
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

  it('is one line that names the brief, typed once, and Enter is a key of its own', async () => {
    await begin();
    const { strokes } = scene.place();
    assert.equal(strokes.length, 2);
    assert.match(
      strokes[0] ?? '',
      /^"Read the whole file \/repo\/\.mam\/jobs\/[\w-]+\/1\/brief\.md first, .* \[[\w-]+\.1\]"$/,
    );
    assert.equal(strokes[1], '<Enter>');
    const brief = scene.files.texts.get(`/repo/.mam/jobs/${scene.job().id}/1/brief.md`);
    assert.match(brief ?? '', /Say hello\./);
  });

  it('is not typed where the folder of its session is no worktree any more', async () => {
    const { files } = scene;
    files.kind = async (path) => (path === '/repo' ? null : 'file');
    await begin();
    assert.deepEqual([delivery(scene), scene.place().strokes], ['session.placeGone', []]);
  });

  it('is delivered once a turn of the agent begins', async () => {
    await begin();
    assert.equal(delivery(scene), 'sending');
    await scene.see('hook', working);
    await scene.pass(1000);
    assert.deepEqual([delivery(scene), scene.place().received.length], ['delivered by turn', 1]);
  });

  it('is delivered once its hook says so, or its agent speaks', async () => {
    await begin();
    const confirm = { type: 'confirmPrompt', job: scene.job().id, attempt: 1, by: 'hook' } as const;
    await scene.app.dispatch(confirm, { kind: 'host', id: 'test' });
    await scene.pass(1000);
    assert.equal(delivery(scene), 'delivered by hook');
  });

  it('is not taken for delivered by its own text alone', async () => {
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), enters(scene), pastes(scene)], ['job.notConfirmed', 2, 1]);
  });

  it('of an agent without hooks is delivered once something answers it on the screen', async () => {
    scene.terminals.onReceive = ({ handle }) => scene.terminals.print(handle, '\nReading the brief');
    await scene.see('process', { kind: 'quiet' });
    await scene.submit();
    await scene.pass(4000);
    assert.deepEqual([delivery(scene), scene.place().received.length], ['delivered by echo', 1]);
  });

  it('of each of many jobs in a row is delivered by its own answer, and by none of an earlier one', async () => {
    scene.terminals.onReceive = ({ handle }) => scene.terminals.print(handle, '\nReading the brief\n> ');
    await scene.see('process', { kind: 'quiet' });
    for (let n = 1; n <= 4; n += 1) {
      // The last one is swallowed, with the answers to all before it on the screen.
      if (n === 4) scene.place().swallow.enters = 2;
      await scene.submit();
      await scene.pass(20_000);
      assert.equal(delivery(scene), n === 4 ? 'job.notConfirmed' : 'delivered by echo', String(n));
      assert.ok((await scene.app.delegation.end(scene.job().id, 'completed', '', person)).ok);
    }
    assert.equal(scene.place().received.length, 3);
  });

  it('waits while the agent asks a person something, and answers nothing for them', async () => {
    await scene.see('hook', idle);
    await scene.see('hook', trust);
    await scene.submit();
    await scene.pass(10_000);
    assert.deepEqual(scene.place().strokes, []);
    await scene.see('hook', idle);
    await scene.pass(3000);
    assert.equal(scene.place().received.length, 1);
  });

  it('waits for the end of a turn that is under way', async () => {
    await scene.see('hook', working);
    await scene.submit();
    await scene.pass(10_000);
    assert.deepEqual(scene.place().strokes, []);
    await scene.see('hook', idle);
    await scene.pass(3000);
    assert.equal(scene.place().received.length, 1);
  });

  it('that was swallowed is typed a second time, and sent once', async () => {
    scene.place().swallow.pastes = 1;
    await begin();
    await scene.pass(5000);
    assert.deepEqual([pastes(scene), enters(scene), scene.place().received.length], [2, 1, 1]);
    assert.match(scene.place().received[0] ?? '', /^Read .*\]$/);
    assert.equal(scene.place().received[0]?.split('Read').length, 2);
  });

  it('whose Enter was swallowed is sent by a second one', async () => {
    scene.place().swallow.enters = 1;
    await begin();
    await scene.pass(6000);
    assert.deepEqual([pastes(scene), enters(scene), scene.place().received.length], [1, 2, 1]);
  });

  it('that never shows is not sent at all', async () => {
    scene.place().silent = true;
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.notSeen', 2, 0]);
  });

  it('that came to stand there twice is not sent', async () => {
    const { terminals } = scene;
    scene.place().silent = true;
    await begin();
    // What was typed first was only late, and shows together with the second.
    scene.place().silent = false;
    const first = scene.place().line;
    const type = terminals.type.bind(terminals);
    terminals.type = async (handle, text) => {
      terminals.print(handle, first);
      return type(handle, text);
    };
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.typedTwice', 2, 0]);
  });

  it('is not typed into what another process took the place of', async () => {
    await scene.see('process', { kind: 'quiet' });
    await scene.submit();
    scene.terminals.set(scene.place().handle, { kind: 'shell', code: 0 });
    await scene.pass(10_000);
    assert.deepEqual(scene.place().strokes, []);
    assert.equal(delivery(scene), 'job.notDelivered');
  });

  it('is not typed behind one that was never sent, whichever job that was for', async () => {
    scene.terminals.print(scene.place().handle, 'Read the whole file /repo/b.md first, then do it. [older-job.3]');
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.typedTwice', 1, 0]);
  });

  it('has no second Enter when its host closes after the first', async () => {
    await begin();
    assert.equal(enters(scene), 1);
    await scene.app.close();
    assert.equal(enters(scene), 1);
  });

  it('is not taken for delivered by a clock below it', async () => {
    const { terminals } = scene;
    const read = terminals.read.bind(terminals);
    let second = 0;
    terminals.read = async (handle, lines) => {
      const screen = await read(handle, lines);
      // It ticks only once the prompt is typed, or it would never be.
      if (screen.ok && pastes(scene) > 0) second += 1;
      return screen.ok ? ok(`${screen.value}\n12:00:${second}`) : screen;
    };
    await scene.see('process', { kind: 'quiet' });
    await scene.submit();
    await scene.pass(25_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.notConfirmed', 1, 1]);
  });

  it('is not sent behind what a person has begun to type', async () => {
    scene.terminals.print(scene.place().handle, 'please delete nothing in src and');
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.typedBehind', 1, 0]);
  });

  it('of a job that was cancelled while it was typed is not sent, and the next one not behind it', async () => {
    await begin();
    assert.ok((await scene.app.delegation.end(scene.job().id, 'completed', '', person)).ok);
    await scene.pass(20_000);
    scene.terminals.draw(scene.place().handle, 'welcome\n> ');
    const { strokes } = scene.place();
    strokes.length = 0;
    const type = scene.terminals.type.bind(scene.terminals);
    scene.terminals.type = async (handle, text) => {
      scene.terminals.type = type;
      const typed = await type(handle, text);
      assert.ok((await scene.app.delegation.cancel(scene.job().id, '', person)).ok);
      assert.ok((await scene.submit({ queue: true })).id);
      return typed;
    };
    await begin();
    await scene.pass(20_000);
    assert.deepEqual([delivery(scene), pastes(scene), enters(scene)], ['job.typedTwice', 2, 0]);
  });

  it('of a cancelled job is not typed any more', async () => {
    await scene.see('process', { kind: 'quiet' });
    scene.terminals.draw(scene.place().handle, '');
    await scene.submit();
    await scene.pass(2000);
    const cancelled = await scene.app.delegation.cancel(scene.job().id, '', { kind: 'person', id: 'test' });
    assert.ok(cancelled.ok);
    scene.terminals.draw(scene.place().handle, 'welcome\n> ');
    await scene.pass(10_000);
    assert.deepEqual([scene.place().strokes, scene.job().status], [[], 'cancelled']);
  });

  it('lets its host close while it waits, and the next host goes on with it', async () => {
    await scene.see('process', { kind: 'quiet' });
    scene.terminals.draw(scene.place().handle, '');
    await scene.submit();
    await scene.pass(1000);
    const closing = scene.app.close();
    await scene.pass(1000);
    await closing;
    const { store, files, terminals, clock } = scene;
    const next = await createSessionScene({ store, files, clock, places: terminals, idPrefix: 'next-' });
    terminals.draw(next.place().handle, 'welcome\n> ');
    await next.pass(4000);
    assert.equal(next.place().received.length, 1);
    await next.app.close();
  });
});

describe('a prompt where no screen can be read', () => {
  it('rests before Enter, which would be a part of the paste', async () => {
    const places = new FakeTerminals('editor', { screen: false });
    const scene = await createSessionScene({ places });
    await scene.open();
    const at: number[] = [];
    const [type, press] = [places.type.bind(places), places.press.bind(places)];
    places.type = async (...given) => (at.push(scene.clock.now()), type(...given));
    places.press = async (...given) => (at.push(scene.clock.now()), press(...given));
    await scene.see('hook', idle);
    await scene.submit();
    for (let n = 0; n < 20; n += 1) {
      await scene.clock.advance(100);
      await scene.rest();
    }
    const [typed = 0, pressed = 0] = at;
    assert.equal(pressed - typed, 300);
    await scene.app.close();
  });
});
