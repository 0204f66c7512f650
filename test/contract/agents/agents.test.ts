import assert from 'node:assert/strict';
import { laneFiles } from '../../../src/adapters/agents/agent.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as z from 'zod';
import { createAgents, createRegistry } from '../../../src/adapters/agents/registry.ts';
import { readTranscript } from '../../../src/adapters/agents/transcript.ts';
import { customAgents } from '../../../src/protocol/customAgents.ts';
import type { LaneOutcome } from '../../../src/core/job/types.ts';
import { laneExit, laneSpec } from '../../builders/lane.ts';

const recordedCases = z.array(
  z.strictObject({
    transcript: z.string().nullable(),
    code: z.number().optional(),
    signal: z.string().optional(),
    stderr: z.string().optional(),
    outcome: z.looseObject({ kind: z.string(), code: z.string().optional() }),
  }),
);

const fixtures = join(import.meta.dirname, '../../fixtures/agents');
const registry = createRegistry({
  rehearsalProgram: ['node', 'rehearsal'],
  custom: () =>
    customAgents.parse([
      { id: 'custom-text', argv: ['own-agent', '--file', '{brief}'] },
      { id: 'custom-lines', argv: ['own-agent', '--lines'], output: 'jsonl' },
    ]),
});
const programs = registry.all.filter((agent) => agent.capabilities.person !== true);

/** A problem is told by its code: its words may be improved. */
const comparable = (outcome: LaneOutcome): unknown =>
  outcome.kind === 'report' ? outcome : { kind: outcome.kind, code: outcome.problem.code };

