import { quoted } from './quoted.ts';
import type { CompletedVerb, Taken } from './table.ts';
import { listTasks } from './tasks.ts';

/** Completes verbs and options with what they are for, and files where a value is one. */
export function zshCompletion(verbs: readonly CompletedVerb[]): string {
  const described = verbs.map(({ name, summary }) => `    ${quoted(`${escaped(name)}:${summary}`)}`);
  const cases = verbs.map(
    ({ name, takes, options }) =>
      `    ${name}) _arguments -s ${[...options.map(specOf), `*${offered('argument', takes)}`].map(quoted).join(' ')} ;;`,
  );
  return `#compdef mam
# zsh completion of mam. Load it with: source <(mam completion zsh)
_mam_tasks() {
  local -a tasks
  tasks=(\${(f)"$(${listTasks})"})
  compadd -a tasks
}
_mam() {
  local -a verbs
  verbs=(
    help
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
    return
  fi
  local verb=$words[2]
  if [[ $verb == help ]]; then
    _describe 'verb' verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _mam ]]; then
  _mam "$@"
else
  compdef _mam mam
fi
`;
}

/** A colon parts a name from its description. */
const escaped = (text: string): string => text.replaceAll(':', String.raw`\:`);

function specOf({ name, summary, takes }: CompletedVerb['options'][number]): string {
  const text = summary.replace(/[[\]\\:]/g, String.raw`\$&`);
  return `*--${name}[${text}]${takes === 'nothing' ? '' : offered('value', takes)}`;
}

function offered(what: string, takes: Taken): string {
  if (typeof takes !== 'string') return `:${what}:(${takes.join(' ')})`;
  return { nothing: '', path: ':file:_files', task: ':task:_mam_tasks', value: `:${what}: ` }[takes];
}
