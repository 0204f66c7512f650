import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellFinder } from '../../../src/host/hostRegistry.ts';
import { openTerminals } from '../../../src/host/openTerminals.ts';
import { settingsWith } from '../../builders/settings.ts';
import { hostEnvironment, makeRepository, sourcePrograms, tryOpen } from '../app/support.ts';

describe('a window of an editor with a short PATH', function () {
  this.timeout(60_000);

  it('asks the person’s shell once for everything that it looks for', async () => {
    const repository = makeRepository({ 'a.txt': 'one\n' });
    const { root } = repository;
    const tools = join(root, '../tools');
    mkdirSync(tools);
    symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(tools, 'git'));
    const asked = join(root, '../asked');
    const shell = join(tools, 'shell');
    writeFileSync(shell, `#!/bin/sh\necho asked >> '${asked}'\n`, { mode: 0o755 });
    writeFileSync(asked, '');
    const env = { ...hostEnvironment(root), PATH: tools, SHELL: shell };
    const settings = () => settingsWith();
    const find = shellFinder(env, root);
    const opened = await tryOpen(root, settings, env, find);
    assert.ok(opened.ok);
    const app = opened.value;
    const terminals = openTerminals({ facts: app.facts, settings, programs: sourcePrograms, env, find });
    const [agent] = terminals.agents();
    assert.ok(agent);
    assert.equal(await terminals.isInstalled(agent.id), false);
    await app.probeAgent(agent.id);
    await app.close();
    assert.equal(readFileSync(asked, 'utf8'), 'asked\n');
    await repository.dispose();
  });
});
