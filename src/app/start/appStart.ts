import { seatWishes } from '../../core/session/seats.ts';
import type { Topology } from '../../core/topology/types.ts';
import { laneProfiles, modelSources } from '../laneModels.ts';
import type { ModelWishes } from '../../core/model/types.ts';
import { topologyOf, type Settings } from '../../protocol/settings.ts';
import type { App } from '../app.ts';
import type { OpenIssue } from '../openIssue.ts';
import { gatherReport } from '../reports/gather.ts';
import { suggestValidation } from '../validation/suggest.ts';
import { createTickSources, type SourceDeps } from '../tick/appSources.ts';
import type { TickDeps } from '../tick/tick.ts';
import { createActiveStart } from './activeStart.ts';
import { planLanes } from './planLanes.ts';

/** Starts and reports of the real application. `look` brings the queue and the branches up to date. */
export function createAppStart(
  app: SourceDeps &
    Pick<TickDeps, 'orchestrator' | 'dispatch' | 'disposables' | 'look'> & {
      readonly openIssue: OpenIssue;
      readonly settings: () => Settings;
      readonly modelWishes: ModelWishes;
    },
): Pick<App, 'report' | 'activeStart' | 'planLanes'> {
  const deps = {
    ...app,
    sources: createTickSources(app),
    state: () => app.orchestrator.state,
    validation: (changed: readonly string[]) =>
      suggestValidation(changed, {
        files: app.ports.files,
        privacy: app.privacy(),
        settings: app.settings(),
        root: app.facts.sourceRoot,
      }),
    allowedChecks: () => app.settings()['mam.checks.allowed'],
    agents: (topology: Topology) => seatWishes(topology, app.settings()['mam.agents']),
    profiles: (topology: Topology) =>
      laneProfiles(topology, app.ports.agents.list(), modelSources(app.settings(), app.modelWishes)),
  };
  return {
    report: async (request) => {
      // What keeps work from being done does not keep anybody from looking.
      await app.look();
      return gatherReport(request, deps);
    },
    activeStart: createActiveStart(deps),
    planLanes: async (request) => {
      await app.look();
      const settings = app.settings();
      const topology = topologyOf(settings);
      if (!topology.ok) return topology;
      const tracked = await app.ports.git.tracked(['.']);
      if (!tracked.ok) return tracked;
      return planLanes(request, {
        tracked: tracked.value,
        state: deps.state(),
        settings,
        topology: topology.value,
        agents: app.ports.agents,
        modelWishes: app.modelWishes,
      });
    },
  };
}
