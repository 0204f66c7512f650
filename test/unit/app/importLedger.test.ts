import assert from 'node:assert/strict';
import { createHarness, person } from '../../builders/appHarness.ts';
import { foreignFiles, foreignFolder } from '../../builders/foreignLedger.ts';
import { diskWith, importOf, queue, withDisk } from '../../builders/importing.ts';
import { createMemoryFiles, type MemoryFiles } from '../../fakes/memoryFiles.ts';

const ledgerTexts = (files: MemoryFiles) =>
  [...files.texts].filter(([path]) => path.startsWith('/repo/reports/') || path.startsWith('/repo/.mam/'));

describe('importing a ledger', () => {
  it('takes over what holds, keeps every file, and lets MAM write its own', () =>
    withDisk(diskWith(), async (h) => {
      assert.equal(h.app.problem?.code, 'ledger.foreign');
      const { imported, kept, ledger, warnings } = await importOf(h);
      assert.equal(imported, true);
      assert.deepEqual(
        [ledger.sessions.map((one) => one.session), ledger.completed, ledger.deferred, ledger.events],
        [['orchestrator', 'reviewer'], ['T-2025-0001'], ['T-2025-0002'], 3],
      );
      assert.deepEqual(
        warnings.map(({ code, params }) => [code, params['count']]),
        [
          ['import.expired', 2],
          ['import.unusable', 1],
          ['import.ids', 2],
          ['import.renamed', undefined],
        ],
      );
      assert.deepEqual(warnings.at(-1)?.params, {
        from: 't-2026-0001-7-feat-issue-7-implementer',
        to: 't-2026-0002-7-feat-issue-7-implementer',
      });
      for (const [name, text] of Object.entries(foreignFiles()))
        assert.equal(h.files.texts.get(`/repo/${kept}/active/${name}`), text, name);
      assert.equal(h.app.problem, null);
      await h.rest();
      const mix: { rolling: unknown; ledger: unknown[] } = JSON.parse(
        h.files.texts.get(`${foreignFolder}/agent_mix.json`) ?? '',
      );
      assert.deepEqual([mix.rolling, mix.ledger.length], [{ claude: 2, codex: 0 }, 4]);
      assert.match(h.files.texts.get(`${foreignFolder}/session_registry.json`) ?? '', /"mam"/);
    }));

  it('keeps a pass word as claimed, so that no gate opens by it', () =>
    withDisk(diskWith(), async (h) => {
      await importOf(h);
      const { reviewer, orchestrator } = h.app.state.sessions;
      assert.deepEqual([reviewer?.status, reviewer?.claimed, reviewer?.task], ['idle', 'passed', 'T-2026-0001']);
      assert.equal(orchestrator?.lastBeat, '2025-12-31T23:55:00Z');
      assert.equal(h.app.state.topology?.id, 'four-role');
      assert.deepEqual(h.app.state.runs, {});
    }));

  it('holds the files of its leases until their old end, or until a person looked', () =>
    withDisk(diskWith(), async (h) => {
      await importOf(h);
      const held = Object.values(h.app.state.leases);
      assert.deepEqual(
        held.map(({ task, run, claims, state, reason, ttlMs, borrower }) => [
          task,
          run,
          claims[0],
          state,
          reason,
          ttlMs,
          borrower,
        ]),
        [
          ['T-2026-0001', null, 'src/a.ts', 'active', undefined, 20 * 60_000, null],
          ['T-2026-0002', null, 'src/b.ts', 'recovery-needed', 'dirty-worktree', 0, null],
        ],
      );
      assert.deepEqual(new Set(held.map((lease) => lease.epoch)).size, 2);
      await h.start({ tasks: ['T-2026-0006'] });
      const { ask } = h.run('T-2026-0006');
      assert.equal(ask?.kind === 'problem' && ask.problem.code, 'lease.recoveryNeeded');
    }));

  it('gives an active lease free after its old end and a look, and keeps what needs a person', () =>
    withDisk(diskWith(), async (h) => {
      await importOf(h);
      // A host that slept counts as awake for ten seconds of each tick only.
      for (let minutes = 0; minutes < 22; minutes++) await h.clock.advance(60_000);
      await h.rest();
      assert.deepEqual(
        Object.values(h.app.state.leases).map((lease) => lease.task),
        ['T-2026-0002'],
      );
    }));

  it('does not start again what the other tool had done', () =>
    withDisk(diskWith({ 'leases.json': null }), async (h) => {
      await importOf(h);
      await h.start({ limit: 1 });
      assert.equal(h.run().task.id, 'T-2026-0001');
    }));

  it('twice changes nothing more', () =>
    withDisk(diskWith(), async (h) => {
      const { kept } = await importOf(h);
      await h.rest();
      const seq = h.app.state.seq;
      const again = await importOf(h);
      assert.deepEqual([again.imported, again.kept, again.ledger.events], [false, kept, 3]);
      const { imported } = await importOf(h, `/repo/${kept}/active`);
      assert.deepEqual([imported, h.app.state.seq], [false, seq]);
      // Later, when one of its leases has run out.
      await h.clock.advance(25 * 60_000);
      const leases = Object.keys(h.app.state.leases).length;
      assert.equal((await importOf(h, `/repo/${kept}/active`)).imported, false);
      assert.equal(Object.keys(h.app.state.leases).length, leases);
    }));

  it('that was cut off before its files were put aside is made whole by the next one', async () => {
    const files = diskWith();
    const cut = { ...files, move: async () => ({ ok: false as const, error: cutOff }) };
    const cutOff = { code: 'files.failed', text: 'cut off', params: {} };
    const h = await createHarness({ queue, files, wrap: (ports) => ({ ...ports, files: cut }) });
    const first = await h.app.importLedger(null, person);
    assert.equal(!first.ok && first.error.code, 'files.failed');
    await h.app.close();
    await h.clock.advance(5_000);
    const next = await createHarness({ queue, files, store: h.store, clock: h.clock });
    try {
      const { imports } = next.app.state;
      const again = await importOf(next);
      assert.deepEqual([again.imported, again.kept], [false, imports[0]?.kept]);
      assert.ok(files.texts.has(`/repo/${again.kept}/active/events.jsonl`), 'it lies where the log says');
      assert.deepEqual([next.app.state.imports, next.app.problem], [imports, null]);
    } finally {
      await next.app.close();
    }
  });

  it('has nothing to do where MAM’s own ledger is', async () => {
    const h = await createHarness({ queue });
    try {
      await h.start();
      const done = await h.app.importLedger(null, person);
      assert.equal(!done.ok && done.error.code, 'ledger.ours');
    } finally {
      await h.app.close();
    }
  });

  it('reads a folder that is named, and leaves it where it is', async () => {
    const files = createMemoryFiles({ '/repo/tasks/queue.md': queue });
    for (const [name, text] of Object.entries(foreignFiles())) files.edit(`/repo/old/${name}`, text);
    await withDisk(files, async (h) => {
      const { kept, imported } = await importOf(h, '/repo/old');
      assert.deepEqual([kept, imported], ['old', true]);
      assert.equal(files.texts.get('/repo/old/events.jsonl'), foreignFiles()['events.jsonl']);
    });
  });

  const token = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
  it('takes no secret over', () =>
    withDisk(
      diskWith({
        'session_registry.json': JSON.stringify({
          sessions: [{ session_id: 'a', role: 'R', status: `see ${token} in /home/ann/notes.md` }],
        }),
      }),
      async (h) => {
        await importOf(h);
        assert.doesNotMatch(JSON.stringify(h.store.database.rows), /ghp_|home.ann/);
      },
    ));

  it('names the fields that nobody here knows', () =>
    withDisk(
      diskWith({
        'auto_loop_state.json': '{"foo": 1}',
        'agent_mix.json': '{"schema_version": 2, "b": 0, "a": {}, "ledger": [{"agent": "claude", "wu": 1, "c": 1}]}',
        'leases.json': '[{"claimed_files": ["x"], "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1}]',
      }),
      async (h) => {
        const { warnings } = await importOf(h);
        assert.deepEqual(
          warnings.map(({ code, params }) => [code, params['fields'], params['more']]),
          [
            ['import.unknownFields', 'a, b, c', ''],
            ['import.unknownFields', 'd, e, f, g, h', ' …'],
            ['import.unknownFields', 'foo', ''],
          ],
        );
      },
    ));

  it('reads a registry whose version is text as the first', () =>
    withDisk(diskWith({ 'session_registry.json': '{"schema_version": "2", "sessions": []}' }), async (h) => {
      assert.equal((await importOf(h)).imported, true);
    }));

  const refusals: readonly [string, string, Readonly<Record<string, string | null>>, string?][] = [
    ['broken JSON', 'import.notJson', { 'leases.json': '{"leases": [' }, 'leases.json'],
    ['an empty file', 'import.notJson', { 'session_registry.json': '' }, 'session_registry.json'],
    ['a registry that is a list', 'import.notObject', { 'session_registry.json': '[]' }, 'session_registry.json'],
    ['a loop state that is none', 'import.notObject', { 'auto_loop_state.json': '7' }, 'auto_loop_state.json'],
    ['a newer registry', 'import.newer', { 'session_registry.json': '{"schema_version": 3}' }, 'session_registry.json'],
    [
      'a registry that is newer in text',
      'import.newer',
      { 'session_registry.json': '{"schema_version": "99"}' },
      'session_registry.json',
    ],
    ['leases with a version in text', 'import.version', { 'leases.json': '{"schema_version":"99"}' }, 'leases.json'],
    ['a mix with half a version', 'import.version', { 'agent_mix.json': '{"schema_version":1.5}' }, 'agent_mix.json'],
    [
      'a loop state with a version in text',
      'import.version',
      { 'auto_loop_state.json': '{"schema_version":"1"}' },
      'auto_loop_state.json',
    ],
    [
      'two leases of one file',
      'import.overlap',
      { 'leases.json': '[{"task_id": "T-2026-0007", "claimed_files": ["x"]}, {"claimed_files": ["x/y"]}]' },
    ],
    ['newer leases', 'import.newer', { 'leases.json': '{"schema_version": 2}' }, 'leases.json'],
    ['a newer mix', 'import.newer', { 'agent_mix.json': '{"schema_version": 3}' }, 'agent_mix.json'],
    ['a newer loop state', 'import.newer', { 'auto_loop_state.json': '{"schema_version": 2}' }, 'auto_loop_state.json'],
    ['bytes that are no UTF-8', 'files.notText', { 'agent_mix.json': '{"a": "\uFFFD"}' }, 'agent_mix.json'],
    ['a journal that is no UTF-8', 'files.notText', { 'events.jsonl': '\uFFFD\n' }, 'events.jsonl'],
  ];
  for (const [name, code, change, file] of refusals)
    it(`refuses ${name} by name, and changes nothing`, () =>
      withDisk(diskWith(change), async (h) => {
        const before = { texts: ledgerTexts(h.files), seq: h.app.state.seq };
        const done = await h.app.importLedger(null, person);
        assert.equal(!done.ok && done.error.code, code);
        if (!done.ok && file !== undefined)
          assert.equal(done.error.params['file'] ?? done.error.params['path'], `reports/agent_loop/active/${file}`);
        assert.deepEqual({ texts: ledgerTexts(h.files), seq: h.app.state.seq }, before);
      }));

  it('refuses a file that a link leads out of the repository', async () => {
    const files = diskWith();
    files.links.set(`${foreignFolder}/leases.json`, '/etc/leases.json');
    await withDisk(files, async (h) => {
      const done = await h.app.importLedger(null, person);
      assert.equal(!done.ok && done.error.code, 'import.outside');
      assert.deepEqual(h.app.state.imports, []);
    });
  });

  it('refuses a folder outside, and one without a ledger', () =>
    withDisk(diskWith(), async (h) => {
      h.files.edit('/elsewhere/session_registry.json', '{}');
      h.files.edit('/repo/docs/a.md', 'x');
      for (const [from, code] of [
        ['/elsewhere', 'import.folderOutside'],
        ['/repo/docs', 'import.nothing'],
        ['/repo/missing', 'import.nothing'],
      ] as const) {
        const done = await h.app.importLedger(from, person);
        assert.equal(!done.ok && done.error.code, code, from);
      }
    }));

  it('waits for the other tool to end', async () => {
    const files = diskWith();
    files.locked.add(`${foreignFolder}/leases.json.lock`);
    await withDisk(files, async (h) => {
      const done = await h.app.importLedger(null, person);
      assert.equal(!done.ok && done.error.code, 'ledger.originalRunning');
      files.locked.clear();
      assert.equal((await importOf(h)).imported, true);
    });
  });

  it('is for a person alone', () =>
    withDisk(diskWith(), async (h) => {
      for (const kind of ['host', 'job'] as const) {
        const done = await h.app.importLedger(null, { kind, id: 'x' });
        assert.equal(!done.ok && done.error.code, 'actor.personOnly');
      }
      assert.ok(h.files.texts.has(`${foreignFolder}/events.jsonl`));
    }));

  for (const name of ['session_registry.json', 'leases.json', 'agent_mix.json', 'auto_loop_state.json'])
    it(`is asked for where only ${name} is another tool’s`, async () => {
      const all = ['session_registry.json', 'leases.json', 'agent_mix.json', 'auto_loop_state.json', 'events.jsonl'];
      const others = Object.fromEntries(all.filter((one) => one !== name).map((one) => [one, null]));
      await withDisk(diskWith({ ...others, 'assignments/reviewer.md': null }), async (h) => {
        assert.equal(h.app.problem?.code, 'ledger.foreign');
        assert.equal((await importOf(h)).imported, true);
        assert.equal(h.app.problem, null);
      });
    });
});
