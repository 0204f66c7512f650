import type { Problem } from '../../base/problem.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import { hideOwnFolders } from '../ledgerGuard.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import { ledgerJson } from '../projections/json.ts';
import { publicText } from '../publicText.ts';
import {
  backlogData,
  backlogMarkdown,
  recommendationData,
  recommendationsMarkdown,
} from '../reports/queueRecommendations.ts';
import type { Advice } from './queueAdvice.ts';

interface Deps {
  readonly files: Files;
  readonly places: Places;
  readonly privacy: () => Privacy;
  readonly state: () => State;
  /** Says why nothing can be written here. */
  readonly look: () => Promise<Problem | null>;
}

/** Writes what is recommended and how the backlog stands into the ledger, for programs and for people. */
export async function publishAdvice(
  { recommendations, backlog, problems }: Advice,
  { files, places, privacy, state, look }: Deps,
): Promise<Problem | null> {
  const why = (await look()) ?? (await hideOwnFolders(files, places));
  if (why) return why;
  const { seq, updatedAt: at } = state();
  const stamp = { seq, at, privacy: privacy() };
  const texts = {
    'queue_recommendations.json': ledgerJson(
      { schema_version: 1, recommendations: recommendations.map((one) => recommendationData(one)) },
      stamp,
    ),
    'queue_recommendations.md': recommendationsMarkdown(recommendations, problems, stamp),
    'backlog_handoff_queue.json': ledgerJson({ schema_version: 1, tasks: backlog.map(backlogData) }, stamp),
    'backlog_handoff_queue.md': backlogMarkdown(backlog, stamp),
  };
  for (const [name, text] of Object.entries(texts)) {
    const path = `${places.ledger}/${name}`;
    const written = await files.write(path, name.endsWith('.json') ? text : publicText(path, text, privacy()));
    if (!written.ok) return written.error;
  }
  return null;
}
