import assert from 'node:assert/strict';
import type { Decision } from '../../../src/app/views/decisions.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { createDecisionNews } from '../../../src/vscode/news/decisionNews.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const decision = (id: string): Decision => ({ id, label: id, actions: [], session: null, run: null });

/** One window of a person, with what is on its screen. */
class Desk {
  when: Settings['mam.notifications'] = 'always';
  focused = false;
  inFront = '';
  /** What a person sees and saw, one notification after another. */
  readonly log: string[] = [];
  dismiss = (): void => undefined;
  readonly news;
  #open = 0;

  constructor(told: Set<string> = new Set()) {
    this.news = createDecisionNews({
      when: () => this.when,
      isFocused: () => this.focused,
      isShown: ({ id }) => id === this.inFront,
      tells: async (name) => !told.has(name) && told.add(name).has(name),
      textOf: (decisions) => decisions.map(({ id }) => id).join('+'),
      show: (text, onDismiss) => {
        this.#open += 1;
        assert.equal(this.#open, 1, 'one notification at a time');
        this.log.push(`show ${text}`);
        this.dismiss = () => {
          this.#open -= 1;
          onDismiss();
        };
        return {
          say: (next) => void this.log.push(`say ${next}`),
          dispose: () => {
            this.#open -= 1;
            this.log.push('gone');
          },
        };
      },
    });
  }

  async look(...ids: readonly string[]): Promise<void> {
    this.news.look(ids.map(decision));
    await settled();
  }
}

describe('news of what waits for a person', () => {
  it('are told once each, in one notification that says how things stand and goes with the last of them', async () => {
    const desk = new Desk();
    await desk.look();
    await desk.look('a');
    await desk.look('a');
    await desk.look('a', 'b');
    await desk.look('b');
    await desk.look();
    assert.deepEqual(desk.log, ['show a', 'say a+b', 'say b', 'gone']);
  });

  it('are not what waited before the window was there, also not after it was loaded again', async () => {
    const told = new Set<string>();
    const desk = new Desk(told);
    await desk.look('old');
    await desk.look('old', 'new');
    assert.deepEqual(desk.log, ['show new']);
    desk.news.dispose();
    const again = new Desk(told);
    await again.look();
    // It was not there yet at the first look of the new window.
    await again.look('new');
    assert.deepEqual(again.log, []);
  });

  it('come no more of what a person took away, only of what is new', async () => {
    const desk = new Desk();
    await desk.look();
    await desk.look('a', 'b');
    desk.dismiss();
    await desk.look('a', 'b');
    await desk.look('a', 'b', 'c');
    assert.deepEqual(desk.log, ['show a', 'say a+b', 'show c']);
  });

  const quiet: readonly (readonly [string, Partial<Pick<Desk, 'when' | 'focused' | 'inFront'>>, boolean])[] = [
    ['always, to one who is elsewhere', {}, true],
    ['always, to one who is in the window', { focused: true }, true],
    ['not of what is in front of a person', { focused: true, inFront: 'a' }, false],
    ['of what is in front in a window where nobody is', { inFront: 'a' }, true],
    ['only while nobody is in the window', { when: 'unfocused' }, true],
    ['not while somebody is, then', { when: 'unfocused', focused: true }, false],
    ['never', { when: 'never' }, false],
  ];
  for (const [title, change, isTold] of quiet)
    it(`come ${title}`, async () => {
      const desk = Object.assign(new Desk(), change);
      await desk.look();
      await desk.look('a');
      assert.deepEqual(desk.log, isTold ? ['show a'] : []);
    });

  it('come from one of two windows, and from none where a person has it in front in the other', async () => {
    const told = new Set<string>();
    const [here, there] = [new Desk(told), new Desk(told)];
    for (const desk of [here, there]) await desk.look();
    for (const desk of [here, there]) await desk.look('a');
    Object.assign(here, { focused: true, inFront: 'b' });
    for (const desk of [here, there]) await desk.look('a', 'b');
    assert.deepEqual([here.log, there.log], [['show a'], []]);
  });

  it('are not told of what was answered while it was asked who tells it', async () => {
    const desk = new Desk();
    await desk.look();
    desk.news.look([decision('a')]);
    await desk.look();
    assert.deepEqual(desk.log, []);
  });
});
