import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { claudeForms } from '../../../src/adapters/agents/claude/screen.ts';
import { codexForms } from '../../../src/adapters/agents/codex/screen.ts';
import { findForm } from '../../../src/adapters/agents/screenForm.ts';
import type { FormRule } from '../../../src/adapters/agents/signs.ts';

const line = '─'.repeat(80);
const claudePermission = `❯ Write the file.

● I will write.

● Write(w.txt)

${line}
 Create file
 w.txt
${'╌'.repeat(80)}
  1 x
${'╌'.repeat(80)}
 Do you want to create w.txt?
 ❯ 1. Yes
   2. Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab)
   3. No

 Esc to cancel · Tab to amend
`;
const codexPermission = `• I will write outside.

• Running touch /tmp/outside.txt; echo hi

  Would you like to run the following command?

  Environment: local

  Reason: Need to write outside?

  $ touch /tmp/outside.txt; echo hi

› 1. Yes, proceed (y)
  2. Yes, and don't ask again for commands that start with \`touch\` (p)
  3. No, and tell Codex what to do differently (esc)

  Press enter to confirm or esc to cancel
`;
/** Answers that stand by themselves, each with what it means below. */
const apart = (title: string, ...answers: readonly (readonly [label: string, means: string])[]): string =>
  `  Welcome to Codex, a tool for tests\n\n  ${title}\n\n${answers
    .map(([label, means], n) => `${n === 0 ? '>' : ' '} ${n + 1}. ${label}\n     ${means}\n`)
    .join('\n')}\n  Press enter to continue\n`;
const codexSignIn = apart(
  'Choose how it is paid.',
  ['Sign in with ChatGPT', 'A subscription pays'],
  ['Sign in with Device Code', 'On another device'],
  ['Sign in another way', 'With a key'],
);
const codexOlderSignIn = apart(
  'Choose how it is paid.',
  ['Sign in with ChatGPT', 'A subscription pays'],
  ['Provide your own API key', 'What is used is paid'],
);
const codexKeySignIn = apart(
  'Sign in another way',
  ['Use an API key', 'What is used is paid'],
  ['Use a cloud', 'It pays'],
);
const claudeTrust = `${line}
 Accessing workspace:

 /repo

 Quick safety check: Is this a project you created or one you trust? (Like your own code.) If not,
 take a moment to review what's in this folder first.

 Security guide

 ❯ No, exit
   Yes, I trust this folder

 Enter to confirm · Esc to cancel
`;
const framed = `╭${'─'.repeat(40)}╮
│ Do you trust the files in this folder? │
│ /repo                                  │
│ ❯ 1. Yes, proceed                      │
│   2. No, exit                          │
╰${'─'.repeat(40)}╯
`;

type Row = readonly [
  what: string,
  screen: string,
  rules: readonly FormRule[],
  need: string,
  text: string,
  keys: string,
];
const forms: readonly Row[] = [
  ['a permission of claude', claudePermission, claudeForms, 'permission', 'Do you want to create w.txt?', '123'],
  [
    'a permission of codex with what it is about',
    codexPermission,
    codexForms,
    'permission',
    'Would you like to run the following command? Environment: local Reason: Need to write outside? $ touch /tmp/outside.txt; echo hi',
    '123',
  ],
  [
    'the sign-in of codex',
    codexSignIn,
    codexForms,
    'signIn',
    'Welcome to Codex, a tool for tests Choose how it is paid',
    '123',
  ],
  [
    'an older one',
    codexOlderSignIn,
    codexForms,
    'signIn',
    'Welcome to Codex, a tool for tests Choose how it is paid',
    '12',
  ],
  ['the one behind it', codexKeySignIn, codexForms, 'signIn', 'Sign in another way', '12'],
  [
    'a trust dialogue of claude',
    claudeTrust,
    claudeForms,
    'trust',
    "Quick safety check: Is this a project you created or one you trust? (Like your own code.) If not, take a moment to review what's in this folder first. Security guide",
    '12',
  ],
  ['a trust dialogue in a frame', framed, [], 'trust', 'Do you trust the files in this folder? /repo', '12'],
  ['a theme', 'Choose the text style\n❯ 1. Dark mode\n', [], 'question', 'Choose the text style', '1'],
  ['a sign-in', 'Select login method:\n❯ 1. Account with subscription\n', [], 'signIn', 'Select login method:', '1'],
  [
    'a command, after what was done before',
    '● Reading src/…\nDo you want to run `rm -rf build`?\n❯ 1. Yes\n  2. Yes, and do not ask again\n  3. No (esc)\n',
    [],
    'permission',
    'Do you want to run `rm -rf build`?',
    '123',
  ],
  ['any other question', 'Which port?\n> 1. 8080\n  2. 9090\n', [], 'question', 'Which port?', '12'],
  [
    'an announcement',
    '\n  Meet the new model\n\n  It is better at long work.\n\n› 1. Try new model\n  2. Use existing model\n\n  enter/esc confirm · ^c quit',
    codexForms,
    'question',
    'Meet the new model It is better at long work',
    '12',
  ],
  ['yes or no', 'Install the package? [y/N] ', [], 'question', 'Install the package? [y/N]', 'yn'],
  ['a choice that is not the first', 'Which port?\n  1. 8080\n❯ 2. 9090\n', [], 'question', 'Which port?', '12'],
];

