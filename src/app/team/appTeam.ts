import type { Disposable } from '../../base/disposable.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Team } from '../../core/team/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Ports } from '../ports.ts';
import { withdrawn } from '../withdrawn.ts';
import { planTeam } from './planTeam.ts';
import type { TeamRequest } from './request.ts';

interface Deps {
  readonly ports: Pick<Ports, 'git' | 'teams'>;
  readonly orchestrator: Orchestrator;
  readonly settings: () => Settings;
  readonly privacy: () => Privacy;
  /** Looks at the repository as it is now, and says why nothing can be started. */
  readonly look: () => Promise<Problem | null>;
  readonly disposables: { add<T extends Disposable>(one: T): T };
}

/**
 * Plans a team, records it, and runs it where that is asked for and `signal` was not aborted before. Resolves with the
 * team as it is when it has ended.
 */
export const createTeams =
  ({ ports, orchestrator, settings, privacy, look, disposables }: Deps) =>
  async (request: TeamRequest, actor: Actor, signal?: AbortSignal): Promise<Result<Team, Problem>> => {
    const why = await look();
    if (why) return err(why);
    const base = await ports.git.resolveBase(request.base ?? (settings()['mam.base'] || null));
    const plan = planTeam(request, {
      state: orchestrator.state,
      privacy: privacy(),
      teams: ports.teams,
      base: base.ok ? base.value : { missing: base.error },
    });
    const asked = signal?.aborted ? { ...plan, blockers: [...plan.blockers, withdrawn()] } : plan;
    const done = await orchestrator.dispatch({ type: 'startTeam', plan: asked }, actor);
    if (!done.ok) return done;
    const started = done.value.find((event) => event.type === 'teamStarted');
    if (!started) throw new Error('a team without its event');
    return started.team.decision === 'running' ? ended(started.team) : ok(started.team);

    function ended(team: Team): Promise<Result<Team, Problem>> {
      return new Promise((resolve) => {
        const see = (): void => {
          const now = orchestrator.state.teams[team.id];
          if (now?.decision === 'running') return;
          listening.dispose();
          resolve(ok(now ?? team));
        };
        const listening = orchestrator.onDidChange(see);
        disposables.add({
          dispose: () =>
            resolve(
              err(problem('app.closed', 'MAM closed before this was finished. It goes on when it is opened again.')),
            ),
        });
        see();
      });
    }
  };
