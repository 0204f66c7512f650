import assert from 'node:assert/strict';
import { linkedPlan, planNamed } from '../../../src/protocol/plan.ts';

describe('the plan of a task', () => {
  const links: Readonly<Record<string, string | null>> = {
    '[plan](../docs/plans/a.md)': 'docs/plans/a.md',
    '[plan](docs/plans/a.md)': 'docs/plans/a.md',
    '[plan](./docs/plans/2026/a.md)': 'docs/plans/2026/a.md',
    '[plan](<docs/plans/a.md>)': 'docs/plans/a.md',
    '[plan](docs/plans/a.md#goal "The plan")': 'docs/plans/a.md',
    '[x](https://a.b/docs/plans/a.md) [y](src/a.md) [plan](docs/plans/b.md) [z](docs/plans/c.md)': 'docs/plans/b.md',
    '[plan](docs/plans/../../a.md)': null,
    '[plan](/docs/plans/a.md)': null,
    '`docs/plans/a.md`': null,
    '': null,
  };
  for (const [text, path] of Object.entries(links))
    it(`${text || 'nothing'} links to ${path ?? 'none'}`, () => assert.equal(linkedPlan(text), path));

  it('else is the first that bears its id', () => {
    const names = ['z-T-2026-0001.md', 'b-T-2026-0001-x.md', 'a-T-2026-0002.md', 'a-T-2026-0001.txt'];
    assert.equal(planNamed('T-2026-0001', names), 'b-T-2026-0001-x.md');
    assert.equal(planNamed('T-2026-0009', names), null);
  });
});
