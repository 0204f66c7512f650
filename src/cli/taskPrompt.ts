import type { Task } from '../core/task/types.ts';

/** What a person pastes into an agent that MAM does not run: the task word for word, its files and its checks. */
export function taskPrompt({ id, title, body, claims, checks }: Task, plan: string | null): string {
  const list = (lines: readonly string[]): string =>
    lines.length === 0 ? '- None' : lines.map((one) => `- \`${one}\``).join('\n');
  return [
    `# ${id} - ${title}`,
    'Make the smallest change that meets the task. Change only the files below; do not push, merge or switch branches. End with what you changed, which commands you ran and how they ended, and what is open.',
    `## Files\n\n${list(claims)}`,
    `## Checks\n\n${list(checks)}`,
    ...(plan === null ? [] : [`## Plan\n\nRead \`${plan}\` first.`]),
    `## Task\n\n${body}\n`,
  ].join('\n\n');
}
