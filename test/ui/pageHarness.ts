// A built page in Chromium with a host that answers from a table: what a webview does, without an editor around it.
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const root = join(import.meta.dirname, '../..');

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

/** The same policy as in the editor, with this server as the only source. */
const html = (page: string, theme: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-n'; style-src 'self' 'nonce-theme'; font-src 'self'">
<link id="vscode-codicon-stylesheet" rel="stylesheet" href="/dist/codicons/codicon.css">
<link rel="stylesheet" href="/media/page.css">
<style nonce="theme">:root{${theme}}</style>
<title>MAM</title></head>
<body><mam-${page} loading="Loading…"></mam-${page}><script type="module" nonce="n" src="/dist/webview/${page}.js"></script></body></html>`;

interface PageRequest {
  readonly browser: Browser;
  readonly page: 'dashboard' | 'approval';
  readonly model: unknown;
  /** CSS variables of a theme. */
  readonly theme?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly width?: number;
  readonly state?: unknown;
}

export interface OpenedPage {
  readonly page: Page;
  /** What the page asked of its host: name and arguments. */
  readonly calls: readonly (readonly [string, ...unknown[]])[];
  /** Errors and refused styles or scripts. */
  readonly complaints: readonly string[];
  render(model: unknown): Promise<void>;
  close(): Promise<void>;
}

const serve = async (page: string, theme: string): Promise<{ readonly server: Server; readonly address: string }> => {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') {
      response.setHeader('content-type', 'text/html').end(html(page, theme));
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
  const { browser, page: name, model, theme = '', answers = {}, width = 1100, state = null } = request;
  const { server, address } = await serve(name, theme);
  const page = await browser.newPage({ viewport: { width, height: 760 } });
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
    close: async () => {
      await page.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
