import assert from 'node:assert/strict';
import { person } from '../../../builders/appHarness.ts';
import type { Answer } from '../../../../src/app/delegation/answer.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const dialogue = 'Do you want to run `make`?\n❯ 1. Yes\n  2. No\n';

describe('an answer to the agent of a job', () => {
  let scene: SessionScene;
  beforeEach(async () => {
    scene = await createSessionScene();
    await scene.open();
    scene.terminals.draw(scene.place().handle, 'welcome\n> ');
    await scene.see('hook', { kind: 'idle' });
    await scene.submit();
    await scene.pass(1000);
    await scene.see('hook', { kind: 'working' });
    await scene.pass(1000);
    scene.place().strokes.length = 0;
  });
  afterEach(() => scene.app.close());
  const answer = async (given: Answer): Promise<string> => {
    const answering = scene.app.delegation.answer(scene.job().id, given, person);
    await scene.pass(6000);
    const answered = await answering;
    return answered.ok ? 'ok' : answered.error.code;
  };
  const question = async () => {
    const asked = await scene.app.delegation.question(scene.job().id);
    assert.ok(asked.ok);
    return asked.value;
  };
  const strokes = (): string => scene.place().strokes.join('');

  it('is not typed where nothing is asked: it would be a prompt of its own', async () => {
    assert.equal(await answer({ text: 'yes' }), 'job.asksNothing');
    assert.equal(await answer({ key: 'y', question: null }), 'job.asksNothing');
    assert.equal(strokes(), '');
  });

  it('is a text where its agent asks for one', async () => {
    await scene.see('hook', { kind: 'needsYou', need: 'question', text: 'Which one?' });
    assert.equal((await question()).byKey, false);
    assert.equal(await answer({ text: 'the first' }), 'ok');
    assert.equal(strokes(), '"the first"<Enter>');
  });

  it('is a text for what its agent asks by a word of its job, while its screen shows no dialogue', async () => {
    const word = { type: 'signalAttempt', job: scene.job().id, attempt: 1, seq: 1 } as const;
    await scene.app.dispatch(
      { ...word, kind: 'permission_required', text: 'May I push?' },
      { kind: 'host', id: 'test' },
    );
    assert.equal(await answer({ text: 'no, not yet' }), 'ok');
    assert.equal(strokes(), '"no, not yet"<Enter>');
  });

  it('is no text where a dialogue stands, whoever told of it: Enter would say yes', async () => {
    scene.terminals.draw(scene.place().handle, dialogue);
    assert.equal(await answer({ text: 'no' }), 'job.chooseOne');
    assert.equal(await answer({ key: 'Enter', question: null }), 'job.chooseOne');
    await scene.see('hook', { kind: 'needsYou', need: 'permission', text: 'Bash: make' });
    assert.equal(await answer({ text: 'no' }), 'job.chooseOne');
    await scene.see('hook', { kind: 'needsYou', need: 'question', text: 'Which one?' });
    assert.equal(await answer({ text: 'no' }), 'job.chooseOne');
    assert.equal(strokes(), '');
  });

  it('is one letter or digit where a dialogue may stand that nobody can read', async () => {
    await scene.see('hook', { kind: 'needsYou', need: 'permission', text: 'Bash: make' });
    const asked = await question();
    assert.equal(asked.byKey, true);
    assert.equal(await answer({ text: 'no' }), 'job.onlyAKey');
    assert.equal(await answer({ key: 'Enter', question: asked }), 'job.onlyAKey');
    assert.equal(await answer({ key: '3', question: { ...asked, text: 'Bash: ls' } }), 'session.otherQuestion');
    assert.equal(await answer({ key: '3', question: null }), 'session.otherQuestion');
    assert.equal(strokes(), '');
    assert.equal(await answer({ key: '3', question: asked }), 'ok');
    assert.equal(strokes(), '<3>');
  });

  it('by a key is for the question that was seen', async () => {
    scene.terminals.draw(scene.place().handle, dialogue);
    const seen = await question();
    scene.terminals.draw(scene.place().handle, dialogue.replace('make', 'git push --force'));
    assert.equal(await answer({ key: '2', question: seen }), 'session.otherQuestion');
    assert.equal(strokes(), '');
    const now = await question();
    scene.place().strokes.length = 0;
    const press = scene.terminals.press.bind(scene.terminals);
    scene.terminals.press = async (handle, key) => {
      const pressed = await press(handle, key);
      scene.terminals.draw(handle, 'gone');
      return pressed;
    };
    assert.equal(await answer({ key: '2', question: now }), 'ok');
    assert.equal(strokes(), '<2>');
  });

  it('may be Escape at any time, which breaks a turn off', async () => {
    assert.equal(await answer({ key: 'Escape', question: null }), 'ok');
    assert.equal(strokes(), '<Escape>');
  });
});

describe('an answer where no screen can be read', () => {
  it('is no text for a leave, and one for a question', async () => {
    const places = new FakeTerminals('editor', { screen: false });
    const scene = await createSessionScene({ places });
    await scene.open();
    await scene.see('hook', { kind: 'idle' });
    await scene.submit();
    await scene.pass(1000);
    await scene.see('hook', { kind: 'working' });
    await scene.pass(1000);
    scene.place().strokes.length = 0;
    const answer = async (text: string): Promise<string> => {
      const answered = await scene.app.delegation.answer(scene.job().id, { text }, person);
      return answered.ok ? 'ok' : answered.error.code;
    };
    await scene.see('hook', { kind: 'needsYou', need: 'permission', text: 'Bash: make' });
    assert.equal(await answer('no'), 'job.onlyAKey');
    await scene.see('hook', { kind: 'needsYou', need: 'question', text: 'Which one?' });
    assert.equal(await answer('the first'), 'ok');
    assert.deepEqual(scene.place().strokes, ['"the first"', '<Enter>']);
    await scene.app.close();
  });
});
