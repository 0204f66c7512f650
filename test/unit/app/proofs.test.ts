import assert from 'node:assert/strict';
import { createBaseCheckout } from '../../../src/app/effects/baseCheckout.ts';
import { runCheckList } from '../../../src/app/runCheckList.ts';
import type { CheckRun } from '../../../src/app/ports/commands.ts';
import { ok } from '../../../src/base/result.ts';
import { checks as rule } from '../../../src/core/gate/rules/checks.ts';
import { gateFacts } from '../../../src/core/gate/facts.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { CoreWorld } from '../../builders/core.ts';
import { privacy } from '../../builders/privacy.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const proof = { line: 'npm test', argv: ['npm', 'test'], proof: true } as const;
const ran = (exitCode: number | null, more: Partial<CheckRun> = {}): CheckRun => ({
  exitCode,
  timedOut: false,
  tail: 'Said.',
  durationMs: 1,
  problem: null,
  ...more,
});

async function prove(without: CheckRun, withIt: CheckRun) {
  const places: string[] = [];
  const how = {
    cwd: '/head',
    head: 'head',
    timeoutMs: 1,
    privacy,
    base: { open: async () => ok('/base') },
    commands: {
      run: async ({ cwd }: { readonly cwd: string }) => {
        places.push(cwd);
        return cwd === '/base' ? without : withIt;
      },
    },
  };
  const results = await runCheckList([proof], how, new AbortController().signal);
  assert.ok(results.ok);
  return [results.value[0]?.outcome, results.value[0]?.exitCode, places.join()] as const;
}

describe('a proof of a fix', () => {
  for (const [name, without, withIt, expected] of [
    ['passes when it fails without the change and passes with it', ran(1), ran(0), ['passed', 0, '/base,/head']],
    ['fails when it passes without the change', ran(0), ran(0), ['failed', 0, '/base']],
    ['fails when it fails with the change', ran(1), ran(2), ['failed', 2, '/base,/head']],
    ['proves nothing when its program is not found without', ran(127), ran(0), ['failed', 127, '/base']],
    ['proves nothing when its program can’t be run without', ran(126), ran(0), ['failed', 126, '/base']],
    [
      'proves nothing when it comes to no end without',
      ran(null, { timedOut: true }),
      ran(0),
      ['timed-out', null, '/base'],
    ],
  ] as const)
    it(name, async () => assert.deepEqual(await prove(without, withIt), expected));

  it('that proves nothing closes the gate with its reason, which the writer can mend', () => {
    const world = new CoreWorld().start().playUntil('prepareRun');
    const [prepare] = world.open('prepareRun');
    const prepared = world.success(prepare!);
    assert.ok(prepared.kind === 'prepareRun');
    world.settle(prepare!, { ...prepared, checks: [proof] });
    let n = 0;
    const end = (): void => {
      const [check] = world.playUntil('runChecks').open('runChecks');
      if (check?.kind !== 'runChecks') return;
      const outcome = n++ === 0 ? 'failed' : 'passed';
      const results = check.checks.map(
        (one) => ({ check: one, head: check.head, outcome, exitCode: 0, durationMs: 1, tail: '' }) as const,
      );
      world.settle(check, { kind: 'runChecks', results });
      if (n === 1) {
        const missing = rule.evaluate(gateFacts(world.state, world.run())).missing;
        assert.deepEqual(
          missing.map((one) => one.code),
          ['gate.provesNothing'],
        );
      }
    };
    end();
    end();
    world.playUntil();
    assert.deepEqual([world.run().round, world.run().phase, world.run().gate?.open], [2, 'waiting', true]);
  });

  const text = queueText({ id: 'T-2026-0001', claims: '`a.txt`' }).trimEnd();
  it('is named in a section of its own, and asked for like any check', async () => {
    const queue = `${text}\n\n### Proof of Fix\n\n\`\`\`sh\nnode --test test/a.test.ts\n\`\`\`\n`;
    const [entry] = parseQueue(queue).entries;
    assert.deepEqual(
      [entry?.proofs, entry?.checks.includes('node --test test/a.test.ts')],
      [['node --test test/a.test.ts'], false],
    );
    const h = await createHarness({ queue });
    await h.start();
    const { ask } = h.run();
    assert.deepEqual(ask?.kind === 'checks' && ask.checks, [
      { line: 'node --test test/a.test.ts', argv: ['node', '--test', 'test/a.test.ts'], proof: true },
    ]);
    await h.app.close();
  });

  it('is no part of a task without that section', async () => {
    assert.deepEqual(parseQueue(text).entries[0]?.proofs, []);
  });
});

describe('the checkout without the change', () => {
  const at = async (links: Readonly<Record<string, string>> = {}) => {
    const git = createMemoryGit();
    const files = createMemoryFiles({});
    const written: string[] = [];
    const spied = {
      real: async (path: string) => (path in links ? links[path]! : git.files('/base').size > 0 ? path : null),
      write: async (path: string, content: string) => {
        written.push(path);
        return files.write(path, content);
      },
    };
    const head = git.branches.get('main') ?? '';
    const change = {
      base: head,
      head,
      files: ['test/a.test.ts', 'src/a.ts', 'test/gone.test.ts'].map(
        (path) => ({ path, status: 'modified', added: 1, removed: 0 }) as const,
      ),
    };
    const read = { ...git, readFileAt: async (_: string, path: string) => ok(path.includes('gone') ? null : 'text') };
    return { base: createBaseCheckout('/base', change, { git: read, files: spied }), git, written };
  };

  it('holds the tests of the change and nothing else of it, is made once, and goes afterwards', async () => {
    const { base, git, written } = await at();
    const [first, second] = await Promise.all([base.open(), base.open()]);
    assert.ok(first.ok && second.ok);
    assert.deepEqual(written, ['/base/test/a.test.ts']);
    assert.ok((await base.close()).ok);
    const left = await git.listLinked([]);
    assert.ok(left.ok && left.value.every((one) => one.path !== '/base'));
  });

  it('is not made where nobody asks for it', async () => {
    const { base, written } = await at();
    assert.ok((await base.close()).ok);
    assert.deepEqual(written, []);
  });

  it('writes nothing through a link that leads out of it', async () => {
    const { base, written } = await at({ '/base/test': '/etc' });
    const opened = await base.open();
    assert.deepEqual([!opened.ok && opened.error.code, written], ['check.linkedTest', []]);
    await base.close();
  });
});
