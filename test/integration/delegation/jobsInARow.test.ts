import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../../../scripts/lib/project.mjs';
import type { App } from '../../../src/app/app.ts';
import type { Attempt } from '../../../src/core/delegation/types.ts';
import { until } from '../../until.ts';
import { hostEnvironment, makeRepository, openTestApp, type TestRepository } from '../app/support.ts';
import { openEditorHost, type EditorHost } from './editorHost.ts';

const person = { kind: 'person', id: 'ann' } as const;

describe('jobs that one session is given one after another', function () {
  this.timeout(240_000);
  let repository: TestRepository;
  let host: EditorHost;
  /** Another host of the same person that keeps its state elsewhere, as a shell with another environment does. */
  let shell: App;
  before(async () => {
    ensureBuilt();
  });
  beforeEach(async () => {
    repository = makeRepository({ 'a.txt': 'one\n' });
    host = await openEditorHost(repository.root);
    const elsewhere = join(repository.root, '../elsewhere');
    shell = await openTestApp(repository.root, {}, { ...hostEnvironment(repository.root), XDG_STATE_HOME: elsewhere });
    assert.deepEqual([host.app.role, shell.role], ['owner', 'mirror']);
  });
  afterEach(async () => {
    for (const { id, ended } of Object.values(host.app.state.agentSessions))
      if (!ended) assert.ok((await host.app.agentSessions.stop(id, person)).ok);
    await shell.close();
    await host.close();
    await repository.dispose();
  });

  const submit = async (by: App, id: string, prompt: string): Promise<void> => {
    const rest = { agent: null, kind: 'work', role: null, workdir: null, claims: [], outside: false } as const;
    const limits = { timeoutMs: 0, idleTimeoutMs: 0, expectedArtifacts: [], task: null, queue: false } as const;
    const submitted = await by.delegation.submit({ id, session: 'one', prompt, ...rest, ...limits }, person);
    assert.ok(submitted.ok, submitted.ok ? '' : JSON.stringify(submitted.error));
  };
  const attempt = (id: string): Attempt | undefined => host.app.state.delegations[id]?.attempts[0];
  const begins = async (id: string): Promise<void> => {
    await until(`the word of ${id}`, () => Boolean(attempt(id)?.startedAt), 40_000).catch(() =>
      assert.fail(`${id} never began: ${JSON.stringify(attempt(id)?.delivery)}`),
    );
  };
  const isDone = async (id: string): Promise<void> => {
    await until(`the end of ${id}`, () => Boolean(attempt(id)?.ended), 40_000);
    assert.deepEqual([attempt(id)?.delivery.kind, attempt(id)?.ended?.status], ['delivered', 'completed']);
  };

  for (const backend of ['headless', 'tmux', 'editor'] as const)
    it(`all reach it in ${backend}, and are done by its word, whichever host handed them in`, async () => {
      const opened = await host.app.agentSessions.open(
        { agent: 'rehearsal', backend, cwd: repository.root, name: 'one', role: null, controlPlane: null },
        person,
      );
      assert.ok(opened.ok, opened.ok ? '' : JSON.stringify(opened.error));
      await submit(host.app, 'first', 'Say that all is well.');
      await begins('first');
      await isDone('first');
      const go = join(repository.root, '../go');
      const script = JSON.stringify([{ steps: [{ waitFor: go }, { report: 'Well.' }] }]);
      await submit(shell, 'second', `Wait.\n\n\`\`\`rehearsal\n${script}\n\`\`\`\n`);
      await begins('second');
      assert.equal(attempt('second')?.ended, null);
      writeFileSync(go, '');
      await isDone('second');
      await submit(host.app, 'third', 'Say it again.');
      await begins('third');
      await isDone('third');
    });
});
