import { quoted } from './quoted.ts';
import type { CompletedVerb } from './table.ts';

/** Completes verbs, their options, and files everywhere else. For bash 3.2 and newer. */
export function bashCompletion(verbs: readonly CompletedVerb[]): string {
  const names = ['help', ...verbs.map((verb) => verb.name)].join(' ');
  const cases = verbs.map(
    ({ name, options }) => `    ${name}) words=${quoted(options.map((option) => `--${option.name}`).join(' '))} ;;`,
  );
  const paths = distinct(verbs, 'path').map((name) => `--${name}`);
  const values = distinct(verbs, 'value').map((name) => `--${name}`);
  return `# bash completion of mam. Load it with: source <(mam completion bash)
_mam() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(`${names} --help --version`)} -- "$current"))
    return
  fi
  case "$before" in
    help)
      COMPREPLY=($(compgen -W ${quoted(`${names} --all`)} -- "$current"))
      return
      ;;
    ${paths.join('|') || '--'})
      COMPREPLY=($(compgen -f -- "$current"))
      return
      ;;
    ${values.join('|') || '--'}) return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _mam mam
`;
}

/** Options that take such a thing in every verb that has them; where verbs differ, nothing is said. */
function distinct(verbs: readonly CompletedVerb[], takes: 'path' | 'value'): readonly string[] {
  const options = verbs.flatMap((verb) => verb.options);
  const names = [...new Set(options.map((option) => option.name))];
  return names.filter((name) => options.every((option) => option.name !== name || option.takes === takes));
}
