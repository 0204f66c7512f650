import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { PlaceLook, SessionSpec, Terminals } from '../../../src/app/ports/terminals.ts';
import { herdr082, herdr09, type FakeHerdr } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import { herdrIn } from '../../contract/terminals/herdrPlaces.ts';
import { realAgent } from '../../contract/terminals/placesUnderTest.ts';
import { until } from '../../until.ts';
import { sentence, useHerdr } from './support.ts';

const laidOut = z.object({
  root: z.object({ env: z.record(z.string(), z.string()), command: z.array(z.string()), cwd: z.string() }),
});
const never = new AbortController().signal;

describe('sessions in herdr', function () {
  this.timeout(60_000);
  const herdr = useHerdr();
  let server: FakeHerdr;
  let terminals: Terminals;

  const begin = async (options: Parameters<typeof herdr.serve>[0] = {}): Promise<void> => {
    server = await herdr.serve(options);
    terminals = herdrIn(herdr.folder(), 2_000);
  };
  const spec = (changes: Partial<SessionSpec> = {}): SessionSpec => ({
    id: 's.1',
    name: 'Reviewer',
    argv: realAgent(herdr.folder()).agent(),
    cwd: herdr.folder(),
    env: { PATH: '/usr/bin:/bin', WORKSPACE_ROOT: '/a root with spaces', MAM_JOBS_DIR: '/a root/.mam/jobs' },
    ...changes,
  });
  const open = async (changes: Partial<SessionSpec> = {}): Promise<string> => {
    const opened = await terminals.open(spec(changes), never);
    assert.ok(opened.ok, opened.ok ? '' : sentence(opened.error));
    return opened.value.handle;
  };
  const codeOf = async (look: Promise<PlaceLook>): Promise<string> => {
    const seen = await look;
    return seen.kind === 'unobservable' ? seen.problem.code : seen.kind;
  };

  it('get their environment in the call that makes the pane, and nothing like it as a word', async () => {
    await begin();
    await open();
    const made = server.asked.filter(({ method }) => /create|split|apply|start|send/.test(method));
    assert.deepEqual(
      made.map(({ method }) => method),
      ['workspace.create', 'layout.apply'],
    );
    const { root } = laidOut.parse(made[1]?.params);
    assert.equal(root.cwd, herdr.folder());
    assert.deepEqual(
      [root.env['WORKSPACE_ROOT'], root.env['MAM_JOBS_DIR']],
      ['/a root with spaces', '/a root/.mam/jobs'],
    );
    assert.deepEqual(
      root.command.filter((word) => word.includes('=')),
      [],
    );
  });

  it('never take over a pane that is there, idle or not', async () => {
    await begin();
    await server.world.createWorkspace('mine', herdr.folder(), {});
    const mine = server.world.panes[0];
    await open();
    await open({ id: 's.2' });
    assert.equal(server.world.panes.length, 3);
    assert.equal(server.world.panes[0], mine);
  });

  it('leave neither a pane nor a secret behind when they can’t be started', async () => {
    await begin();
    server.trouble.without = ['layout.apply'];
    const opened = await terminals.open(spec(), never);
    assert.equal(!opened.ok && opened.error.code, 'herdr.methodMissing');
    assert.deepEqual(server.world.panes, []);
    const left = await readdir(join(herdr.folder(), 'notes of places'));
    assert.deepEqual(left, []);
  });

  it('are found by their label after their pane was moved', async () => {
    await begin();
    const handle = await open();
    const [pane] = server.world.panes;
    assert.ok(pane);
    server.world.movePane(pane);
    assert.equal((await terminals.look(handle)).kind, 'agent');
    assert.ok((await terminals.press(handle, 'x')).ok);
  });

  it('can’t be observed while the server is away, and are found again when it answers', async () => {
    await begin();
    const handle = await open();
    await server.stop();
    assert.equal(await codeOf(terminals.look(handle)), 'herdr.notRunning');
    assert.equal((await terminals.find('s.1')).ok, false);
    assert.equal((await terminals.type(handle, 'x')).ok, false);
    await server.listenAgain();
    assert.equal((await terminals.look(handle)).kind, 'agent');
    assert.deepEqual(await terminals.find('s.1'), { ok: true, value: handle });
  });

  it('are gone after a new start of the server, and its shell is not taken for the agent', async () => {
    await begin();
    const handle = await open();
    await server.stop();
    await server.startAgain();
    await until('its end', async () => (await terminals.look(handle)).kind === 'gone');
    assert.equal(server.world.panes[0]?.process.name(), 'sh');
    const typed = await terminals.type(handle, 'rm -rf .');
    assert.equal(!typed.ok && typed.error.code, 'terminals.noAgent');
    assert.deepEqual(await terminals.find('s.1'), { ok: true, value: null });
    assert.ok((await terminals.close(handle, 500)).ok);
    assert.deepEqual(server.world.panes, []);
  });

  it('pass on what herdr thinks, with its rule, and leave it to others what to believe', async () => {
    await begin({ version: herdr09 });
    const handle = await open();
    const [pane] = server.world.panes;
    assert.ok(pane);
    const watched = async (): Promise<unknown> => {
      const look = await terminals.look(handle);
      return look.kind === 'agent' && look.watched;
    };
    assert.equal(await watched(), null);
    server.world.setStatus(pane, 'claude', 'working');
    const detail = (status: string): string =>
      `herdr 0.9.5, claude ${status}, rule claude_${status}, rules 2026.08.19.1`;
    assert.deepEqual(await watched(), { state: 'working', detail: detail('working') });
    server.world.setStatus(pane, 'claude', 'idle');
    assert.deepEqual(await watched(), { state: 'idle', detail: detail('idle') });
    server.world.setStatus(pane, 'claude', 'blocked');
    assert.deepEqual(await watched(), { state: 'blocked', detail: detail('blocked') });
    server.world.setStatus(pane, 'claude', 'done');
    assert.deepEqual(await watched(), { state: 'idle', detail: detail('done') });
  });

  it('are typed to once, also when the answer is lost', async () => {
    await begin();
    const handle = await open();
    const agent = realAgent(herdr.folder());
    await until('the agent', async () => (await agent.notes()).length > 0);
    assert.ok((await terminals.type(handle, 'once')).ok);
    // Looks before it are answered, and the one that types is not.
    server.trouble.dropMethod = 'pane.send_keys';
    const pressed = await terminals.press(handle, 'Enter');
    assert.equal(!pressed.ok && pressed.error.code, 'herdr.dropped');
    await until('the line', async () => (await agent.notes()).some(({ kind }) => kind === 'got'));
    assert.equal(server.asked.filter(({ method }) => method === 'pane.send_keys').length, 1);
  });

  it('are refused by a server that is too old, by name', async () => {
    await begin({ version: { version: '0.7.5', protocol: 17 } });
    const probed = await terminals.probe();
    assert.match(
      probed.ok ? '' : sentence(probed.error),
      /herdr 0\.7\.5 speaks protocol 17, and MAM needs 20 or newer\. Update herdr/,
    );
  });

  for (const version of [herdr082, herdr09, { version: '1.4.0', protocol: 31 }])
    it(`run in ${version.version}, whatever its exact number`, async () => {
      await begin({ version });
      const probed = await terminals.probe();
      assert.equal(probed.ok && probed.value.version, `${version.version} (protocol ${version.protocol})`);
    });

  it('say how a person gets to them', async () => {
    await begin();
    const shown = await terminals.show(await open());
    assert.match(shown.ok ? JSON.stringify(shown.value) : '', /"herdr","terminal","attach","term-\d+"/);
  });
});
