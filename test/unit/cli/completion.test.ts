import assert from 'node:assert/strict';
import { fill } from '../../../src/base/problem.ts';
import { fishCompletion } from '../../../src/cli/completion/fish.ts';
import { completedVerbs } from '../../../src/cli/completion/table.ts';
import { zshCompletion } from '../../../src/cli/completion/zsh.ts';
import { hidden, verbs } from '../../../src/cli/verbs.ts';
import { awkwardVerb } from '../../builders/awkwardVerb.ts';

describe('completion of mam', () => {
  it('knows every verb that the help shows, and every option', async () => {
    const table = await completedVerbs(fill);
    for (const [name, load] of Object.entries(verbs)) {
      const found = table.find((one) => one.name === name);
      assert.equal(found === undefined, hidden.has(name), name);
      const options = [...Object.keys((await load()).options), 'help'];
      if (found)
        assert.deepEqual(
          found.options.map((one) => one.name),
          options,
        );
    }
  });

  it('leaves nothing of a summary to the shell', () => {
    assert.match(zshCompletion([awkwardVerb]), /'odd-verb:It'\\''s "odd"/);
    assert.match(zshCompletion([awkwardVerb]), /'\*--file\[A file'\\''s \\\[name\\\]\\: here\]:file:_files'/);
    assert.match(fishCompletion([awkwardVerb]), /-d 'It\\'s "odd": \$HOME `id` \[x\] \\\\ 100%'/);
  });
});
