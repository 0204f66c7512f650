import type { App } from '../app.ts';
import type { Problem } from '../../base/problem.ts';
import { createTickSources, type SourceDeps } from './appSources.ts';
import { createTick, type TickDeps } from './tick.ts';

/** The tick of the real application. `look` brings the queue and the branches up to date, and says what stands against new work. */
export const createAppTick = (
  app: SourceDeps & Pick<TickDeps, 'orchestrator' | 'dispatch' | 'disposables'>,
  look: () => Promise<Problem | null>,
): App['tick'] => createTick({ ...app, sources: createTickSources(app), look });
