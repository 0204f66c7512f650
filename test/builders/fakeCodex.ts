import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MamCommand } from './mamCommand.ts';

interface FakeCodex {
  /** What it says of its sign-in. */
  readonly login?: string;
  /** What its lanes hand in. */
  readonly report?: string;
  /** Milliseconds until they do. */
  readonly delayMs?: number;
}

/** A program that answers as codex does and begins three commands in each lane. */
const codex = ({
  login = 'Logged in using ChatGPT',
  report = 'Looked.\n\n[VERDICT: PASS]',
  delayMs = 0,
}: FakeCodex): string => `#!${process.execPath}
const args = process.argv.slice(2);
if (args[0] === '--version') console.log('codex-cli 0.171.0');
else if (args[0] === 'login') console.error(${JSON.stringify(login)});
else {
  require('node:fs').readFileSync(0);
  const say = (event) => console.log(JSON.stringify(event));
  say({ type: 'thread.started', thread_id: 't' });
  for (const n of [1, 2, 3])
    say({ type: 'item.started', item: { id: String(n), type: 'command_execution', command: 'ls', aggregated_output: '', exit_code: null, status: 'in_progress' } });
  setTimeout(() => {
  say({ type: 'item.completed', item: { id: 'm', type: 'agent_message', text: ${JSON.stringify(report)} } });
  say({ type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } });
  }, ${delayMs});
}
`;

/** Puts it in front of the PATH of a `mam` command. */
export async function placeFakeCodex(mam: MamCommand, how: FakeCodex = {}): Promise<void> {
  const folder = join(mam.folder, 'tools');
  const path = join(folder, 'codex');
  await mkdir(folder, { recursive: true });
  await writeFile(path, codex(how));
  await chmod(path, 0o755);
  mam.env['PATH'] = `${folder}:${process.env['PATH'] ?? ''}`;
}
