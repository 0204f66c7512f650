import { createBirpc } from 'birpc';
import type { PageHost } from '../../src/protocol/webview.ts';
import type { Editor } from './editor.ts';

/** The host's functions; `render` is what it calls here. */
export const connectHost = <Model>(editor: Editor<unknown>, render: (model: Model) => void): PageHost =>
  createBirpc<PageHost, { render: (model: Model) => void }>(
    { render },
    {
      post: (message) => editor.postMessage(message),
      on: (receive) => window.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data)),
    },
  );
