import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { readSettings, topologyOf } from '../../src/protocol/settings.ts';

describe('the topology in the documents', () => {
  it('works as it is written there', async () => {
    const text = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8');
    const example = /```json\n(\{\n {2}"mam\.topology": "trio"[^`]+)```/.exec(text)?.[1];
    const given: Readonly<Record<string, unknown>> = JSON.parse(example ?? '');
    const { settings, wrong } = readSettings((key) => given[key]);
    assert.deepEqual(wrong, []);
    const found = topologyOf(settings);
    assert.deepEqual(found.ok && found.value.roles.map((role) => role.session), ['lead', 'maker', 'judge']);
  });
});