describe('Every agent', () => {
  it('has an id, a name and a family of its own words', () => {
    const ids = registry.all.map((agent) => agent.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const agent of registry.all) assert.match(agent.id, /^[a-z][a-z0-9-]*$/);
  });

  it('stands in the docs as it is declared', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8');
    const rows = docs.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const word = (has: boolean): string => (has ? 'yes' : 'no');
    const shipped = programs.filter((agent) => agent.embedded === null && !agent.id.startsWith('custom-'));
    for (const { id, capabilities: can } of shipped)
      assert.deepEqual(
        rows.find((row) => row[1] === `\`${id}\`` && row.length === 10)?.slice(2, -1),
        [
          word(can.structuredOutput),
          word(can.resume),
          can.efforts.join(', ') || '–',
          word(can.sandboxedWrite),
          word(can.denyHook),
          word(can.notify),
          word(can.authCheck),
        ],
        id,
      );
  });

  for (const agent of programs)
    describe(agent.name, () => {
      const folder = join(fixtures, agent.id);
      const lines = (name: string): readonly string[] =>
        readFileSync(join(folder, `${name}.${agent.capabilities.structuredOutput ? 'jsonl' : 'txt'}`), 'utf8')
          .trimEnd()
          .split('\n');
      const cases = existsSync(join(folder, 'cases.json'))
        ? recordedCases.parse(JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')))
        : [];

      it('has recorded transcripts of a success and of a failure', () => {
        assert.deepEqual(
          ['report', 'failed'].map((kind) => cases.some((one) => one.transcript !== null && one.outcome.kind === kind)),
          [true, true],
        );
      });

      for (const one of cases)
        it(`judges ${one.transcript ?? 'silence'} with ${one.signal ?? one.code ?? 0} as ${one.outcome.code ?? one.outcome.kind}`, () => {
          const reader = readTranscript(agent);
          if (one.transcript !== null) for (const line of lines(one.transcript)) reader.take(line);
          const transcript = reader.transcript();
          const exit = laneExit({
            code: one.signal === undefined ? (one.code ?? 0) : null,
            signal: one.signal ?? null,
          });
          const outcome = agent.judge({
            spec: laneSpec({ agent: agent.id }),
            exit,
            transcript,
            stderr: one.stderr ?? '',
            lastMessage: null,
          });
          assert.equal(transcript.broken, 0);
          assert.deepEqual(comparable(outcome), one.outcome);
        });

      it('believes the way of ending before the transcript', () => {
        const reader = readTranscript(agent);
        for (const line of lines(cases.find((one) => one.outcome.kind === 'report')?.transcript ?? ''))
          reader.take(line);
        const judge = (reason: Parameters<typeof laneExit>[0]): unknown =>
          comparable(
            agent.judge({
              spec: laneSpec({ agent: agent.id }),
              exit: laneExit(reason),
              transcript: reader.transcript(),
              stderr: '',
              lastMessage: null,
            }),
          );
        assert.deepEqual(judge({ reason: 'stopped' }), { kind: 'failed', code: 'lane.stopped' });
        assert.deepEqual(judge({ reason: 'timeout' }), { kind: 'failed', code: 'lane.timeout' });
        assert.deepEqual(judge({ reason: 'spawn-failed' }), { kind: 'failed', code: 'lane.spawnFailed' });
        assert.deepEqual(judge({ reason: 'lost' }), { kind: 'interrupted', code: 'lane.interrupted' });
      });

      it('shows what it does not know, and counts lines that are no events', () => {
        const reader = readTranscript(agent);
        if (!agent.capabilities.structuredOutput) {
          for (const line of ['# Report', '', '\u001b[1m{"type":"torn\u001b[0m ']) reader.take(line);
          assert.equal(reader.transcript().message, '# Report\n\n{"type":"torn\n');
          return;
        }
        assert.deepEqual(reader.take('{"type":"brand.new","value":1}'), ['brand.new {"type":"brand.new","value":1}']);
        assert.deepEqual(reader.take('Segmentation fault'), ['Segmentation fault']);
        assert.deepEqual(reader.take('{"type":"torn'), ['{"type":"torn']);
        assert.deepEqual(
          { ...reader.transcript() },
          { lines: 3, broken: 2, message: null, result: null, failure: null },
        );
      });

      it('takes any line without throwing', () => {
        const type = fc.constantFrom(
          'system',
          'assistant',
          'user',
          'result',
          'item.completed',
          'turn.failed',
          'error',
          'message',
          'done',
        );
        const line = fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .record({ type, message: fc.jsonValue(), item: fc.jsonValue(), error: fc.jsonValue() })
            .map((value) => JSON.stringify(value)),
        );
        fc.assert(
          fc.property(fc.array(line, { maxLength: 20 }), (all) => {
            const reader = readTranscript(agent);
            for (const one of all) reader.take(one);
            agent.judge({
              spec: laneSpec({ agent: agent.id }),
              exit: laneExit({}),
              transcript: reader.transcript(),
              stderr: '',
              lastMessage: null,
            });
          }),
          { numRuns: 50 },
        );
      });

      it('gets its brief on stdin or in a file, never as an argument', () => {
        const brief = 'A brief; with $(words) `that` a shell & a parser --would take\nfor something else.';
        const command = agent.command(
          laneSpec({ agent: agent.id, access: 'read', fullAccess: true, brief }),
          laneFiles('/lane'),
        );
        assert.ok(command.ok);
        const { args, stdin, files = {} } = command.value;
        const escaped = JSON.stringify(brief).slice(1, -1);
        assert.ok([stdin, ...Object.values(files)].some((text) => text === brief || text.includes(escaped)));
        assert.equal(
          args.some((arg) => arg.includes('A brief') || arg.includes('something else')),
          false,
        );
      });

      it('works without full access as far as it is known to keep to its limits', () => {
        const codeFor = (access: 'read' | 'write', fullAccess: boolean): string | null => {
          const made = agent.command(laneSpec({ agent: agent.id, access, fullAccess }), laneFiles('/lane'));
          return made.ok ? null : made.error.code;
        };
        const { sandboxedWrite, looseReader } = agent.capabilities;
        assert.equal(codeFor('write', false), sandboxedWrite ? null : 'lane.needsFullAccess');
        assert.equal(codeFor('read', false), looseReader === true ? 'lane.needsFullAccess' : null);
        assert.deepEqual([codeFor('write', true), codeFor('read', true)], [null, null]);
      });

      it('declares a hook that denies exactly where a writer of it is given one', () => {
        const made = agent.command(
          laneSpec({ agent: agent.id, access: 'write', fullAccess: true }),
          laneFiles('/lane', 'guard'),
        );
        assert.ok(made.ok);
        assert.equal(made.value.limits?.claim === 'hook', agent.capabilities.denyHook);
      });

      it('promises nothing of what was never tried', () => {
        const { unverified, sandboxedWrite, looseReader, denyHook } = agent.capabilities;
        if (unverified === true) assert.deepEqual([sandboxedWrite, looseReader, denyHook], [false, true, false]);
      });
    });

  for (const agent of registry.all.filter((one) => one.capabilities.person === true))
    describe(agent.name, () => {
      it('starts no program and is always there', async () => {
        const made = agent.command(laneSpec({ agent: agent.id }), laneFiles('/lane'));
        assert.equal(made.ok ? null : made.error.code, 'lane.person');
        const agents = createAgents({ registry, env: {}, cwd: '/' });
        assert.equal((await agents.probe(agent.id)).kind, 'ready');
      });
    });
});
