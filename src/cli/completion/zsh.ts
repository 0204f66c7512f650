import { quoted } from './quoted.ts';
import type { CompletedVerb } from './table.ts';

/** Completes verbs and options with what they are for, and files where a value is one. */
export function zshCompletion(verbs: readonly CompletedVerb[]): string {
  const described = verbs.map(({ name, summary }) => `    ${quoted(`${escaped(name)}:${summary}`)}`);
  const cases = verbs.map(
    ({ name, options }) => `    ${name}) _arguments -s ${options.map(specOf).map(quoted).join(' ')} '*:file:_files' ;;`,
  );
  return `#compdef mam
# zsh completion of mam. Load it with: source <(mam completion zsh)
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
  const what = { nothing: '', path: ':file:_files', value: ':value:' }[takes];
  return `*--${name}[${text}]${what}`;
}
