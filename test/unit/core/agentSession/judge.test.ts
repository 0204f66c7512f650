import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { judgeSights, silentMs } from '../../../../src/core/agentSession/judge.ts';
import { outlastsRest } from '../../../../src/core/agentSession/outlasts.ts';
import { renewMs, sightToRecord } from '../../../../src/core/agentSession/sight.ts';
import { sources, type Activity, type Source } from '../../../../src/core/agentSession/types.ts';
import {
  after,
  asks,
  idle,
  lost,
  quiet,
  sightsOf,
  starting,
  tell,
  working,
  type Said,
} from '../../../builders/sights.ts';

const minutes = 60;

describe('a question', () => {
  const since = (said: string, at: number) => judgeSights(sightsOf(...tell(said)), after(at))?.since;

  it('is one and the same, whoever tells it next', () => {
    assert.equal(since('1 hook asks, 9 transcript asks', 9), after(1));
    assert.equal(since('1 screen asks, 2 hook asks', 9), after(1));
  });

  it('is another one after work, and of another kind', () => {
    assert.equal(since('1 screen asks, 2 hook working, 9 hook asks', 9), after(9));
    assert.equal(since('1 screen asksTrust, 9 hook asks', 9), after(9));
  });
});

/** What was said, at which second, and what the session is taken for at another one. */
const rows: readonly [what: string, said: string, at: number, taken: string][] = [
  ['nothing was seen yet', '', 5, 'nothing'],
  ['a hook says that it works', '1 hook working', 5, 'working by hook'],
  ['a watcher says the opposite of a hook', '1 hook working, 5 watcher idle', 9, 'working by hook'],
  ['a hook tells the end of a turn while a child runs on', '1 process working, 2 hook idle', 9, 'idle by hook'],
  [
    'a turn that was broken off is told by the transcript only',
    '1 hook working, 20 transcript idle',
    21,
    'idle by transcript',
  ],
  ['the transcript lags behind the hook', '1 hook working, 9 hook idle, 10 transcript working', 60, 'idle by hook'],
  [
    'the next prompt after a turn that was broken off',
    '1 hook working, 20 transcript idle, 30 hook working',
    31,
    'working by hook',
  ],
  ['a command runs and nobody announces work', '1 process working', 5, 'working by process'],
  ['no command runs and nobody says anything', '1 process quiet', 5, 'unobservable by process'],
  ['a watcher where nobody better speaks', '1 process quiet, 2 watcher idle', 5, 'idle by watcher'],
  ['a watcher that takes a silent command for idleness', '1 process working, 2 watcher idle', 5, 'working by process'],
  ['a form on the screen while the hook said work', '1 hook working, 2 screen asks', 2, 'needsYou by screen'],
  ['it rests without a sign-in', '1 hook asksSignIn, 9 hook idle, 20 transcript idle', 30, 'needsYou by hook'],
  ['it rests beyond its limit', '1 transcript limited, 9 hook idle, 20 shell idle', 30, 'limited by transcript'],
  ['it rests before its limit is lifted', '1 hook limited600, 99 hook idle', 599, 'limited by hook'],
  ['it rests, and its limit is lifted', '1 hook limited600, 99 hook idle', 601, 'idle by hook'],
  ['it works again after a limit', '1 hook limited, 9 hook working, 20 hook idle', 30, 'idle by hook'],
  ['the form is gone', '1 hook working, 2 screen asks, 8 screen quiet', 8, 'working by hook'],
  [
    'the form is still there though a hook has spoken',
    '1 hook working, 2 screen asks, 3 hook working, 4 screen asks',
    4,
    'needsYou by screen',
  ],
  ['a hook shows that the form was answered', '1 hook working, 2 screen asks, 8 hook working', 8, 'working by hook'],
  ['the screen asks and nothing better is there', '1 screen asks', 5, 'needsYou by screen'],
  [
    'what the screen asked is gone and nothing better is there',
    '1 screen asks, 5 screen quiet',
    6,
    'unobservable by screen',
  ],
  ['an agent asks by a hook', '1 hook working, 2 hook asks', 2, 'needsYou by hook'],
  ['what it asked runs', '1 hook asks, 9 process working', 9, 'working by process'],
  ['a command that ran before it asked is no answer', '1 process working, 2 hook asks', 60, 'needsYou by hook'],
  ['the hook itself is the child that was seen', '1 hook asks, 2 process working', 60, 'needsYou by hook'],
  ['a sign-in is not answered by a command', '1 hook asksSignIn, 9 process working', 60, 'needsYou by hook'],
  [
    'a question of a hook is gone from the screen',
    '1 hook asks, 2 screen asks, 9 screen quiet',
    9,
    'working by screen',
  ],
  [
    'a screen that never showed the question says nothing about it',
    '1 hook asks, 9 screen quiet',
    60,
    'needsYou by hook',
  ],
  ['a trust dialog that is gone', '1 hook asksTrust, 2 screen asksTrust, 9 screen quiet', 9, 'starting by screen'],
  ['a watcher sees it blocked', '1 hook working, 5 watcher asks', 5, 'needsYou by watcher'],
  ['a watcher sees it go on', '1 process quiet, 5 watcher asks, 9 watcher working', 9, 'working by watcher'],
  ['the same question once more', '1 hook asks, 9 hook working, 20 hook asks', 20, 'needsYou by hook'],
  ['a limit', '1 hook limited600', 599, 'limited by hook'],
  ['a limit that is lifted', '1 hook limited600', 600, 'idle by hook'],
  ['a limit without an end', '1 hook limited', 900, 'limited by hook'],
  ['a limit without an end, a quarter of an hour later', '1 hook limited', 901, 'idle by hook'],
  ['the place can’t be looked at', '1 hook idle, 9 process lost', 9, 'unobservable by process'],
  [
    'the place can’t be looked at, but its hook speaks',
    '1 hook idle, 9 process lost, 12 hook idle',
    12,
    'idle by hook',
  ],
  ['the place can be looked at again', '1 hook idle, 9 process lost, 12 process quiet', 12, 'idle by hook'],
  ['ten minutes of a command that prints nothing', '1 hook working, 2 process working', 600, 'working by hook'],
  ['two hours of a command that prints nothing', '1 hook working, 2 process working', 7200, 'working by hook'],
  ['ten minutes of thought', '1 hook working, 2 process quiet', 600, 'working by hook'],
  ['an hour of nothing at all', '1 hook working, 2 process quiet', 3600, 'unobservable by hook'],
  ['an hour of words now and then', '1 hook working, 1200 hook working, 2400 hook working', 3600, 'working by hook'],
  ['an idle agent stays idle', '1 hook idle, 2 process quiet', 36000, 'idle by hook'],
  ['a question stays a question', '1 hook asks', 36000, 'needsYou by hook'],
];

