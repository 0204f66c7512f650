import assert from 'node:assert/strict';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TextEdit } from 'vscode-languageserver/node';
import { completionsAt } from '../../../src/language/completion.ts';
import { taskStatuses } from '../../../src/protocol/taskFields.ts';
import { marked } from './documents.ts';

function complete(text: string): { readonly labels: readonly string[]; pick(label: string): string } {
  const { document, position } = marked(text);
  const items = completionsAt(document, position);
  return {
    labels: items.map(({ label }) => label),
    pick: (label) => {
      const edit = items.find((item) => item.label === label)?.textEdit;
      assert.ok(TextEdit.is(edit));
      return TextDocument.applyEdits(document, [edit]);
    },
  };
}

describe('completion in a queue', () => {
  it('offers the statuses', () => assert.deepEqual(complete('- Status: |').labels, taskStatuses));
  it('offers the priorities', () =>
    assert.deepEqual(complete('- Priority: |').labels, ['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9']));

  const picked: Readonly<Record<string, string>> = {
    '- Status: |': '- Status: ready',
    '- Status:|': '- Status: ready',
    '- Status:|\n- Priority: P1': '- Status: ready\n- Priority: P1',
    '- Status: re|': '- Status: ready',
    '- Status: re|ady': '- Status: ready',
    '- Status: |done': '- Status: ready',
    '- Status: `|`': '- Status: `ready`',
    '- Status:`|`': '- Status:`ready`',
    '* status :  in_|': '* status :  ready',
    'Text\r\n- Status: |\r\nText': 'Text\r\n- Status: ready\r\nText',
  };
  for (const [text, result] of Object.entries(picked))
    it(JSON.stringify(text), () => assert.equal(complete(text).pick('ready'), result));

  for (const text of [
    '|',
    '|- Status: ',
    '- Sta|',
    '- Status|:',
    '- Owner: |',
    '- Status: ready |',
    'Status: |',
    '  - Status: |',
    '- Status: a-|',
  ])
    it(`offers nothing at ${JSON.stringify(text)}`, () => assert.deepEqual(complete(text).labels, []));

  it('keeps its order in the list', () => {
    const { document, position } = marked('- Status: |');
    const order = completionsAt(document, position).map(({ sortText }) => sortText!);
    assert.deepEqual(order.toSorted(), order);
  });
});
