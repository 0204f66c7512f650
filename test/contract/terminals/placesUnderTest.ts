import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminals } from '../../../src/app/ports/terminals.ts';

/** What the agent of the suite says of itself. */
export type AgentNote =
  | {
      readonly kind: 'began';
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly pid: number;
    }
  | { readonly kind: 'got'; readonly text: string; readonly pasted: boolean }
  | { readonly kind: 'child'; readonly pid: number }
  | { readonly kind: 'closed' };

export interface PlacesUnderTest {
  readonly terminals: Terminals;
  /** The same places, as another host sees them. */
  second(): Terminals;
  /** A folder that is there. */
  readonly folder: string;
  /** How the agent of the suite is started; see test/fixtures/stand-ins/placeAgent.mjs. */
  agent(...words: string[]): readonly [string, ...string[]];
  /** What it said of itself, oldest first. */
  notes(): Promise<readonly AgentNote[]>;
  isAlive(pid: number): Promise<boolean>;
  close(): Promise<void>;
}

const standIn = join(import.meta.dirname, '../../fixtures/stand-ins/placeAgent.mjs');

/** The agent as a real program, which keeps its log in the folder. */
export function realAgent(folder: string): Pick<PlacesUnderTest, 'agent' | 'notes' | 'isAlive'> {
  const log = join(folder, 'agent.log');
  return {
    agent: (...words) => [process.execPath, standIn, log, ...words],
    async notes() {
      const text = await readFile(log, 'utf8').catch(() => '');
      // What follows the last line feed is still being written.
      const lines = text.split('\n').slice(0, -1);
      return lines.map((line): AgentNote => JSON.parse(line));
    },
    async isAlive(pid) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return stat !== '' && !/\) [ZX]/.test(stat);
    },
  };
}
