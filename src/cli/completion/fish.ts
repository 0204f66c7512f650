import type { CompletedVerb } from './table.ts';

/** Completes verbs and options with what they are for. */
export function fishCompletion(verbs: readonly CompletedVerb[]): string {
  const lines = verbs.flatMap(({ name, summary, options }) => [
    `complete -c mam -n __fish_use_subcommand -f -a ${quoted(name)} -d ${quoted(summary)}`,
    ...options.map(
      ({ name: option, summary: text, takes }) =>
        `complete -c mam -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${option} ${how[takes]}-d ${quoted(text)}`,
    ),
  ]);
  const names = ['help', ...verbs.map((verb) => verb.name)];
  const help = [
    'complete -c mam -n __fish_use_subcommand -f -a help',
    `complete -c mam -n '__fish_seen_subcommand_from help' -f -a ${quoted(names.join(' '))}`,
  ];
  return `# fish completion of mam. Load it with: mam completion fish | source\n${[...help, ...lines].join('\n')}\n`;
}

const how = { nothing: '', path: '-r -F ', value: '-x ' } as const;

/** In single quotes fish knows only the quote and the back-slash. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
