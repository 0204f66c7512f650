import { approvalMarkdown, autoPassOf } from '../../app/reports/approval.ts';
import { autoShipMarkdown, autoShipOf } from '../../app/reports/autoShip.ts';
import { dashboardMarkdown } from '../../app/reports/dashboard.ts';
import { gateMarkdown, gateOf } from '../../app/reports/gate.ts';
import { loopStateData, loopStateJson } from '../../app/reports/loopState.ts';
import { prBodyDraft } from '../../app/reports/prBody.ts';
import { readinessMarkdown } from '../../app/reports/readiness.ts';
import { simulationMarkdown, simulationOf } from '../../app/reports/simulation.ts';
import { problem, problemData } from '../../base/problem.ts';
import { err, ok } from '../../base/result.ts';
import { parseTtl, type AutoShipChoice, type Evaluation } from '../../core/ship/planAutoShip.ts';
import { claimOption, reportVerb } from '../report/reportVerb.ts';
import type { Call } from '../verb.ts';

const evaluations = ['auto', 'skip', 'async'] as const satisfies readonly Evaluation[];

export const readinessScore = reportVerb({
  name: 'readiness-score',
  summary: 'Say how far a change is from being shown to a person',
  options: {
    body: { kind: 'text', value: 'FILE', summary: 'The body of its pull request' },
    'claim-text': claimOption,
  },
  show: (facts) => {
    const { score, decision, blockers, warnings, taskStart } = facts.readiness;
    return {
      text: readinessMarkdown(facts),
      data: {
        score,
        decision,
        task_start: taskStart,
        blockers: blockers.map(problemData),
        warnings: warnings.map(problemData),
      },
      blocked: decision === 'blocked',
    };
  },
});

export const shipSimulate = reportVerb({
  name: 'ship-simulate',
  summary: 'Say how far shipping a change would come, and ship nothing',
  show: (facts) => {
    const { stopsBefore, blockers } = simulationOf(facts);
    return {
      text: simulationMarkdown(facts),
      data: { would_stop_before: stopsBefore, blockers: blockers.map(problemData) },
    };
  },
});

export const autoShipPlan = reportVerb({
  name: 'auto-ship-plan',
  summary: 'Say whether a change may ship with nobody watching, and how',
  options: {
    ttl: { kind: 'text', value: 'TIME', summary: 'How long the plan is good for, such as 2h' },
    'real-eval': { kind: 'text', value: 'MODE', summary: 'auto, skip or async', words: evaluations },
    draft: { kind: 'flag', value: '', summary: 'Ship as a draft' },
    'dry-run': { kind: 'flag', value: '', summary: 'Rehearse first' },
  },
  choose: choiceOf,
  show: (facts, { choice }) => {
    const chosen = choice ?? { ttl: '2h', evaluation: 'skip', draft: true, dryRun: true };
    const { decision, draft, variables, blockers, warnings } = autoShipOf(facts, chosen);
    return {
      text: autoShipMarkdown(facts, chosen),
      data: { decision, draft, variables, blockers: blockers.map(problemData), warnings: warnings.map(problemData) },
      blocked: decision === 'blocked',
    };
  },
});

function choiceOf(call: Call) {
  const ttl = parseTtl(call.text('ttl') ?? '2h');
  if (!ttl.ok) return ttl;
  const mode = call.text('real-eval') ?? 'skip';
  const evaluation = evaluations.find((one) => one === mode);
  if (evaluation === undefined)
    return err(
      problem('cli.badEvaluation', '--real-eval takes auto, skip or async, and {value} is none of them.', {
        value: mode,
      }),
    );
  const choice: AutoShipChoice = {
    ttl: ttl.value,
    evaluation,
    draft: call.flag('draft'),
    dryRun: call.flag('dry-run'),
  };
  return ok(choice);
}

export const approvalPacket = reportVerb({
  name: 'approval-packet',
  summary: 'Show what a person should know before a change goes on',
  options: { 'claim-text': claimOption },
  show: (facts) => {
    const { decision, blockers } = autoPassOf(facts);
    return {
      text: approvalMarkdown(facts),
      data: { ...gateData(facts), auto_pass: decision, auto_pass_blockers: blockers.map(problemData) },
    };
  },
});

const gateData = (facts: Parameters<typeof gateOf>[0]) => {
  const { gate, severity, signals, nextCommand } = gateOf(facts);
  return { gate, severity, signals, next_safe_command: nextCommand };
};

const followups = {
  'review-followups': { kind: 'text', value: 'FILE', summary: 'Follow-ups of a review that are to be done' },
  batch: { kind: 'text', value: 'FILE', summary: 'Taken for compatibility; the report has no use for it' },
} as const;

export const dashboard = reportVerb({
  name: 'dashboard',
  summary: 'Show where the work on a change stands, on one page',
  options: followups,
  show: (facts) => ({ text: dashboardMarkdown(facts), data: loopStateData(facts) }),
});

export const loopState = reportVerb({
  name: 'loop-state',
  summary: 'Show where the work on a change stands, for programs',
  options: followups,
  show: (facts, { privacy }) => ({ text: loopStateJson(facts, privacy), data: loopStateData(facts) }),
});

export const gateStatus = reportVerb({
  name: 'gate-status',
  summary: 'Name the gate that a change stands before',
  options: followups,
  show: (facts) => ({ text: gateMarkdown(facts), data: gateData(facts) }),
});

export const prBody = reportVerb({
  name: 'pr-body',
  summary: 'Draft the text of a pull request',
  show: (facts) => {
    const text = prBodyDraft(facts);
    return { text, data: { task: facts.task, issue: facts.issue, branch: facts.branch, text } };
  },
});
