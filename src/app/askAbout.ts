import type { Run } from '../core/loop/types.ts';

/** Stands between what a person asked and what the agent is told about it. */
const about = '\n\n---\n\nA person asks this before deciding on';

/** Whom a person can ask about a change. */
export interface Asked {
  /** The role's session, such as `implementer`. */
  readonly session: string;
  readonly agent: string;
}

/** Who wrote the change and who judged it, each once; people are asked in another way. */
export function askedAbout(run: Run): readonly Asked[] {
  const people = run.options.people ?? [];
  const writer = run.jobs.findLast((job) => job.kind === 'implement');
  const all = [
    ...(writer === undefined ? [] : [{ session: writer.session, agent: writer.agent }]),
    ...run.verdicts.map(({ session, agent }) => ({ session, agent })),
  ];
  const last = new Map(all.map((one) => [one.session, one]));
  return [...last.values()].filter(({ agent }) => !people.includes(agent));
}

/** What the job is told: the question in the person's words first, and what it is about by its exact commits. */
export const questionPrompt = ({ task, base, change }: Run, question: string): string =>
  [
    `${question.trim()}${about} the change of ${task.id}, "${task.title}".`,
    `It is the commit ${change?.head ?? ''} on ${base?.commit ?? ''}; look at it with \`git show\` and \`git diff\`.`,
    'Change nothing, and decide nothing: only answer. Say it in a few sentences, and say what you are not sure of. The answer is your report.',
  ].join('\n');

/** The question as it was asked; null for a job that is none. */
export function questionOf(prompt: string): string | null {
  const at = prompt.indexOf(about);
  return at === -1 ? null : prompt.slice(0, at);
}
