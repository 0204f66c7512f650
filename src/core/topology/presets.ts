import { shipGateOf } from './shipGate.ts';
import type { Role, Topology } from './types.ts';

const orchestrator: Role = {
  session: 'orchestrator',
  name: 'Orchestrator',
  authority: 'ledger',
  shipGate: 'control-plane',
  required: 'never',
  focus: 'Hold the ledger, hand out jobs and decide the gate.',
};

const implementer: Role = {
  session: 'implementer',
  name: 'Implementer',
  authority: 'write',
  shipGate: 'lease-owner',
  required: 'never',
  focus: 'Make the smallest change that meets the task, inside the claimed files.',
};

const reviewer = (session: string, name: string, focus: string, required: Role['required'] = 'always'): Role => ({
  session,
  name,
  authority: 'read',
  shipGate: shipGateOf({ authority: 'read', required }),
  required,
  focus,
});

const general = reviewer('reviewer', 'Reviewer', 'Is the change correct, complete and no larger than the task?');

/** Orchestrator, Implementer and two required reviewers. */
export const fourRole: Topology = {
  id: 'four-role',
  roles: [
    orchestrator,
    implementer,
    general,
    reviewer('ci-eval-auditor', 'CI/Eval Auditor', 'Do checks, evaluations and claims support the change?'),
  ],
};

/** Adds planning, scouting, a deep review of load-bearing files, and separate CI and privacy audits. */
export const expandedEight: Topology = {
  id: 'expanded-eight',
  roles: [
    orchestrator,
    reviewer('planner-triage', 'Planner / Issue Triage', 'Which task is next, and is its plan sound?', 'never'),
    reviewer('experiment-scout', 'Experiment Scout', 'Which hypotheses and ablations are worth trying?', 'never'),
    implementer,
    general,
    reviewer(
      'deep-reviewer',
      'Deep Reviewer',
      'Does the architecture hold where load-bearing files change?',
      'load-bearing',
    ),
    reviewer(
      'ci-regression-auditor',
      'CI / Regression Auditor',
      'Could this break a build, a test or a user that works today?',
    ),
    reviewer(
      'eval-claim-privacy-auditor',
      'Eval / Claim / Privacy Auditor',
      'Are all claims supported, and is nothing private written anywhere?',
    ),
  ],
};

/** The built-in topologies; the first is the default of `active-loop`, the second of Start Loop. */
export const topologies: readonly Topology[] = [fourRole, expandedEight];
