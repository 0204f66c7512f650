import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { simulateShip, type ShipSimulation } from '../../core/ship/simulateShip.ts';
import type { ReportFacts } from './facts.ts';
import { bullets, page, sentences } from './markdown.ts';

export const simulationOf = (facts: ReportFacts): ShipSimulation => simulateShip(facts);

/** ship_simulation.md: how far shipping would come. */
export function simulationMarkdown(facts: ReportFacts): string {
  const { stopsBefore, blockers } = simulationOf(facts);
  return page(
    'Ship Simulation',
    [
      bullets([
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}`,
        `PR: ${facts.pullRequest ?? 'N/A'}`,
        `Branch: ${plainMarkdown(facts.branch)}`,
        `Issue: ${facts.issue ?? 'N/A'}`,
        `HEAD: ${facts.head ?? 'N/A'}`,
        `Surface: ${facts.surface.surface}`,
        `Would stop before: ${stopsBefore}`,
      ]),
      `## Blockers\n\n${sentences(blockers)}`,
      'Nothing was changed, here or on the forge.',
    ],
    facts,
  );
}
