import assert from 'node:assert/strict';
import { definitionAt } from '../../../src/language/definition.ts';
import { placeOf } from '../../../src/language/place.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { filesOf, marked, queueUri } from './documents.ts';

const planUri = 'file:///repo/docs/plans/fetch.md';
const queue = [
  '# Queue',
  '## T-2026-0001 - First',
  'See [the plan](../docs/plans/fetch.md) and T-2026-0002.',
  '## T-2026-0002 - Second',
  'See [a plan](docs/plans/gone.md).',
  '## T-2026-0003 - Third',
  'See [outside](../docs/plans/../../x.md) and [other](../docs/plans/fetch.md#a).',
].join('\n');
const files = filesOf({
  'docs/plans/fetch.md': '',
  'docs/plans/b-T-2026-0002.md': '',
  'docs/plans/a-T-2026-0002-x.md': '',
  'docs/plans/a-T-2026-0002.txt': '',
  'docs/plans/T-2026-0003/x.md': '',
});

async function definition(text: string, uri = queueUri): Promise<readonly string[]> {
  const { document, position } = marked(text, uri);
  const place = placeOf(uri);
  assert.ok(place);
  const found = await definitionAt({ document, position, place, queue: parseQueue(queue) }, files);
  return found.map((one) => `${one.uri.replace('file:///repo/', '')}:${one.range.start.line}`);
}
/** The queue with the cursor behind the first occurrence of a text. */
const behind = (text: string): string => queue.replace(text, (found) => `${found}|`);

describe('go to definition', () => {
  it('leads from a task to the plan that its text links to', async () => {
    assert.deepEqual(await definition(behind('## T-2026-00')), ['docs/plans/fetch.md:0']);
    assert.deepEqual(await definition(behind('- Fir')), ['docs/plans/fetch.md:0']);
  });
  it('leads to the first plan with its id in the name when the link leads nowhere', async () =>
    assert.deepEqual(await definition(behind('- Sec')), ['docs/plans/a-T-2026-0002-x.md:0']));
  it('leads nowhere when there is no plan, nor out of the plans', async () =>
    assert.deepEqual(await definition(behind('- Thi')), []));
  it('leads from a mention to the task', async () =>
    assert.deepEqual(await definition(behind('and T-2026')), ['tasks/queue.md:3']));
  it('leads from nothing nowhere', async () => assert.deepEqual(await definition(behind('See')), []));

  it('leads from an id in a plan to the task', async () =>
    assert.deepEqual(await definition('# Plan\nfor T-2026|-0002', planUri), ['tasks/queue.md:3']));
  it('leads from the title of a plan to the tasks that it is the plan of', async () => {
    assert.deepEqual(await definition('# The| plan\n', planUri), ['tasks/queue.md:1']);
    assert.deepEqual(await definition('# The plan\n|', planUri), []);
  });
  it('leads from a report to the task, and from an unknown one nowhere', async () => {
    const uri = 'file:///repo/.mam/jobs/7/report.md';
    assert.deepEqual(await definition('T-2026-0001|', uri), ['tasks/queue.md:1']);
    assert.deepEqual(await definition('T-2026-0009|', uri), []);
  });
});
