import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { planAutoShip, type AutoShipChoice, type AutoShipPlan } from '../../core/ship/planAutoShip.ts';
import type { ReportFacts } from './facts.ts';
import { bullets, code, page, sentences } from './markdown.ts';

export const autoShipOf = (facts: ReportFacts, choice: AutoShipChoice): AutoShipPlan => planAutoShip(facts, choice);

/** auto_ship_plan.md: whether the change may ship with nobody watching, and with which words. */
export function autoShipMarkdown(facts: ReportFacts, choice: AutoShipChoice): string {
  const plan = autoShipOf(facts, choice);
  return page(
    'Auto Ship Plan',
    [
      bullets([
        `Decision: ${plan.decision}`,
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}`,
        `Branch: ${plainMarkdown(facts.branch)}`,
        `Issue: ${facts.issue ?? 'N/A'}`,
        `Surface: ${facts.surface.surface} (${facts.surface.confidence})`,
      ]),
      `## Blockers\n\n${sentences(plan.blockers)}`,
      `## Warnings\n\n${sentences(plan.warnings)}`,
      `## Ship Command\n\n${facts.shipCommand.length === 0 ? 'None is set.' : code(facts.shipCommand.join(' '))}`,
      `## Variables\n\n${bullets(plan.variables.map(code))}`,
      `## Commands\n\n${bullets([
        `Rehearse: ${code('mam active-loop --dry-run')}`,
        `Ship, by a person: ${code('mam active-loop --execute')}`,
      ])}`,
    ],
    facts,
  );
}
