import { createBirpc } from 'birpc';
import type { Webview } from 'vscode';
import { guardCalls, isPageMessage, type PageHost } from '../../protocol/pageCalls.ts';
import type { PageModel } from '../../protocol/webview.ts';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';

interface Page {
  render(model: PageModel): void;
}

/** Errors are no plain data; a page gets their sentence. */
const plain = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'e' in message && message.e instanceof Error
    ? { ...message, e: { message: message.e.message } }
    : message;

/** Connects a page: what it sends is checked twice, as a message and as a call. */
export const openChannel = (
  webview: Webview,
  host: PageHost,
): { readonly render: (model: PageModel) => void } & Disposable => {
  const store = new DisposableStore();
  const rpc = createBirpc<Page, PageHost>(guardCalls(host), {
    post: webview.postMessage.bind(webview),
    on: (receive) => {
      store.add(
        webview.onDidReceiveMessage((message: unknown) => {
          if (isPageMessage(message)) receive(message);
        }),
      );
    },
    serialize: plain,
    eventNames: ['render'],
  });
  store.add({ dispose: () => rpc.$close() });
  // A page that is being closed has nobody to draw for.
  return { render: (model) => void rpc.render(model).catch(() => undefined), dispose: () => store.dispose() };
};