const none: readonly [what: string, screen: string][] = [
  ['nothing', ''],
  ['a prompt that waits', `${line}\n❯ \n${line}\n  ⏸ manual mode on · ? for shortcuts`],
  ['a question that was answered', 'Do you want to run it?\n❯ 1. Yes\n  2. No\n1\nanswered: 1\n'],
  ['a list without a choice', 'Steps?\n1. Build\n2. Test\n'],
  ['a numbered list within a message', '● The plan:\n  ❯ 1. Build\n  2. Test\n\nShall I?\n'],
  ['a form that another line follows', `${claudePermission}\n● Write(w.txt)\n`],
  ['a list that nothing asks to choose from', 'Pick?\n❯ One\n  Two\n'],
  ['a prompt above a hint', '● Done\n\n❯ fix the tests\n\n Enter to confirm'],
  ['answers without a question', '❯ 1. Yes\n  2. No\n'],
  ['numbers that are none of one list', 'Pick?\n❯ 1. Yes\n  7. No\n'],
];

describe('a question on a screen', () => {
  it('keeps the lines above a question that say what it is about', () => {
    const command = `${line}\n Bash command\n\n   rm -rf build\n   Remove what was built\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel\n`;
    const form = findForm(command, claudeForms);
    assert.deepEqual(form?.about, ['Bash command', 'rm -rf build', 'Remove what was built']);
    assert.equal(form.text, 'Do you want to proceed?');
    assert.deepEqual(findForm(claudePermission, claudeForms)?.about, ['Create file', 'w.txt', '1 x']);
  });

  for (const [what, screen, rules, need, text, keys] of forms)
    it(`is found: ${what}`, () => {
      const form = findForm(screen, rules);
      assert.deepEqual(
        form && { need: form.need, text: form.text, keys: form.options.map(({ key }) => key).join('') },
        {
          need,
          text,
          keys,
        },
      );
    });

  for (const [what, screen] of none) it(`is none: ${what}`, () => assert.equal(findForm(screen), null));

  it('is the last one where one follows another, and has nothing of what was answered', () => {
    const first = 'Do you trust the files in this folder?\n/work\n❯ 1. Yes, proceed\n  2. No, exit\n1\n';
    const second = 'Choose the text style\n❯ 1. Dark mode\n';
    assert.equal(findForm(first + second)?.need, 'question');
    assert.equal(findForm(first + second)?.text, 'Choose the text style');
    const third = findForm(`${first}${second}1\nSelect login method:\n❯ 1. Account with subscription\n`);
    assert.deepEqual([third?.need, third?.text], ['signIn', 'Select login method:']);
  });

  it('has the words of each answer', () =>
    assert.deepEqual(
      findForm(framed)?.options.map(({ label }) => label),
      ['Yes, proceed', 'No, exit'],
    ));

  it('keeps no secret', () => {
    const text = findForm(
      'Use the key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH?\n❯ 1. Yes\n  2. No\n',
    )?.text;
    assert.ok(text !== undefined && !text.includes('abcdefghijklmnop'), text);
  });

  it('is looked for in any text without an end', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('❯ 1. Yes', '  2. No', '', 'Why?', '   more', line, '● Did', '[y/n]', '│ x │')),
        (rows) => {
          const form = findForm(rows.join('\n'));
          assert.ok(form === null || (form.options.length > 0 && form.text !== ''));
        },
      ),
    ));
});
