import { createBirpc } from 'birpc';
import type { Webview } from 'vscode';
import { guardCalls, isPageMessage, type PageHost } from '../../protocol/webview.ts';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';

interface Page<Model> {
  render(model: Model): void;
}

/** Errors are no plain data; a page gets their sentence. */
const plain = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'e' in message && message.e instanceof Error
    ? { ...message, e: { message: message.e.message } }
    : message;

/** Connects a page: what it sends is checked twice, as a message and as a call. */
export const openChannel = <Model>(
  webview: Webview,
  host: PageHost,
): { readonly render: (model: Model) => void } & Disposable => {
  const store = new DisposableStore();
  const rpc = createBirpc<Page<Model>, PageHost>(guardCalls(host), {
    post: (message) => webview.postMessage(message),
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
