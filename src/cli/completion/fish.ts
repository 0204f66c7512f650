import type { CompletedVerb, Taken } from './table.ts';
import { listTasks } from './tasks.ts';

/** Completes verbs and options with what they are for, and what both take. */
export function fishCompletion(verbs: readonly CompletedVerb[]): string {
  const lines = verbs.flatMap(({ name, summary, takes, options }) => [
    `complete -c mam -n __mam_no_verb -f -a ${quoted(name)} -d ${quoted(summary)}`,
    ...(takes === 'path' ? [] : [`complete -c mam -n ${quoted(`__mam_verb ${name}`)} -f${wordsOf(takes)}`]),
    ...options.map(
      ({ name: option, summary: text, takes: value }) =>
        `complete -c mam -n ${quoted(`__mam_verb ${name}`)} -l ${option}${how(value)} -d ${quoted(text)}`,
    ),
  ]);
  const names = ['help', ...verbs.map((verb) => verb.name)];
  return `# fish completion of mam. Load it with: mam completion fish | source
function __mam_no_verb
  test (count (commandline -opc)) -eq 1
end
# A verb's name may stand in the text of another one's option: only the first word counts.
function __mam_verb
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __mam_tasks
  sh -c ${quoted(listTasks)}
end
complete -c mam -n __mam_no_verb -f -a help
complete -c mam -n '__mam_verb help' -f -a ${quoted(names.join(' '))}
complete -c mam -n '__mam_verb help' -l all
${lines.join('\n')}
`;
}

const how = (takes: Taken): string => {
  if (takes === 'nothing') return '';
  return takes === 'path' ? ' -r -F' : ` -x${wordsOf(takes)}`;
};

const wordsOf = (takes: Taken): string => {
  if (typeof takes !== 'string') return ` -a ${quoted(takes.join(' '))}`;
  return takes === 'task' ? ` -a ${quoted('(__mam_tasks)')}` : '';
};

/** In single quotes fish knows only the quote and the back-slash. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
