import assert from 'node:assert/strict';
import { createBaseCheckout } from '../../../src/app/effects/baseCheckout.ts';
import { setUpCheckout } from '../../../src/app/effects/setUpCheckout.ts';
import { runCheckList } from '../../../src/app/runCheckList.ts';
import type { CheckRun } from '../../../src/app/ports/commands.ts';
import { problem, type Problem } from '../../../src/base/problem.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import { whyUnproven } from '../../../src/core/evidence/unproven.ts';
import { withoutChange } from '../../../src/core/evidence/withoutChange.ts';
import { checks as rule } from '../../../src/core/gate/rules/checks.ts';
import { gateFacts } from '../../../src/core/gate/facts.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { CoreWorld } from '../../builders/core.ts';
import { privacy } from '../../builders/privacy.ts';
import { queueText } from '../../builders/queueText.ts';
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

async function prove(without: CheckRun, withIt: CheckRun, unfit: Problem | null = null) {
  const places: string[] = [];
  const how = {
    cwd: '/head',
    head: 'head',
    timeoutMs: 1,
    privacy,
    base: { open: async () => ok({ path: '/base', base: 'merge-base', unfit }) },
    commands: {
      run: async ({ cwd }: { readonly cwd: string }) => {
        places.push(cwd);
        return cwd === '/base' ? without : withIt;
      },
    },
  };
  const results = await runCheckList([proof], how, new AbortController().signal);
  assert.ok(results.ok);
  const [result] = results.value;
  assert.equal(result?.without?.base, 'merge-base');
  const code = result && result.outcome !== 'passed' ? (whyUnproven(result)?.code ?? null) : null;
  return [result?.outcome, result?.without?.outcome, code, places.join()] as const;
}

const said = (tail: string) => ran(1, { tail });
const notStarted = ran(null, { problem: problem('command.notStarted', 'It is not there.') });

describe('a proof of a fix', () => {
  for (const [name, without, withIt, expected] of [
    ['passes when it fails without the change and passes with it', ran(1), ran(0), ['passed', 'fails', null]],
    ['fails when it fails with the change', ran(1), ran(2), ['failed', 'fails', null]],
    ['passes without the change', ran(0), ran(0), ['failed', 'passes', 'gate.provesNothing']],
    ['is not found', ran(127), ran(0), ['not-run', 'no-command', 'gate.proofNoCommand']],
    ['can’t be run', ran(126), ran(0), ['not-run', 'no-command', 'gate.proofNoCommand']],
    ['can’t be started', notStarted, ran(0), ['not-run', 'no-command', 'gate.proofNoCommand']],
    ['comes to no end', ran(null, { timedOut: true }), ran(0), ['timed-out', 'timed-out', 'gate.proofTimedOut']],
    ['is ended by a signal', ran(null), ran(0), ['not-run', 'killed', 'gate.proofKilled']],
    ['is ended by a signal within a shell', ran(137), ran(0), ['not-run', 'killed', 'gate.proofKilled']],
    [
      'lacks its script',
      said('npm error Missing script: "test:one"'),
      ran(0),
      ['not-run', 'no-command', 'gate.proofNoCommand'],
    ],
    [
      'lacks a package',
      said("Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from /base/a.js"),
      ran(0),
      ['not-run', 'no-dependency', 'gate.proofNoDependency'],
    ],
    [
      'lacks a file of the change',
      said("Error: Cannot find module '/base/src/new.js'"),
      ran(0),
      ['failed', 'not-built', 'gate.proofNotBuilt'],
    ],
    ['is not built', said('FAIL\texample.com/a [build failed]'), ran(0), ['failed', 'not-built', 'gate.proofNotBuilt']],
    [
      'can’t be collected',
      said('E   ImportError: cannot import name x\n!!! Interrupted: 1 error during collection !!!'),
      ran(0),
      ['failed', 'not-built', 'gate.proofNotBuilt'],
    ],
    ['finds no test', said('collected 0 items'), ran(0), ['failed', 'no-tests', 'gate.proofNoTests']],
  ] as const)
    it(`without the change: ${name}`, async () => {
      const [outcome, there, code, places] = await prove(without, withIt);
      assert.deepEqual([outcome, there, code], expected);
      assert.equal(places, there === 'fails' ? '/base,/head' : '/base', 'the head is not asked for nothing');
    });

  it('is not run where the checkout without the change could not be set up', async () => {
    const unfit = problem('check.setUpFailed', 'npm ci did not pass.');
    assert.deepEqual(await prove(ran(1), ran(0), unfit), ['not-run', 'not-set-up', 'gate.proofNotSetUp', '']);
  });

  it('counts as failed whatever a failing test says beside', () => {
    for (const tail of [
      'expected "command missing" to be "x"\n1 failing',
      '--- FAIL: TestA (0.00s)\n    a_test.go:3: ImportError is wrong\nFAIL',
      'AssertionError: SyntaxError: expected',
      'Tests: 1 failed, 2 passed',
    ])
      assert.equal(withoutChange({ exitCode: 1, timedOut: false, notStarted: false, tail }), 'fails', tail);
    assert.equal(withoutChange({ exitCode: 255, timedOut: false, notStarted: false, tail: '' }), 'fails');
  });

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
  const scene = async (setUp = async (): Promise<Result<void, Problem>> => ok(undefined)) => {
    const git = createMemoryGit({ files: { 'a.txt': 'one\n', 'src/a.ts': 'old', 'test/gone.test.ts': 'kept' } });
    const base = git.branches.get('main') ?? '';
    const files = { 'test/a.test.ts': 'new', 'src/a.ts': 'mended', 'check/prove.mjs': 'new', 'run.mjs': 'new' };
    await git.createWorktree({ path: '/work', branch: 'work', commit: base });
    const head = git.commitOn('work', files);
    git.commitOn('main', { 'b.txt': 'of somebody else' });
    const change = {
      base: git.branches.get('main') ?? '',
      head,
      files: [
        ...Object.keys(files).map((path) => ({ path, status: path === 'src/a.ts' ? 'modified' : 'added' }) as const),
        { path: 'test/gone.test.ts', status: 'deleted' } as const,
      ].map((one) => ({ ...one, added: 1, removed: 0 })),
      checks: [
        { line: '', argv: ['node', './check/prove.mjs', 'src/a.ts'], proof: true },
        { line: '', argv: ['node', 'run.mjs'] },
      ] as const,
    };
    return { git, base, checkout: createBaseCheckout('/base', change, { git, setUp }) };
  };

  it('is where the change left its base, with its tests and what a proof names of its new files, and goes without a trace', async () => {
    const { git, base, checkout } = await scene();
    const [first, second] = await Promise.all([checkout.open(), checkout.open()]);
    assert.deepEqual(first, ok({ path: '/base', base, unfit: null }));
    assert.deepEqual(first, second);
    assert.deepEqual(Object.fromEntries(git.files('/base')), {
      'a.txt': 'one\n',
      'src/a.ts': 'old',
      'test/gone.test.ts': 'kept',
      'test/a.test.ts': 'new',
      'check/prove.mjs': 'new',
    });
    assert.ok((await checkout.close()).ok);
    const left = await git.listLinked([]);
    assert.ok(left.ok && left.value.every((one) => one.path !== '/base'));
    assert.equal(git.rescues.size, 0);
  });

  it('is set up before anything runs in it; a set-up that does not pass is told, anything else ends it', async () => {
    const bad = problem('check.setUpFailed', 'npm ci did not pass.');
    const opened = await (await scene(async () => err(bad))).checkout.open();
    assert.deepEqual(opened.ok && opened.value.unfit, bad);
    const broken = await (await scene(async () => err(problem('git.failed', 'No.')))).checkout.open();
    assert.equal(!broken.ok && broken.error.code, 'git.failed');
  });

  it('is not made where nobody asks for it', async () => {
    const { git, checkout } = await scene();
    assert.ok((await checkout.close()).ok);
    const left = await git.listLinked([]);
    assert.ok(left.ok && left.value.every((one) => one.path !== '/base'));
  });
});

