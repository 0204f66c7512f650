import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEndpoint } from '../../../src/adapters/process/supervisor/endpoint.ts';
import { headlessPlaces } from '../../contract/terminals/headlessPlaces.ts';
import type { PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { codeOf, never, value, withAgent } from './support.ts';

describe('Sessions without a screen', function () {
  this.timeout(60_000);
  let under: PlacesUnderTest;
  // Before its folder goes.
  afterEach(() => under.close());
  const folder = useTempFolder();
  let agent: ReturnType<typeof withAgent>;
  beforeEach(() => {
    under = headlessPlaces(folder());
    agent = withAgent(under);
  });
  const place = (handle: string): string => join(folder(), 'mam/places/headless', handle);
  const program = (text: string): readonly [string, ...string[]] => ['/bin/sh', '-c', text];

  it('are gone with their supervisor, never begun again, and nothing of them is left', async () => {
    const handle = await agent.open('s.1', { argv: under.agent('stubborn') });
    const child = await agent.child(handle);
    const { pid } = (await agent.of('began'))[0]!;
    const told: (string | null)[] = [];
    const watch = under.terminals.watch((which) => told.push(which));
    process.kill(readEndpoint(join(folder(), 'mam'))!.pid, 'SIGKILL');
    await until('the word of it', () => told.includes(handle), 10_000);
    watch.dispose();
    assert.deepEqual(await under.terminals.look(handle), { kind: 'gone', code: null, signal: null });
    assert.deepEqual([await under.isAlive(pid), await under.isAlive(child)], [false, false]);
    assert.equal(value(await under.terminals.find('s.1')), null);
    assert.equal(value(await under.terminals.open(agent.spec('s.1'), never)).handle, handle);
    assert.equal((await agent.of('began')).length, 1);
    assert.notEqual(codeOf(await under.terminals.type(handle, 'x')), 'ok');
  });

  it('are gone after another boot', async () => {
    const handle = await agent.open('s.1');
    const path = join(place(handle), 'started.json');
    const text = readFileSync(path, 'utf8');
    const other = text.replace(/"startTime":"[^:]*:/, '"startTime":"otherone:');
    assert.notEqual(other, text);
    const { pid } = readEndpoint(join(folder(), 'mam'))!;
    process.kill(pid, 'SIGKILL');
    await until('the end of the supervisor', async () => !(await under.isAlive(pid)));
    writeFileSync(path, other);
    assert.equal((await under.terminals.look(handle)).kind, 'gone');
  });

  it('keep the end of an output of any length', async () => {
    const argv = program(
      'i=0; while [ $i -lt 60000 ]; do echo "line $i of a long output 0123456789 0123456789 0123456789"; i=$((i+1)); done; printf "last> "; read x',
    );
    const { handle } = value(await under.terminals.open(agent.spec('s.1', { argv }), never));
    const text = await agent.shows(handle, 'last>');
    assert.match(text, /line 59998 of .*\nline 59999 of .*\nlast>$/);
    assert.equal(value(await under.terminals.read(handle, 2)).split('\n').length, 2);
    const size = readdirSync(place(handle)).reduce((sum, name) => sum + statSync(join(place(handle), name)).size, 0);
    assert.ok(size < 2.3 * 1024 * 1024, `${size} bytes`);
    assert.ok(size > 1024 * 1024, `${size} bytes`);
  });

  it('keep no secret of what is printed, and show a question that waits in its line', async () => {
    const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
    const argv = program(
      `echo "key ${secret}"; printf 'half ${secret.slice(0, 9)}'; sleep 0.2; printf '${secret.slice(9)} Allow? '; read x; echo "said $x"; read y`,
    );
    const { handle } = value(await under.terminals.open(agent.spec('s.1', { argv }), never));
    await agent.shows(handle, /half .* Allow\?$/);
    await agent.tell(handle, 'yes');
    const text = await agent.shows(handle, 'said yes');
    assert.match(text, /^key \[redacted: GitHub token\]\nhalf \[redacted: GitHub token\] Allow\? said yes$/);
    for (const name of readdirSync(place(handle)))
      if (name.startsWith('stdout'))
        assert.equal(readFileSync(join(place(handle), name), 'utf8').includes(secret), false);
  });

  it('say so when nobody reads what is typed', async () => {
    const { handle } = value(
      await under.terminals.open(agent.spec('s.1', { argv: program('exec sleep 60 <&-') }), never),
    );
    await until('the refusal', async () => codeOf(await under.terminals.type(handle, 'x\n')) === 'terminals.notRead');
    assert.equal((await under.terminals.look(handle)).kind, 'agent');
    const deaf = value(await under.terminals.open(agent.spec('s.2', { argv: program('exec sleep 60') }), never)).handle;
    const much = 'x'.repeat(3 * 1024 * 1024);
    assert.deepEqual(
      [codeOf(await under.terminals.type(deaf, much)), codeOf(await under.terminals.type(deaf, much))],
      ['ok', 'ok'],
    );
    assert.equal(codeOf(await under.terminals.type(deaf, 'more')), 'terminals.notRead');
  });

  it('say that nobody can tell where their files can’t be read', async () => {
    const handle = await agent.open('s.1');
    writeFileSync(join(place(handle), 'started.json'), '{"pid":');
    // The host that wrote them knows what they said.
    const other = under.second();
    const look = await other.look(handle);
    assert.equal(look.kind === 'unobservable' && look.problem.code, 'terminals.noteUnreadable');
    assert.equal(codeOf(await other.find('s.1')), 'terminals.noteUnreadable');
    assert.equal(codeOf(await other.open(agent.spec('s.1'), never)), 'terminals.noteUnreadable');
  });

  it('keep neither environment nor what is typed in a file', async () => {
    const handle = await agent.open('s.1', { env: { PATH: '/usr/bin:/bin', TOKEN: 'secret-of-the-session' } });
    await agent.tell(handle, 'title typed-in-secret');
    await until('its word', async () => (await agent.got()) !== '');
    assert.equal(existsSync(place(handle)), true);
    for (const name of readdirSync(place(handle)))
      assert.doesNotMatch(readFileSync(join(place(handle), name), 'utf8'), /secret-of-the-session/);
    assert.equal(statSync(place(handle)).mode & 0o777, 0o700);
  });
});
