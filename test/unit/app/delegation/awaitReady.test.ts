import assert from 'node:assert/strict';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';
import { FakeSigns } from '../../../fakes/fakeSigns.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';

const quiet = { kind: 'quiet' } as const;
const idle = { kind: 'idle' } as const;
const trustScreen = 'Do you trust the files in this folder?\n\n❯ 1. Yes, proceed\n  2. No, exit\n';

/** How the newest attempt's prompt got on. */
const delivery = (scene: SessionScene): string => {
  const { delivery: found } = scene.attempt();
  return found.kind === 'notDelivered' ? found.problem.code : found.kind;
};

describe('a prompt for an agent that nobody has heard of yet', () => {
  describe('in a place without a screen', () => {
    let scene: SessionScene;
    const signs = new FakeSigns();
    beforeEach(async () => {
      signs.askingNothing.clear();
      scene = await createSessionScene({ places: new FakeTerminals('editor', { screen: false }), signs });
      await scene.open();
      await scene.see('process', quiet);
    });
    afterEach(() => scene.app.close());

    it('is handed to a person, with the line to send, and nothing is pressed', async () => {
      await scene.submit();
      await scene.pass(59_000);
      assert.deepEqual([delivery(scene), scene.place().strokes], ['waiting', []]);
      await scene.pass(3000);
      const { delivery: found } = scene.attempt();
      assert.ok(found.kind === 'notDelivered' && found.problem.code === 'job.sendYourself');
      assert.match(String(found.problem.params['line']), /^Read the whole file .*\[[\w-]+\.1\]$/);
      await scene.pass(60_000);
      assert.deepEqual(scene.place().strokes, []);
    });

    it('is typed once the agent itself says that it waits', async () => {
      await scene.submit();
      await scene.pass(30_000);
      assert.deepEqual(scene.place().strokes, []);
      await scene.see('hook', idle);
      await scene.pass(2000);
      assert.equal(scene.place().received.length, 1);
    });

    it('waits as long as commands run below it, which is no sign that it waits', async () => {
      await scene.see('process', { kind: 'working' });
      await scene.submit();
      await scene.pass(30_000);
      assert.deepEqual(scene.place().strokes, []);
    });

    it('is typed where the agent is known to ask nothing', async () => {
      signs.askingNothing.add('claude');
      await scene.submit();
      await scene.pass(2000);
      assert.equal(scene.place().received.length, 1);
    });
  });

  describe('in a place with a screen', () => {
    let scene: SessionScene;
    beforeEach(async () => {
      scene = await createSessionScene();
      await scene.open();
    });
    afterEach(() => scene.app.close());

    it('is not typed into a question that is on the screen and not recorded yet', async () => {
      scene.terminals.draw(scene.place().handle, trustScreen);
      await scene.see('process', quiet);
      await scene.submit();
      await scene.pass(120_000);
      assert.deepEqual([delivery(scene), scene.place().strokes], ['waiting', []]);
      scene.terminals.draw(scene.place().handle, 'welcome\n> ');
      await scene.pass(4000);
      assert.equal(scene.place().received.length, 1);
    });

    it('is not typed into one that a title which says idle stands above', async () => {
      scene.terminals.draw(scene.place().handle, trustScreen);
      await scene.see('shell', idle);
      await scene.submit();
      await scene.pass(10_000);
      assert.deepEqual(scene.place().strokes, []);
    });

    it('is handed to a person after a minute of a screen that moves by itself, looked at once a second', async () => {
      const { terminals } = scene;
      await scene.see('process', quiet);
      let reads = 0;
      const read = terminals.read.bind(terminals);
      terminals.read = async (handle, lines) => {
        reads += 1;
        return read(handle, lines);
      };
      await scene.submit();
      for (let n = 0; n < 130; n += 1) {
        terminals.draw(scene.place().handle, `ready ${n}\n> `);
        await scene.pass(500);
      }
      assert.deepEqual([delivery(scene), scene.place().strokes], ['job.sendYourself', []]);
      // The watch reads it, too.
      assert.ok(reads <= 200, String(reads));
    });

    it('of an agent behind a wrapper that runs all the time is typed', async () => {
      scene.terminals.draw(scene.place().handle, 'welcome\n> ');
      await scene.see('process', { kind: 'working' });
      await scene.submit();
      await scene.pass(4000);
      assert.equal(scene.place().received.length, 1);
    });
  });
});
