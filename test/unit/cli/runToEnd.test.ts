import assert from 'node:assert/strict';
import { currentLoop } from '../../../src/app/views/select.ts';
import { runToEnd } from '../../../src/cli/runToEnd.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createTestCli } from './terminal.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('following a loop to its end', () => {
  it('sums up what is so now, not what was so when anybody last looked', async () => {
    const h = await createHarness({ queue });
    await h.start();
    const loop = currentLoop(h.app.state)?.id ?? '';
    h.git.commitOn('main', { 'b.txt': 'by somebody\n' });
    const cli = createTestCli();
    const code = await runToEnd(cli, h.app, { loop, since: h.app.state.seq, json: false, answers: 'leave' });
    const shown = cli.shown.join('\n');
    assert.equal(code, 1, shown);
    assert.match(shown, /gate CLOSED[\s\S]*Gate +CLOSED[\s\S]*Waits +refs\/heads\/main moved/);
    assert.match(shown, /Next +mam return T-2026-0001 --comments "…"$/);
  });
});
