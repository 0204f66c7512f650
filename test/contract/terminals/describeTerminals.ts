import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { PlaceLook, SessionSpec, Terminals } from '../../../src/app/ports/terminals.ts';
import type { Result } from '../../../src/base/result.ts';
import type { Problem } from '../../../src/base/problem.ts';
import { fill } from '../../../src/base/problem.ts';
import { until } from '../../until.ts';
import type { AgentNote, PlacesUnderTest } from './placesUnderTest.ts';

const never = new AbortController().signal;
/** What a place may add to the environment: the kind of its terminal, and the marks of what MAM started. */
const ownNames = new Set(['TERM', 'MAM_TERMINAL', 'MAM_LANE', 'MAM_LANE_KEY', '__CF_USER_TEXT_ENCODING']);

/** The suite of the port `Terminals`: every backend and the fake pass it. */
export function describeTerminals(name: string, make: () => Promise<PlacesUnderTest>): void {
  describe(`Terminals contract: ${name}`, function () {
    this.timeout(30_000);
    let under: PlacesUnderTest;
    let terminals: Terminals;
    beforeEach(async () => {
      under = await make();
      terminals = under.terminals;
    });
    afterEach(() => under.close());

    const spec = (id: string, changes: Partial<SessionSpec> = {}): SessionSpec => ({
      id,
      name: `Agent ${id}`,
      argv: under.agent(),
      cwd: under.folder,
      env: { PATH: '/usr/bin:/bin', HOME: under.folder },
      ...changes,
    });
    const opened = async (id: string, ...words: string[]): Promise<string> => {
      const { handle } = value(await terminals.open(spec(id, { argv: under.agent(...words) }), never));
      await until('the agent', async () => (await of('began')).length > 0, 10_000);
      return handle;
    };
    const of = async <K extends AgentNote['kind']>(kind: K): Promise<Extract<AgentNote, { kind: K }>[]> =>
      (await under.notes()).filter((note): note is Extract<AgentNote, { kind: K }> => note.kind === kind);
    const got = async (): Promise<string> => (await of('got')).map(({ text }) => text).join('\n');
    /** Types a line and presses Enter once it is there. */
    const tell = async (handle: string, text: string): Promise<void> => {
      value(await terminals.type(handle, text));
      value(await terminals.press(handle, 'Enter'));
    };
    const childOf = async (handle: string, how = ''): Promise<number> => {
      await tell(handle, `child ${how}`.trim());
      await until('its child', async () => (await of('child')).length > 0);
      return (await of('child'))[0]!.pid;
    };
    const lookUntil = async (handle: string, what: string, holds: (look: PlaceLook) => boolean): Promise<PlaceLook> => {
      let look: PlaceLook = await terminals.look(handle);
      await until(what, async () => holds((look = await terminals.look(handle))), 10_000);
      return look;
    };
    const isOver = ({ kind }: PlaceLook): boolean => kind === 'gone' || kind === 'shell';

    it('says which version it is', async () => {
      assert.notEqual(value(await terminals.probe()).version, '');
    });

    it('starts the program with its arguments, folder and environment, and no shell in between', async () => {
      const words = [
        '',
        'two words',
        `"double" 'single'`,
        '$HOME `id` $(id);',
        'two\nlines',
        '한글 👩‍💻',
        '-x',
        '#{pid}',
        '\\;',
      ];
      const env = { PATH: '/usr/bin:/bin', HOME: under.folder, ODD: `a "b" 'c' $d\n#{e};한`, EMPTY: '' };
      value(await terminals.open(spec('s.1', { argv: under.agent(...words), env }), never));
      await until('the agent', async () => (await of('began')).length > 0, 10_000);
      const began = (await of('began'))[0]!;
      assert.deepEqual([began.args, began.cwd], [words, under.folder]);
      const own = Object.entries(began.env).filter(([key]) => !ownNames.has(key));
      assert.deepEqual(Object.fromEntries(own), env);
    });

    it('starts what was started already no second time', async () => {
      const handle = await opened('s.1');
      const other = under.second();
      assert.equal(value(await terminals.open(spec('s.1'), never)).handle, handle);
      assert.equal(value(await other.open(spec('s.1'), never)).handle, handle);
      assert.equal((await of('began')).length, 1);
      await tell(handle, 'exit 0');
      await lookUntil(handle, 'its end', isOver);
      value(await terminals.close(handle, 1000));
      assert.equal(value(await other.open(spec('s.1'), never)).handle, handle);
      assert.deepEqual([(await other.look(handle)).kind, (await of('began')).length], ['gone', 1]);
    });

    it('starts once when two hosts ask at the same time', async () => {
      const other = under.second();
      const answers = await Promise.all([terminals.open(spec('s.1'), never), other.open(spec('s.1'), never)]);
      const handles = answers.map((answer) => value(answer).handle);
      assert.equal(handles[0], handles[1]);
      await until('the agent', async () => (await of('began')).length > 0, 10_000);
      await tell(handles[0]!, 'once');
      await until('its word', async () => (await got()) === 'once');
      assert.equal((await of('began')).length, 1);
    });

    it('tells sessions apart whose ids look alike', async () => {
      const ids = ['s.1', 's_1', 'S.1', 's.11'];
      const handles: string[] = [];
      for (const id of ids) handles.push(value(await terminals.open(spec(id), never)).handle);
      assert.equal(new Set(handles).size, ids.length);
      for (const [index, id] of ids.entries()) assert.equal(value(await terminals.find(id)), handles[index]);
      assert.equal(value(await terminals.find('s')), null);
    });

    it('finds a session by its id, from any host, until it is gone', async () => {
      assert.equal(value(await terminals.find('s.1')), null);
      const handle = await opened('s.1');
      const other = under.second();
      assert.equal(value(await other.find('s.1')), handle);
      assert.equal((await other.look(handle)).kind, 'agent');
      value(await other.close(handle, 1000));
      assert.equal(value(await terminals.find('s.1')), null);
    });

    it('starts nothing once that was called off', async () => {
      const answer = await terminals.open(spec('s.1'), AbortSignal.abort());
      assert.equal(answer.ok, false);
      assert.deepEqual([value(await terminals.find('s.1')), await under.notes()], [null, []]);
    });

    it('says what keeps it from starting', async () => {
      const folder = join(under.folder, 'no such folder');
      isProblem(await terminals.open(spec('s.1', { cwd: folder }), never), /no such folder/);
      isProblem(await terminals.open(spec('s.2', { argv: ['/nowhere/agent', 'x'] }), never), /\/nowhere\/agent|ENOENT/);
      assert.deepEqual([value(await terminals.find('s.1')), value(await terminals.find('s.2'))], [null, null]);
    });

    it('types without Enter, and presses keys', async () => {
      const handle = await opened('s.1');
      value(await terminals.type(handle, 'one two'));
      value(await terminals.press(handle, 'x'));
      value(await terminals.press(handle, '7'));
      assert.equal(await got(), '');
      value(await terminals.press(handle, 'Enter'));
      await until('the line', async () => (await got()) !== '');
      assert.equal(await got(), 'one twox7');
      isProblem(await terminals.press(handle, 'C-c'), /C-c/);
      isProblem(await terminals.press(handle, 'Enter Enter'), /Enter Enter/);
    });

    it('types text as it is, but for what a terminal takes for commands', async () => {
      const handle = await opened('s.1', 'raw');
      await until('the brackets', async () => (await terminals.look(handle)).kind === 'agent');
      if (terminals.offers.screen)
        await until('its screen', async () => value(await terminals.read(handle, 5)).includes('ready>'));
      const text = `-n 'quoted' "double" $x \`y\`; #{z}\n\ttab 한글 👩‍💻 e\u0301 ｗｉｄｅ\\;`;
      value(await terminals.type(handle, `${text}\u001b[201~\u0003\u0004\u0000\u009b!\r\nlast;`));
      value(await terminals.press(handle, 'Enter'));
      await until('the text', async () => (await got()).includes('last'));
      assert.equal(await got(), `${text}[201~!\nlast;`);
      assert.equal(
        (await under.notes()).some(({ kind }) => kind === 'closed'),
        false,
      );
    });

    it('types a text of 200 kB whole', async () => {
      const handle = await opened('s.1', 'raw');
      if (terminals.offers.screen)
        await until('its screen', async () => value(await terminals.read(handle, 5)).includes('ready>'));
      const text = `${'0123456789 abcdefgh 한 '.repeat(8_800)}end`;
      value(await terminals.type(handle, text));
      value(await terminals.press(handle, 'Enter'));
      await until('the text', async () => (await got()).endsWith('end'), 15_000);
      assert.equal((await got()) === text, true);
    });

    it('looks at the agent, its process and its children', async () => {
      const handle = await opened('s.1');
      const look = await terminals.look(handle);
      assert.equal(look.kind, 'agent');
      if (look.kind !== 'agent') return;
      const { pid } = (await of('began'))[0]!;
      if (look.process !== null) assert.equal(look.process.pid, pid);
      if (look.children === null) return;
      assert.equal(look.children, 0);
      await childOf(handle);
      const later = await terminals.look(handle);
      assert.equal(later.kind === 'agent' && later.children, 1);
    });

    it('tells that the agent ended, and how, and types nothing after it', async () => {
      const handle = await opened('s.1');
      await tell(handle, 'exit 3');
      const look = await lookUntil(handle, 'its end', isOver);
      assert.equal((look.kind === 'shell' || look.kind === 'gone') && look.code, 3);
      isProblem(await terminals.type(handle, 'rm -rf .'), /ended/);
      isProblem(await terminals.press(handle, 'Enter'), /ended/);
    });

    it('tells that the agent was killed', async () => {
      const handle = await opened('s.1');
      await tell(handle, 'die');
      const look = await lookUntil(handle, 'its end', isOver);
      assert.notEqual((look.kind === 'shell' || look.kind === 'gone') && look.code, 0);
    });

    it('ends the agent and what it started, wherever that went', async () => {
      const handle = await opened('s.1');
      const child = await childOf(handle, 'away');
      const { pid } = (await of('began'))[0]!;
      value(await terminals.close(handle, 2000));
      assert.deepEqual([await under.isAlive(pid), await under.isAlive(child)], [false, false]);
      assert.equal((await terminals.look(handle)).kind, 'gone');
      value(await terminals.close(handle, 2000));
    });

    it('ends an agent that does not want to, after the time that it has', async () => {
      const handle = await opened('s.1', 'stubborn');
      const { pid } = (await of('began'))[0]!;
      const began = performance.now();
      value(await terminals.close(handle, 400));
      assert.equal(await under.isAlive(pid), false);
      assert.ok(performance.now() - began < 10_000);
      assert.equal((await terminals.look(handle)).kind, 'gone');
    });

    it('says of an unknown session that it is gone, and types nothing there', async () => {
      assert.equal((await terminals.look('nobody')).kind, 'gone');
      isProblem(await terminals.type('nobody', 'x'), /./);
      isProblem(await terminals.press('nobody', 'Enter'), /./);
      isProblem(await terminals.read('nobody', 3), /./);
      value(await terminals.close('nobody', 100));
    });

    it('reads the last lines without colours', async () => {
      if (!terminals.offers.screen) return;
      const handle = await opened('s.1');
      await tell(handle, 'lines 40');
      await tell(handle, 'print red 한글');
      await until('the text', async () => value(await terminals.read(handle, 5)).includes('red 한글'));
      const text = value(await terminals.read(handle, 5));
      assert.ok(text.split('\n').length <= 5);
      // oxlint-disable-next-line no-control-regex
      assert.doesNotMatch(text, /\u001b/);
      assert.match(value(await terminals.read(handle, 30)), /line 25\nline 26\n/);
    });

    it('announces that an agent ended, and nothing after that is no longer wanted', async () => {
      const handle = await opened('s.1');
      const told: (string | null)[] = [];
      const watch = terminals.watch((which) => told.push(which));
      const unwanted: (string | null)[] = [];
      terminals.watch((which) => unwanted.push(which)).dispose();
      await tell(handle, 'exit 0');
      await lookUntil(handle, 'its end', isOver);
      await until('the word of it', () => told.some((which) => which === null || which === handle));
      watch.dispose();
      watch.dispose();
      assert.deepEqual(unwanted, []);
    });

    it('announces a session of another host, and what changes on its screen', async () => {
      const told: (string | null)[] = [];
      const watch = terminals.watch((which) => told.push(which));
      const other = under.second();
      const { handle } = value(await other.open(spec('s.1'), never));
      await until('the word of it', () => told.length > 0, 10_000);
      if (terminals.offers.screen) {
        await until('its screen', async () => value(await terminals.read(handle, 5)).includes('ready>'), 10_000);
        told.length = 0;
        await until('a change', async () => {
          if (told.length > 0) return true;
          value(await other.type(handle, 'print something'));
          value(await other.press(handle, 'Enter'));
          return false;
        });
      }
      watch.dispose();
    });

    it('shows the session, or says by what a person sees it', async () => {
      const shown = value(await terminals.show(await opened('s.1')));
      if (shown.kind === 'attach') assert.ok(shown.argv.every((word) => word !== ''));
      if (shown.kind === 'output') assert.ok(shown.path.startsWith('/'));
    });
  });
}

function value<T>(result: Result<T, Problem>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${fill(result.error.text, result.error.params)}`);
  return result.value;
}

function isProblem(result: Result<unknown, Problem>, text: RegExp): void {
  assert.equal(result.ok, false);
  if (!result.ok) assert.match(fill(result.error.text, result.error.params), text);
}
