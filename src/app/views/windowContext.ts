import type { Problem } from '../../base/problem.ts';
import { besideLoop, currentLoop } from './select.ts';
import type { Scene } from './viewContext.ts';

/** What keeps MAM from working, as far as a person does something else about it. */
export type Trouble = 'none' | 'noGit' | 'oldGit' | 'database' | 'newer' | 'foreignLedger' | 'other';

const troubles: Readonly<Record<string, Trouble>> = {
  'git.missing': 'noGit',
  'git.tooOld': 'oldGit',
  'store.damaged': 'database',
  'store.unreadable': 'database',
  'store.chainBroken': 'database',
  'store.newer': 'newer',
  'ledger.foreign': 'foreignLedger',
};

const troubleOf = (problem: Problem | null): Trouble =>
  problem === null ? 'none' : (troubles[problem.code] ?? 'other');

type LoopContext = 'none' | 'running' | 'stopping' | 'stopped' | 'ended';

const loopOf = ({ state }: Scene): LoopContext => {
  const loop = currentLoop(state);
  if (loop === null) return 'none';
  if (loop.state !== 'ended') return loop.state;
  return loop.outcome === 'stopped' ? 'stopped' : 'ended';
};

/** What the conditions of menus, empty views and the walkthrough ask for. */
export interface WindowContext {
  readonly trouble: Trouble;
  readonly loop: LoopContext;
  readonly beside: number;
  readonly role: 'none' | Scene['role'];
  readonly decided: boolean;
}

/** `problem` keeps the engine from opening; `scene` is what is there once it is. */
export const windowContext = (problem: Problem | null, scene: Scene | null): WindowContext =>
  scene === null
    ? { trouble: troubleOf(problem), loop: 'none', beside: 0, role: 'none', decided: false }
    : {
        trouble: troubleOf(scene.problem),
        loop: loopOf(scene),
        beside: besideLoop(scene.state),
        role: scene.role,
        decided: Object.values(scene.state.runs).some(({ decision }) => decision !== null),
      };
