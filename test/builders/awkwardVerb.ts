import type { CompletedVerb } from '../../src/cli/completion/table.ts';

/** A verb whose words mean something to shells. */
export const awkwardVerb: CompletedVerb = {
  name: 'odd-verb',
  summary: `It's "odd": $HOME \`id\` [x] \\ 100%`,
  takes: 'path',
  options: [
    { name: 'plain', summary: 'No $(value)', takes: 'nothing' },
    { name: 'file', summary: "A file's [name]: here", takes: 'path' },
    { name: 'kind', summary: 'A kind', takes: ['plain', 'awkward'] },
    { name: 'word', summary: 'A word', takes: 'value' },
  ],
};