describe('what a session is taken for', () => {
  for (const [what, said, at, taken] of rows)
    it(`${what}: ${taken}`, () => {
      const judged = judgeSights(sightsOf(...tell(said)), after(at));
      assert.equal(judged ? `${judged.activity.kind} by ${judged.source}` : 'nothing', taken);
    });

  const activity = fc.constantFrom<Activity>(
    working,
    idle,
    quiet,
    starting,
    lost,
    asks(),
    asks('Trust?', 'trust'),
    { kind: 'limited', until: null },
    { kind: 'limited', until: after(50) },
  );
  const history = fc
    .array(fc.tuple(fc.nat(30), fc.constantFrom(...sources), activity), { maxLength: 25 })
    .map((steps) => {
      let now = 0;
      return steps.map(([gap, source, what]): Said => [(now += gap), source, what]);
    });
  const endOf = (said: readonly Said[]): string => after((said.at(-1)?.[0] ?? 0) + 1);

  it('never becomes idle, limited or silent by the text of a screen', () =>
    fc.assert(
      fc.property(history, (said) => {
        const screens = sightsOf(...said);
        const { screen, ...others } = screens;
        const judged = judgeSights(screens, endOf(said));
        if (judged?.source !== 'screen') return;
        assert.ok(screen !== undefined);
        const without = judgeSights(others, endOf(said))?.activity;
        // It shows a question, the end of one that others still hold for open, or has nothing to tell.
        assert.ok(
          judged.activity.kind === 'needsYou' ||
            // That could not be looked at for a moment in between hides such a question.
            (['needsYou', 'unobservable'].includes(without?.kind ?? '') &&
              ['working', 'starting'].includes(judged.activity.kind)) ||
            (without === undefined && judged.activity.kind === 'unobservable'),
        );
      }),
    ));

  it('is the newest word of a hook, whatever anybody said before', () =>
    fc.assert(
      fc.property(history, fc.constantFrom(working, idle, starting, asks('Now?')), (said, word) => {
        const at = (said.at(-1)?.[0] ?? 0) + 10;
        const sights = sightsOf(...said, [at, 'hook', word]);
        const judged = judgeSights(sights, after(at));
        const before = judgeSights(sightsOf(...said), after(at));
        // Rest is no answer to a limit.
        const stays = word === idle && before?.activity.kind === 'limited' && before.source !== 'watcher';
        assert.deepEqual(judged?.activity, stays ? before.activity : word);
      }),
    ));

  it('keeps a question until somebody better, or who asked it, says otherwise', () =>
    fc.assert(
      fc.property(
        history,
        fc.array(fc.constantFrom<Said[1]>('watcher', 'process'), { maxLength: 4 }),
        (said, later) => {
          const at = (said.at(-1)?.[0] ?? 0) + 10;
          const words = later.map((source, index): Said => [
            at + 10 * (index + 1),
            source,
            source === 'process' ? quiet : idle,
          ]);
          const judged = judgeSights(sightsOf(...said, [at, 'hook', asks('Mine?')], ...words), after(at + 60));
          assert.deepEqual(judged?.activity, asks('Mine?'));
        },
      ),
    ));

  it('says the same in between as long as nothing is said', () =>
    fc.assert(
      fc.property(history, fc.nat(20 * minutes), (said, wait) => {
        const sights = sightsOf(...said);
        const at = (said.at(-1)?.[0] ?? 0) + 60;
        const [now, later] = [judgeSights(sights, after(at)), judgeSights(sights, after(at + wait))];
        if (later?.activity.kind === 'unobservable' && now?.activity.kind === 'working') return;
        // Time alone lifts a limit, also one that something else hides now; one that a watcher sees has to be seen lifted.
        const lifts = Object.values(sights).filter(
          ({ activity: one, at: since, source }) =>
            one.kind === 'limited' &&
            source !== 'watcher' &&
            outlastsRest(one, since, after(at)) &&
            !outlastsRest(one, since, after(at + wait)),
        );
        if (lifts.length === 0) assert.deepEqual(later, now);
        else if (lifts.some(({ source }) => source === now?.source)) assert.notDeepEqual(later, now);
      }),
    ));
});

