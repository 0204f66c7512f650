import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { findProgram } from '../../src/adapters/process/findProgram.ts';
import { createLanes } from '../../src/adapters/agents/lanes.ts';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import { createTranscripts } from '../../src/adapters/agents/transcripts.ts';
import { tailLines } from '../../src/adapters/agents/tail.ts';
import { openBoundedLog } from '../../src/adapters/process/supervisor/boundedLog.ts';
import type { LaneProgress } from '../../src/app/ports/agents.ts';
import { ok } from '../../src/base/result.ts';
import { laneExit, laneSpec } from '../builders/lane.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('Files of a lane', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mam-lane-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('reads whole lines from a file that grows, byte by byte, and the torn end last', async () => {
    const path = join(folder, 'stdout.jsonl');
    const lines: string[] = [];
    const tail = tailLines(path, 1000, (line) => lines.push(line));
    await tail.read(false);
    for (const byte of Buffer.from('erste ä\n\nzweite 処\ntorn')) {
      appendFileSync(path, Buffer.of(byte));
      await tail.read(false);
    }
    assert.deepEqual(lines, ['erste ä', '', 'zweite 処']);
    await tail.read(true);
    assert.deepEqual(lines, ['erste ä', '', 'zweite 処', 'torn']);
  });

  it('hands an endless line over in pieces', async () => {
    const path = join(folder, 'stdout.jsonl');
    writeFileSync(path, 'x'.repeat(1_000_000));
    const lengths: number[] = [];
    await tailLines(path, 1000, (line) => lengths.push(line.length)).read(true);
    assert.equal(
      lengths.reduce((sum, length) => sum + length, 0),
      1_000_000,
    );
    assert.ok(lengths.length > 1);
  });

  for (const [name, limits, expected] of [
    [
      'all of it when there is room',
      { head: 100, tail: 100 },
      { cut: false, lines: ['line 1', 'line 2', 'line 3', 'line 4'] },
    ],
    [
      'the end after a full beginning',
      { head: 14, tail: 100 },
      { cut: false, lines: ['line 1', 'line 2', '', '{"type":"mam.cut","bytes":0}', 'line 3', 'line 4'] },
    ],
    [
      'beginning and end, without the torn line between',
      { head: 7, tail: 10 },
      { cut: true, lines: ['line 1', '', '{"type":"mam.cut","bytes":11}', 'line 4'] },
    ],
  ] as const)
    it(`keeps ${name}`, async () => {
      const path = join(folder, 'log');
      const stream = new PassThrough();
      const log = openBoundedLog(path, limits, () => undefined);
      log.take(stream);
      for (const line of ['line 1\n', 'line 2\n', 'line 3\n', 'line 4\n']) stream.write(line);
      stream.end();
      await new Promise((resolve) => stream.once('close', resolve));
      const { cut } = await log.end();
      const lines: string[] = [];
      await tailLines(path, 1000, (line) => lines.push(line)).read(true);
      assert.deepEqual({ cut, lines }, expected);
    });

  it('keeps no secret of any stream, whatever the pieces in which it comes', async () => {
    const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
    const mark = (word: string): string => `-----${word} ${['PRIVATE', 'KEY'].join(' ')}-----`;
    const event = { type: 'note', text: `한글 line\n${secret}`, token: 'x' };
    const texts = [
      `plain ${secret}\n${JSON.stringify(event)}\nclean\n`,
      `${mark('BEGIN')}\nMIIEvQIBADAN\nMIIEvQIBADAN\n${mark('END')}\nafter\n${'x'.repeat(70_000)} ${secret} torn`,
    ];
    for (const size of [1, 7, 1000, 65_536]) {
      const path = join(folder, `log-${size}`);
      const log = openBoundedLog(path, { head: 1_000_000, tail: 1000 }, () => undefined);
      for (const text of texts) {
        const bytes = Buffer.from(text);
        const stream = new PassThrough();
        log.take(stream);
        for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
        stream.end();
        await new Promise((resolve) => stream.once('close', resolve));
      }
      await log.end();
      const lines = readFileSync(path, 'utf8').split('\n');
      const redacted = '[redacted: GitHub token]';
      assert.deepEqual(lines.slice(0, 5), [
        `plain ${redacted}`,
        JSON.stringify({ ...event, text: `한글 line\n${redacted}` }),
        'clean',
        '[redacted: private key]',
        '',
      ]);
      assert.deepEqual(lines.slice(5), ['after', `${'x'.repeat(70_000)} ${redacted} torn`]);
    }
  });

  it('passes on what is no text as it came', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256));
    const path = join(folder, 'log');
    const log = openBoundedLog(path, { head: 1_000_000, tail: 1000 }, () => undefined);
    const stream = new PassThrough();
    log.take(stream);
    for (let at = 0; at < bytes.length; at += 60_000) stream.write(bytes.subarray(at, at + 60_000));
    stream.end();
    await new Promise((resolve) => stream.once('close', resolve));
    await log.end();
    assert.deepEqual(readFileSync(path), bytes);
  });

  it('takes the secrets out of a last message that the agent wrote itself', async () => {
    const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
    const path = join(folder, 'last_message.md');
    const lanes = createLanes({
      supervisor: {
        run: async () => {
          writeFileSync(path, `Found ${secret}.`);
          return ok(laneExit());
        },
        endLeft: async () => ok(undefined),
        dispose: () => undefined,
      },
      registry: createRegistry({ rehearsalProgram: [process.execPath, 'none'] }),
      env: {},
    });
    await lanes.run(laneSpec({ folder }), new AbortController().signal, () => undefined);
    assert.equal(readFileSync(path, 'utf8'), 'Found [redacted: GitHub token].');
  });

  it('tells every line of a burst, shows a hundred, and counts the rest', async () => {
    const lanes = createLanes({
      supervisor: {
        run: async () => {
          writeFileSync(join(folder, 'stdout.jsonl'), Array.from({ length: 150 }, (_, n) => `no JSON ${n}\n`).join(''));
          return ok(laneExit());
        },
        endLeft: async () => ok(undefined),
        dispose: () => undefined,
      },
      registry: createRegistry({ rehearsalProgram: [process.execPath, 'none'] }),
      env: {},
    });
    const told: LaneProgress[] = [];
    await lanes.run(laneSpec({ folder }), new AbortController().signal, (progress) => told.push(progress));
    const shown = told.filter(({ quiet }) => quiet !== true).map(({ text }) => text);
    assert.deepEqual([shown.length, shown[99], shown[100]], [101, 'no JSON 99', '… 50 more lines, see stdout.jsonl']);
    const kept = told.filter(({ quiet }) => quiet === true).map(({ text }) => text);
    assert.deepEqual([kept.length, kept[0], kept[49]], [50, 'no JSON 100', 'no JSON 149']);
  });

  it('finds programs by absolute entries of PATH only, and only what can be run', async () => {
    for (const name of ['one', 'two']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'agent'), '#!/bin/sh\n');
    }
    chmodSync(join(folder, 'two/agent'), 0o755);
    const path = [`.`, 'one', join(folder, 'one'), join(folder, 'two')].join(':');
    assert.equal(await findProgram(['nothing', 'agent'], { PATH: path }), join(folder, 'two/agent'));
    assert.equal(await findProgram(['agent'], { PATH: `.:${join(folder, 'one')}` }), null);
  });
});

describe('the transcript of a lane that runs', () => {
  const folder = useTempFolder();

  it('shows a line when it is whole', async () => {
    const path = join(folder(), 'stdout.jsonl');
    writeFileSync(path, 'whole\n{"to');
    const reading = createTranscripts({ find: () => null }).open('gone', folder());
    assert.deepEqual(await reading.read('now'), [{ kind: 'unknown', text: 'whole' }]);
    appendFileSync(path, 'rn"}\nlast');
    assert.deepEqual(await reading.read('now'), [{ kind: 'unknown', text: '{"torn"}' }]);
    assert.deepEqual(await reading.read('end'), [{ kind: 'unknown', text: 'last' }]);
  });
});
