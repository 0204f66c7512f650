import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRegistry } from '../../../src/adapters/agents/registry.ts';
import { customAgents } from '../../../src/protocol/customAgents.ts';

const one = { id: 'own', argv: ['own-agent'] };

describe('mam.agents.custom', () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ['a shell line', [{ id: 'own', argv: 'own-agent --do it' }]],
    ['no program', [{ id: 'own', argv: [] }]],
    ['an id that is none', [{ ...one, id: 'Own Agent' }]],
    ['two of one id', [one, one]],
    ['a misspelt field', [{ ...one, arvg: ['x'] }]],
    ['a variable that is none', [{ ...one, env: ['A B'] }]],
  ];
  for (const [name, value] of refused)
    it(`refuses ${name}`, () => assert.equal(customAgents.safeParse(value).success, false));

  it('takes the least that makes an agent', () =>
    assert.deepEqual(customAgents.parse([one]), [{ ...one, output: 'text', env: [] }]));

  it('can’t be set by a workspace', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    const sections: readonly { readonly properties: Record<string, { readonly scope?: string }> }[] =
      manifest.contributes.configuration;
    const properties = Object.assign({}, ...sections.map((section) => section.properties));
    assert.equal(properties['mam.agents.custom'].scope, 'machine');
  });

  it('never takes the place of an agent that MAM knows', () => {
    const custom = () => customAgents.parse([{ ...one, id: 'codex' }, one]);
    const registry = createRegistry({ rehearsalProgram: ['node'], custom });
    assert.equal(registry.find('codex')?.capabilities.sandboxedWrite, true);
    assert.equal(registry.all.filter(({ id }) => id === 'codex').length, 1);
    assert.deepEqual(registry.find('own')?.executables, ['own-agent']);
  });
});
