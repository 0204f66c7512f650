import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { createScriptedScene, type ScriptedScene } from './scriptedAgents.ts';

/** So long may it take until a person sees that something waits for them, in milliseconds. */
const shownMs = 3000;

describe('agents in tmux that wait for a person', function () {
  this.timeout(90_000);
  let scene: ScriptedScene;
  afterEach(() => scene.close());

  const shows = async (need: string, deadlineMs: number): Promise<string> => {
    await until(
      need,
      () => {
        const status = scene.status();
        return status.kind === 'needsYou' && status.need === need;
      },
      deadlineMs,
    );
    const status = scene.status();
    return status.kind === 'needsYou' ? status.text : '';
  };

  it('are shown within three seconds with their question, told of once, and no longer once they were answered', async () => {
    scene = await createScriptedScene('permission');
    await scene.open();
    await until('the question', async () => (await scene.notes()).some(({ kind }) => kind === 'asked'), 20_000);
    const asked = performance.now();
    const text = await shows('permission', 10_000);
    assert.ok(performance.now() - asked <= shownMs, `${Math.round(performance.now() - asked)} ms`);
    assert.equal(text, 'Do you want to run `rm -rf build`?');
    await scene.type('1');
    const answered = performance.now();
    await until('the answer', () => scene.status().kind !== 'needsYou', 10_000);
    assert.ok(performance.now() - answered <= shownMs, `${Math.round(performance.now() - answered)} ms`);
    assert.deepEqual(await scene.given(), ['1']);
    assert.deepEqual(scene.told, ['permission: Do you want to run `rm -rf build`?']);
    assert.ok(!scene.seen.includes('idle') && !scene.seen.includes('done'), scene.seen.join());
  });

  it('ask three different things at their first start, none of which MAM answers, and hold back the prompt until then', async () => {
    scene = await createScriptedScene('firstRun');
    await scene.open();
    await scene.submit();
    for (const [need, words] of [
      ['trust', /Do you trust the files in this folder/],
      ['question', /Choose the text style/],
      ['signIn', /Select login method/],
    ] as const) {
      assert.match(await shows(need, 15_000), words);
      assert.equal(scene.job().attempts[0]?.delivery.kind ?? 'waiting', 'waiting');
      await scene.type('1');
    }
    await until('the prompt', () => scene.job().attempts[0]?.delivery.kind === 'delivered', 40_000);
    const given = await scene.given();
    assert.deepEqual(given.slice(0, 3), ['1', '1', '1']);
    assert.match(given[3] ?? '', /^Read the whole file .*brief\.md first/);
    assert.equal(given.length, 4);
    assert.deepEqual(
      scene.told.map((line) => line.split(':')[0]),
      ['trust', 'question', 'signIn'],
    );
  });
});
