import { quoted } from './quoted.ts';
import type { CompletedVerb, Taken } from './table.ts';
import { listTasks } from './tasks.ts';

/** Completes verbs, their options, and what both take. For bash 3.2 and newer. */
export function bashCompletion(verbs: readonly CompletedVerb[]): string {
  const names = ['help', ...verbs.map((verb) => verb.name)].join(' ');
  return `# bash completion of mam. Load it with: source <(mam completion bash)
_mam_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_mam_paths() {
  # Only a path gets a slash behind a folder's name; a verb may be called like one.
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}
_mam_tasks() { _mam_words "$(${listTasks})"; }
_mam() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} verb=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _mam_words ${quoted(`${names} --help --version`)}
    return
  fi
  case "$verb $before" in
${verbs.flatMap(valueCases).join('\n')}
  esac
  case "$current" in
    -*)
      case "$verb" in
        help) _mam_words '--all' ;;
${verbs.map(({ name, options }) => `        ${name}) _mam_words ${quoted(options.map((option) => `--${option.name}`).join(' '))} ;;`).join('\n')}
      esac
      return
      ;;
  esac
  case "$verb" in
    help) _mam_words ${quoted(names)} ;;
${verbs.flatMap(({ name, takes }) => (actions(takes) === '' ? [] : [`    ${name}) ${actions(takes)} ;;`])).join('\n')}
  esac
}
# An old bash can't tell paths from words while it completes.
if type compopt >/dev/null 2>&1; then complete -F _mam mam; else complete -o filenames -F _mam mam; fi
`;
}

/** What offers the values of a verb's options; behind one that takes any text nothing else is offered. */
const valueCases = ({ name, options }: CompletedVerb): readonly string[] =>
  options
    .filter(({ takes }) => takes !== 'nothing')
    .map(
      (option) =>
        `    ${quoted(`${name} --${option.name}`)}) ${actions(option.takes)}${actions(option.takes) === '' ? '' : '; '}return ;;`,
    );

function actions(takes: Taken): string {
  if (typeof takes !== 'string') return `_mam_words ${quoted(takes.join(' '))}`;
  return { nothing: '', value: '', path: '_mam_paths', task: '_mam_tasks' }[takes];
}
