import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { autoAgent } from '../../core/session/seats.ts';
import type { StartPack } from '../start/pack.ts';
import { bullets, code, page, sentences, table } from './markdown.ts';

/** start.md: on what the work starts, and what is in its way. */
export function startMarkdown(pack: StartPack): string {
  const { facts, tick, topology } = pack;
  return page(
    'Active Start',
    [
      `## Inputs\n\n${bullets([
        `Topology: ${topology.id}`,
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}${facts.entry ? ` ${plainMarkdown(facts.entry.title)}` : ''}`,
        `Issue: ${facts.issue ?? 'N/A'}`,
        `Branch: ${plainMarkdown(facts.branch)}`,
        `HEAD: ${facts.head ?? 'N/A'}`,
        `Changed files: ${facts.files.length}`,
        `Surface: ${facts.surface.surface} (${facts.surface.confidence})`,
        `PR body: ${plainMarkdown(facts.prBody?.path ?? 'N/A')}`,
        `Claim text: ${plainMarkdown(facts.claimText?.path ?? 'N/A')}`,
      ])}`,
      `## Decision\n\n${bullets([`Start: ${pack.decision}`, `Tick: ${tick?.decision ?? 'not made'}`])}`,
      `## Artifacts\n\n${bullets(pack.written.map(code))}`,
      `## Blockers\n\n${sentences(pack.blockers)}`,
      `## Active-loop Blockers\n\n${sentences(tick?.blockers ?? [])}`,
      `## Warnings\n\n${sentences(pack.warnings)}`,
      `## Next Safe Command\n\n${code(pack.nextCommand)}`,
      `## Role Assignments\n\n${table(
        ['Session', 'Role', 'May write', 'Agent'],
        topology.roles.map((role) => [
          role.session,
          role.name,
          role.authority === 'write' ? 'yes' : 'no',
          role.authority === 'ledger' ? 'MAM' : agentWords(pack.agents[role.session]),
        ]),
      )}`,
      `## Dual-lane Profile\n\n${table(
        ['Session', 'Agent', 'Model', 'Effort'],
        pack.profiles.map(({ session, agent, model, effort }) => [session, agent, model, effort ?? 'its own']),
      )}`,
    ],
    facts,
  );
}

const agentWords = (agent: string | undefined): string =>
  agent === autoAgent ? 'chosen by the mix for each task' : (agent ?? 'chosen when the loop starts');
