import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { listProcesses } from '../../../src/adapters/process/processTable.ts';
import { tmuxIn, tmuxPlaces } from '../../contract/terminals/tmuxPlaces.ts';
import type { PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { codeOf, never, value, withAgent } from './support.ts';

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

describe('Sessions in tmux', function () {
  this.timeout(60_000);
  let under: PlacesUnderTest;
  // Before its folder goes.
  afterEach(() => under.close());
  const folder = useTempFolder();
  let agent: ReturnType<typeof withAgent>;
  beforeEach(() => {
    under = tmuxPlaces(folder());
    agent = withAgent(under);
  });
  const notes = (): string => join(folder(), 'notes of places');
  const tmux = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', TMUX_TMPDIR: folder() };
    return (await runProcess({ argv: ['tmux', '-L', 'mam-test', ...args], cwd: '/', env })).stdout
      .toString('utf8')
      .trim();
  };
  const serverPid = async (): Promise<number> => Number(await tmux('display-message', '-p', '#{pid}'));
  it('give the agent a terminal and nothing of tmux, of the host or of a person’s configuration', async () => {
    writeFileSync(join(folder(), '.tmux.conf'), `run-shell 'touch ${folder()}/read'\n`);
    const handle = await agent.open('s.1', { env: { PATH: '/usr/bin:/bin', TOKEN: 'secret-of-the-session' } });
    const [began] = await agent.of('began');
    assert.deepEqual(Object.keys(began!.env).toSorted(), ['MAM_LANE_KEY', 'MAM_TERMINAL', 'PATH', 'TERM', 'TOKEN']);
    assert.equal(began!.env['TERM'], 'screen-256color');
    assert.deepEqual(
      [existsSync(join(folder(), 'read')), await tmux('show-options', '-gv', 'set-clipboard')],
      [false, 'off'],
    );
    // What the session was started with is neither left in a file nor to be seen in a list of processes.
    assert.deepEqual(readdirSync(notes()), [`${handle}.json`]);
    assert.equal(statSync(join(notes(), `${handle}.json`)).mode & 0o777, 0o600);
    assert.equal(statSync(notes()).mode & 0o777, 0o700);
    assert.doesNotMatch(readFileSync(join(notes(), `${handle}.json`), 'utf8'), /secret-of-the-session/);
    const lines = (await listProcesses()).map(({ pid }) => commandLine(pid));
    assert.equal(
      lines.some((line) => line.includes('secret-of-the-session')),
      false,
    );
  });

  it('run nothing that stands in names and folders', async () => {
    const cwd = join(folder(), `a 'b' "c" #(touch pwned) #{pid}\n$(touch pwned);`);
    mkdirSync(cwd);
    await agent.open('s#(touch pwned);', { cwd, name: `#(touch ${folder()}/pwned)\n;` });
    assert.equal((await agent.of('began'))[0]!.cwd, cwd);
    assert.deepEqual([existsSync(join(cwd, 'pwned')), existsSync(join(folder(), 'pwned'))], [false, false]);
  });

  it('are listed once for all who look at the same time', async () => {
    const calls: (readonly string[])[] = [];
    const counted = tmuxIn(folder(), {
      run: (spec, signal) => {
        calls.push(spec.argv);
        return runProcess(spec, signal);
      },
    });
    const handles = [await agent.open('s.1'), await agent.open('s.2'), await agent.open('s.3')];
    await counted.probe();
    calls.length = 0;
    const looks = await Promise.all(handles.map((handle) => counted.look(handle)));
    assert.deepEqual(
      looks.map(({ kind }) => kind),
      ['agent', 'agent', 'agent'],
    );
    assert.equal(calls.length, 1);
  });

  it('show what the agent calls itself', async () => {
    const handle = await agent.open('s.1');
    const titleOf = async () => {
      const look = await under.terminals.look(handle);
      return look.kind === 'agent' ? look.title : look.kind;
    };
    assert.equal(await titleOf(), null);
    await agent.tell(handle, 'title ⠋ work #{pid} 한글');
    await until('the title', async () => (await titleOf()) === '⠋ work #{pid} 한글');
  });

  it('leave a shell that can be used when the agent was killed, and let nothing run there that was typed for it', async () => {
    const handle = await agent.open('s.1', { argv: under.agent('raw') });
    await agent.shows(handle, 'ready>');
    await agent.tell(handle, 'die');
    // Whoever looked a moment ago types on.
    await tmux('send-keys', '-t', `=${handle}:`, 'touch pwned', 'Enter');
    const look = await agent.lookUntil(handle, 'the shell', ({ kind }) => kind === 'shell');
    assert.deepEqual(look, { kind: 'shell', code: null });
    const screen = await agent.shows(handle, /has ended \(SIGKILL\)[^]*[#$]/);
    assert.match(screen, /This is a shell/);
    assert.equal(codeOf(await under.terminals.type(handle, 'touch pwned')), 'terminals.noAgent');
    await tmux('send-keys', '-t', `=${handle}:`, 'stty -a; echo "$PWD"', 'Enter');
    await agent.shows(handle, folder());
    assert.match(await agent.shows(handle, ' echo '), / icanon /);
    assert.equal(existsSync(join(folder(), 'pwned')), false);
    await tmux('send-keys', '-t', `=${handle}:`, 'exit', 'Enter');
    await agent.lookUntil(handle, 'its end', ({ kind }) => kind === 'gone');
    assert.equal(value(await under.terminals.find('s.1')), null);
  });

  it('are gone with their server, and so is what they started', async () => {
    const handle = await agent.open('s.1');
    const child = await agent.child(handle);
    const { pid } = (await agent.of('began'))[0]!;
    process.kill(await serverPid(), 'SIGKILL');
    await agent.lookUntil(handle, 'its end', ({ kind }) => kind === 'gone');
    await until('all to end', async () => !(await under.isAlive(pid)) && !(await under.isAlive(child)));
    // The socket of the killed server is in nobody's way, and the session is not begun again.
    assert.equal(value(await under.terminals.open(agent.spec('s.1'), never)).handle, handle);
    await agent.open('s.2');
    assert.equal((await agent.of('began')).length, 2);
  });

  it('are neither gone nor typed to while their server hangs', async () => {
    const handle = await agent.open('s.1');
    const server = await serverPid();
    process.kill(server, 'SIGSTOP');
    try {
      const [look, typed] = await Promise.all([under.terminals.look(handle), under.terminals.type(handle, 'x')]);
      assert.deepEqual([look.kind, codeOf(typed)], ['agent', 'terminals.noAnswer']);
      assert.equal(codeOf(await under.terminals.open(agent.spec('s.2'), never)), 'terminals.noAnswer');
    } finally {
      process.kill(server, 'SIGCONT');
    }
    await agent.tell(handle, 'again');
    await until('its word', async () => (await agent.got()) !== '');
    assert.equal(await agent.got(), 'again');
  });

  it('end whole where the program around the agent was killed', async () => {
    const handle = await agent.open('s.1', { argv: under.agent('stubborn') });
    const child = await agent.child(handle);
    const { pid } = (await agent.of('began'))[0]!;
    const keeper = Number(await tmux('list-panes', '-a', '-F', '#{pane_pid}'));
    process.kill(keeper, 'SIGKILL');
    const look = await agent.lookUntil(handle, 'another state', ({ kind }) => kind !== 'agent');
    assert.equal(look.kind === 'unobservable' && look.problem.code, 'terminals.noScreen');
    assert.equal(codeOf(await under.terminals.find('s.1')), 'terminals.noScreen');
    value(await under.terminals.close(handle, 200));
    assert.deepEqual([await under.isAlive(pid), await under.isAlive(child)], [false, false]);
    assert.equal((await under.terminals.look(handle)).kind, 'gone');
    assert.equal(await tmux('list-sessions'), '');
  });

  it('are gone after another boot, whatever has their pids now', async () => {
    const handle = await agent.open('s.1');
    const path = join(notes(), `${handle}.json`);
    const note = readFileSync(path, 'utf8');
    writeFileSync(path, note.replaceAll(/"startTime":"[^:]*:/g, '"startTime":"otherone:'));
    assert.equal((await under.terminals.look(handle)).kind, 'gone');
    assert.equal(value(await under.terminals.find('s.1')), null);
    writeFileSync(path, '{"id":"s.1"');
    const look = await under.terminals.look(handle);
    assert.equal(look.kind === 'unobservable' && look.problem.code, 'terminals.noteUnreadable');
    writeFileSync(path, note);
    assert.equal((await under.terminals.look(handle)).kind, 'agent');
  });

  it('say what is missing', async () => {
    const bin = join(folder(), 'bin');
    mkdirSync(bin);
    const places = () => tmuxIn(folder(), { env: { PATH: bin } });
    assert.equal(codeOf(await places().probe()), 'terminals.tmuxMissing');
    assert.equal(codeOf(await places().open(agent.spec('s.1'), never)), 'terminals.tmuxMissing');
    for (const [text, code] of [
      ['echo tmux 2.9a', 'terminals.tmuxOld'],
      ['echo tmux next-3.6', 'ok'],
      ['echo tmux master', 'ok'],
      ['echo broken >&2; exit 1', 'terminals.tmuxFailed'],
    ] as const) {
      writeFileSync(join(bin, 'tmux'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      assert.equal(codeOf(await places().probe()), code, text);
    }
  });

  it('start also where a socket was left, and say so where something else is in its place', async () => {
    const sockets = join(folder(), `tmux-${process.getuid?.() ?? 0}`);
    mkdirSync(sockets, { mode: 0o700 });
    const stale = createServer();
    await new Promise<void>((resolve) => stale.listen(join(folder(), 'socket'), resolve));
    // Closing would take it away, as no killed server does.
    renameSync(join(folder(), 'socket'), join(sockets, 'mam-test'));
    await new Promise((resolve) => stale.close(resolve));
    assert.equal(existsSync(join(sockets, 'mam-test')), true);
    assert.equal((await under.terminals.look('s+1')).kind, 'gone');
    await agent.open('s.1');
    const blocked = join(folder(), 'blocked');
    writeFileSync(blocked, '');
    const answer = await tmuxIn(folder(), { socketFolder: blocked, folder: join(folder(), 'others') }).open(
      agent.spec('s.2'),
      never,
    );
    assert.equal(codeOf(answer), 'terminals.tmuxFailed');
    assert.deepEqual(readdirSync(join(folder(), 'others')), []);
  });

  it('take keys also while a person scrolls, and are read at any width', async () => {
    const handle = await agent.open('s.1');
    await agent.shows(handle, 'ready>');
    await tmux('copy-mode', '-t', `=${handle}:`);
    await agent.tell(handle, 'print 한글ＷＩＤＥ');
    await until('its word', async () => (await agent.got()) !== '');
    for (const width of ['1', '2', '300']) {
      await tmux('resize-window', '-t', `=${handle}:`, '-x', width, '-y', width === '1' ? '1' : '9');
      assert.equal(typeof value(await under.terminals.read(handle, 5)), 'string');
    }
    await agent.shows(handle, '한글ＷＩＤＥ');
  });
});
