import { problem, type Problem } from '../../base/problem.ts';
import { err, type Result } from '../../base/result.ts';
import type { AppDelegation } from '../../app/delegation/appDelegation.ts';
import type { Actor } from '../../core/actor.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { DelegateInput } from '../../protocol/delegateTool.ts';

/** A model asked for it: never a person, whoever confirmed it. */
const chat: Actor = { kind: 'host', id: 'chat' };

/** Hands a job to an open session. No session is started for it: that takes a person who sees which agent it is. */
export const delegateForChat = async (
  { delegation }: { readonly delegation: Pick<AppDelegation, 'submit'> },
  { prompt, role, session, claims = [], task }: DelegateInput,
): Promise<Result<DelegatedJob, Problem>> =>
  role === undefined && session === undefined
    ? err(
        problem(
          'chat.noDoer',
          'Name a role or a session that does it. mam_status shows which are open; where none is, a person opens one with MAM: Delegate Job….',
        ),
      )
    : delegation.submit(
        {
          id: null,
          session: session ?? null,
          agent: null,
          kind: 'work',
          role: role ?? null,
          prompt,
          workdir: null,
          claims,
          outside: false,
          timeoutMs: 0,
          idleTimeoutMs: 0,
          expectedArtifacts: [],
          task: task ?? null,
          queue: true,
        },
        chat,
      );
