import assert from 'node:assert/strict';
import type { App } from '../../../src/app/app.ts';
import { ok } from '../../../src/base/result.ts';
import { status } from '../../../src/cli/commands/status.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { workingState } from '../../builders/scene.ts';
import { createTestCli } from './terminal.ts';

async function shown(over: Partial<App>): Promise<string> {
  const h = await createHarness({ queue: queueText() });
  const cli = createTestCli();
  const app = { ...h.app, ...over };
  const call = parseVerb(status, []);
  assert.ok(call.ok);
  await status.run({ ...cli, open: async () => ok(app) }, call.value);
  return cli.shown.join('\n');
}

describe('the status of work', () => {
  const state = workingState();
  const loop = Object.values(state.loops)[0]?.id ?? '';

  it('says that nobody runs it where there is no owner, and how it goes on', async () => {
    const dead = await shown({ state, owner: null });
    assert.match(dead, new RegExp(`Loop +${loop}: nobody runs it now`));
    assert.match(dead, new RegExp(`nobody runs it now\n +Next: mam resume --loop ${loop}`));
    assert.doesNotMatch(dead, /working|: running/);
  });

  it('names the loop also where it is the only one', async () => {
    const h = await createHarness({ queue: queueText() });
    const alive = await shown({ state, owner: h.app.owner });
    assert.ok(h.app.owner);
    assert.match(alive, new RegExp(`Loop +${loop}: running`));
    assert.doesNotMatch(alive, /nobody runs|mam resume/);
  });
});
