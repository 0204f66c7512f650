import { problem, type Problem } from '../base/problem.ts';
import type { AgentInfo } from './ports/agents.ts';

/** Whether something keeps it from writing while it reads, or a person lets it do without that. */
export const mayRead = (agent: AgentInfo, fullAccess: readonly string[]): boolean =>
  agent.looseReader !== true || fullAccess.includes(agent.id);

export const readerNeedsFullAccess = ({ name }: AgentInfo): Problem =>
  problem(
    'agent.readerNeedsFullAccess',
    'Nothing is known to keep {agent} from writing, also as a reader. Add it to mam.agents.fullAccess to use it anyway, or choose another agent.',
    { agent: name },
  );

/** Why a limit of commands can't be held with it; none without a limit. */
export const uncountable = (agent: AgentInfo | undefined, maxCommands: number): readonly Problem[] =>
  maxCommands > 0 && agent?.silentCommands === true
    ? [
        problem(
          'runner.capUncounted',
          '{agent} does not tell which commands it runs, so the limit of {most} can not be held. Leave out --max-commands-per-session, or choose another agent.',
          { agent: agent.name, most: maxCommands },
        ),
      ]
    : [];

/** Whether it is taken without a person's word: a program of its own, tried with what MAM tells it. */
export const isUsual = (agent: AgentInfo): boolean =>
  !agent.embedded && agent.person !== true && agent.unverified !== true;

/** By agent, who looks a second time: the first of another family, since two of one family share their blind spots. */
export const secondLooks = (ready: readonly AgentInfo[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ready.flatMap(({ id, family }) => {
      const other = ready.find((agent) => agent.family !== family && isUsual(agent));
      return other ? [[id, other.id]] : [];
    }),
  );
