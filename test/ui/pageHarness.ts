// A built page in Chromium with a host that answers from a table: what a webview does, without an editor around it.
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { themeOf, themeStyles, type ThemeName } from './themes.ts';

const root = join(import.meta.dirname, '../..');

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

interface Look {
  readonly theme: ThemeName;
  readonly language: string;
}

/** The same policy as in the editor, with this server as the only source; colours and styles are those of the theme. */
const html = (page: string, { theme, language }: Look): string => `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8">
<style nonce="theme">${themeStyles(themeOf(theme))}</style>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-n'; style-src 'self' 'nonce-theme'; font-src 'self'">
<link id="vscode-codicon-stylesheet" rel="stylesheet" href="/dist/codicons/codicon.css">
<link rel="stylesheet" href="/media/page.css">
<title>MAM</title></head>
<body class="${themeOf(theme).body}" data-vscode-theme-kind="${themeOf(theme).kind}"><mam-${page} loading="Loading…"></mam-${page}><script type="module" nonce="n" src="/dist/webview/${page}.js"></script></body></html>`;

/** The bundles of webview-ui. */
type PageName = 'dashboard' | 'approval';

export interface PageRequest extends Partial<Look> {
  readonly browser: Browser;
  readonly page: PageName;
  /** Of the dashboard it may be made for the tab that is looked at. */
  readonly model: unknown;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly width?: number;
  readonly height?: number;
  /** The person wants no motion. */
  readonly still?: boolean;
  readonly state?: unknown;
}

export interface OpenedPage {
  readonly page: Page;
  /** What the page asked of its host: name and arguments. */
  readonly calls: readonly (readonly [string, ...unknown[]])[];
  /** Errors and refused styles or scripts. */
  readonly complaints: readonly string[];
  render(model: unknown): Promise<void>;
  /** The person chooses another theme. */
  readonly wear: (theme: ThemeName) => Promise<void>;
  close(): Promise<void>;
}

const serve = async (page: string, look: Look): Promise<{ readonly server: Server; readonly address: string }> => {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') {
      response.setHeader('content-type', 'text/html').end(html(page, look));
      return;
    }
    readFile(join(root, path.replace(/\?.*$/, ''))).then(
      (body) => response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  return { server, address: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/` };
};

export const openPage = async (request: PageRequest): Promise<OpenedPage> => {
  const { browser, page: name, model, theme = 'dark', language = 'en', answers = {}, state = null } = request;
  const { width = 1100, height = 760, still = false } = request;
  const { server, address } = await serve(name, { theme, language });
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: still ? 'reduce' : 'no-preference',
  });
  const calls: [string, ...unknown[]][] = [];
  const complaints: string[] = [];
  let current = model;
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const send = (message: unknown): Promise<void> => page.evaluate((data) => window.postMessage(data, '*'), message);
  const render = (next: unknown): Promise<void> => {
    current = next;
    return send({ t: 'q', m: 'render', a: [next] });
  };
  await page.exposeFunction('toHost', async (message: { i?: string; m: string; a: unknown[] }) => {
    calls.push([message.m, ...message.a]);
    if (message.m === 'ready') await render(current);
    if (message.m === 'look')
      await render(typeof model === 'function' ? Reflect.apply(model, null, message.a) : current);
    if (message.i !== undefined) await send({ t: 's', i: message.i, r: answers[message.m] ?? null });
  });
  await page.addInitScript((kept) => {
    let saved: unknown = kept;
    const editor = {
      getState: () => saved ?? undefined,
      setState: (next: unknown) => {
        saved = next;
        Object.assign(window, { savedState: next });
      },
      // Answers of the host are objects without a call; they come back through the window and are not sent again.
      postMessage: (message: unknown) => {
        Reflect.apply(Reflect.get(window, 'toHost'), window, [message]);
      },
    };
    Object.assign(window, { acquireVsCodeApi: () => editor });
  }, state);
  await page.goto(address);
  await page.locator(`mam-${name}`).locator('main').waitFor();
  return {
    page,
    calls,
    complaints,
    render,
    wear: (next) => {
      const { body, kind } = themeOf(next);
      return page.evaluate(
        ([classes, themeKind, styles]) => {
          document.body.className = classes;
          document.body.dataset['vscodeThemeKind'] = themeKind;
          Object.assign(document.querySelector('style') ?? {}, { textContent: styles });
        },
        [body, kind, themeStyles(themeOf(next))] as const,
      );
    },
    close: async () => {
      await page.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
