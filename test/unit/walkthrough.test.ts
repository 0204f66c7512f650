import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../scripts/manifest.mjs';
import { contextKeys, walkthrough } from '../../src/vscode/ids.ts';
import { holds } from '../builders/whenClause.ts';

const root = join(import.meta.dirname, '../..');
const manifest = readManifest();

interface Step {
  readonly id: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}
interface Welcome {
  readonly view: string;
  readonly contents: string;
  readonly when: string;
}

/** Every state of a window as its keys say it; no key is set before MAM has started. */
const phases = [undefined, 'noFolder', 'untrusted', 'idle', 'loading', 'notRepository', 'failed', 'ready'];
const troubles = ['none', 'noGit', 'oldGit', 'database', 'newer', 'foreignLedger', 'other'];
const every = phases.flatMap((phase) =>
  troubles.flatMap((trouble) =>
    ['owner', 'mirror'].flatMap((role) =>
      [undefined, 'ready', 'none'].flatMap((agents) =>
        [false, true].map((sample) => ({
          workspaceFolderCount: phase === 'noFolder' ? 0 : 1,
          [contextKeys.phase]: phase,
          [contextKeys.trouble]: trouble,
          [contextKeys.role]: role,
          [contextKeys.agents]: agents,
          [contextKeys.sample]: sample,
        })),
      ),
    ),
  ),
);

describe('the walkthrough', () => {
  const [only] = manifest.contributes.walkthroughs;
  const steps: readonly Step[] = only.steps;

  it('has five steps with pictures of ours that follow the theme', () => {
    assert.equal(`multi-agent-mux.mam#${only.id}`, walkthrough);
    assert.equal(steps.length, 5);
    for (const { media } of steps) {
      const picture = readFileSync(join(root, media.svg), 'utf8');
      assert.match(picture, /^<svg xmlns/);
      assert.ok(picture.length < 4000, media.svg);
      assert.doesNotMatch(picture, /<script|<image|href|#[0-9a-f]{3,8}"|on\w+=/i, media.svg);
      const colours = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map((match) => match[1]);
      for (const colour of colours) assert.match(colour ?? '', /^none$|^var\(--vscode-/, media.svg);
    }
  });

  it('completes each step by what the window knows, in this order, and none before', () => {
    const clauses = steps.map(({ completionEvents }) => completionEvents.map((one) => one.replace(/^onContext:/, '')));
    const done = (keys: Record<string, string | boolean>) =>
      steps.filter((_, at) => clauses[at]?.some((clause) => holds(clause, keys))).map(({ id }) => id);
    const { phase, sample, loop, decided, agents } = contextKeys;
    const ways: readonly (readonly [Record<string, string | boolean>, readonly string[]])[] = [
      [{}, []],
      [{ [phase]: 'noFolder' }, []],
      [{ [phase]: 'notRepository' }, []],
      [{ [phase]: 'untrusted' }, ['open']],
      [{ [phase]: 'ready', [loop]: 'none', [decided]: false }, ['open', 'trust']],
      [{ [phase]: 'ready', [agents]: 'none' }, ['open', 'trust']],
      [{ [phase]: 'ready', [agents]: 'ready' }, ['open', 'trust', 'agents']],
      [{ [phase]: 'ready', [sample]: true }, ['open', 'trust', 'agents']],
      [{ [phase]: 'ready', [sample]: true, [loop]: 'running' }, ['open', 'trust', 'agents', 'loop']],
      [
        { [phase]: 'ready', [sample]: true, [loop]: 'ended', [decided]: true },
        ['open', 'trust', 'agents', 'loop', 'decide'],
      ],
    ];
    for (const [keys, expected] of ways) assert.deepEqual(done(keys), expected, JSON.stringify(keys));
  });
});

describe('what an empty view offers', () => {
  const welcomes: readonly Welcome[] = manifest.contributes.viewsWelcome;

  it('is one text of the sessions in every state of a window', () => {
    const ofSessions = welcomes.filter(({ view }) => view === 'mam.sessions');
    for (const keys of every) {
      const shown = ofSessions.filter(({ when }) => holds(when, keys)).map(({ contents }) => contents);
      assert.equal(shown.length, 1, `${JSON.stringify(keys)}: ${shown.join(', ')}`);
    }
  });

  it('has no text that no state shows, and each but the one that waits has a next step', () => {
    const english: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
    for (const { contents, when } of welcomes) {
      assert.ok(
        every.some((keys) => holds(when, keys)),
        contents,
      );
      if (['%welcome.loading%', '%welcome.noLease%'].includes(contents)) continue;
      assert.match(english[contents.slice(1, -1)] ?? '', /\]\((?:command|https):/, contents);
    }
  });
});
