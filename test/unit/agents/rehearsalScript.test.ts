import assert from 'node:assert/strict';
import { readBriefHead } from '../../../src/protocol/agents/brief.ts';
import { chooseScene, readRehearsalScript } from '../../../src/protocol/agents/rehearsalScript.ts';
import { rehearsalBrief } from '../../builders/lane.ts';

const scene = (on: object, say: string) => ({ on, steps: [{ say }] });

describe('The rehearsal script of a brief', () => {
  it('is empty without a block, and without the machine-readable line there is no head', () => {
    assert.deepEqual(readRehearsalScript('# A task\n\n```js\n[]\n```\n'), []);
    assert.equal(readBriefHead('# A task\n\nMAM-BRIEF: {broken\n'), null);
  });

  it('puts several blocks together and ignores indented ones, which a diff may hold', () => {
    const text = `\`\`\`rehearsal\n${JSON.stringify([scene({}, 'a')])}\n\`\`\`\n ~~~rehearsal\n[]\n ~~~\n~~~rehearsal\n${JSON.stringify([scene({ round: 2 }, 'b')])}\n~~~\n`;
    assert.deepEqual(readRehearsalScript(text), [scene({}, 'a'), scene({ round: [2] }, 'b')]);
  });

  it('may stand on one line, as it is typed into a box', () => {
    const line = JSON.stringify([scene({}, 'a ``` b')]);
    assert.deepEqual(readRehearsalScript(`## What is asked\n\n~~~rehearsal ${line}~~~\n\n## More\n`), [
      scene({}, 'a ``` b'),
    ]);
    assert.deepEqual(readRehearsalScript(` ~~~rehearsal ${line}~~~\n`), []);
  });

  for (const [name, body] of [
    ['no JSON', 'nonsense'],
    ['a step that does not exist', '[{"steps":[{"jump":1}]}]'],
    ['a misspelt selector', '[{"on":{"sessions":"x"},"steps":[]}]'],
  ] as const)
    it(`names what is wrong with ${name}`, () => {
      assert.equal(typeof readRehearsalScript(`\`\`\`rehearsal\n${body}\n\`\`\`\n`), 'string');
    });

  it('plays the first scene that fits the job', () => {
    const scenes = [
      scene({ kind: 'review', session: ['reviewer', 'deep-reviewer'], round: 1 }, 'a'),
      scene({ kind: 'implement', attempt: 2 }, 'b'),
      scene({ role: 'Implementer', task: 'T-1' }, 'c'),
    ];
    const chosen = (head: object): unknown => {
      const brief = rehearsalBrief({ ...head }, scenes);
      const read = readRehearsalScript(brief);
      assert.ok(typeof read !== 'string');
      const step = chooseScene(read, readBriefHead(brief)!)?.steps[0];
      return step !== undefined && 'say' in step ? step.say : null;
    };
    assert.deepEqual(
      [
        { kind: 'review', session: 'deep-reviewer', role: 'Deep Reviewer' },
        { kind: 'review', session: 'reviewer', role: 'Reviewer', round: 2 },
        { kind: 'implement', attempt: 2 },
        { kind: 'implement', attempt: 1 },
        { kind: 'implement', attempt: 1, task: 'T-2' },
      ].map(chosen),
      ['a', null, 'b', 'c', null],
    );
  });
});
