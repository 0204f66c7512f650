import assert from 'node:assert/strict';
import { dashboardDocument } from '../../../src/app/export/dashboardDocument.ts';
import type { PageDocument } from '../../../src/app/export/document.ts';
import { documentHtml } from '../../../src/app/export/html.ts';
import { documentMarkdown } from '../../../src/app/export/markdown.ts';
import { packetDocument } from '../../../src/app/export/packetDocument.ts';
import { approvalView } from '../../../src/app/views/approvalPacket.ts';
import { aScene, gateOpenState, reader } from '../../builders/scene.ts';

const packet = (): PageDocument => {
  const model = approvalView(reader(), aScene(gateOpenState()), 'run-1');
  assert.ok(!('missing' in model));
  return packetDocument(model);
};
const dashboard = (): PageDocument =>
  dashboardDocument(reader(), aScene(gateOpenState()), '', [
    { seq: 1, time: '14:00', actor: 'host', kind: 'x', words: 'gate opened', task: 'T-2026-0014' },
  ]);

const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:x) **b**';

describe('an exported page', () => {
  const pages: readonly (readonly [string, () => PageDocument, readonly RegExp[]])[] = [
    ['packet', packet, [/Retry in the fetcher/, /Not checked/, /src\/fetch\.ts/, /mam approve T-2026-0014/]],
    ['dashboard', dashboard, [/Gate of T-2026-0014/, /Timeline/, /gate opened/, /Required reviews/]],
  ];
  for (const [name, make, tells] of pages) {
    it(`tells the ${name} in one file that loads nothing`, () => {
      const html = documentHtml(make(), 'en');
      for (const one of tells) assert.match(html, one);
      for (const one of tells) assert.match(documentMarkdown(make()), one);
      assert.doesNotMatch(html, /<(?:script|link|img|iframe|object)|(?:src|href)=|url\(|@import|https?:/i);
      assert.match(html, /Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/);
    });
  }

  it('does nothing of what agents wrote', () => {
    const line = { mark: hostile, code: hostile, text: hostile, detail: hostile };
    const page: PageDocument = {
      title: hostile,
      lead: [{ strong: hostile, text: hostile }],
      sections: [{ title: hostile, lines: [line], commands: [hostile] }],
    };
    const html = documentHtml(page, '"><script>');
    assert.doesNotMatch(html, /<script|<img/);
    assert.ok(html.includes('&#60;script&#62;alert(1)&#60;/script&#62;'));
    const markdown = documentMarkdown({
      ...page,
      sections: [{ title: 'x', lines: [{ ...line, detail: '' }] }],
    });
    assert.doesNotMatch(markdown.replaceAll(/`[^`]*`/g, ''), /<script|<img|[^\\]\]\(/);
  });
});
