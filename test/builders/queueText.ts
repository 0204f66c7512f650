export interface EntryText {
  readonly id: string;
  readonly title?: string;
  readonly status?: string;
  readonly priority?: string;
  readonly claims?: string;
  readonly checks?: readonly string[];
  readonly goal?: string;
  /** What comes last: a section of its own. */
  readonly notes?: string;
}

/** A queue file as a person writes it. */
export const queueText = (...entries: readonly EntryText[]): string =>
  `# Persistent Task Queue\n${entries.map(entryText).join('')}`;

const entryText = ({
  id,
  title = 'A task',
  status = 'ready',
  priority = 'P2',
  claims,
  checks = ['npm test'],
  goal = 'Do it.',
  notes,
}: EntryText): string =>
  [
    `\n## ${id} - ${title}\n`,
    `- Status: ${status}`,
    `- Priority: ${priority}`,
    ...(claims === undefined ? [] : [`- Claims: ${claims}`]),
    `\n### Goal\n\n${goal}\n`,
    ...(checks.length > 0 ? [`### Validation Commands\n\n\`\`\`sh\n${checks.join('\n')}\n\`\`\`\n`] : []),
    ...(notes === undefined ? [] : [notes]),
  ].join('\n');
