import * as fc from 'fast-check';
import { gateFacts } from '../../src/core/gate/facts.ts';
import type { Run } from '../../src/core/loop/types.ts';
import { landingOf } from '../../src/core/merged/select.ts';
import type { State } from '../../src/core/state.ts';
import type { Effect } from '../../src/core/effect.ts';
import { twoSeats } from './batch.ts';
import { importedLease, importedLedger } from './foreignLedger.ts';
import type { CoreWorld } from './core.ts';
import { answers, failingChecks } from './coreAnswers.ts';
import { actDelegated, delegatedActions, type DelegatedAction } from './delegatedActions.ts';
import { teamPlan } from './team.ts';
import { aProblem, failedWith, host, job, loopOptions, taskOf } from './core.ts';

const claims = [['src/**'], ['src/a.ts'], ['docs/**', 'src/b.ts'], ['**'], ['../outside'], ['free']] as const;

/** What a person decides about a run. */
type Decision =
  | { readonly type: 'approve' | 'return' | 'abandon' | 'merge' | 'allow'; readonly which: number }
  | { readonly type: 'claims'; readonly which: number; readonly how: number };

export type Action =
  | Decision
  | { readonly type: 'settle'; readonly which: number; readonly how: number }
  | { readonly type: 'mismatch' | 'late' | 'start' | 'moveHead' | 'beat' | 'signal'; readonly which: number }
  | { readonly type: 'stop' | 'resume' | 'again' | 'crash' | 'moveBase' | 'observe' | 'renew' | 'play' }
  | { readonly type: 'borrow' | 'giveBack' | 'takeOver' | 'recover'; readonly which: number }
  | { readonly type: 'batch' | 'team'; readonly which: number }
  | { readonly type: 'emptyQueue' | 'fullQueue' }
  | { readonly type: 'import'; readonly how: number }
  | { readonly type: 'delegate'; readonly action: DelegatedAction }
  | { readonly type: 'playUntil'; readonly kind: Effect['kind'] }
  | { readonly type: 'endLanes'; readonly how: number };

const which = fc.nat(9);
const settle = fc.record({ type: fc.constant('settle' as const), which, how: fc.nat(9) });

/** What a person looks at before a yes. */
export const whatLands = (state: State, run: Run | undefined): string =>
  (run && landingOf(gateFacts(state, run))?.commit) ?? '';

/** One thing that may happen. Effects that succeed are the most frequent, so that stories get far. */
export const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('settle' as const), which, how: fc.constant(0) }) },
  { weight: 6, arbitrary: settle },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('playUntil' as const),
      kind: fc.constantFrom<Effect['kind']>('runLane', 'capturePatch', 'commitPatch', 'runChecks', 'removeWorktree'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'stop',
        'resume',
        'again',
        'crash',
        'moveBase',
        'observe',
        'renew',
        'play',
        'emptyQueue',
        'fullQueue',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('mismatch', 'late', 'start'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('approve', 'return', 'abandon', 'merge', 'allow', 'moveHead', 'beat', 'signal'),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('borrow', 'giveBack', 'takeOver', 'recover', 'batch', 'team'),
      which,
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('delegate' as const), action: delegatedActions }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('endLanes' as const), how: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('claims' as const), which, how: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('import' as const), how: fc.nat(5) }) },
);

const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)];

