import assert from 'node:assert/strict';
import { activeLoop } from '../../../src/app/projections/activeLoop.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { eventsOf } from '../../builders/coreCommands.ts';
import { found, reviewedWorld } from '../../builders/tick.ts';
import { privacy } from '../../builders/privacy.ts';

const textOf = (state: State): string =>
  activeLoop(state).map((one) => one.render({ seq: 1, at: '', privacy }))[0] ?? '';

const section = (text: string, heading: string): string => text.split(`${heading}\n\n`)[1]?.split(/\n\n#/)[0] ?? '';

describe('active_loop.md', () => {
  it('is not there before the first tick', () => assert.deepEqual(activeLoop(emptyState), []));

  it('shows the newest tick, its seats and leases, and what it found', () => {
    const { world, facts } = reviewedWorld({ issue: null, unrefreshed: [found('tick.x')], files: ['a|b.txt'] });
    eventsOf(world, { type: 'tick', facts });
    const text = textOf(world.state);
    assert.match(section(text, '# Active Loop'), /- Decision: blocked\n- Task: T-2026-0001\n- Issue: N\/A/);
    assert.match(section(text, '## Sessions'), /\| reviewer \| Reviewer \| passed \| T-2026-0001 \|/);
    assert.equal(section(text, '## Agent Lanes').split('\n').length, 2 + 2 * 4);
    assert.match(section(text, '## Leases'), /\| active \| T-2026-0001 \| feature\/T-2026-0001-integration \|/);
    assert.match(section(text, '### Blockers'), /^- No issue is known for feat\/issue-7-title\./);
    assert.match(section(text, '### Warnings'), /^- The lease .* is active already and is kept\.\n- Something\.$/);
    assert.match(section(text, '### Evidence'), /- Passed: Reviewer, CI\/Eval Auditor\./);
    assert.equal(section(text, '## Overlap Preflight'), '- Result: clear');
    assert.equal(section(text, '## Ship Command'), '`make ship-run`');
    assert.equal(section(text, '## Executed Commands').trim(), 'None.');
  });
});
