import assert from 'node:assert/strict';
import { createAnswerQuestion, createReadQuestion } from '../../../../src/app/agentSession/answerQuestion.ts';
import { findForm } from '../../../../src/adapters/agents/screenForm.ts';
import { ok } from '../../../../src/base/result.ts';
import type { Command } from '../../../../src/core/command.ts';
import { aSession } from '../../../builders/sights.ts';
import { FakeSigns } from '../../../fakes/fakeSigns.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { ManualClock } from '../../../fakes/manualClock.ts';

const person = { kind: 'person', id: 'test' } as const;
const text = 'Do you want to run `make`?';
const form = `${text}\n❯ 1. Yes\n  2. No\n`;
const menu = (marked: number): string =>
  `Do you trust this folder?\n\n${['No, exit', 'Yes, I trust it'].map((label, n) => `${n === marked ? ' ❯ ' : '   '}${label}`).join('\n')}\n\nEnter to confirm\n`;

async function asking(screen: string, offers: Partial<FakeTerminals['offers']> = {}) {
  const place = new FakeTerminals('tmux', offers);
  const clock = new ManualClock();
  const spec = { id: 's1.1', name: 's1', argv: ['agent'] as const, cwd: '/repo', env: {} };
  await place.open(spec, new AbortController().signal);
  place.draw('s1.1', screen);
  const session = aSession({ handle: 'place-s1.1' });
  const recorded: Command[] = [];
  const deps = {
    ports: { terminals: { tmux: place }, signs: new FakeSigns(), clock },
    find: () => ok(session),
    orchestrator: { dispatch: async (command: Command) => ok((recorded.push(command), [])) },
  };
  const choose = createAnswerQuestion(deps);
  const answer = async (key: string, meant = form, actor: Parameters<typeof choose>[2] = person) => {
    const answered = choose('s1', { question: findForm(meant) ?? assert.fail('no question'), key }, actor);
    await clock.advance(6000);
    const result = await answered;
    return result.ok ? 'ok' : result.error.code;
  };
  return {
    place,
    clock,
    answer,
    recorded,
    strokes: () => place.at('s1.1').strokes.join(''),
    read: () => createReadQuestion(deps)('s1'),
    deps,
  };
}

/** What an agent draws when a key is pressed. */
const onKey = (place: FakeTerminals, draw: (key: string) => string | null): void => {
  const press = place.press.bind(place);
  place.press = async (handle, key) => {
    const pressed = await press(handle, key);
    const next = draw(key);
    if (next !== null) place.draw(handle, next);
    return pressed;
  };
};

describe('the answer to a question on a screen', () => {
  it('is one key where the agent takes it at once', async () => {
    const { place, answer, strokes } = await asking(form);
    onKey(place, () => '● Running make\n');
    assert.equal(await answer('1'), 'ok');
    assert.equal(strokes(), '<1>');
  });

  it('is recorded as the end of its question, whoever watched, and only where it was given', async () => {
    const { place, answer, recorded } = await asking(form);
    assert.equal(await answer('9'), 'session.otherQuestion');
    assert.deepEqual(recorded, []);
    onKey(place, () => '● Running make\n');
    assert.equal(await answer('1'), 'ok');
    const sight = { type: 'sightAgentSession', session: 's1', generation: 1, source: 'screen', asOf: -1 } as const;
    assert.deepEqual(recorded, [
      { ...sight, activity: { kind: 'needsYou', need: 'permission', text } },
      { ...sight, activity: { kind: 'quiet' } },
    ]);
  });

  it('has no Enter where nothing shows that the key was taken: it would answer what comes next', async () => {
    for (const draw of [null, form, `${form}2`, `${text}\n  1. Yes\n❯ 2. No\n`]) {
      const { place, answer, strokes, recorded } = await asking(form);
      onKey(place, () => draw);
      assert.equal(await answer('2'), 'session.notTaken');
      assert.deepEqual([strokes(), recorded], ['<2>', []]);
    }
  });

  it('is taken though it takes its time to show it', async () => {
    const { place, answer, strokes, clock } = await asking(form);
    onKey(place, () => (clock.after(3000, () => place.draw('s1.1', form.replace('make', 'git push'))), null));
    assert.equal(await answer('1'), 'ok');
    assert.equal(strokes(), '<1>');
  });

  it('is given once, whoever chooses at the same time', async () => {
    const { place, answer, strokes } = await asking(form);
    onKey(place, () => form.replace('make', 'git push --force'));
    const answers = await Promise.all([answer('1'), answer('1')]);
    assert.deepEqual([answers, strokes()], [['ok', 'session.beingAnswered'], '<1>']);
  });

  it('is for what is asked about, and not for the same words about something else', async () => {
    const about = (command: string): string => `  ${command}\n\nDo you want to proceed?\n❯ 1. Yes\n  2. No\n`;
    const { answer, strokes } = await asking(about('rm -rf build'));
    assert.equal(await answer('1', about('ls')), 'session.otherQuestion');
    assert.equal(strokes(), '');
  });

  it('confirms nothing that came in between, though it asks the same', async () => {
    const { place, answer, strokes } = await asking(form);
    onKey(place, () => `● Ran make\n${form}`);
    assert.equal(await answer('1'), 'ok');
    assert.equal(strokes(), '<1>');
  });

  it('goes to an answer without a number, and takes it once it is marked', async () => {
    const { place, answer, strokes } = await asking(menu(0));
    onKey(place, (key) => (key === 'Down' ? menu(1) : 'gone\n'));
    assert.equal(await answer('2', menu(0)), 'ok');
    assert.equal(strokes(), '<Down><Enter>');
  });

  it('takes nothing where the mark does not move', async () => {
    const { answer, strokes } = await asking(menu(0));
    assert.equal(await answer('2', menu(0)), 'session.notTaken');
    assert.equal(strokes(), '<Down>');
  });

  it('presses nothing where something else is asked now, or nothing', async () => {
    const other = await asking(form.replace('make', 'rm -rf build'));
    assert.equal(await other.answer('1'), 'session.otherQuestion');
    assert.equal(other.strokes(), '');
    const over = await asking(`${form}1\nanswered: 1\n`);
    assert.equal(await over.answer('1'), 'session.noQuestion');
    const missing = await asking(form);
    assert.equal(await missing.answer('7'), 'session.otherQuestion');
  });

  it('is a person’s', async () => {
    const { answer, strokes } = await asking(form);
    assert.notEqual(await answer('1', form, { kind: 'job', id: 'j1' }), 'ok');
    assert.notEqual(await answer('1', form, { kind: 'host', id: 'x' }), 'ok');
    assert.equal(strokes(), '');
  });

  it('is given in the terminal where the screen can’t be read', async () => {
    const { answer, read } = await asking(form, { screen: false });
    assert.equal(await answer('1'), 'session.answerThere');
    assert.equal((await read()).ok, false);
  });

  it('offers what stands there', async () => {
    const { read } = await asking(form);
    const question = await read();
    assert.deepEqual(question.ok && question.value.options, [
      { key: '1', label: 'Yes', marked: true },
      { key: '2', label: 'No', marked: false },
    ]);
  });
});
