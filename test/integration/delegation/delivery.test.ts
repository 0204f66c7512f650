import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { createScriptedScene, type ScriptedScene } from './scriptedAgents.ts';

/** What people have reported to get lost: 60 lines, 4 kB. */
const longPrompt = Array.from({ length: 60 }, (_, at) => `${at}: ${'do this and that, '.repeat(4)}`).join('\n');

describe('prompts for agents in tmux that swallow what they are given', function () {
  this.timeout(120_000);
  /** They mostly wait, so that all of them are at it at once. */
  const scenes = new Map<string, Promise<ScriptedScene>>();
  let scene: ScriptedScene;
  before(() => {
    for (const name of ['slowStart', 'deafOnce', 'deaf', 'swallowsEnter']) scenes.set(name, begin(name));
  });
  after(async () => {
    const begun = await Promise.allSettled(scenes.values());
    for (const one of begun) if (one.status === 'fulfilled') await one.value.close();
  });

  const begin = async (name: string): Promise<ScriptedScene> => {
    const begun = await createScriptedScene(name);
    await begun.open();
    await begun.submit({ prompt: longPrompt });
    return begun;
  };
  const look = async (name: string): Promise<void> => {
    scene = (await scenes.get(name)) ?? assert.fail(name);
  };
  const delivery = (): string => scene.job().attempts[0]?.delivery.kind ?? 'waiting';
  const settles = (kind: string): Promise<void> => until(kind, () => delivery() === kind, 60_000);
  const prompts = async (): Promise<readonly string[]> =>
    (await scene.given()).filter((line) => line.startsWith('Read the whole file'));

  it('wait for one that needs time to draw itself, and get there once', async () => {
    await look('slowStart');
    await settles('delivered');
    assert.equal((await prompts()).length, 1);
    assert.deepEqual(
      (await scene.notes()).filter(({ kind }) => kind === 'lost'),
      [],
    );
  });

  it('are typed a second time where the first was lost, and get there once', async () => {
    await look('deafOnce');
    await settles('delivered');
    const given = await prompts();
    assert.equal(given.length, 1);
    assert.match(given[0] ?? '', /brief\.md first, then do the job that it describes\. \[[^\]]+\]$/);
    assert.ok((await scene.notes()).some(({ kind }) => kind === 'lost'));
  });

  it('are not typed a third time where nothing ever shows, and a person is told so', async () => {
    await look('deaf');
    await settles('notDelivered');
    const lost = (await scene.notes()).filter(({ kind }) => kind === 'lost').map(({ text }) => text ?? '');
    assert.equal(lost.join('').split('Read the whole file').length - 1, 2);
    assert.ok(!lost.join('').includes('\r'), 'Enter was pressed where nothing stood');
    assert.match(
      scene.told.join('\n'),
      /^undelivered: The prompt of .* was not delivered: what was typed twice never showed/m,
    );
  });

  it('are sent again by no more than one Enter where no turn begins, and are never said to have arrived', async () => {
    await look('swallowsEnter');
    await settles('notDelivered');
    const notes = await scene.notes();
    const typed = notes.filter(({ kind }) => kind === 'text').map(({ text }) => text ?? '');
    assert.equal(typed.join('').split('Read the whole file').length - 1, 1);
    assert.equal(notes.filter(({ kind }) => kind === 'enter').length, 2);
    assert.match(scene.told.join('\n'), /^undelivered: The prompt of .* may not have been delivered/m);
    assert.equal(scene.job().status, 'running');
  });
});