describe('what of a sight is recorded', () => {
  const recorded = (said: readonly Said[], [seconds, source, activity]: Said) =>
    sightToRecord({ sights: sightsOf(...said), prompted: -1 }, source, activity, {
      at: after(seconds),
      awakeMs: seconds * 1000,
    });

  it('not what is the same', () => assert.equal(recorded([[1, 'hook', working]], [9, 'hook', working]), null));

  it('the end of the turn that a prompt began, though the one before it ended as well', () => {
    const session = { sights: sightsOf([1, 'hook', idle]), prompted: 0 };
    assert.equal(sightToRecord(session, 'hook', idle, { at: after(9), awakeMs: 9000 })?.order, 1);
  });

  it('the same word every few minutes, since when it was first said', () => {
    const sight = recorded([[1, 'hook', working]], [1 + renewMs / 1000, 'hook', working]);
    assert.deepEqual({ at: sight?.at, seenAt: sight?.seenAt }, { at: after(1), seenAt: after(1 + renewMs / 1000) });
    assert.ok(renewMs < silentMs);
  });

  const refused: readonly [Source, Activity][] = [
    ['screen', idle],
    ['screen', working],
    ['screen', starting],
    ['screen', lost],
    ['screen', quiet],
    ['process', idle],
    ['process', asks()],
    ['process', starting],
  ];
  for (const [source, activity] of refused)
    it(`${source} has no business saying ${activity.kind}`, () =>
      assert.equal(recorded([], [1, source, activity]), null));

  it('two that look at how things stand do not answer each other for ever', () => {
    const said: Said[] = [];
    let records = 0;
    for (let second = 1; second < 60; second++)
      for (const next of [
        [second, 'process', working],
        [second, 'watcher', working],
        [second, 'screen', asks()],
      ] as const) {
        if (recorded(said, next)) records += 1;
        said.push(next);
      }
    assert.equal(records, 3);
    assert.equal(judgeSights(sightsOf(...said), after(60))?.activity.kind, 'needsYou');
  });
});
