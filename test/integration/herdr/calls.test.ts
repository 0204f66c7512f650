import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { done, paneInfo, pong, processInfo } from '../../../src/protocol/herdr.ts';
import { herdr082, herdr09 } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import { addPane, sentence, useHerdr } from './support.ts';

describe('questions to a herdr server', () => {
  const herdr = useHerdr();
  const problemOf = async (method: string, params: object = {}, timeoutMs?: number): Promise<string> => {
    const answer = await herdr.calls(timeoutMs).ask(method, params, done);
    assert.equal(answer.ok, false);
    return answer.ok ? '' : `${answer.error.problem.code}: ${sentence(answer.error.problem)}`;
  };

  for (const version of [herdr082, herdr09])
    it(`are answered one a connection by ${version.version}, fields that nobody knows and all`, async () => {
      const server = await herdr.serve({ version, tickMs: 100 });
      const calls = herdr.calls();
      const answers = await Promise.all(Array.from({ length: 20 }, () => calls.ask('ping', {}, pong)));
      assert.deepEqual(
        new Set(answers.map((answer) => answer.ok && answer.value.protocol)),
        new Set([version.protocol]),
      );
      await addPane(server, 's.1', herdr.folder());
      const seen = await calls.snapshot();
      assert.deepEqual(seen.ok && seen.value.panes.map(({ label }) => label), ['Agent s.1 [s.1]']);
    });

  it('name the way out when no server runs, also behind a socket that was left', async () => {
    const expected =
      /^herdr\.notRunning: No herdr server answers at .*herdr\.sock\. Start it with "herdr --session shop server"/;
    assert.match(await problemOf('ping'), expected);
    const server = await herdr.serve();
    await server.stop();
    await writeFile(herdr.socketPath(), '');
    assert.match(await problemOf('ping'), expected);
    await rm(herdr.socketPath());
    const dead = createServer().listen(herdr.socketPath());
    await once(dead, 'listening');
    await new Promise((resolve) => dead.close(resolve));
    assert.match(await problemOf('ping'), expected);
  });

  it('end in time with a server that is stuck', async () => {
    const server = await herdr.serve();
    server.trouble.slowMs = Infinity;
    const began = performance.now();
    assert.match(await problemOf('ping', {}, 150), /^herdr\.silent: herdr did not answer ping in time/);
    assert.ok(performance.now() - began < 2_000);
  });

  it('say that nobody knows what a lost one did, and are never repeated', async () => {
    const server = await herdr.serve();
    const pane = await addPane(server, 's.1', herdr.folder());
    server.trouble.drop = 'after';
    assert.match(
      await problemOf('pane.send_text', { pane_id: pane.id, text: 'once' }),
      /^herdr\.dropped: .*it may have/,
    );
    assert.deepEqual(
      server.asked.map(({ method }) => method),
      ['pane.send_text'],
    );
    server.trouble.drop = 'before';
    assert.match(await problemOf('ping'), /^herdr\.dropped:/);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ['no JSON', '{"id":"'],
    ['no object', '7'],
    ['nothing of an answer', '{}'],
    ['a result of another form', '{"id":"mam-1","result":{"type":"pong","version":3}}'],
    ['no result', '{"id":"mam-1"}'],
    ['an answer to another question', '{"id":"other","result":{"type":"pong","version":"1","protocol":20}}'],
    ['an error without a code', '{"id":"mam-1","error":{}}'],
  ];
  for (const [what, line] of wrong)
    it(`name an answer that can’t be read: ${what}`, async () => {
      const server = await herdr.serve();
      server.trouble.answers = line;
      const answer = await herdr.calls().ask('ping', {}, pong);
      assert.equal(!answer.ok && answer.error.problem.code, 'herdr.badAnswer');
    });

  it('stop reading an answer without an end', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const more = (): void => void socket.write('x'.repeat(1024 * 1024), (error) => error ?? more());
      more();
    }).listen(herdr.socketPath());
    await once(server, 'listening');
    const said = await problemOf('ping');
    await new Promise((resolve) => server.close(resolve));
    assert.match(said, /^herdr\.badAnswer: .*it is too long/);
  });

  it('put together an answer that comes in pieces, also of a character', async () => {
    const line = Buffer.from('{"id":"mam-1","result":{"type":"pong","version":"판 한","protocol":20}}\n');
    const server = createServer((socket) => {
      let at = 0;
      const next = (): void =>
        void (at < line.length && socket.write(line.subarray(at, (at += 7)), () => setImmediate(next)));
      socket.once('data', next);
      socket.on('error', () => undefined);
    }).listen(herdr.socketPath());
    await once(server, 'listening');
    const answer = await herdr.calls().ask('ping', {}, pong);
    await new Promise((resolve) => server.close(resolve));
    assert.equal(answer.ok && answer.value.version, '판 한');
  });

  it('are not asked when they are longer than a line may be', async () => {
    const server = await herdr.serve();
    assert.match(
      await problemOf('pane.send_text', { pane_id: 'w1:p1', text: 'x'.repeat(1024 * 1024) }),
      /^herdr\.tooLong:/,
    );
    assert.deepEqual(server.asked, []);
  });

  it('name a method that the server does not know', async () => {
    const server = await herdr.serve();
    server.trouble.without = ['layout.apply'];
    assert.match(await problemOf('layout.apply'), /^herdr\.methodMissing: This herdr does not know layout\.apply/);
  });

  it('pass on what herdr refuses, and know its code', async () => {
    await herdr.serve();
    const answer = await herdr.calls().ask('pane.process_info', { pane_id: 'w9:p9' }, processInfo);
    assert.equal(!answer.ok && answer.error.code, 'pane_not_found');
    assert.match(
      await problemOf('pane.get', { pane_id: 'w9:p9' }),
      /^herdr\.refused: herdr refused pane\.get: pane w9:p9 not found/,
    );
  });

  it('take a state that nobody knows for one that tells nothing', async () => {
    const server = await herdr.serve();
    const pane = await addPane(server, 's.1', herdr.folder());
    const odd = { ...server.world.describe(pane), agent_status: 'pondering', sparkle: { deep: [1] } };
    server.trouble.answers = JSON.stringify({ id: 'mam-1', result: { type: 'pane_info', pane: odd } });
    const answer = await herdr.calls().ask('pane.get', { pane_id: pane.id }, paneInfo);
    assert.equal(answer.ok && answer.value.pane.agent_status, 'unknown');
  });
});