/** Lets it happen; a refusal is an answer like any other. */
export function act(world: CoreWorld, action: Action): void {
  const run = 'which' in action ? pick(Object.values(world.state.runs), action.which) : undefined;
  const lease = ('which' in action ? pick(Object.keys(world.state.leases), action.which) : undefined) ?? 'none';
  const effect = 'which' in action ? pick(world.open(), action.which) : undefined;
  switch (action.type) {
    case 'settle': {
      if (!effect) return;
      const answer = pick(answers[effect.kind], action.how);
      const failing = effect.kind === 'runChecks' && action.how % 3 === 2;
      world.settle(effect, failing ? failingChecks(effect) : answer === 'success' ? undefined : answer);
      return;
    }
    case 'delegate':
      actDelegated(world, action.action);
      return;
    case 'endLanes': {
      const answer = pick(answers.runLane, action.how);
      for (const lane of world.open('runLane')) world.settle(lane, answer === 'success' ? undefined : answer);
      return;
    }
    case 'mismatch':
      if (effect)
        world.settle(effect, effect.kind === 'createWorktree' ? { kind: 'mergeLocally' } : { kind: 'createWorktree' });
      return;
    case 'late':
      if (!effect) return;
      world.settle(effect);
      if (world.settle(effect, failedWith(aProblem)).length > 0 && !world.open().some((one) => one.id === effect.id))
        throw new Error('a late outcome did something');
      return;
    case 'start':
      if (effect) world.do({ type: 'startEffect', effect: effect.id, epoch: 1 }, host);
      return;
    case 'play':
      world.playUntil();
      return;
    case 'playUntil':
      world.playUntil(action.kind);
      return;
    case 'crash':
      world.crash();
      return;
    case 'stop':
      world.do({ type: 'stopLoop' });
      return;
    case 'resume':
      world.do({ type: 'resumeLoop' });
      return;
    case 'again':
      world.do({
        type: 'startLoop',
        options: loopOptions({ limit: 2, maxRounds: 2, seconds: { claude: 'codex' } }),
        claims: { 'T-2026-0003': ['src/c'] },
      });
      return;
    case 'moveBase':
      world.base = `${world.base}+`;
      return;
    case 'moveHead': {
      const ref = `refs/heads/${run?.branch}`;
      const head = world.heads.get(ref);
      if (head !== undefined && run?.change) world.heads.set(ref, head === run.change.head ? 'moved' : run.change.head);
      return;
    }
    case 'observe':
      world.observe();
      return;
    case 'renew':
      world.awakeMs += 40_000;
      world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
      return;
    case 'batch': {
      const plan = twoSeats(run ?? null);
      world.do(action.which % 3 === 0 ? { type: 'stopBatch' } : { type: 'startBatch', plan });
      return;
    }
    case 'team':
      world.do(action.which % 3 === 0 ? { type: 'stopTeam' } : { type: 'startTeam', plan: teamPlan() });
      return;
    case 'borrow':
      world.do({ type: 'borrowLease', lease, agent: 'codex', token: 'token', allowRecovery: false });
      return;
    case 'giveBack':
      world.do({ type: 'returnLease', lease, token: 'token' });
      return;
    case 'takeOver':
      world.do({ type: 'takeOverLease', lease, graceMs: 60_000 });
      return;
    case 'recover':
      for (const step of ['release', 'rescue', 'inspect'] as const) world.do({ type: 'recoverLease', lease, step });
      return;
    case 'import': {
      const coming = importedLease({ claims: claims[action.how % claims.length] ?? [] });
      world.do({ type: 'importLedger', ledger: importedLedger({ events: action.how, leases: [coming] }), kept: 'old' });
      return;
    }
    case 'emptyQueue':
      world.do({ type: 'readQueue', tasks: [], problems: [aProblem] }, host);
      return;
    case 'fullQueue':
      world.do(
        {
          type: 'readQueue',
          tasks: [taskOf('T-2026-0001', { claims: ['src/**'] }), taskOf('T-2026-0009')],
          problems: [],
        },
        host,
      );
      return;
    case 'beat': {
      const status = action.which % 3 === 0 ? 'blocked' : 'passed';
      world.do({ type: 'heartbeat', session: 'reviewer', role: 'Reviewer', task: null, status, agent: null }, job);
      return;
    }
    case 'signal':
      world.do({ type: 'reportProgress', job: run?.jobs[0]?.id ?? 'none', kind: 'completed', text: 'PASS' }, job);
      return;
    default:
      if (run) decideOn(world, run.id, action);
  }
}

function decideOn(world: CoreWorld, run: string, action: Decision): void {
  switch (action.type) {
    case 'approve':
      world.observe();
      world.do({ type: 'approve', run, head: whatLands(world.state, world.state.runs[run]) });
      return;
    case 'return':
      world.observe();
      world.do({ type: 'returnRun', run, comments: 'Again.' });
      return;
    case 'abandon':
      world.do({ type: 'abandonRun', run });
      return;
    case 'merge':
      world.do({ type: 'mergeLocally', run });
      return;
    case 'allow':
      world.do({ type: 'allowCheck', argv: ['make', 'lint'] });
      return;
    case 'claims':
      world.do({ type: 'setClaims', run, claims: claims[action.how % claims.length] ?? [] });
  }
}
