import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createAgentTerminals, readNote } from '../../src/adapters/agents/terminal/terminals.ts';
import { startTimeOf } from '../../src/adapters/process/processTable.ts';
import { createRegistry } from '../../src/adapters/agents/registry.ts';
import type { AgentTerminals, TerminalNote, TerminalPlan } from '../../src/app/ports/agentTerminals.ts';
import { customAgents } from '../../src/protocol/customAgents.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';

const words = { ended: 'ended with {code}', failed: 'failed: {reason}', again: 'no agent any more' };

describe('an agent’s terminal', function () {
  this.timeout(20_000);
  const folder = useTempFolder();
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  const program = (name: string, text: string): string => {
    mkdirSync(join(folder(), 'bin'), { recursive: true });
    const path = join(folder(), 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  };
  const open = (chosen = ''): AgentTerminals =>
    createAgentTerminals({
      registry: createRegistry({
        rehearsalProgram: ['/nowhere'],
        chosenPath: (agent) => (agent === 'claude' ? chosen : ''),
        custom: () =>
          customAgents.parse([
            { id: 'mine', argv: ['mine', '{brief}'], terminalArgs: ['--chat'] },
            { id: 'silent', argv: ['silent'] },
          ]),
      }),
      env: {
        PATH: `${join(folder(), 'bin')}${delimiter}/usr/bin${delimiter}/bin`,
        HOME: folder(),
        GIT_DIR: '/elsewhere/.git',
        GH_TOKEN: 'no',
        MAM_SHIP_COMMAND: 'no',
        ANTHROPIC_API_KEY: 'no',
        DISPLAY: ':7',
      },
      added: { MAM_CONTROL_ROOT: '/the/root' },
      bin: '/the/mam/bin',
      folder: join(folder(), 'terminals'),
      program: [process.execPath, join(import.meta.dirname, '../../src/adapters/agents/terminal/main.ts')],
      pathSetting: (agent) => (agent === 'claude' ? 'mam.agents.claudePath' : null),
      chosenPath: (agent) => (agent === 'claude' ? chosen : ''),
      ids: { next: () => 'one' },
      watch: () => ({ dispose: () => undefined }),
    });
  const planned = async (terminals: AgentTerminals, agent: string): Promise<TerminalPlan> => {
    const plan = await terminals.plan(agent, folder(), join(folder(), 'bin/a-shell'), words, { PORT: '21000' });
    assert.ok(plan.ok, plan.ok ? '' : plan.error.code);
    return plan.value;
  };
  const start = (plan: TerminalPlan) => {
    const child = spawn(plan.program, [...plan.args], {
      env: { ...plan.env, GIT_ASKPASS: '/theirs', TERM_PROGRAM: 'vscode' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text));
    return { child, ended: once(child, 'exit'), said: () => out };
  };
  const noteOf = async (terminals: AgentTerminals): Promise<TerminalNote | undefined> => (await terminals.notes())[0];

  it('runs the agent with its own arguments and no environment but its own, and a shell after it', async () => {
    program(
      'claude',
      `printf '%s|' "$@" "$PWD" "$MAM_CONTROL_ROOT" "$DISPLAY" "$PATH"; env > '${folder()}/env'; exit 3`,
    );
    program('a-shell', `echo "shell:$MAM_TERMINAL."; read -r line`);
    const terminals = open();
    const plan = await planned(terminals, 'claude');
    assert.equal(terminals.idOf(plan.args), 'one');
    assert.equal(terminals.idOf(['-l']), null);
    const { child, ended, said } = start(plan);
    await until('the shell', () => said().includes('shell:.'), 10_000);
    assert.match(
      said(),
      new RegExp(
        `^--permission-mode\\|default\\|--disallowedTools\\|.*git push.*\\|${folder()}\\|/the/root\\|:7\\|/the/mam/bin:`,
      ),
    );
    assert.match(said(), /ended with 3/);
    const env = readFileSync(join(folder(), 'env'), 'utf8');
    assert.doesNotMatch(env, /GIT_|GH_TOKEN|MAM_SHIP|ANTHROPIC_API_KEY|ELECTRON_RUN_AS_NODE/);
    assert.match(env, /^MAM_TERMINAL=one$/m);
    assert.match(env, /^PORT=21000$/m);
    assert.match(env, /^TERM_PROGRAM=vscode$/m);
    const note = await noteOf(terminals);
    assert.deepEqual(
      [note?.state, note?.code, note?.pid, note?.alive, note?.agent, note?.cwd],
      ['shell', 3, child.pid, true, 'claude', folder()],
    );
    child.stdin.end('\n');
    assert.deepEqual(await ended, [0, null]);
    assert.deepEqual([(await noteOf(terminals))?.state, (await noteOf(terminals))?.alive], ['closed', false]);
    await terminals.forget('one');
    assert.deepEqual(await terminals.notes(), []);
  });

  it('starts no agent again when the editor brings the terminal back', async () => {
    program('claude', 'echo agent');
    program('a-shell', 'echo shell');
    const terminals = open();
    const plan = await planned(terminals, 'claude');
    await start(plan).ended;
    const again = start(plan);
    await again.ended;
    assert.equal(again.said().trim().replaceAll(/\s+/g, ' '), 'no agent any more shell');
  });

  it('says what could not be started, and leaves the shell', async () => {
    const path = program('claude', '');
    writeFileSync(path, '#!/no/such/interpreter\n', { mode: 0o755 });
    program('a-shell', 'echo shell');
    const terminals = open();
    const { ended, said } = start(await planned(terminals, 'claude'));
    await ended;
    assert.match(said(), /failed: .*ENOENT[\s\S]*shell/);
  });

  it('ends the agent with the terminal, and knows one that was killed', async () => {
    program('claude', `echo $$ > '${folder()}/pid.new' && mv '${folder()}/pid.new' '${folder()}/pid'; exec sleep 60`);
    program('a-shell', `echo shell > '${folder()}/shell'; exec sleep 60`);
    const terminals = open();
    const plan = await planned(terminals, 'claude');
    const closed = start(plan);
    const pid = async (): Promise<number> => {
      await until('the agent', async () => (await noteOf(terminals))?.state === 'agent', 10_000);
      await until('its pid', () => readable(join(folder(), 'pid')), 10_000);
      return Number(readFileSync(join(folder(), 'pid'), 'utf8'));
    };
    const agent = await pid();
    closed.child.kill('SIGHUP');
    await closed.ended;
    await until('its end', () => !isThere(agent));
    assert.equal((await noteOf(terminals))?.state, 'closed');
    assert.ok(!readable(join(folder(), 'shell')), 'no shell is started for nobody');

    await terminals.forget('one');
    rmSync(join(folder(), 'pid'));
    const killed = start(await planned(terminals, 'claude'));
    await until('the agent', async () => (await noteOf(terminals))?.alive === true, 10_000);
    const second = await pid();
    killed.child.kill('SIGKILL');
    await killed.ended;
    const note = await noteOf(terminals);
    assert.deepEqual([note?.state, note?.alive], ['agent', false]);
    // In a terminal it loses its screen and ends; here there is none.
    process.kill(second, 'SIGKILL');
  });

  for (const [what, ends] of [
    ['the agent', (child: ChildProcess) => child.kill('SIGHUP')],
    ['a shell after it', (child: ChildProcess) => child.kill('SIGTERM')],
  ] as const)
    it(`leaves nothing of an agent that hears no signal and let go of its terminal, closed at ${what}`, async () => {
      const pids = join(folder(), 'pids');
      const deaf = `trap '' HUP TERM; echo $$ >> '${pids}'`;
      const helper = program('helper', `${deaf}; while :; do sleep 1; done`);
      const last =
        what === 'the agent'
          ? 'while :; do sleep 1; done'
          : `until [ "$(wc -l < '${pids}')" -gt 1 ]; do sleep 0.05; done`;
      program('claude', `${deaf}; setsid '${helper}' < /dev/null > /dev/null 2>&1 & ${last}`);
      program('a-shell', 'echo shell; while :; do sleep 1; done');
      const terminals = open();
      const { child, ended, said } = start(await planned(terminals, 'claude'));
      const found = (): readonly number[] =>
        readable(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [];
      await until('both', () => found().length === 2, 10_000);
      if (what !== 'the agent') await until('the shell', () => said().includes('shell'), 10_000);
      ends(child);
      // The screen goes a moment later, and says so.
      child.kill('SIGHUP');
      assert.deepEqual(await ended, [0, null]);
      // What nobody collected has ended all the same.
      assert.deepEqual(await Promise.all(found().map(startTimeOf)), [null, null]);
      assert.equal((await noteOf(terminals))?.state, 'closed');
    });

  it('is known as closed when it ends while its note is read', async () => {
    const path = join(folder(), 'one.json');
    const at = '2026-05-04T14:02:00Z';
    const note = {
      id: 'one',
      agent: 'claude',
      name: 'Claude Code',
      cwd: folder(),
      openedAt: at,
      pid: 1,
      startTime: 'x',
    };
    const write = (state: 'agent' | 'closed'): void =>
      writeFileSync(path, JSON.stringify({ ...note, state, since: at, code: null, signal: null }));
    write('agent');
    const read = await readNote(path, async () => {
      write('closed');
      return null;
    });
    assert.deepEqual([read?.state, read?.alive], ['closed', false]);
  });

  it('writes no note again that somebody took away', async () => {
    program('claude', `echo here; while [ ! -e '${folder()}/go' ]; do sleep 0.05; done`);
    program('a-shell', 'echo shell');
    const terminals = open();
    const { ended, said } = start(await planned(terminals, 'claude'));
    await until('the agent', () => said().includes('here'), 10_000);
    await until('its note', async () => (await noteOf(terminals))?.runs !== undefined, 10_000);
    await terminals.forget('one');
    writeFileSync(join(folder(), 'go'), '');
    await ended;
    assert.deepEqual(await terminals.notes(), []);
  });

  it('says which program is missing, where it looked and which setting names it', async () => {
    const refused = async (terminals: AgentTerminals, agent: string) => {
      const plan = await terminals.plan(agent, folder(), '/bin/sh', words, {});
      assert.ok(!plan.ok);
      return plan.error;
    };
    const missing = await refused(open(), 'claude');
    assert.equal(missing.code, 'terminal.agentMissing');
    assert.deepEqual(
      [missing.params['names'], missing.params['setting'], missing.params['folders']],
      ['claude', 'mam.agents.claudePath', `${folder()}/bin, /usr/bin, /bin`],
    );
    const wrong = await refused(open('/no/claude'), 'claude');
    assert.deepEqual([wrong.code, wrong.params['path']], ['terminal.wrongPath', '/no/claude']);
    assert.equal((await refused(open(), 'gemini')).params['setting'], '');
    assert.equal((await refused(open(), 'human')).code, 'terminal.noScreen');
    assert.equal((await refused(open(), 'silent')).code, 'terminal.noScreen');
    assert.equal((await refused(open(), 'nobody')).code, 'agent.unknown');
  });

  it('opens agents that a person defined for terminals', async () => {
    program('mine', `echo "mine $*"`);
    program('a-shell', ':');
    const terminals = open();
    assert.ok(terminals.agents().some(({ id }) => id === 'mine'));
    assert.ok(!terminals.agents().some(({ id }) => id === 'silent' || id === 'human'));
    assert.deepEqual([await terminals.isInstalled('mine'), await terminals.isInstalled('codex')], [true, false]);
    const { ended, said } = start(await planned(terminals, 'mine'));
    await ended;
    assert.match(said(), /mine --chat/);
  });
});

const readable = (path: string): boolean => {
  try {
    return readFileSync(path, 'utf8').trim() !== '';
  } catch {
    return false;
  }
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
