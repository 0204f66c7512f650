import type { Problem } from '../../../base/problem.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { KeptClient } from './keptClient.ts';

export interface Pane {
  readonly id: string;
  /** Of its first process. */
  readonly pid: number;
  /** What the program in it calls itself; null before it said something. */
  readonly title: string | null;
}

const format = '#{pane_id} #{pane_pid} #{pane_dead} #{?#{==:#{pane_title},#{host}},-,+}#{pane_title}';

/** Lists the panes of all sessions by the process in them. Those who ask while a list is on its way share it. */
export function createPaneList(
  client: Pick<KeptClient, 'look'>,
): () => Promise<Result<ReadonlyMap<number, Pane>, Problem>> {
  let pending: Promise<Result<ReadonlyMap<number, Pane>, Problem>> | null = null;
  const list = async (): Promise<Result<ReadonlyMap<number, Pane>, Problem>> => {
    const answer = await client.look([['list-panes', '-a', '-F', format]]);
    return answer.ok ? ok(new Map((answer.value ?? '').split('\n').flatMap(readPane))) : answer;
  };
  return () => (pending ??= list().finally(() => (pending = null)));
}

function readPane(line: string): readonly [number, Pane][] {
  const [, id = '', pid, dead, named, title = ''] = /^(%\d+) (\d+) (\d?) ([-+])(.*)$/.exec(line) ?? [];
  return id === '' || dead === '1'
    ? []
    : [[Number(pid), { id, pid: Number(pid), title: named === '+' ? title : null }]];
}
