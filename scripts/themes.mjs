// `node scripts/themes.mjs`: records what VS Code gives a webview in its light, dark and high-contrast themes, for the tests
// that look at our pages in them. To be run anew with a newer VS Code.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { makeQueue } from '../test/ui/repositories.ts';
import { startHost } from '../test/ui/fixture.ts';

const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
  'contrast-light': 'Default High Contrast Light',
};
const base = mkdtempSync(join(tmpdir(), 'mam-themes-'));
const repository = join(base, 'shop');
makeQueue(repository, { id: 'T-2026-0001', claims: '`a.txt`' });
const recorded = {};
for (const [name, theme] of Object.entries(themes)) {
  const host = await startHost({ workspace: repository, settings: { 'workbench.colorTheme': theme } });
  try {
    await host.openContainer('MAM');
    await host.tree('Queue').row('T-2026-0001').waitFor();
    await host.runCommand('MAM: Open Dashboard');
    await host.webview().getByRole('tab', { name: 'Board' }).waitFor();
    recorded[name] = await host
      .webview()
      .locator('body')
      .evaluate((body) => {
        const { style } = document.documentElement;
        const names = [...style].filter((property) => property.startsWith('--vscode-')).toSorted();
        return {
          body: body.className,
          kind: body.dataset.vscodeThemeKind,
          styles: document.querySelector('#_defaultStyles')?.textContent ?? '',
          variables: Object.fromEntries(names.map((property) => [property, style.getPropertyValue(property).trim()])),
        };
      });
  } finally {
    await host.stop();
  }
}
rmSync(base, { recursive: true, force: true, maxRetries: 5 });
writeFileSync(join(import.meta.dirname, '../test/fixtures/themes.json'), `${JSON.stringify(recorded, undefined, 1)}\n`);
