import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { err } from '../../../src/base/result.ts';
import type { JobWish } from '../../../src/app/delegation/submit.ts';
import type { Actor } from '../../../src/core/actor.ts';
import { delegateTool } from '../../../src/protocol/delegateTool.ts';
import { lookTools } from '../../../src/protocol/lookTools.ts';
import { inputTrouble } from '../../../src/protocol/toolInput.ts';
import { delegateForChat } from '../../../src/vscode/chat/delegate.ts';

const looks = (name: string, input: unknown) => lookTools.find((tool) => tool.name === name)?.command(input);

describe('tools of the editor’s chat', () => {
  it('have names of verb and noun, and words for a model', () => {
    for (const { name, description } of [...lookTools, delegateTool]) {
      assert.match(name, /^mam_[a-z]+(_[a-z]+)?$/);
      assert.ok(description.length > 40, name);
    }
  });

  it('only look: no word of theirs changes anything', () => {
    const words = lookTools.map(({ command }) => command({ job: 'x' })?.words.join(' '));
    assert.deepEqual([...new Set(words)].toSorted(), ['gate', 'job list', 'job show', 'status']);
  });

  it('take what a model names as a name, never as an option', () => {
    assert.deepEqual(looks('mam_explain_gate', { task: '--allow-check' }), { words: ['gate'], named: '--allow-check' });
    assert.deepEqual(looks('mam_explain_gate', undefined), { words: ['gate'], named: undefined });
    for (const input of [{}, { job: '' }, { job: 7 }, 'x']) assert.equal(looks('mam_read_job', input), null);
  });

  it('tell a model which field of its input is wrong, and how', () => {
    const [, , , , read] = lookTools;
    assert.ok(read?.name === 'mam_read_job');
    assert.match(inputTrouble(read, { job: 7 }), /mam_read_job .* job: .*string/);
    assert.match(inputTrouble(read, undefined), /job: .*string/);
    assert.match(inputTrouble(delegateTool, { prompt: ' ', claims: [''] }), /prompt: .* claims\.0: /);
    assert.match(inputTrouble(read, 'x'), /object/);
  });

  it('delegate as no person, to an open session, without a file unless one is named', async () => {
    const asked: [JobWish, Actor][] = [];
    const delegation = {
      submit: async (wish: JobWish, actor: Actor) => {
        asked.push([wish, actor]);
        return err(problem('x', 'Busy.'));
      },
    };
    const read = delegateTool.input.parse({ prompt: ' Look. ', role: 'reviewer' });
    assert.equal((await delegateForChat({ delegation }, read)).ok, false);
    const [[wish, actor] = []] = asked;
    assert.deepEqual([wish?.prompt, wish?.role, wish?.claims, actor?.kind], ['Look.', 'reviewer', [], 'host']);
    const nobody = await delegateForChat({ delegation }, delegateTool.input.parse({ prompt: 'Look.' }));
    assert.equal(nobody.ok ? '' : nobody.error.code, 'chat.noDoer');
    assert.equal(asked.length, 1);
  });
});
