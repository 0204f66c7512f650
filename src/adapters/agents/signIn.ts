import type { AgentStatus } from '../../app/ports/agents.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { shorten } from './failure.ts';

type SignedOut = Extract<AgentStatus, { kind: 'signed-out' }>;

const because = (reason: string): string => shorten(redactSecrets(reason)) || 'it gave no reason';

const signedOut = (reason: Problem): SignedOut => ({ kind: 'signed-out', problem: reason });

/** Nobody is signed in. */
export const nobody = (agent: string, reason: string, command: string): SignedOut =>
  signedOut(
    problem('agent.signedOut', '{agent} is not signed in ({reason}). Run `{command}` in a terminal, then try again.', {
      agent,
      reason: because(reason),
      command,
    }),
  );

/** Somebody is, but not with the subscription that is asked for. `wanted` names that. */
export const otherSignIn = (agent: string, wanted: string, reason: string, command: string): SignedOut =>
  signedOut(
    problem(
      'agent.otherSignIn',
      '{agent} is not signed in with {wanted} ({reason}). Run `{command}` in a terminal, or allow any sign-in in mam.agents.auth.',
      { agent, wanted, reason: because(reason), command },
    ),
  );

/** It did not say in time. */
export const signInTimeout = (agent: string, command: string): SignedOut =>
  signedOut(
    problem(
      'agent.signInTimeout',
      '{agent} did not say in time who is signed in. Run `{command}` in a terminal to see what it waits for, then try again.',
      { agent, command },
    ),
  );

/** It could not say. */
export const signInUnknown = (agent: string, reason: string, command: string): SignedOut =>
  signedOut(
    problem(
      'agent.signInUnknown',
      '{agent} could not say who is signed in ({reason}). Run `{command}` in a terminal, then try again.',
      { agent, reason: because(reason), command },
    ),
  );

/** A warning for an agent whose sign-in nobody looked at. */
export const signInUnchecked = (agent: string): Problem =>
  problem('agent.signInUnchecked', 'Nobody looked how {agent} is signed in: mam.agents.auth allows any sign-in.', {
    agent,
  });
