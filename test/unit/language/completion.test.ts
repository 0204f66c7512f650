import assert from 'node:assert/strict';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TextEdit } from 'vscode-languageserver/node';
import { completionsAt } from '../../../src/language/completion.ts';
import { placeOf } from '../../../src/language/place.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { taskStatuses } from '../../../src/core/task/statuses.ts';
import { filesOf, marked, queueUri } from './documents.ts';

const files = filesOf({ 'README.md': '', 'src/a.ts': '', 'src/b/c.ts': '' });
const planUri = 'file:///repo/docs/plans/a.md';
const tasks = '## T-2026-0001 - First\n## T-2026-0007 - Second\n';

async function complete(
  text: string,
  { uri = queueUri, roles = [] as readonly string[], tree = files, tasksText = '' } = {},
) {
  const { document, position } = marked(text, uri);
  const place = placeOf(uri);
  assert.ok(place);
  const queue = parseQueue(tasksText || document.getText());
  const list = await completionsAt({ document, position, place, queue, roles, year: 2026 }, tree);
  return {
    isIncomplete: list.isIncomplete,
    items: list.items,
    labels: list.items.map(({ label }) => label),
    pick: (label: string): string => {
      const edit = list.items.find((item) => item.label === label)?.textEdit;
      assert.ok(TextEdit.is(edit), `no ${label} in ${list.items.map((item) => item.label).join()}`);
      return TextDocument.applyEdits(document, [edit]);
    },
  };
}

describe('completion', () => {
  describe('of fields', () => {
    it('offers the statuses', async () => assert.deepEqual((await complete('- Status: |')).labels, taskStatuses));
    it('offers the priorities', async () =>
      assert.deepEqual((await complete('- Priority: |')).labels, 'P0 P1 P2 P3 P4 P5 P6 P7 P8 P9'.split(' ')));

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
      it(JSON.stringify(text), async () => assert.equal((await complete(text)).pick('ready'), result));

    it('keeps its order in the list', async () => {
      const order = (await complete('- Status: |')).items.map(({ sortText }) => sortText ?? '');
      assert.deepEqual(order.toSorted(), order);
    });

    it('offers the roles that MAM brings, and those of the present topology once they are known', async () => {
      const before = await complete('- Owner role: |');
      assert.deepEqual(before.labels.slice(0, 2), ['Orchestrator', 'Implementer']);
      assert.ok(before.labels.includes('Planner / Issue Triage'));
      const roles = ['Implementer', 'CI / Regression Auditor'];
      const now = await complete('- Owner role: CI / Re|gression', { roles });
      assert.deepEqual(now.labels, roles);
      assert.equal(now.pick('CI / Regression Auditor'), '- Owner role: CI / Regression Auditor');
    });
  });

  for (const text of ['|', '|- Status: ', '- Sta|', '- Status|:', '- Owner: |', '- Status: ready |', 'Status: |'])
    it(`offers nothing at ${JSON.stringify(text)}`, async () => assert.deepEqual((await complete(text)).labels, []));
  for (const text of ['  - Status: |', '- Status: a-|', 'xT-20|', '`a b|', '`a` |', '`/etc/|', '`../|', '`src/../../|'])
    it(`offers nothing at ${JSON.stringify(text)}`, async () => assert.deepEqual((await complete(text)).labels, []));

  describe('of task ids', () => {
    it('offers those of the queue, with their titles', async () => {
      const { items, pick } = await complete(`${tasks}After T-20|26-00, then`);
      assert.deepEqual(
        items.map(({ label, detail }) => [label, detail]),
        [
          ['T-2026-0001', 'First'],
          ['T-2026-0007', 'Second'],
        ],
      );
      assert.equal(pick('T-2026-0007'), `${tasks}After T-2026-0007, then`);
    });

    it('offers them in a plan', async () =>
      assert.deepEqual((await complete('# T-|', { uri: planUri, tasksText: tasks })).labels, [
        'T-2026-0001',
        'T-2026-0007',
      ]));

    const headings: Readonly<Record<string, string>> = {
      '## |': '## T-2026-0008 - ',
      '## T-|': '## T-2026-0008 - ',
      '## T-2026-0|': '## T-2026-0008 - ',
      '## T-2026-0009|': '## T-2026-0008 - ',
      '## T-|2026 - Title': '## T-2026-0008 - Title',
    };
    for (const [heading, result] of Object.entries(headings))
      it(`offers the next one in the heading ${heading}`, async () =>
        assert.equal((await complete(tasks + heading)).pick('T-2026-0008'), tasks + result));
  });

  describe('of paths', () => {
    const offered: Readonly<Record<string, readonly string[]>> = {
      'See `|`': ['README.md', 'src/'],
      'See `a`, `src/|': ['a.ts', 'b/'],
      '- Claims: |': ['README.md', 'src/'],
      '- Claims: README.md, src/|': ['a.ts', 'b/'],
      '- Claims: `README.md`,src/b/|': ['c.ts'],
      '- Claims: none/|': [],
    };
    for (const [text, labels] of Object.entries(offered))
      it(JSON.stringify(text), async () => assert.deepEqual((await complete(text)).labels, labels));

    it('replaces what is there of the name, and goes on below a folder', async () => {
      const { pick, items } = await complete('See `src/x|y.ts` and more');
      assert.equal(pick('a.ts'), 'See `src/a.ts` and more');
      assert.deepEqual(
        items.map(({ command }) => command?.command),
        [undefined, 'editor.action.triggerSuggest'],
      );
    });

    it('offers files for a finding of a report', async () => {
      const uri = 'file:///repo/.mam/jobs/7/report.md';
      const { labels, pick } = await complete('- [blocker] src/|:12 - wrong', { uri });
      assert.deepEqual(labels, ['a.ts', 'b/']);
      assert.equal(pick('a.ts'), '- [blocker] src/a.ts:12 - wrong');
    });

    it('says that there is more where a folder was cut', async () =>
      assert.ok((await complete('`|', { tree: filesOf({ a: '' }, true) })).isIncomplete));
  });
});
