// `node scripts/pictures.mjs [THEME …] [SCENE …]`: takes the pictures of docs/images in a real window. THEME is light, dark
// or contrast; SCENE is loop (on the sample repository, while the rehearsal agent works) or walkthrough; all by default.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHost } from '../test/ui/fixture.ts';
import { until } from '../test/until.ts';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');
const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
};

/** The sidebar wide enough to read its rows. */
async function widenSidebar(page) {
  const box = await page.locator('.part.sidebar').boundingBox();
  const [x, y] = [box.x + box.width, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 150, y, { steps: 5 });
  await page.mouse.up();
}

async function takeLoop(name, colorTheme) {
  const base = mkdtempSync(join(tmpdir(), 'mam-pictures-'));
  const repository = join(base, 'coins');
  execFileSync(process.execPath, [join(root, 'dist/cli.cjs'), 'sample', repository], { stdio: 'ignore' });
  const settings = {
    'mam.topology': 'four-role',
    'mam.checks.allowed': [['node', '--test']],
    'window.commandCenter': false,
    'workbench.colorTheme': colorTheme,
  };
  const host = await startHost({ workspace: repository, settings });
  const { page } = host;
  const picture = async (what) => {
    // Out of the way, so that no tooltip hides what is shown.
    await page.mouse.move(700, 890);
    // Icons are letters of a font, which may come after the text.
    const fonts = host.webview().locator('body');
    await until('icons', () => fonts.evaluate(() => document.fonts.check('16px codicon')), 20_000);
    await page.screenshot({ path: join(images, `${what}-${name}.png`) });
  };
  const status = async (text) =>
    until(`status ${text}`, async () => (await host.statusBarItem('mam.status').text()).includes(text), 120_000);
  try {
    await host.openContainer('MAM');
    await host.tree('Queue').row('T-2026-0002').waitFor();
    await widenSidebar(page);
    await host.runCommand('MAM: Open Dashboard');
    await host.webview().getByRole('tab', { name: 'Board' }).waitFor();
    await host.runCommand('MAM: Start Loop');
    await host.quickPickRows();
    await picture('start');
    await page.keyboard.press('Enter');
    // Reviewers work side by side, so theirs is the moment that shows most.
    await host.tree('Sessions').row('Reviewer').filter({ hasText: 'working' }).waitFor();
    await picture('sidebar');
    await status('Gate open');
    await host.tree('Inbox').row('Approve').waitFor();
    await picture('board');
    await host.webview().getByRole('tab', { name: 'Gate' }).click();
    await host.webview().getByText('Required reviews').waitFor();
    await picture('gate');
    await host.statusBarItem('mam.status').click();
    await host.webview().getByText('Gate: OPEN').waitFor();
    await picture('approval');
  } finally {
    await host.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Where a person begins: a window without a folder. */
async function takeWalkthrough(name, colorTheme) {
  const settings = { 'window.commandCenter': false, 'workbench.colorTheme': colorTheme };
  const host = await startHost({ workspace: null, settings });
  try {
    await host.openContainer('MAM');
    await host.page.getByRole('button', { name: 'Show the Walkthrough' }).first().click();
    await host.page.locator('.getting-started-step.expanded').first().waitFor();
    const picture = host.page
      .frameLocator('.getting-started-media iframe')
      .frameLocator('#active-frame')
      .locator('svg');
    await picture.first().waitFor();
    await host.page.mouse.move(700, 890);
    await host.page.screenshot({ path: join(images, `walkthrough-${name}.png`) });
  } finally {
    await host.stop();
  }
}

mkdirSync(images, { recursive: true });
const scenes = { loop: takeLoop, walkthrough: takeWalkthrough };
const wanted = process.argv.slice(2);
/** What was named of these, or all where nothing was. */
const chosen = (all) => {
  const named = Object.entries(all).filter(([name]) => wanted.includes(name));
  return named.length > 0 ? named : Object.entries(all);
};
for (const [name, theme] of chosen(themes)) for (const [, take] of chosen(scenes)) await take(name, theme);