describe('the set-up of a checkout for checks', () => {
  const wish = { links: ['node_modules'], commands: [['npm', 'ci']], timeoutMs: 7 };
  const setUp = async (end: CheckRun, given: typeof wish | undefined = wish) => {
    const asked: unknown[] = [];
    const done = await setUpCheckout(
      '/w',
      given,
      {
        git: {
          setUpWorktree: async (spec) => {
            asked.push(spec);
            return ok({ linked: [], copied: [], kept: [] });
          },
        },
        commands: {
          run: async (spec) => {
            asked.push(spec);
            return end;
          },
        },
        privacy: () => privacy,
      },
      new AbortController().signal,
    );
    return [done.ok ? null : done.error.code, asked] as const;
  };

  it('links first, then runs the commands there', async () => {
    assert.deepEqual(await setUp(ran(0)), [
      null,
      [
        { path: '/w', links: ['node_modules'], submodules: false },
        { cwd: '/w', argv: ['npm', 'ci'], timeoutMs: 7 },
      ],
    ]);
  });

  it('says what did not pass, and is nothing where nothing is wanted', async () => {
    for (const end of [ran(1), ran(null), ran(null, { timedOut: true }), notStarted])
      assert.equal((await setUp(end))[0], 'check.setUpFailed');
    assert.equal((await setUp(ran(null, { problem: problem('command.lost', 'Lost.') })))[0], 'command.lost');
  });

  it('is asked for like a check, once', () => {
    const world = new CoreWorld().start(undefined, { setUp: wish });
    world.playUntil();
    const { ask } = world.run();
    assert.deepEqual(ask?.kind === 'checks' && ask.checks, [{ line: 'npm ci', argv: ['npm', 'ci'] }]);
    const allowed = new CoreWorld().start(undefined, {
      setUp: wish,
      allowedChecks: [
        ['npm', 'test'],
        ['npm', 'ci'],
      ],
    });
    allowed.playUntil();
    assert.equal(allowed.run().ask, null);
  });
});
