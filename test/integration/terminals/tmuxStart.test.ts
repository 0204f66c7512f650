import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { listProcesses } from '../../../src/adapters/process/processTable.ts';
import { tmuxIn, tmuxPlaces } from '../../contract/terminals/tmuxPlaces.ts';
import type { PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { codeOf, never, value, withAgent } from './support.ts';

describe('Several hosts of sessions in tmux', function () {
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
  const textOf = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  /** Clients of this test's server that follow a session. */
  const tmuxProcesses = async (): Promise<number> =>
    (await listProcesses()).filter(
      ({ pid, zombie }) =>
        !zombie &&
        textOf(`/proc/${pid}/cmdline`).includes('-C\0attach-session') &&
        textOf(`/proc/${pid}/environ`).includes(folder()),
    ).length;

  it('say what keeps the program of a place from beginning, soon, and leave nothing', async () => {
    const places = tmuxIn(folder(), { program: [process.execPath, join(folder(), 'no such program.mjs')] });
    const began = performance.now();
    const answer = await places.open(agent.spec('s.1'), never);
    assert.equal(codeOf(answer), 'terminals.notStarted');
    assert.match(answer.ok ? '' : String(answer.error.params['reason']), /no such program\.mjs/);
    assert.ok(performance.now() - began < 12_000);
    assert.deepEqual([readdirSync(notes()), await tmux('list-sessions')], [[], '']);
    await agent.open('s.1');
  });

  it('start once where two servers are asked', async () => {
    const elsewhere = join(folder(), 'elsewhere');
    mkdirSync(elsewhere);
    const other = tmuxIn(folder(), { socketFolder: elsewhere });
    const answers = await Promise.all([under.terminals, other].map((host) => host.open(agent.spec('s.1'), never)));
    const [handle, second] = answers.map((answer) => value(answer).handle);
    assert.equal(handle, second);
    await until('the agent', async () => (await agent.of('began')).length > 0, 10_000);
    for (const host of [other, under.terminals]) value(await host.close(handle!, 1000));
    assert.equal((await agent.of('began')).length, 1);
  });

  it('are followed by one process each while somebody watches, and asked nothing meanwhile', async () => {
    const calls: (readonly string[])[] = [];
    const counted = tmuxIn(folder(), {
      run: (spec, signal) => {
        calls.push(spec.argv);
        return runProcess(spec, signal);
      },
    });
    const handles = [await agent.open('s.1'), await agent.open('s.2')];
    const told: (string | null)[] = [];
    const watches = [counted.watch((handle) => told.push(handle)), counted.watch(() => undefined)];
    await until('two followers', async () => (await tmuxProcesses()) === 2);
    await until('their first words', () => handles.every((handle) => told.includes(handle)));
    told.length = 0;
    calls.length = 0;
    await agent.tell(handles[1]!, 'print x');
    await until('the word', () => told.includes(handles[1]!));
    assert.deepEqual([told.includes(handles[0]!), calls], [false, []]);
    // Whoever follows changes the size of no screen.
    assert.equal(
      await tmux('display-message', '-p', '-t', `=${handles[0]}:`, '#{window_width}x#{window_height}'),
      '160x50',
    );
    for (const watch of watches) watch.dispose();
    await until('the end of the followers', async () => (await tmuxProcesses()) === 0);
  });
});
