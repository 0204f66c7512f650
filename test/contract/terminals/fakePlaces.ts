import { folderMissing, notStarted } from '../../../src/adapters/terminals/problems.ts';
import { FakeTerminals, type FakePlace } from '../../fakes/fakeTerminals.ts';
import type { AgentNote, PlacesUnderTest } from './placesUnderTest.ts';

/** The fake with the suite's agent played in it. */
export function fakePlaces(): PlacesUnderTest {
  const terminals = new FakeTerminals();
  const notes: AgentNote[] = [];
  const living = new Set<number>();
  const folder = '/a folder';
  const pidOf = ({ look }: FakePlace): number => (look.kind === 'agent' ? (look.process?.pid ?? 0) : 0);
  const began = new Map<FakePlace, number>();

  terminals.onStart = (place) => {
    const [, , ...args] = place.spec.argv;
    began.set(place, pidOf(place));
    living.add(pidOf(place));
    notes.push({ kind: 'began', args, cwd: place.spec.cwd, env: { ...place.spec.env }, pid: pidOf(place) });
    place.screen = 'ready> ';
  };
  terminals.onReceive = (place, text) => {
    notes.push({ kind: 'got', text, pasted: true });
    const [order, ...rest] = text.split(' ');
    const end = (code: number | null, signal: string | null): void =>
      terminals.set(place.handle, code === null ? { kind: 'gone', code, signal } : { kind: 'shell', code });
    if (order === 'exit') end(Number(rest[0]), null);
    if (order === 'die') end(null, 'SIGKILL');
    if (order === 'print') terminals.print(place.handle, `\n${rest.join(' ')}\n`);
    if (order === 'lines')
      for (let line = 1; line <= Number(rest[0]); line += 1) terminals.print(place.handle, `\nline ${line}`);
    if (order === 'child') {
      const pid = pidOf(place) + 1000;
      living.add(pid);
      notes.push({ kind: 'child', pid });
      terminals.see(place.handle, { children: 1 });
    }
  };
  // What the fake can't know: folders and programs that are not there, and that children end with their agent.
  const open = terminals.open.bind(terminals);
  terminals.open = async (spec, signal) => {
    terminals.refusal = spec.cwd.includes('no such')
      ? folderMissing(spec.name, spec.cwd)
      : spec.argv[0].startsWith('/nowhere')
        ? notStarted(spec.name, `${spec.argv[0]} is missing`)
        : null;
    return open(spec, signal);
  };
  return {
    terminals,
    second: () => terminals,
    folder,
    agent: (...words) => ['node', 'placeAgent.mjs', ...words],
    notes: async () => notes,
    isAlive: async (pid) => living.has(pid) && [...terminals.places.values()].some(({ look }) => look.kind === 'agent'),
    close: async () => undefined,
  };
}
