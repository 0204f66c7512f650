import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { PlaceLook, SessionSpec, Terminals } from '../../../src/app/ports/terminals.ts';
import { fill, type Problem } from '../../../src/base/problem.ts';
import type { Result } from '../../../src/base/result.ts';
import { until } from '../../until.ts';
import type { AgentNote, PlacesUnderTest } from '../../contract/terminals/placesUnderTest.ts';

export const never = new AbortController().signal;

export function value<T>(result: Result<T, Problem>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${fill(result.error.text, result.error.params)}`);
  return result.value;
}

export const codeOf = (result: Result<unknown, Problem>): string => (result.ok ? 'ok' : result.error.code);

export const standIn = (name: string): string => join(import.meta.dirname, '../../fixtures/stand-ins', name);

/** A few steps with the agent of the contract suite. */
export function withAgent(under: PlacesUnderTest) {
  const { terminals } = under;
  const of = async <K extends AgentNote['kind']>(kind: K): Promise<Extract<AgentNote, { kind: K }>[]> =>
    (await under.notes()).filter((note): note is Extract<AgentNote, { kind: K }> => note.kind === kind);
  const spec = (id: string, changes: Partial<SessionSpec> = {}): SessionSpec => ({
    id,
    name: `Agent ${id}`,
    argv: under.agent(),
    cwd: under.folder,
    env: { PATH: '/usr/bin:/bin', HOME: under.folder },
    ...changes,
  });
  return {
    of,
    spec,
    async open(id: string, changes: Partial<SessionSpec> = {}): Promise<string> {
      const before = (await of('began')).length;
      const { handle } = value(await terminals.open(spec(id, changes), never));
      await until('the agent', async () => (await of('began')).length > before, 20_000);
      return handle;
    },
    async tell(handle: string, text: string, host: Terminals = terminals): Promise<void> {
      value(await host.type(handle, text));
      value(await host.press(handle, 'Enter'));
    },
    async child(handle: string): Promise<number> {
      await this.tell(handle, 'child away');
      await until('its child', async () => (await of('child')).length > 0, 10_000);
      return (await of('child')).at(-1)!.pid;
    },
    got: async (): Promise<string> => (await of('got')).map(({ text }) => text).join('\n'),
    async lookUntil(handle: string, what: string, holds: (look: PlaceLook) => boolean, host = terminals) {
      let look = await host.look(handle);
      await until(what, async () => holds((look = await host.look(handle))), 15_000);
      return look;
    },
    async shows(handle: string, text: string | RegExp, host = terminals): Promise<string> {
      let screen = '';
      await until(
        `the screen to show ${String(text)}`,
        async () => {
          screen = value(await host.read(handle, 40));
          return typeof text === 'string' ? screen.includes(text) : text.test(screen);
        },
        15_000,
      );
      return screen;
    },
  };
}
